import type { SourceRecord } from '../../../nodes/BusinessCardDataTrigger/source';
import type { Trigger } from '../../../test/triggerBefore/simulate';
import { itemsOf, machineTime, read } from './reading';

interface Memory {
	processedIds?: string[];
	lastTimeChecked?: string;
}

const SAFETY_MARGIN_MS = 15 * 60_000;

const MAX_IDS = 10_000;

/**
 * n8n's Salesforce trigger as it is after its three repairs: windows by the clock of this machine that begin a quarter of
 * an hour early, and keys that tell what was met: the id for what is created, the id with its time for what is updated.
 * Two changes within one second have one key.
 *
 * The trigger's updated event leaves out what was just created; the event here means both, so that condition is left out.
 *
 * Source: n8n-io/n8n, packages/nodes-base/nodes/Salesforce/SalesforceTrigger.node.ts (poll) and GenericFunctions.ts
 * (getPollStartDate, filterAndManageProcessedItems); pull requests 19377 (margin), 19769 (ids), 29107 and 30809 (keys),
 * issues 21028 and 30536.
 */
export const salesforce: Trigger = async (task, given) => {
	const memory: Memory = given;
	const now = new Date(machineTime(task)).toISOString();
	const processed = new Set((memory.processedIds ??= []));
	const { lastTimeChecked } = memory;
	const from = lastTimeChecked === undefined ? Date.parse(now) : Date.parse(lastTimeChecked) - SAFETY_MARGIN_MS;
	const { records } = await read(task, { from, before: Date.parse(now) });
	const isCreation = task.wish.fires === 'once';
	const keyOf = ({ id, json }: SourceRecord) => (isCreation ? id : `${id}_${String(json.updatedTime)}`);
	const fresh = records.filter((record) => !processed.has(keyOf(record)));
	memory.processedIds = [...processed, ...fresh.map(keyOf)].slice(-MAX_IDS);
	memory.lastTimeChecked = now;
	return itemsOf(fresh);
};
