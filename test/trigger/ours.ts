import { Budget } from '../../nodes/BusinessCardDataTrigger/budget';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/state';
import { Watermark } from '../../nodes/BusinessCardDataTrigger/watermark';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import { VersionRetired } from './failures';
import type { Trigger } from './simulate';

/** Statuses that the trigger takes for a selection which the service will never take. */
const NOT_TAKEN: ReadonlySet<number> = new Set([400, 404]);

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours: Trigger = async (task, memory) => {
	const { wish, scope, overlap, source, clock, deadline, maxRecords } = task;
	const event = Object.values(EVENTS).find(({ fires }) => fires === wish.fires) ?? EVENTS.businessCardUpdated;
	const watermark = new Watermark({
		event,
		scope,
		selection: wish.selection,
		statuses: wish.statuses,
		overlap,
		startFrom: wish.startFrom,
		source,
		budget: new Budget(clock, deadline, maxRecords),
		refusedSelection: (error) => {
			if (error instanceof VersionRetired && NOT_TAKEN.has(error.status)) return true;
			throw error;
		},
	});
	const { records, state } = await watermark.poll(loadState(memory));
	saveState(memory, state);
	return records;
};
