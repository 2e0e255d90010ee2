import type { OrganizationRecordKind } from '../fields';
import { growTree, placeDepartments, refuseCollisions } from './departments';
import { actionOf } from './draft';
import type { Department, Draft, User } from './draft';
import { readItems } from './items';
import { markMissing, refusalsOf, refuseLeftBehind } from './limits';
import { checkCells, checkEncoding, plannedJobs } from './rows';
import type { ChangeCounts, Kept, OrganizationPlan, PresentOrganization, RefusedPlan, SyncRules, WantedItem } from './types';
import { placeUsers, refuseShared } from './users';

/**
 * Plans what makes the organization what the items say (contract: `organization.sync`). The order of the items makes no
 * difference. Applying the plan and planning again gives a plan without jobs.
 *
 * @param present what the service has
 * @param items what its records are to be; records that no item names stay or go as the rules say
 * @returns the jobs and their changes, or every reason why the items cannot be planned
 */
export function planOrganization(
	present: PresentOrganization,
	items: readonly WantedItem[],
	rules: SyncRules,
): OrganizationPlan | RefusedPlan {
	const draft: Draft = {
		rules,
		violations: [],
		departments: [],
		departmentsById: new Map(),
		departmentsByPath: new Map(),
		departmentsByLook: new Map(),
		departmentsGone: [],
		users: [],
	};
	const read = readItems(draft, items);
	const circle = growTree(draft, present.departments);
	if (circle !== undefined) return { violations: [{ parameter: 'ParentDepartmentId', message: circle }] };
	placeDepartments(draft, read.filter(({ kind }) => kind === 'department'));
	placeUsers(draft, present.users, read.filter(({ kind }) => kind === 'user'));
	const kept = markMissing(draft);
	refuseCollisions(draft);
	checkCells(draft);
	refuseShared(draft);
	refuseLeftBehind(draft);
	if (draft.violations.length > 0) return refusedPlan(draft);
	const { jobs, changes } = plannedJobs(draft);
	checkEncoding(draft, jobs);
	if (draft.violations.length > 0) return refusedPlan(draft);
	const counts = {
		user: countsOf(draft.users, kept, 'user', ({ item }) => item !== undefined),
		department: countsOf(draft.departments, kept, 'department', ({ namedBy }) => namedBy.size > 0),
	};
	return { jobs, changes, counts, kept, refusals: refusalsOf(draft, new Set(items.map(({ kind }) => kind))) };
}

/** By items, what is about none of them last. */
function refusedPlan({ violations }: Draft): RefusedPlan {
	const last = Number.MAX_SAFE_INTEGER;
	return { violations: [...violations].sort((a, b) => (a.itemIndex ?? last) - (b.itemIndex ?? last)) };
}

function countsOf<T extends User | Department>(
	records: readonly T[],
	kept: readonly Kept[],
	own: OrganizationRecordKind,
	isNamed: (record: T) => boolean,
): ChangeCounts {
	const count = (action: ReturnType<typeof actionOf>) => records.filter((record) => actionOf(record) === action).length;
	return {
		added: count('added'),
		edited: count('edited'),
		deleted: count('deleted'),
		unchanged: records.filter((record) => actionOf(record) === undefined && isNamed(record)).length,
		kept: kept.filter(({ kind }) => kind === own).length,
	};
}
