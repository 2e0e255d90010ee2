import { Budget } from '../../nodes/BusinessCardDataTrigger/budget';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/state';
import { memoryFor, pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark';
import type { ProcessMemory } from '../../nodes/BusinessCardDataTrigger/watermark';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import { PollFailed } from './failures';
import type { Trigger } from './simulate';

/** What the process that a poll runs in knows of the node. */
const memories = new WeakMap<object, ProcessMemory>();

function memoryOf(process: object, scope: string): ProcessMemory {
	const memory = memoryFor(scope, memories.get(process));
	memories.set(process, memory);
	return memory;
}

/** The status of a failed call; 500 stands for no answer, and 0 for another error. */
function statusOf(error: unknown): number {
	return error instanceof PollFailed ? (error.status ?? 500) : 0;
}

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours: Trigger = async (task, memory) => {
	const { wish, scope, address, overlap, source, clock, deadline, maxRecords, localSeconds } = task;
	const event = Object.values(EVENTS).find(({ fires }) => fires === wish.fires) ?? EVENTS.businessCardUpdated;
	const ownScope = JSON.stringify([scope, address]);
	const { records, state } = await pollWatermark(
		{
			event,
			scope: ownScope,
			selection: wish.selection,
			statuses: wish.statuses,
			passes: () => true,
			overlap,
			startFrom: wish.startFrom,
			source,
			budget: new Budget(clock, deadline, maxRecords),
			local: localSeconds,
			memory: memoryOf(task.process, ownScope),
			isPageFailure: (error) => statusOf(error) >= 500,
			isGone: (error) => [400, 404, 410].includes(statusOf(error)),
			isRefusal: (error) => statusOf(error) >= 400 && statusOf(error) < 500,
		},
		loadState(memory),
	);
	saveState(memory, state);
	return records;
};
