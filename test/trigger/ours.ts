import type { IDataObject } from 'n8n-workflow';
import { Budget } from '../../nodes/BusinessCardDataTrigger/budget';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { RecordSource, SourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/state';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { memoryFor, pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark';
import type { ProcessMemory } from '../../nodes/BusinessCardDataTrigger/watermark';
import { OutOfTime, PageRefused } from '../../nodes/shared';
import type { PollTask, Trigger } from './life';
import { CallFailed, Refused, TooLate } from './service';

/** What the process that a poll runs in knows of the node. */
const memories = new WeakMap<object, ProcessMemory>();

/** The status of a failed call; 500 stands for no answer, and 0 for another error. */
function statusOf(error: unknown): number {
	return error instanceof CallFailed ? (error.status ?? 500) : 0;
}

const records = new WeakMap<IDataObject, SourceRecord>();

function recordOf(json: IDataObject, selection: Selection): SourceRecord {
	const known = records.get(json) ?? toSourceRecord(json, selection);
	records.set(json, known);
	return known;
}

function sourceOf({ ask, options }: PollTask): RecordSource {
	return {
		async page(selection, request) {
			const { version, entryStatus, includeTags, includePastBizCards, type } = selection;
			const asked = {
				...options,
				version,
				statuses: entryStatus,
				types: type,
				includeTags,
				includePast: includePastBizCards,
			};
			try {
				const page = await ask(asked, request);
				return { records: page.records.map((json) => recordOf(json, selection)), nextToken: page.nextToken };
			} catch (error) {
				if (error instanceof TooLate) throw new OutOfTime();
				throw error instanceof Refused ? new PageRefused(error.what) : error;
			}
		},
	};
}

/** What this core is known not to keep: an edit goes by the former options at first, and some quiet polls are dear. */
export const TOLERATED: readonly string[] = ['foreign', 'costly'];

/** Our trigger: everything that a poll does between n8n and the service. */
export const ours: Trigger = async (task, memory) => {
	const { world, options, scope, startFrom, clock, deadline, process } = task;
	const event = EVENTS[world.event];
	const isOnceOfCards = event.fires === 'once' && event.record === 'card';
	const known = memoryFor(scope, memories.get(process));
	memories.set(process, known);
	const { records: items, state } = await pollWatermark(
		{
			event,
			scope,
			selection: {
				version: options.version,
				entryStatus: isOnceOfCards ? ['completed', 'processing', 'unreadable'] : [...options.statuses],
				includeTags: options.includeTags,
				includePastBizCards: options.includePast,
				type: [...options.types],
				category: [],
			},
			statuses: options.statuses,
			passes: () => true,
			overlap: world.overlap,
			startFrom,
			source: sourceOf(task),
			budget: new Budget(clock, deadline, world.maxRecords),
			local: clock.localSeconds,
			memory: known,
			isPageFailure: (error) => statusOf(error) >= 500,
			isGone: (error) => [400, 404, 410].includes(statusOf(error)),
			isRefusal: (error) => statusOf(error) >= 400 && statusOf(error) < 500,
		},
		loadState(memory),
	);
	saveState(memory, state);
	return items;
};
