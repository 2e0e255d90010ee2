import { joined } from '../../values/show';
import { cellValue, ID_FIELD, ORGANIZATION_FIELDS, PLACE_FIELD, ROW_ONLY } from '../fields';
import type { Cells } from '../fields';
import { rowViolations, withFound } from '../items';
import type { ReadItem } from '../items';
import { Draft } from './draft';
import { explainTwins, markMissing, refusalsOf, successors } from './limits';
import type { Subject } from './subject';
import type { Change, OrganizationPlan, PresentTables, SyncRules } from './types';

/**
 * Plans what makes the organization what the items say (contract: `organization.sync`). The order of the items makes no
 * difference. Applying the plan and planning again gives a plan without jobs.
 *
 * @param present what the service has (spec: E11, E12); every record has its id
 * @param items what its records are to be; records that no item names stay or go as the rules say
 * @returns the jobs and their changes, or every reason why no plan can be made
 */
export function planOrganization(
	present: PresentTables,
	items: readonly ReadItem[],
	rules: SyncRules,
): OrganizationPlan {
	const draft = new Draft(present, items, rules);
	const { departments, users } = draft;
	draft.place();
	markMissing(draft);
	explainTwins(draft);
	const records = inOrder(draft.all(), (record) => [record.kind, record.labels(rules).key, record.id].join('\0'));
	notePlaces(records);
	draft.refuseContradictions();
	const areTaken = successors(draft).length > 0;
	const refusals = refusalsOf(draft);
	const planned = plannedChanges(records, rules);
	const changes = [...planned.values()];
	const found = changes.flatMap((change) => {
		const { action, fields, itemIndexes } = change;
		// Where a department cannot be found, that has been said.
		const isAsked = (name: string) =>
			name !== 'DepartmentId' && (action === 'added' || (action === 'edited' && Object.hasOwn(fields, name)));
		return rowViolations({ ...change, itemIndex: itemIndexes[0] }, isAsked, rules);
	});
	const violations = withFound(draft.violations, found);
	const last = Number.MAX_SAFE_INTEGER;
	violations.sort((a, b) => (a.itemIndex ?? last) - (b.itemIndex ?? last));
	return {
		jobs: violations.length > 0 ? [] : jobsOf(records, planned, areTaken),
		changes,
		counts: { user: countsOf(users), department: countsOf(departments) },
		kept: records.flatMap((each) => (each.kept ? [{ ...each.labels(rules), reason: each.kept }] : [])),
		refusals,
		violations,
	};
}

function countsOf(records: readonly Subject[]): OrganizationPlan['counts']['user'] {
	const counts = { added: 0, edited: 0, deleted: 0, unchanged: 0, kept: 0 };
	for (const { action, kept, items, namedBy } of records) {
		const isNamed = items.length > 0 || namedBy.size > 0;
		const state = action ?? (kept ? 'kept' : isNamed ? 'unchanged' : undefined);
		if (state) counts[state] += 1;
	}
	return counts;
}

/** Compares as JavaScript compares texts: the same on every machine. */
function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => [keyOf(entry), entry] as const);
	return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
}

/** Notes the places among the columns that are wanted, when all departments are known. */
function notePlaces(records: readonly Subject[]): void {
	const added = { department: 0, user: 0 };
	for (const { row, kind, cells } of records) if (!row) cells.TempId = `${kind.charAt(0)}${(added[kind] += 1)}`;
	for (const record of records) {
		const { kind, places, placesBefore, cells } = record;
		if (places === placesBefore) continue;
		cells[PLACE_FIELD[kind]] = places.map(({ id, cells: { TempId } }) => id || `tempId:${TempId}`).join(';');
		if (kind === 'department') continue;
		record.pathBefore = joined(placesBefore.map((each) => each.pathBefore).sort(), '; ');
		record.path = joined(places.map(({ path }) => path).sort(), '; ');
	}
}

/** The columns of which a record loses, gains or changes the text. */
function fieldChanges(record: Subject): Change['fields'] {
	const changes: Record<string, Change['fields'][string]> = {};
	for (const field of ORGANIZATION_FIELDS[record.kind]) {
		const { name } = field;
		const from = record.before(name);
		const to = record.deletion ? '' : record.wanted(name);
		if (from === to || name === ID_FIELD[record.kind] || ROW_ONLY.has(name)) continue;
		changes[name] = { from: cellValue(field, from) ?? null, to: cellValue(field, to) ?? null };
	}
	return changes;
}

/**
 * The row of an import: a whole record, less what need not be sent. A blank that is documented to change nothing (spec:
 * user record) is sent where nothing changes, so that what somebody else changes at the same time stays.
 */
function cellsOf(record: Subject): Cells {
	const cells: Record<string, string> = {};
	for (const { name, type, blankKeeps } of ORGANIZATION_FIELDS[record.kind]) {
		const isNeedless = type === 'none' || (record.row && blankKeeps && !record.isChanged(name));
		cells[name] = isNeedless ? '' : record.wanted(name);
	}
	cells.DeleteFlag = record.deletion ? '1' : '';
	return cells;
}

const RANK = { added: '0', edited: '1', deleted: '2' };

/** The changes in their order: parents before their children, as their paths are shorter. */
function plannedChanges(records: readonly Subject[], rules: SyncRules): Map<Subject, Change> {
	const changes = records.flatMap((record) => {
		const { action, id, items, path, pathBefore, namedBy } = record;
		if (!action) return [];
		const change: Change = {
			...record.labels(rules),
			action,
			id,
			fields: fieldChanges(record),
			itemIndexes: items[0] ? [items[0].itemIndex] : [...namedBy].sort((a, b) => a - b),
			move: action === 'edited' && path !== pathBefore ? `${pathBefore} → ${path}` : undefined,
			cells: cellsOf(record),
		};
		return [[record, change] as const];
	});
	return new Map(inOrder(changes, ([, { kind, action }]) => kind + RANK[action]));
}

/**
 * Puts each change into a job, as early as can be, so that there are as few jobs as can be. Departments that are added
 * may be referred to in the very job (spec: `tempId:`).
 *
 * Whether the service judges a deletion before or after the other rows of its job is not shown. So a department is
 * deleted in a later job than the one in which the last user or child leaves it, and users are added and edited in a
 * later job than the deletions when one of them takes over an address from somebody who is deleted.
 */
function jobsOf(records: readonly Subject[], planned: ReadonlyMap<Subject, Change>, areTaken: boolean): Change[][] {
	const jobOfUsers = areTaken ? 1 : 0;
	const earliest = new Map<Subject, number>();
	const jobOf = (record: Subject) => {
		if (record.kind === 'user') return record.deletion ? 0 : jobOfUsers;
		return record.deletion ? (earliest.get(record) ?? 0) : 0;
	};

	// What is in a department comes before it: users, then departments by their paths, of which those above are shorter.
	const departments = records.filter(({ kind }) => kind === 'department');
	const users = records.filter(({ kind }) => kind === 'user');
	departments.sort((one, other) => other.pathBefore.length - one.pathBefore.length);
	for (const record of [...users, ...departments]) {
		for (const place of record.placesBefore) {
			earliest.set(place, Math.max(earliest.get(place) ?? 0, jobOf(record) + 1));
		}
	}

	const jobs: Change[][] = [];
	for (const [record, change] of planned) {
		const job = jobOf(record);
		while (jobs.length <= job) jobs.push([]);
		jobs[job]?.push(change);
	}
	return jobs;
}
