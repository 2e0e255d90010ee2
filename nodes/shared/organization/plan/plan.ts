import type { OrganizationRecordKind } from '../fields';
import { checkDepartments, checkEncoding, checkUsers } from './checks';
import { markMissing } from './deletions';
import type { Department } from './department';
import { JobOrder } from './jobOrder';
import { departmentRow, userRow } from './plannedRows';
import { checkItems, refusalsOf } from './protections';
import type { Draft } from './protections';
import { ItemReader } from './readItem';
import { mapped } from './steps';
import type { Steps } from './steps';
import type { Change, ChangeCounts, Kept, OrganizationPlan, PlanViolation, PlannedJob, PlannedRow, PresentOrganization, RefusedPlan, SyncRules, WantedItem } from './types';
import type { User } from './user';
import { Violations } from './violations';
import { WantedDepartments } from './wantedDepartments';
import { WantedUsers } from './wantedUsers';

/**
 * Plans what makes the organization what the items say (contract: `organization.sync`). The order of the items makes no
 * difference. Applying the plan and planning again gives a plan without jobs.
 * @param present what the service has
 * @param items what its records are to be; records that no item names stay or go as the rules say
 * @returns the jobs and their changes, or every reason why nothing may be changed; in steps, because 10,000 users are more
 *   than an event loop should be held for at once
 */
export function* planningSteps(
	present: PresentOrganization,
	items: readonly WantedItem[],
	rules: SyncRules,
): Steps<OrganizationPlan | RefusedPlan> {
	const violations = new Violations();
	const reader = new ItemReader(rules, violations);
	const read = yield* mapped(items, (item) => reader.read(item));
	const ofKind = (kind: OrganizationRecordKind) => read.filter((item) => item.kind === kind);
	const wanted = new WantedDepartments(present, ofKind('department'), rules, violations);
	const wantedUsers = new WantedUsers(present, wanted, rules, violations);
	yield* wantedUsers.take(ofKind('user'));
	const { tree } = wanted;
	if (tree.circular.length > 0) return { violations: [circleViolation(tree.circular)] };
	const kept = markMissing(wantedUsers.users, tree, rules, violations);
	const draft: Draft = {
		users: wantedUsers.users,
		departments: tree.departments,
		tree,
		items: { user: ofKind('user').length, department: ofKind('department').length },
		rules,
		kept,
	};
	wanted.refuseCollisions();
	wanted.refuseMadeAndDeleted();
	checkDepartments(tree.departments, rules, violations);
	yield* checkUsers(draft.users, rules, violations);
	checkItems(draft, violations);
	if (violations.all.length > 0) return { violations: violations.all };
	const plan = yield* allowedPlan(draft);
	yield* checkEncoding(plan.jobs, rules, violations);
	return violations.all.length > 0 ? { violations: violations.all } : plan;
}

/** Compares as JavaScript compares texts: the same on every machine. */
function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => [keyOf(entry), entry] as const);
	return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
}

const ACTION_ORDER = { added: '0', edited: '1', deleted: '2' } as const;

/** Departments first; parents that are added stand before their children, as their paths are shorter. */
function rankOf({ kind, action, key, id }: Change): string {
	return [kind === 'department' ? '0' : '1', ACTION_ORDER[action], key, id].join('\0');
}

/** A row with the number of its job. */
type PlacedRow = readonly [job: number, row: PlannedRow];

function* allowedPlan(draft: Draft): Steps<OrganizationPlan> {
	const { users, tree, rules, departments, kept } = draft;
	const changedDepartments = departments.filter((department) => department.isChanged);
	const changedUsers = users.filter((user) => user.isChanged);
	const added = changedDepartments.filter(({ isAdded }) => isAdded);
	for (const [index, department] of inOrder(added, ({ path }) => path).entries()) department.tempId = `d${index + 1}`;
	const addedUsers = changedUsers.filter(({ isAdded }) => isAdded);
	for (const [index, user] of inOrder(addedUsers, (each) => each.text('UserId')).entries()) user.tempId = `u${index + 1}`;
	const order = new JobOrder(users, departments);
	const rowsOfDepartments = changedDepartments.map((department): PlacedRow => [order.ofDepartment(department), departmentRow(department, tree)]);
	const rowsOfUsers = yield* mapped(changedUsers, (user): PlacedRow => [order.ofUser(user), userRow(user, tree, rules)]);
	const sorted = inOrder([...rowsOfDepartments, ...rowsOfUsers], ([, { change }]) => rankOf(change));
	const last = Math.max(0, ...new Set(sorted.map(([job]) => job)));
	const jobs = Array.from({ length: last }, (_, index): PlannedJob => {
		const own = sorted.filter(([job]) => job === index + 1).map(([, row]) => row);
		const ofKind = (kind: OrganizationRecordKind) => own.filter(({ change }) => change.kind === kind);
		return { department: ofKind('department'), user: ofKind('user') };
	});
	return {
		jobs,
		changes: sorted.map(([, { change }]) => change),
		counts: {
			user: { ...count(users, (user) => user.item !== undefined), kept: keptOf(kept, 'user') },
			department: { ...count(departments, (department) => department.isNamed), kept: keptOf(kept, 'department') },
		},
		kept,
		refusals: refusalsOf(draft),
	};
}

function count<T extends User | Department>(records: readonly T[], isNamed: (record: T) => boolean): Omit<ChangeCounts, 'kept'> {
	const kept = records.filter((record) => record.deletion === undefined);
	return {
		added: kept.filter(({ isAdded }) => isAdded).length,
		edited: kept.filter(({ isEdited }) => isEdited).length,
		deleted: records.length - kept.length,
		unchanged: kept.filter((record) => !record.isChanged && isNamed(record)).length,
	};
}

function keptOf(kept: readonly Kept[], own: OrganizationRecordKind): number {
	return kept.filter(({ kind }) => kind === own).length;
}

/** No path can be told for departments that stand above themselves. */
function circleViolation(circle: readonly Department[]): PlanViolation {
	const names = circle.map(({ id, name }) => `${name} (${id})`).join(', ');
	const message = `The service shows departments that are each other's parent: ${names}. Correct their parents in the service`;
	return { parameter: 'ParentDepartmentId', message };
}
