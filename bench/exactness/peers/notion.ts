import type { Trigger } from '../../../test/triggerBefore/simulate';
import { itemsOf, machineTime, read, timeOf } from './reading';

interface Memory {
	lastTimeChecked?: string;
	possibleDuplicates?: string[];
}

const MINUTE_MS = 60_000;

function minuteOf(ms: number): number {
	return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/**
 * n8n's Notion trigger: from the minute of the poll before on, newest first, after a call that only looks whether there is
 * anything. The window moves on before anything is read. What was met in the newest minute is told by its id alone, so a
 * second change in the same minute is taken for the first. Notion stamps minutes; so does this model.
 *
 * Source: n8n-io/n8n, packages/nodes-base/nodes/Notion/NotionTrigger.node.ts (poll) as of commit 016250e; pull requests
 * 2817 (times of the call) and 31739 (nothing behind the first look), issue 6604.
 */
export const notion: Trigger = async (task, given) => {
	const memory: Memory = given;
	const now = minuteOf(machineTime(task));
	const from = memory.lastTimeChecked === undefined ? now : Date.parse(memory.lastTimeChecked);
	memory.lastTimeChecked = new Date(now).toISOString();
	const known = new Set(memory.possibleDuplicates);
	const look = await read(task, { from, order: 'desc', mostPages: 1 });
	if (look.records.length === 0) return [];
	const { records } = await read(task, { from, order: 'desc' });
	const fresh = records.filter(({ id }) => !known.has(id));
	const minute = timeOf(task);
	const [newest] = fresh;
	memory.possibleDuplicates =
		newest && fresh.filter((record) => minuteOf(minute(record)) === minuteOf(minute(newest))).map(({ id }) => id);
	return itemsOf(fresh);
};
