import type { Trigger } from '../../../test/triggerBefore/simulate';
import { itemsOf, machineTime, read } from './reading';

interface Memory {
	lastTimeChecked?: string;
}

/** The whole second of a moment, which is what the trigger notes. */
function secondOf(ms: number): number {
	return Math.floor(ms / 1_000) * 1_000;
}

/**
 * n8n's Airtable trigger: everything whose time lies strictly after that of the poll before, by the clock of this machine in
 * whole seconds, without an end and without a memory of what was met. What is stamped with the second of a poll is lost,
 * and what is stamped ahead comes at each poll again.
 *
 * Source: n8n-io/n8n, packages/nodes-base/nodes/Airtable/AirtableTrigger.node.ts (poll: IS_AFTER) as of commit 3985c26,
 * with all pages (GenericFunctions.ts, apiRequestAllItems); pull request 1134.
 */
export const airtable: Trigger = async (task, given) => {
	const memory: Memory = given;
	const now = secondOf(machineTime(task));
	const last = memory.lastTimeChecked === undefined ? now : Date.parse(memory.lastTimeChecked);
	const { records } = await read(task, { from: last + 1 });
	memory.lastTimeChecked = new Date(now).toISOString();
	return itemsOf(records);
};
