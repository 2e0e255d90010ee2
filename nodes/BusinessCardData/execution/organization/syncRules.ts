import {
	parameterError,
	fieldProblems,
	jsonTexts,
	ORGANIZATION_FIELDS,
	readList,
	readText,
	sameForm,
	shownValue,
	today,
} from '../../../shared';
import type { ParameterError, SyncRules } from '../../../shared';
import type { Run } from '../../resources/operation';
import type { OrganizationService } from './service';

/* The rules of a sync, read from the parameters of the node. */

const PROTECTED = 'protectedUserIds';

/** The options that keep a sync from doing harm. */
const SAFEGUARDS: readonly string[] = [PROTECTED, 'maxDeletions', 'maxChanges'];

/**
 * Reads what is to be done with the items; single values have been read by the description of the node.
 *
 * @throws ParameterError for a safeguard that is blank, protected ids that are none, and a separator that separates paths
 */
export function rulesOf(service: OrganizationService): SyncRules {
	const { run, options } = service;
	const { matchUsersBy, missingUsers, missingDepartments } = run.parameters.values;
	refuseBlankSafeguards(run);

	const rules = {
		...options,
		matchUsersBy,
		missing: { user: missingUsers, department: missingDepartments },
		pathSeparator: pathSeparatorOf(service),
		protectedUserIds: protectedIds(options.protectedUserIds),
		today: today(run.functions.getTimezone()),
	};
	return rules as unknown as SyncRules;
}

/** Refuses safeguards that were added and turned out blank: whoever added them relies on them. */
function refuseBlankSafeguards({ parameters }: Run): void {
	const blank = parameters.blanks.find(({ field, value, isExpression }) => {
		// A person who adds the list and leaves it empty sees that it is empty.
		const isLeftEmpty = field.name === PROTECTED && value === '' && !isExpression;
		return SAFEGUARDS.includes(field.name) && !isLeftEmpty;
	});
	if (blank) throw blankSafeguard(blank.field.name);
}

function blankSafeguard(name: string): ParameterError {
	return parameterError(name, `${name} is blank`, 'fill it in, or remove the option.');
}

/** Reads the separator: white space, which counts as blank elsewhere, may join the names of a path. */
function pathSeparatorOf({ run, options }: OrganizationService): string {
	const blank = run.parameters.blanks.find((entry) => entry.field.name === 'pathSeparator')?.value;
	const isWhiteSpace = typeof blank === 'string' && blank !== '';
	const separator = readText('pathSeparator', isWhiteSpace ? blank : options.pathSeparator);
	if (!separator.includes(';')) return separator;

	const rule = 'it must not contain a semicolon, because semicolons separate several paths.';
	throw parameterError('pathSeparator', `pathSeparator is ${shownValue(separator)}`, rule);
}

/** Reads the ids of users, also one a line. @throws ParameterError for a list that names nobody */
function protectedIds(value: unknown): string[] {
	const entries = readList(PROTECTED, typeof value === 'string' ? listIn(value) : value);
	const ids = entries.map(sameForm).filter((id) => id !== '');
	if (ids.length === 0 && value !== '') throw blankSafeguard(PROTECTED);

	const userId = ORGANIZATION_FIELDS.user.filter((field) => field.name === 'UserId');
	const [problem] = ids.flatMap((id) => userId.flatMap((field) => fieldProblems(field, id)));
	if (problem === undefined) return ids;
	throw parameterError(
		PROTECTED,
		`${PROTECTED} ${problem}`,
		'enter User IDs separated by commas, or they protect nobody.',
	);
}

/** The list that a text is in JSON, or the text with commas in place of other separators. */
function listIn(text: string): string | string[] {
	return jsonTexts(text) ?? text.replace(/[\r\n;]+/g, ',');
}
