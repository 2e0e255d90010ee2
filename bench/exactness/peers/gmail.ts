import { orFailed } from '../../../test/triggerBefore/failures';
import type { Trigger } from '../../../test/triggerBefore/simulate';
import { itemsOf, machineTime, read, timeOf } from './reading';

interface Memory {
	/** Seconds since 1970: this machine's at first, then the newest stamp met. */
	lastTimeChecked?: number;
	possibleDuplicates?: string[];
	noProgressTicks?: number;
}

const MAX_PAGES = 20;
const MAX_TRACKED = 5_000;
const MAX_TICKS_WITHOUT_PROGRESS = 3;

/**
 * n8n's Gmail trigger: from the newest stamp that was met on, newest first, at most 20 pages per poll, and the ids of what was
 * met with it. Where a poll does not reach the end, the place is kept until nothing new comes. A mail never changes; here,
 * where records do, its id hides what changes soon after it was met.
 *
 * Its queue of ids is left out: it is there because each mail costs a call of its own, and lists here hold whole records.
 *
 * Source: n8n-io/n8n, packages/nodes-base/nodes/Google/Gmail/GmailTrigger.node.ts (poll, version 1.4); pull requests 4816,
 * 37261 (pages), 37263 (failed calls) and 37319 (polls without progress), issues 4272 and 10470.
 */
export const gmail: Trigger = async (task, given) => {
	const memory: Memory = given;
	const now = Math.floor(machineTime(task) / 1_000);
	const start = (memory.lastTimeChecked ??= now);
	const answer = await orFailed(read(task, { from: start * 1_000, order: 'desc', mostPages: MAX_PAGES }));
	if (!answer) return [];
	const tracked = memory.possibleDuplicates ?? [];
	const byId = new Map(answer.records.map((record) => [record.id, record]));
	for (const id of tracked) byId.delete(id);
	const fresh = [...byId.values()];
	const ticks = fresh.length > 0 || answer.isWhole ? 0 : (memory.noProgressTicks ?? 0) + 1;
	const isStuck = ticks >= MAX_TICKS_WITHOUT_PROGRESS;
	memory.noProgressTicks = isStuck ? 0 : ticks;
	if (isStuck) Object.assign(memory, { lastTimeChecked: now, possibleDuplicates: [] });
	if (fresh.length === 0) return [];
	const mayMove = answer.isWhole || tracked.length >= MAX_TRACKED;
	const newest = Math.floor(Math.max(...fresh.map(timeOf(task))) / 1_000);
	memory.lastTimeChecked = mayMove ? Math.max(newest, start) : start;
	memory.possibleDuplicates = [...(memory.lastTimeChecked === start ? tracked : []), ...byId.keys()];
	return itemsOf(fresh);
};
