import { joined } from '../../values/show';
import { cellValue } from '../cells';
import { ID_FIELD, ORGANIZATION_FIELDS, PLACE_FIELD, ROW_ONLY } from '../fields';
import type { Cells } from '../fields';
import type { PlanRecord } from './record';
import type { Change, ChangeAction, ChangeCounts, FromTo, SyncRules } from './types';

/* The changes of a plan: which records, which columns, and where each record is put. */

/** The order of the actions among the changes of a kind. */
const RANK = { added: '0', edited: '1', deleted: '2' };

/** Sorts as JavaScript compares texts: the same on every machine. */
export function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => ({ key: keyOf(entry), entry }));
	keyed.sort((one, other) => {
		if (one.key === other.key) return 0;
		return one.key < other.key ? -1 : 1;
	});
	return keyed.map(({ entry }) => entry);
}

/** Counts the records of a kind by their outcome. */
export function countsOf(records: readonly PlanRecord[]): ChangeCounts {
	const counts: ChangeCounts = { added: 0, edited: 0, deleted: 0, unchanged: 0, kept: 0 };
	for (const record of records) {
		const state = record.action ?? stateOfUnchanged(record);
		if (state) counts[state] += 1;
	}
	return counts;
}

function stateOfUnchanged({ kept, items, namedBy }: PlanRecord): 'kept' | 'unchanged' | undefined {
	if (kept) return 'kept';
	const isNamed = items.length > 0 || namedBy.size > 0;
	return isNamed ? 'unchanged' : undefined;
}

/** Writes TempIds and wanted places into the cells of the records, when all departments are known. */
export function writePlaces(records: readonly PlanRecord[]): void {
	const added = { department: 0, user: 0 };
	for (const { row, kind, cells } of records) {
		if (row) continue;
		added[kind] += 1;
		cells.TempId = `${kind.charAt(0)}${added[kind]}`;
	}

	for (const record of records.filter(({ isMoved }) => isMoved)) {
		const ids = record.places.map(({ id, cells }) => id || `tempId:${cells.TempId}`);
		record.cells[PLACE_FIELD[record.kind]] = ids.join(';');
	}
}

/** The changes in their order: parents before their children, as their paths are shorter. */
export function changesOf(records: readonly PlanRecord[], rules: SyncRules): Map<PlanRecord, Change> {
	const changes: Array<readonly [PlanRecord, Change]> = [];
	for (const record of records) {
		const { action } = record;
		if (action) changes.push([record, changeOf(record, action, rules)]);
	}
	return new Map(inOrder(changes, ([, { kind, action }]) => kind + RANK[action]));
}

function changeOf(record: PlanRecord, action: ChangeAction, rules: SyncRules): Change {
	const { id, items, namedBy } = record;
	const itemIndexes = items[0] ? [items[0].itemIndex] : [...namedBy].sort((a, b) => a - b);
	const path = pathChange(record);

	return {
		...record.labels(rules),
		action,
		id,
		fields: fieldChanges(record),
		path,
		where: whereOf(record, action, path),
		itemIndexes,
		cells: rowOf(record),
	};
}

/** The columns of which a record loses, gains or changes the text. */
function fieldChanges(record: PlanRecord): Change['fields'] {
	const changes: Record<string, FromTo> = {};
	for (const field of ORGANIZATION_FIELDS[record.kind]) {
		const { name } = field;
		if (name === ID_FIELD[record.kind] || ROW_ONLY.has(name)) continue;

		const from = record.before(name);
		const to = record.stays ? record.wanted(name) : '';
		if (from === to) continue;
		changes[name] = { from: cellValue(field, from) ?? null, to: cellValue(field, to) ?? null };
	}
	return changes;
}

/** The path of a department, or the paths of a user's departments, before and after the plan, where they change. */
function pathChange(record: PlanRecord): FromTo | undefined {
	const { kind, row, stays, isMoved } = record;
	// A user stays in a department that gets another name.
	if (kind === 'user' && row && stays && !isMoved) return undefined;

	const before = kind === 'user' ? pathsOf(record.placesBefore, 'pathBefore') : record.pathBefore;
	const wanted = kind === 'user' ? pathsOf(record.places, 'path') : record.path;
	const from = row ? before : '';
	const to = stays ? wanted : '';
	return from === to ? undefined : { from: from || null, to: to || null };
}

/** The paths of several departments as one text, as an item may give them. */
function pathsOf(departments: readonly PlanRecord[], when: 'path' | 'pathBefore'): string {
	return joined(departments.map((department) => department[when]).sort(), '; ');
}

/** Says where a record is added or moved, as the rest of a sentence; of a deletion nothing. */
function whereOf(record: PlanRecord, action: ChangeAction, path: FromTo | undefined): string | undefined {
	if (action === 'deleted' || !path?.to) return undefined;
	if (path.from) return `from ${path.from} to ${path.to}`;
	if (record.kind === 'user') return `into ${path.to}`;

	const [parent] = record.places;
	return parent ? `into ${parent.path}` : 'at the top level';
}

/**
 * The row of an import: a whole record, less what need not be sent. A blank that is documented to change nothing (spec:
 * user record) is sent where nothing changes, so that what somebody else changes at the same time stays.
 */
function rowOf(record: PlanRecord): Cells {
	const cells: Record<string, string> = {};
	for (const { name, type, blankKeeps } of ORGANIZATION_FIELDS[record.kind]) {
		const isNeedless = type === 'none' || (record.row && blankKeeps && !record.isChanged(name));
		cells[name] = isNeedless ? '' : record.wanted(name);
	}

	cells.DeleteFlag = record.stays ? '' : '1';
	return cells;
}
