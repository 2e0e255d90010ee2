import { readItem } from '../items';
import type { WantedItem } from '../items';
import { checkRow } from '../rows';
import { deleteByPath, placeDepartments, readTree, refuseContradictions } from './departments';
import { actionOf } from './draft';
import type { Draft, Subject } from './draft';
import { inOrder, labelsOf, notePlaces, plannedJobs } from './jobs';
import { markMissing, refusalsOf } from './limits';
import type { ChangeCounts, OrganizationPlan, PresentOrganization, Refusal, SyncRules } from './types';
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
	readTree(draft, present.departments);
	// No path can be told in a tree that has a circle.
	if (draft.violations.length > 0) return finished(draft, []);
	const read = items.map((item) => readItem(item, rules.zone, draft.violations));
	const [ofDepartments, ofUsers] = (['department', 'user'] as const).map((kind) =>
		read.filter((item) => item.kind === kind),
	);
	placeDepartments(draft, ofDepartments ?? []);
	placeUsers(draft, present.users, ofUsers ?? []);
	deleteByPath(draft, ofDepartments ?? []);
	markMissing(draft);
	notePlaces(draft);
	refuseContradictions(draft);
	refuseShared(draft);
	return finished(draft, refusalsOf(draft, new Set(items.map(({ kind }) => kind))));
}

function finished(draft: Draft, refusals: readonly Refusal[]): OrganizationPlan {
	const { departments, users, rules, violations } = draft;
	const { jobs, changes } = plannedJobs(draft);
	for (const {
		itemIndexes: [itemIndex],
		action,
		fields,
		...row
	} of changes) {
		// Where a department cannot be found, that has been said.
		const isAsked = (name: string) =>
			name !== 'DepartmentId' && (action === 'added' || (action === 'edited' && Object.hasOwn(fields, name)));
		checkRow({ ...row, itemIndex }, isAsked, rules, violations);
	}
	const last = Number.MAX_SAFE_INTEGER;
	violations.sort((a, b) => (a.itemIndex ?? last) - (b.itemIndex ?? last));
	const kept = [...departments, ...users].flatMap((record) => {
		return record.kept === undefined ? [] : [{ ...labelsOf(record, rules), reason: record.kept }];
	});
	return {
		...(violations.length > 0 ? { jobs: [], changes: [] } : { jobs, changes }),
		counts: {
			user: countsOf(users, ({ items }) => items.length > 0),
			department: countsOf(departments, ({ namedBy }) => namedBy.size > 0),
		},
		kept: inOrder(kept, ({ kind, key }) => kind + key),
		refusals,
		violations,
	};
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
