import { joined } from '../../values/show';
import { cellValue } from '../cells';
import { ID_FIELD, ORGANIZATION_FIELDS, PLACE_FIELD, ROW_ONLY } from '../fields';
import type { Cells } from '../fields';
import type { PlanRecord } from './record';
import type { Change, ChangeAction, ChangeCounts, FromTo, SyncRules } from './types';

/* The changes of a plan: which records, which columns, and where each record is put. */

/** The order of the actions among the changes of a kind. */
const RANK = {
	added: '0',
	edited: '1',
	deleted: '2',
};

/** Sorts as JavaScript compares texts: the same on every machine. */
export function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => ({
		key: keyOf(entry),
		entry,
	}));
	keyed.sort((one, other) => {
		if (one.key === other.key) return 0;
		return one.key < other.key ? -1 : 1;
	});
	return keyed.map((each) => each.entry);
}

/** Counts the records of a kind by their outcome. */
export function countsOf(records: readonly PlanRecord[]): ChangeCounts {
	const counts: ChangeCounts = {
		added: 0,
		edited: 0,
		deleted: 0,
		unchanged: 0,
		kept: 0,
	};
	for (const record of records) {
		const state = record.action ?? stateOfUnchanged(record);
		if (state) counts[state] += 1;
	}
	return counts;
}

function stateOfUnchanged(record: PlanRecord): 'kept' | 'unchanged' | undefined {
	if (record.kept) return 'kept';
	const isNamed = record.items.length > 0 || record.namedBy.size > 0;
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

	for (const record of records) {
		if (!record.isMoved) continue;
		const ids = record.places.map((place) => place.id || `tempId:${place.cells.TempId}`);
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
	const inTurn = inOrder(changes, ([, change]) => change.kind + RANK[change.action]);
	return new Map(inTurn);
}

function changeOf(record: PlanRecord, action: ChangeAction, rules: SyncRules): Change {
	const { id, items, namedBy } = record;
	const [item] = items;
	const naming = [...namedBy].sort((one, other) => one - other);
	const path = pathChange(record);

	return {
		...record.labels(rules),
		action,
		id,
		fields: fieldChanges(record),
		path,
		where: whereOf(record, action, path),
		itemIndexes: item ? [item.itemIndex] : naming,
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
		changes[name] = {
			from: cellValue(field, from) ?? null,
			to: cellValue(field, to) ?? null,
		};
	}
	return changes;
}

/** The path of a department, or the paths of a user's departments, before and after the plan, where they change. */
function pathChange(record: PlanRecord): FromTo | undefined {
	const isPut = !record.row || !record.stays || record.isMoved;
	// A user may stay in a department that gets another name.
	if (record.kind === 'user' && !isPut) return undefined;

	const from = pathBefore(record);
	const to = pathAfter(record);
	if (from === to) return undefined;
	return { from, to };
}

function pathBefore(record: PlanRecord): string | null {
	if (!record.row) return null;
	if (record.kind === 'department') return record.pathBefore;
	return inOneText(record.placesBefore.map((department) => department.pathBefore));
}

function pathAfter(record: PlanRecord): string | null {
	if (!record.stays) return null;
	if (record.kind === 'department') return record.path;
	return inOneText(record.places.map((department) => department.path));
}

/** Several paths as one text, as an item may give them; null for none. */
function inOneText(paths: string[]): string | null {
	return joined(paths.sort(), '; ') || null;
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
