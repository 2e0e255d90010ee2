import type { IDataObject } from 'n8n-workflow';
import {
	checkColumnOrder,
	isObject,
	ParameterError,
	readList,
	readText,
	sameForm,
	shownValue,
	today,
	userIdProblem,
} from '../../../../shared';
import type { CsvLayout, Encoding, OrganizationRecordKind, SyncRules } from '../../../../shared';
import { csvOptions, delimiterOf, encodingOf } from '../csvOptions';
import { waitingOf } from '../import';
import type { Waiting } from '../import';
import { parameter } from '../../run';
import type { Run } from '../../run';

/** Everything that a person set, checked. */
export interface SyncSettings {
	readonly mode: 'plan' | 'apply';
	readonly output: 'summary' | 'changes';
	readonly includeBackup: boolean;
	readonly rules: SyncRules;
	readonly encoding: Encoding;
	/** How both lists are read and both files are written. */
	readonly layouts: Readonly<Record<OrganizationRecordKind, CsvLayout>>;
	readonly waiting: Waiting;
}

/** A separator that is white space was read as nothing; it is as good as any other. */
function enteredSeparator({ functions, given }: Run): unknown {
	const { pathSeparator } = csvOptions({ given });
	if (pathSeparator !== undefined) return pathSeparator;
	const entered = functions.getNodeParameter('options', {}) as IDataObject;
	return isObject(entered) && typeof entered.pathSeparator === 'string' && entered.pathSeparator !== '' ? entered.pathSeparator : '/';
}

/** What joins the names of a path. A semicolon is what stands between several paths. */
function separator(value: string): string {
	if (!value.includes(';')) return value;
	throw new ParameterError({
		parameter: 'pathSeparator',
		message: `pathSeparator is ${shownValue(value)}`,
		rule: 'it must not contain a semicolon, because semicolons separate several paths.',
	});
}

function layout(options: IDataObject, kind: OrganizationRecordKind): CsvLayout {
	const name = `${kind}ColumnOrder`;
	const delimiter = delimiterOf(options);
	const text = String(options[name] ?? '');
	if (text === '') return { delimiter };
	const columnOrder = checkColumnOrder(kind, text);
	if (Array.isArray(columnOrder)) return { delimiter, columnOrder };
	throw new ParameterError({
		parameter: name,
		message: columnOrder.message.replace(columnOrder.field, name),
		rule: 'name every column exactly once.',
	});
}

/** The ids of users, also one a line. What cannot be one protects nobody. */
function protectedIds(value: unknown): string[] {
	const name = 'protectedUserIds';
	return readList(name, typeof value === 'string' ? value.replace(/[\r\n;]+/g, ',') : value).map(sameForm).map((id) => {
		const message = userIdProblem(name, id);
		if (message === undefined) return id;
		throw new ParameterError({ parameter: name, message, rule: 'enter UserIds separated by commas, or they protect nobody.' });
	});
}

/**
 * What was added to protect users and is blank protects nobody, which is not what was meant. Left empty in the panel it
 * counts as not added.
 */
function refuseBlankProtection({ functions, given }: Run): void {
	const { options } = functions.getNode().parameters;
	const name = 'protectedUserIds';
	const isEmpty = isObject(options) && (options as IDataObject)[name] === '';
	if (isEmpty || !given.blanks.options?.includes(name)) return;
	throw new ParameterError({ parameter: name, message: `${name} is blank`, rule: 'fill it in, or remove the option.' });
}

/**
 * Reads the parameters of a sync (contract: `organization.sync`). Choices, switches and numbers have been checked by the
 * description of the node.
 *
 * @throws ParameterError naming the first one that cannot be what it is meant to be
 */
export function readSettings(run: Run): SyncSettings {
	refuseBlankProtection(run);
	const options = csvOptions(run);
	const zone = run.functions.getTimezone();
	const encoding = encodingOf(options);
	const chosen = <T>(name: string) => parameter(run, name) as T;
	const option = <T>(name: string, standard: T) => (options[name] ?? standard) as T;
	return {
		mode: chosen('mode'),
		output: chosen('output'),
		includeBackup: option('includeBackup', true),
		encoding,
		layouts: { user: layout(options, 'user'), department: layout(options, 'department') },
		waiting: waitingOf(options),
		rules: {
			matchUsersBy: chosen('matchUsersBy'),
			missing: { user: chosen('missingUsers'), department: chosen('missingDepartments') },
			createMissingDepartments: option('createMissingDepartments', true),
			pathSeparator: separator(readText('pathSeparator', enteredSeparator(run))),
			blankCells: option('blankCells', 'keep'),
			maxDeletions: option('maxDeletions', 10),
			maxChanges: option('maxChanges', 0),
			protectedUserIds: protectedIds(option<unknown>('protectedUserIds', '')),
			includeAdministrators: option('includeAdministrators', false),
			today: today(zone),
			zone,
			encoding,
		},
	};
}
