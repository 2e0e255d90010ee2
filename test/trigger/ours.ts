import type { IDataObject } from 'n8n-workflow';
import { Pollers } from '../../nodes/BusinessCardDataTrigger/pollers';
import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { PollOptions } from '../../nodes/BusinessCardDataTrigger/watermark/context';
import { pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark/poll';
import type { SavedState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';
import { firesOnce } from './history';
import type { Options } from './history';
import type { MainProcess, PollTask, Trigger } from './life';
import { CallFailed } from './service';
import type { Request } from './service';

/** The polls of each process of n8n. */
const POLLERS = new WeakMap<MainProcess, Pollers>();

function pollersOf(process: MainProcess): Pollers {
	const pollers = POLLERS.get(process) ?? new Pollers(process);
	POLLERS.set(process, pollers);
	return pollers;
}

function optionsOf({ world, options, scope, startFrom, localSeconds, ask }: PollTask): PollOptions {
	return {
		isOnce: firesOnce(world.event),
		scope,
		selection: { ...options, category: [] },
		passes: () => true,
		overlap: world.overlap,
		startFrom,
		source: {
			page: async (asked: Options, request: Omit<Request, 'orderBy'>) => {
				const { records, nextToken } = await ask(asked, { ...request, orderBy: 'updatedAt' });
				return { records: records.map(toSourceRecord), nextToken };
			},
		},
		maxRecords: world.maxRecords,
		local: localSeconds(),
		isPageFailure: (reason: unknown) => reason instanceof CallFailed && (reason.status ?? 500) >= 500,
	};
}

/** What is to be remembered in place of the state of a poll that brought some items. */
type Change = (state: SavedState, task: PollTask, items: readonly IDataObject[]) => SavedState;

/** Our trigger, which remembers something else after each poll. */
export function oursWith(change: Change): Trigger {
	return async (task, memory) => {
		const pollers = pollersOf(task.process);
		const items = await pollers.run('node', memory, async (poll) => {
			const before = pollers.resume<SavedState>(poll, task.scope, task.budget);
			if (poll.isVoid) return [];

			const { records, state, error } = await pollWatermark(optionsOf(task), before);
			const items = records as IDataObject[];
			pollers.keep(poll, change(state, task, items), items.length > 0);
			if (error) throw error;
			return items;
		});
		return items ?? [];
	};
}

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours = oursWith((state) => state);
