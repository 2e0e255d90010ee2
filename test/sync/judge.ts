import type { Change, OrganizationPlan, PlannedJob } from '../../nodes/shared/organization/plan';
import type { Switches } from '../emulator';
import { expected, pictureOf } from './oracle';
import { carriedOut, planFor } from './planModel';
import type { Story } from './stories';
import type { Snapshot, SyncItem, Wishes } from './wishes';

/** How a service may judge what the specification leaves open; a plan has to do with each. */
const SERVICES: ReadonlyArray<Partial<Switches>> = [{}, { deletionsJudged: 'before' }];

/** What no plan may do, whatever the items say; read from the rows themselves. */
export function brokenPromises(before: Snapshot, { jobs }: OrganizationPlan, wishes: Wishes): string[] {
	const rows = jobs.flatMap(({ department, user }) => [...department, ...user]);
	const deletions = rows.filter(({ cells }) => cells.DeleteFlag === '1');
	const broken: string[] = [];
	if (deletions.length > wishes.maxDeletions) broken.push('more deletions than allowed');
	for (const { cells } of rows) {
		const user = before.users.find(({ UserUuid }) => UserUuid !== '' && UserUuid === cells.UserUuid);
		if (!user) continue;
		const isDeleted = cells.DeleteFlag === '1';
		if (isDeleted && wishes.protectedUserIds.includes(user.UserId ?? '')) broken.push('a protected user is deleted');
		if (cells.EffectiveDateFrom !== '') broken.push('the start of use is sent for an edit');
		if (cells.UserId !== user.UserId) broken.push('a UserId changes');
		if (user.UserType !== '1' || wishes.includeAdministrators) continue;
		if (isDeleted || !['', '1'].includes(cells.UserType ?? '')) broken.push('an administrator is touched');
	}
	return broken;
}

/** What is wrong with the planner's answer to a story; nothing, where it is right. */
export function faultsOf(before: Snapshot, items: readonly SyncItem[], wishes: Wishes): string[] {
	const plan = planFor(before, items, wishes);
	const should = expected(before, items, wishes);
	if (plan.violations) {
		return should.refused === undefined ? [`refused: ${plan.violations.map(({ message }) => message).join(' | ')}`] : [];
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
			if (again.violations) faults.push(`the second plan is refused: ${again.violations.map(({ message }) => message).join(' | ')}`);
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
	if (one.violations && other.violations) return [];
	if (one.violations || other.violations) return ['the order of the items decides whether the plan is refused'];
	return withoutNumbers(one) === withoutNumbers(other) ? [] : ['the order of the items decides what is planned'];
}
