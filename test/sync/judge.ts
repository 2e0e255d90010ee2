import type { Change, OrganizationPlan, PlannedJob } from '../../nodes/shared/organization/plan';
import type { OrganizationRecord, Switches } from '../emulator';
import { expected, pictureOf } from './oracle';
import { carriedOut, planFor } from './planModel';
import type { Story } from './stories';
import type { Snapshot, SyncItem, Wishes } from './wishes';

/** How a service may judge what the specification leaves open; a plan has to do with each. */
const SERVICES: ReadonlyArray<Partial<Switches>> = [{}, { deletionsJudged: 'before' }];

/** What no row may do that is written, whatever the items say. */
export function wrongsOf(before: Snapshot, cells: OrganizationRecord, wishes: Wishes): string[] {
	const user = before.users.find(({ UserUuid }) => UserUuid !== '' && UserUuid === cells.UserUuid);
	if (!user) return [];
	const isDeleted = cells.DeleteFlag === '1';
	const isKept = user.UserType === '1' && !wishes.includeAdministrators;
	return [
		...(isDeleted && wishes.protectedUserIds.includes(user.UserId ?? '') ? ['a protected user is deleted'] : []),
		...(cells.EffectiveDateFrom === '' ? [] : ['the start of use is sent for an edit']),
		...(cells.UserId === user.UserId ? [] : ['a UserId changes']),
		...(isKept && (isDeleted || !['', '1'].includes(cells.UserType ?? '')) ? ['an administrator is touched'] : []),
	];
}

/** What no plan may do; read from the rows themselves. */
function brokenPromises(before: Snapshot, { jobs }: OrganizationPlan, wishes: Wishes): string[] {
	const rows = jobs.flatMap(({ department, user }) => [...department, ...user]).map(({ cells }) => cells);
	const deletions = rows.filter(({ DeleteFlag }) => DeleteFlag === '1');
	const isTooMuch = deletions.length > wishes.maxDeletions;
	return [...(isTooMuch ? ['more deletions than allowed'] : []), ...rows.flatMap((cells) => wrongsOf(before, cells, wishes))];
}

/** What is wrong with the planner's answer to a story; nothing, where it is right. */
export function faultsOf(before: Snapshot, items: readonly SyncItem[], wishes: Wishes): string[] {
	const plan = planFor(before, items, wishes);
	const should = expected(before, items, wishes);
	if (plan.violations.length > 0) {
		return should.refused === undefined ? [`refused: ${plan.violations.map(({ message }) => message).join(' | ')}`] : [];
	}
	if (plan.refusals.length > 0) {
		return should.refused === undefined ? [`refused: ${plan.refusals.map(({ message }) => message).join(' | ')}`] : [];
	}
	if (should.refused !== undefined) return [`not refused: ${should.refused}`];
	const faults = brokenPromises(before, plan, wishes);
	for (const switches of SERVICES) {
		try {
			const after = carriedOut(before, plan, switches);
			const picture = pictureOf(after, before);
			if (JSON.stringify(picture) !== JSON.stringify(should.picture)) {
				faults.push(`another organization: ${JSON.stringify(picture)} instead of ${JSON.stringify(should.picture)}`);
			}
			const again = planFor(after, items, wishes);
			if (again.violations.length > 0) faults.push(`the second plan is refused: ${again.violations.map(({ message }) => message).join(' | ')}`);
			else if (again.jobs.length > 0) faults.push(`the second plan changes ${JSON.stringify(again.changes)}`);
		} catch (error) {
			faults.push(`${JSON.stringify(switches)}: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	return faults;
}

/** What does not depend on the numbers of the items. */
function withoutNumbers({ jobs, changes }: OrganizationPlan): string {
	const bare = ({ itemIndexes, ...rest }: Change) => ({ ...rest, items: itemIndexes.length });
	const rows = ({ department, user }: PlannedJob) => [...department, ...user].map(({ cells }) => cells);
	return JSON.stringify([jobs.map(rows), changes.map(bare)]);
}

/** What the order of the items changes; nothing, where the planner is right. */
export function orderFaults({ before, items, wishes, shuffle }: Story): string[] {
	const shuffled = items.map((item, index) => [shuffle[index] ?? 0, item] as const).sort(([a], [b]) => a - b);
	const one = planFor(before, items, wishes);
	const other = planFor(before, shuffled.map(([, item]) => item), wishes);
	if (one.violations.length > 0 && other.violations.length > 0) return [];
	if (one.violations.length > 0 || other.violations.length > 0) return ['the order of the items decides whether the plan is refused'];
	return withoutNumbers(one) === withoutNumbers(other) ? [] : ['the order of the items decides what is planned'];
}
