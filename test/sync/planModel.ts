import { planOrganization } from '../../nodes/shared/organization/plan';
import type { OrganizationPlan, SyncRules } from '../../nodes/shared/organization/plan';
import type { Switches } from '../emulator';
import { ServiceModel, TODAY } from './serviceModel';
import type { Snapshot, SyncItem, Wishes } from './wishes';

/** The planner as the stories meet it. */

export function rulesOf({ missingUsers, missingDepartments, ...rest }: Wishes): SyncRules {
	return { ...rest, missing: { user: missingUsers, department: missingDepartments }, today: TODAY, zone: 'Asia/Tokyo', encoding: 'utf8' };
}

export function planFor(
	before: Snapshot,
	items: readonly SyncItem[],
	wishes: Wishes,
	more: Partial<SyncRules> = {},
): OrganizationPlan {
	const wanted = items.map(({ kind, columns }, itemIndex) => ({ kind, columns, itemIndex }));
	return planOrganization(before, wanted, { ...rulesOf(wishes), ...more });
}

/**
 * Imports all jobs of a plan, one after the other.
 *
 * @throws Error with what is wrong when the service refuses one
 */
export function carriedOut(before: Snapshot, { jobs }: OrganizationPlan, switches: Partial<Switches>): Snapshot {
	const service = new ServiceModel(before, switches);
	for (const [index, job] of jobs.entries()) {
		const wrong = service.import(job);
		if (wrong.length > 0) throw new Error(`Job ${index + 1} of ${jobs.length} is refused: ${wrong.join(' | ')}`);
	}
	return service.snapshot;
}
