import { Budget } from '../../nodes/BusinessCardDataTrigger/budget';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/state';
import { pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import { VersionRetired } from './model';
import { PollFailed } from './simulate';
import type { Trigger } from './simulate';

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours: Trigger = async (task, memory) => {
	const { wish, scope, overlap, source, clock, deadline, maxRecords } = task;
	const event = Object.values(EVENTS).find(({ fires }) => fires === wish.fires) ?? EVENTS.businessCardUpdated;
	const { records, state } = await pollWatermark(
		{
			event,
			scope,
			selection: wish.selection,
			statuses: wish.statuses,
			overlap,
			startFrom: wish.startFrom,
			source,
			budget: new Budget(clock, deadline, maxRecords),
			local: Math.floor(clock.now() / 1_000),
			memory: { failedPolls: 0, sinceReport: 0 },
			isPageFailure: (error) => error instanceof PollFailed,
			isRefusal: (error) => error instanceof VersionRetired,
		},
		loadState(memory),
	);
	saveState(memory, state);
	return records;
};
