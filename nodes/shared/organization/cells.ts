import { isCalendarDate } from '../values/calendarDate';
import { CHARACTER_CLASSES, characterProblem, lengthProblem, quote } from '../values/characters';
import { ID_FIELD, type OrganizationField } from './fields';
import type { JobRow } from './rows';

/** What is said of a text that was read in another encoding than its own: what was lost does not come back. */
const LOST = 'contains the replacement character U+FFFD: characters were lost when it was read, so read it in its own encoding';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu;

/** What a cell's rules depend on besides its text. */
export type RowUse = Pick<JobRow, 'kind' | 'adds' | 'deletes'>;

/**
 * Checks one cell against its row of the record tables: required or to be left blank, length, characters, UUID,
 * integer, documented values, date.
 * @param today in the workflow's zone, `YYYY-MM-DD`
 * @returns messages that start with the column's name
 */
export function cellProblems(field: OrganizationField, text: string, row: RowUse, today: string): string[] {
	const problems = text === '' ? [missingProblem(field, row)] : filledProblems(field, text, row, today);
	return problems.filter((problem) => problem !== undefined);
}

/** How a message names what a row does, with what tells it: `when a user is added (UserUuid is blank)`. */
function actionOf({ kind, adds }: RowUse): string {
	return `when a ${kind} is ${adds ? 'added' : 'edited'} (${ID_FIELD[kind]} is ${adds ? 'blank' : 'filled'})`;
}

const modeOf = ({ adds }: RowUse) => (adds ? 'adding' : 'editing');

function missingProblem(field: OrganizationField, row: RowUse): string | undefined {
	if (field.required === 'always') {
		const also = row.deletes ? `, also when a ${row.kind} is deleted (DeleteFlag is 1)` : '';
		return `${field.name} is required${also}`;
	}
	if (field.required === modeOf(row)) return `${field.name} is required ${actionOf(row)}`;
	return undefined;
}

function filledProblems(
	field: OrganizationField,
	text: string,
	row: RowUse,
	today: string,
): Array<string | undefined> {
	if (field.blankWhen === modeOf(row)) return [`${field.name} must be blank ${actionOf(row)}`];
	const tooLong = field.max === undefined ? undefined : lengthProblem(field.name, text, field.max);
	// A megabyte of text is not looked through for its characters as well.
	if (tooLong !== undefined) return [tooLong];
	return [
		text.includes('\ufffd') ? `${field.name} ${LOST}` : undefined,
		field.characters && characterProblem(field.name, text, CHARACTER_CLASSES[field.characters]),
		field.name === ID_FIELD[row.kind] ? idProblem(field, text) : undefined,
		field.type === 'int' ? integerProblem(field, text, row) : undefined,
		field.date && dateProblem(field, text, row, today),
	];
}

function idProblem(field: OrganizationField, text: string): string | undefined {
	if (text.trim() !== text) return `${field.name} has white space around ${quote(text.trim())}`;
	if (field.type !== 'uuid' || UUID.test(text)) return undefined;
	return `${field.name} must be a UUID (8-4-4-4-12 hexadecimal digits); got ${quote(text)}`;
}

function integerProblem(field: OrganizationField, text: string, row: RowUse): string | undefined {
	if (field.values && !Object.hasOwn(field.values, text)) {
		const values = Object.entries(field.values).map(([value, meaning]) => `${value} (${meaning})`);
		return `${field.name} must be one of ${values.join(', ')}; got ${quote(text)}`;
	}
	if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(Number(text))) {
		return `${field.name} must be a whole number; got ${quote(text)}`;
	}
	// Not in the table, but a record that does not exist yet cannot be deleted.
	if (field.name === 'DeleteFlag' && row.deletes && row.adds)
		return `${field.name} must not be 1 ${actionOf(row)}`;
	return undefined;
}

/** A date-time has become its day where the value was read. */
function dateProblem(field: OrganizationField, text: string, row: RowUse, today: string): string | undefined {
	if (!isCalendarDate(text)) {
		const example = '2025-04-01 or 2025-04-01T00:00:00+09:00';
		return `${field.name} must be a date in the form of RFC 3339, such as ${example}; got ${quote(text)}`;
	}
	// On edit the date may lie in the past: it is what reading the user gave, and sending it back changes nothing.
	if (!row.adds || text >= today) return undefined;
	return `${field.name} must be today (${today}) or later ${actionOf(row)}; got ${quote(text)}`;
}
