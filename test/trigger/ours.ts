import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import { pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark/poll';
import type { TriggerState } from '../../nodes/BusinessCardDataTrigger/watermark/state';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/watermark/state';
import { firesOnce } from './history';
import type { Options } from './history';
import type { Trigger } from './life';
import { CallFailed } from './service';
import type { Request } from './service';

const KEY = 'watermark';

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours: Trigger = async ({ world, options, scope, startFrom, localSeconds, ask }, memory) => {
	const context = {
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
	const { records, state, error } = await pollWatermark(context, loadState<TriggerState>(memory, KEY));
	saveState(memory, KEY, state);
	if (error) throw error;
	return records;
};
