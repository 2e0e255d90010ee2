import type { IDataObject } from 'n8n-workflow';
import {
	DEPARTMENT_PATH,
	fieldNames,
	isBlank,
	isEmpty,
	isObject,
	listedLines,
	misspeltColumns,
	ParameterError,
	recogniseRecord,
	rowHint,
	sameForm,
	shownValue,
} from '../../../shared';
import type { ItemViolation, OrganizationRecordKind, WantedItem } from '../../../shared';
import { columnsOf, inputItems } from '../inputItems';
import { readMapping } from '../mapping';
import { listed, parameter } from '../run';
import type { Run } from '../run';

/**
 * What the input items say of records, and of which kind each is.
 *
 * @returns the items that say something, and how many of each kind say nothing
 * @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is
 */
export function wantedItems(run: Run): { items: WantedItem[]; skipped: Record<OrganizationRecordKind, number> } {
	const { functions, operation } = run;
	const raw = functions.getNode().parameters.recordType ?? 'detect';
	const isExpression = typeof raw === 'string' && raw.startsWith('=');
	const columnsIn = columnMapping(run);
	const items: WantedItem[] = [];
	const skipped = { user: 0, department: 0 };
	for (const [itemIndex, item] of inputItems(functions).entries()) {
		const json = columnsOf(item, itemIndex);
		const columns = columnsIn(json, itemIndex);
		// An expression may say another kind for each item.
		const type: unknown = isExpression ? functions.evaluateExpression(raw.slice(1), itemIndex) : raw;
		const detected = recogniseRecord(columns) ?? (operation.value === 'sync' ? recogniseByPlace(columns) : undefined);
		const kind = type === 'user' || type === 'department' ? type : type === 'detect' ? detected : undefined;
		if (isBlankRow(json, columns)) skipped[kind ?? 'user'] += 1;
		else if (kind) items.push({ itemIndex, kind, columns });
		else throw unrecognised(type, columns, itemIndex);
	}
	return { items, skipped };
}

/** In a sync, an item that has a place among departments and nothing of a user, however spelt, is a department. */
function recogniseByPlace(columns: IDataObject): OrganizationRecordKind | undefined {
	const isUser = !isEmpty(columns.UserId) || !isEmpty(columns.Email) || misspeltColumns('user', columns).length > 0;
	const hasPlace = !isEmpty(columns[DEPARTMENT_PATH]) || !isEmpty(columns.DepartmentId);
	return hasPlace && !isUser ? 'department' : undefined;
}

/** The error for an item of which neither Record Type nor its columns tell what it is. */
function unrecognised(type: unknown, columns: IDataObject, itemIndex: number): ParameterError {
	const slips = [...new Set(slipsOf(columns))];
	const unknown = `The columns of item ${itemIndex} do not show whether it is a user or a department`;
	const message = type === 'detect' ? unknown : `recordType is ${shownValue(type)}`;
	return new ParameterError({
		parameter: 'recordType',
		message: slips.length > 0 ? `${message}: ${listed(slips)}` : message,
		rule: 'use the column names of the service, or choose a Record Type.',
		itemIndex,
	});
}

/** What is said of the keys of an item that look like a column of either kind. */
function slipsOf(columns: IDataObject): string[] {
	return [...misspeltColumns('user', columns), ...misspeltColumns('department', columns)].map(({ message }) => message);
}

const COLUMNS: ReadonlySet<string> = new Set([...fieldNames('user'), ...fieldNames('department'), DEPARTMENT_PATH]);

/** Whether a value says nothing, invisible characters included. */
function saysNothing(value: unknown): boolean {
	return isBlank(typeof value === 'string' ? sameForm(value) : value);
}

/**
 * Whether an item is a blank row, as spreadsheets have them at their end: nothing in any of its columns. One without
 * any of our columns is blank only when it has nothing else either, but for the number that n8n's Google Sheets node
 * gives each row; a column that nobody mapped must not pass for a blank sheet.
 */
function isBlankRow(json: IDataObject, columns: IDataObject): boolean {
	const own = Object.keys(columns).filter((name) => COLUMNS.has(name));
	if (!own.every((name) => saysNothing(columns[name]))) return false;
	const others = Object.entries(json).filter(([name, value]) => name !== 'row_number' && !saysNothing(value));
	const filled = Object.fromEntries(Object.entries(columns).filter(([, value]) => !saysNothing(value)));
	return others.length === 0 || (own.length > 0 && slipsOf(filled as IDataObject).length === 0);
}

/**
 * What n8n's editor writes when a column of the input is dragged onto one of ours. It is read without n8n's
 * expressions, which take a quarter of a millisecond for each cell: half a minute for a company of 10,000.
 */
const DRAGGED = /^=\{\{ *\$json(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[(["'])([^"'\\]+)\2\]) *\}\}$/u;

/** What a stored parameter says for one item; n8n evaluates it for the first item alone, which makes the job. */
function evaluated(run: Run, stored: unknown, json: IDataObject, index: number): unknown {
	if (isObject(stored)) {
		return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, evaluated(run, value, json, index)]));
	}
	if (typeof stored !== 'string' || !stored.startsWith('=')) return stored;
	const [, property, , key = property] = DRAGGED.exec(stored) ?? [];
	if (key === undefined) return run.functions.evaluateExpression(stored.slice(1), index);
	return Object.hasOwn(json, key) ? json[key] : undefined;
}

/** What is empty in a mapping says nothing: an empty cell of a sheet must not empty what the service has. */
function filled(columns: object): IDataObject {
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => !isBlank(value))) as IDataObject;
}

/**
 * How the columns of records come out of input items: the items as they are, or mapped from their columns
 * (contract: Additions of 0.2).
 *
 * @throws ParameterError for a mapping that is none, or maps nothing
 */
function columnMapping(run: Run): (json: IDataObject, index: number) => IDataObject {
	if (parameter(run, 'dataMode') !== 'mapColumns') return (json) => json;
	const mapping = readMapping(parameter(run, 'columns'));
	if (mapping === 'automatically') return filled;
	if (Object.keys(mapping).length === 0) {
		throw new ParameterError({
			parameter: 'columns',
			message: 'No column is mapped under Values to Send',
			rule: 'map at least the column that names the record, or choose Map Automatically.',
		});
	}
	const stored = run.functions.getNode().parameters.columns;
	return (json, index) => {
		const own = readMapping(evaluated(run, stored, json, index));
		return filled(own === 'automatically' ? json : own);
	};
}

/** The error for items that are refused before anything is written: every reason, and what it is about. */
export function refusedItems(violations: readonly ItemViolation[]): ParameterError {
	const [{ parameter = '' } = {}] = violations;
	const reasons = reasonLines(violations);
	const items = new Set(violations.map(({ itemIndex }) => itemIndex));
	const [itemIndex] = items.size === 1 ? items : [];
	const last = violations.reduce((most, violation) => Math.max(most, violation.itemIndex ?? 0), 0);
	// An error about a single item says its row already.
	const hint = itemIndex === undefined && last > 0 ? [rowHint(last)] : [];
	const [only] = reasons;
	if (only !== undefined && reasons.length === 1) {
		return new ParameterError({ parameter, message: only, causes: hint, itemIndex });
	}
	const causes = [...listedLines(reasons), ...hint];
	return new ParameterError({ parameter, message: `The items have ${reasons.length} errors`, causes, itemIndex });
}

/** A line for each reason, with the items that it is about: a column that is not mapped is missing in each of them. */
function reasonLines(violations: readonly ItemViolation[]): string[] {
	const itemsOf = new Map<string, number[]>();
	for (const { itemIndex, message } of violations) {
		const items = itemsOf.get(message) ?? [];
		itemsOf.set(message, itemIndex === undefined ? items : [...items, itemIndex]);
	}
	return [...itemsOf].map(([message, items]) => {
		if (items.length === 0 || /^(?:No item|Items) /.test(message)) return message;
		return `Item${items.length > 1 ? 's' : ''} ${ranges(items)}: ${message}`;
	});
}

/** Item numbers, those that follow each other as a range. */
function ranges(items: readonly number[]): string {
	const found: Array<[first: number, last: number]> = [];
	for (const item of items) {
		const range = found.at(-1);
		if (range && item <= range[1] + 1) range[1] = item;
		else found.push([item, item]);
	}
	return found.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ');
}
