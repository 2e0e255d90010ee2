import type { IDataObject } from 'n8n-workflow';
import { checkColumnOrder, InputFault, readList, today } from '../../../shared';
import type { CsvLayout, Encoding, OrganizationRecordKind, SyncRules } from '../../../shared';
import { csvOptions, delimiterOf, encodingOf } from '../organizationCsvOptions';
import { waitingOf } from '../organizationImport';
import type { Waiting } from '../organizationImport';
import { parameter } from '../run';
import type { ProcedureRun } from '../run';

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

function fault(name: string, value: unknown, rule: string): InputFault {
	return new InputFault({ parameter: name, message: `${name} is ${JSON.stringify(value) ?? 'empty'}`, rule });
}

function chosen<T extends string>(name: string, value: unknown, values: readonly T[]): T {
	const known = values.find((each) => each === value);
	if (known !== undefined) return known;
	throw fault(name, value, `it must be one of ${values.join(', ')}.`);
}

const SWITCHES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	['true', true],
	['false', false],
]);

function switched(options: IDataObject, name: string, standard: boolean): boolean {
	const value = options[name] ?? standard;
	const on = SWITCHES.get(String(value).trim().toLowerCase());
	if (on !== undefined) return on;
	throw fault(name, value, 'it must be true or false.');
}

function wholeNumber(options: IDataObject, name: string, standard: number): number {
	const value = options[name] ?? standard;
	const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
	if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
	throw fault(name, value, 'it must be a whole number of at least 0.');
}

/** What joins the names of a path. A semicolon is what stands between several paths. */
function separator(options: IDataObject): string {
	const value = options.pathSeparator ?? '/';
	if (typeof value === 'string' && value !== '' && !value.includes(';')) return value;
	throw fault('pathSeparator', value, 'it must be at least one character, and no semicolon.');
}

function layout(options: IDataObject, kind: OrganizationRecordKind): CsvLayout {
	const name = `${kind}ColumnOrder`;
	const text = options[name] ?? '';
	if (typeof text !== 'string') throw fault(name, text, 'it must be a text.');
	const delimiter = delimiterOf(options);
	if (text.trim() === '') return { delimiter };
	const columnOrder = checkColumnOrder(kind, text);
	if (Array.isArray(columnOrder)) return { delimiter, columnOrder };
	throw new InputFault({
		parameter: name,
		message: columnOrder.message.replace(columnOrder.field, name),
		rule: 'name every documented field exactly once.',
	});
}

/**
 * Reads the parameters of a sync (contract: `organization.sync`).
 *
 * @throws InputFault naming the first one that cannot be what it is meant to be
 */
export function readSettings(run: ProcedureRun): SyncSettings {
	const options = csvOptions(run);
	const zone = run.functions.getTimezone();
	const choice = <T extends string>(name: string, ...values: readonly T[]) => chosen(name, parameter(run, name), values);
	const encoding = encodingOf(options);
	return {
		mode: choice('mode', 'plan', 'apply'),
		output: choice('output', 'summary', 'changes'),
		includeBackup: switched(options, 'includeBackup', true),
		encoding,
		layouts: { user: layout(options, 'user'), department: layout(options, 'department') },
		waiting: waitingOf(options),
		rules: {
			matchUsersBy: choice('matchUsersBy', 'UserId', 'Email'),
			missing: {
				user: choice('missingUsers', 'keep', 'delete'),
				department: choice('missingDepartments', 'keep', 'delete'),
			},
			createMissingDepartments: switched(options, 'createMissingDepartments', true),
			pathSeparator: separator(options),
			blankCells: chosen('blankCells', options.blankCells ?? 'keep', ['keep', 'clear']),
			maxDeletions: wholeNumber(options, 'maxDeletions', 10),
			maxChanges: wholeNumber(options, 'maxChanges', 0),
			protectedUserIds: readList('protectedUserIds', options.protectedUserIds ?? ''),
			includeAdministrators: switched(options, 'includeAdministrators', false),
			today: today(zone),
			zone,
			encoding,
		},
	};
}
