import type { IDataObject } from 'n8n-workflow';
import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { SourceRecord } from '../../nodes/BusinessCardDataTrigger/watermark/content';
import { pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark/poll';
import type { RecordSource } from '../../nodes/BusinessCardDataTrigger/watermark/reader';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/watermark/state';
import { OutOfTime, PageRefused } from '../../nodes/shared';
import { firesOnce } from './history';
import type { PollTask, Trigger } from './life';
import { CallFailed, Refused, TooLate } from './service';

const known = new WeakMap<IDataObject, SourceRecord>();

function recordOf(json: IDataObject): SourceRecord {
	const record = known.get(json) ?? toSourceRecord(json);
	known.set(json, record);
	return record;
}

function sourceOf({ ask, options }: PollTask): RecordSource {
	return {
		async page({ version, entryStatus, includeTags, includePastBizCards, type }, request) {
			const includePast = includePastBizCards;
			const asked = { ...options, version, statuses: entryStatus, types: type, includeTags, includePast };
			try {
				const page = await ask(asked, { ...request, orderBy: 'updatedAt' });
				return { records: page.records.map(recordOf), nextToken: page.nextToken };
			} catch (error) {
				if (error instanceof TooLate) throw new OutOfTime();
				throw error instanceof Refused ? new PageRefused('token') : error;
			}
		},
	};
}

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours: Trigger = async (task, memory) => {
	const { world, options, scope, startFrom, clock, deadline } = task;
	const isOnce = firesOnce(world.event);
	const { records, state, error } = await pollWatermark(
		{
			isOnce,
			scope,
			selection: {
				version: options.version,
				entryStatus: [...options.statuses],
				includeTags: options.includeTags,
				includePastBizCards: options.includePast,
				type: [...options.types],
				category: [],
			},
			passes: () => true,
			overlap: world.overlap,
			startFrom,
			source: sourceOf(task),
			maxRecords: world.maxRecords,
			hasTime: () => clock.now() < deadline,
			local: clock.localSeconds,
			isPageFailure: (reason) => reason instanceof CallFailed && (reason.status ?? 500) >= 500,
		},
		loadState(memory, 'watermark'),
	);
	saveState(memory, 'watermark', state);
	if (error) throw error;
	return records;
};
