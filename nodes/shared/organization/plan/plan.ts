import { unencodable } from '../../csv/encoding';
import { quote } from '../../values/show';
import { cellProblem, columnLabel, fieldsOf } from '../fields';
import { readItem } from '../items';
import type { WantedItem } from '../items';
import { deleteByPath, placeDepartments, readTree, refuseContradictions } from './departments';
import { actionOf, wanted } from './draft';
import type { Draft, Subject } from './draft';
import { labelsOf, notePlaces, plannedJobs } from './jobs';
import { markMissing, refusalsOf } from './limits';
import type {
	ChangeCounts,
	Kept,
	OrganizationPlan,
	PlannedJob,
	PresentOrganization,
	Refusal,
	SyncRules,
} from './types';
import { placeUsers, refuseShared } from './users';

/**
 * Plans what makes the organization what the items say (contract: `organization.sync`). The order of the items makes no
 * difference. Applying the plan and planning again gives a plan without jobs.
 *
 * @param present what the service has
 * @param items what its records are to be; records that no item names stay or go as the rules say
 * @returns the jobs and their changes, or every reason why no plan can be made
 */
export function planOrganization(
	present: PresentOrganization,
	items: readonly WantedItem[],
	rules: SyncRules,
): OrganizationPlan {
	const maps = { departmentsById: new Map(), departmentsByPath: new Map(), departmentsByLook: new Map() };
	const draft: Draft = { rules, violations: [], departments: [], users: [], ...maps };
	const { departments, users, violations } = draft;
	readTree(draft, present.departments);
	// No path can be told in a tree that has a circle.
	if (violations.length > 0) return finished(draft, []);
	const read = items.map((item) => readItem(item, rules.zone, violations));
	const ofDepartments = read.filter(({ kind }) => kind === 'department');
	placeDepartments(draft, ofDepartments);
	placeUsers(
		draft,
		present.users,
		read.filter(({ kind }) => kind === 'user'),
	);
	deleteByPath(draft, ofDepartments);
	markMissing(draft);
	notePlaces(draft);
	refuseContradictions(draft);
	refuseShared(draft);
	for (const record of [...departments, ...users]) checkCells(draft, record);
	return finished(draft, refusalsOf(draft, new Set(items.map(({ kind }) => kind))));
}

function finished(draft: Draft, refusals: readonly Refusal[]): OrganizationPlan {
	const { departments, users, violations } = draft;
	const { jobs, changes } = plannedJobs(draft);
	checkEncoding(draft, jobs);
	const last = Number.MAX_SAFE_INTEGER;
	violations.sort((a, b) => (a.itemIndex ?? last) - (b.itemIndex ?? last));
	const counts = {
		user: countsOf(users, ({ items }) => items.length > 0),
		department: countsOf(departments, ({ namedBy }) => namedBy.size > 0),
	};
	const rest = { counts, kept: keptOf(draft), refusals, violations };
	return violations.length > 0 ? { ...rest, jobs: [], changes: [] } : { ...rest, jobs, changes };
}

/** Columns that the plan fills in itself, or that have been checked where they are read. */
const OWN_COLUMNS: readonly string[] = ['TempId', 'UserUuid', 'DepartmentId', 'ParentDepartmentId', 'DeleteFlag'];

/** Checks what the plan writes against the record tables; what the service has already is not judged. */
function checkCells({ rules, violations }: Draft, record: Subject): void {
	const {
		kind,
		row,
		changed,
		items: [item],
	} = record;
	const itemIndex = item?.itemIndex ?? (kind === 'department' ? Math.min(...record.namedBy) : undefined);
	const action = actionOf(record);
	if (action !== 'added' && action !== 'edited') return;
	for (const field of fieldsOf(kind)) {
		if (OWN_COLUMNS.includes(field.name) || (row && !Object.hasOwn(changed, field.name))) continue;
		const use = { kind, adds: !row, today: rules.today };
		const message = cellProblem(field, wanted(record, field.name), use);
		if (message !== undefined) violations.push({ itemIndex, parameter: field.name, message });
	}
}

/** Characters that the CSV cannot hold, also in columns that an edit sends back as they are. */
function checkEncoding({ rules, violations }: Draft, jobs: readonly PlannedJob[]): void {
	for (const { change, cells } of jobs.flatMap(({ department, user }) => [...department, ...user])) {
		const {
			kind,
			key,
			itemIndexes: [itemIndex],
		} = change;
		for (const [parameter, text] of Object.entries(cells)) {
			const problem = unencodable(text, rules.encoding);
			if (problem === undefined) continue;
			const message = `${columnLabel(parameter)} of the ${kind} ${quote(key)} ${problem}`;
			violations.push({ itemIndex, parameter, message });
		}
	}
}

function countsOf<T extends Subject>(records: readonly T[], isNamed: (record: T) => boolean): ChangeCounts {
	const count = (action: ReturnType<typeof actionOf>) => records.filter((record) => actionOf(record) === action);
	return {
		added: count('added').length,
		edited: count('edited').length,
		deleted: count('deleted').length,
		unchanged: count(undefined).filter(isNamed).length,
		kept: records.filter(({ kept }) => kept !== undefined).length,
	};
}

function keptOf({ users, departments, rules }: Draft): Kept[] {
	const kept = [...departments, ...users].flatMap((record) => {
		return record.kept === undefined ? [] : [{ ...labelsOf(record, rules), reason: record.kept }];
	});
	return kept.sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
}
