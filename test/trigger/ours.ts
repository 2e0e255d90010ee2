import { Budget } from '../../nodes/BusinessCardDataTrigger/budget';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/state';
import { Watermark } from '../../nodes/BusinessCardDataTrigger/watermark';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import { VersionRetired } from './model';
import type { Trigger } from './simulate';

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
			if (error instanceof VersionRetired) return true;
			throw error;
		},
	});
	const { records, state } = await watermark.poll(loadState(memory));
	saveState(memory, state);
	return records;
};
