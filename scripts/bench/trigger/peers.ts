import type { IDataObject } from 'n8n-workflow';
import { firesOnce } from '../../../test/trigger/history';
import type { PollTask, Trigger } from '../../../test/trigger/life';

const LAST_SECOND = Date.UTC(2099, 11, 31) / 1_000;

function secondOf(task: PollTask, record: IDataObject): number {
	return Date.parse(String(firesOnce(task.world.event) ? record.registeredTime : record.updatedTime)) / 1_000;
}

/**
 * Reads a list page by page, as all peers do. A second more is asked for on either side, and what lies outside is left
 * out: so a peer meets the bounds of the service that it was made for.
 */
async function read(task: PollTask, from: number, to: number): Promise<IDataObject[]> {
	const isOnce = firesOnce(task.world.event);
	const request = {
		from: Math.max(0, from - 1),
		// A record that was registered in time may have changed since.
		to: isOnce ? LAST_SECOND : to + 1,
		orderBy: isOnce ? 'registeredAt' : 'updatedAt',
		orderDirection: 'asc',
	} as const;
	const records: IDataObject[] = [];
	let token: string | undefined;
	do {
		const page = await task.ask(task.options, { ...request, token });
		records.push(...page.records);
		token = page.nextToken;
	} while (token !== undefined);
	return records.filter((record) => secondOf(task, record) >= from && secondOf(task, record) <= to);
}

const SAFETY_MARGIN = 15 * 60;
const MAX_IDS = 10_000;

/**
 * n8n's Salesforce trigger after its repairs: windows by this machine's clock that begin a quarter of an hour early,
 * and keys that tell what was met: the id for what is created, the id with its time for what is updated.
 *
 * Source: n8n-io/n8n, packages/nodes-base/nodes/Salesforce/SalesforceTrigger.node.ts (poll) and GenericFunctions.ts.
 */
export const salesforce: Trigger = async (task, memory) => {
	const { processed = [], last } = memory as { processed?: string[]; last?: number };
	const now = task.localSeconds();
	const records = await read(task, last === undefined ? now : last - SAFETY_MARGIN, now);
	const isOnce = firesOnce(task.world.event);
	const keyOf = ({ id, updatedTime }: IDataObject) => (isOnce ? String(id) : `${String(id)}_${String(updatedTime)}`);
	const known = new Set(processed);
	const fresh = records.filter((record) => !known.has(keyOf(record)));
	memory.processed = [...processed, ...fresh.map(keyOf)].slice(-MAX_IDS);
	memory.last = now;
	return fresh;
};

/**
 * Airbyte's DatetimeBasedCursor: it goes on from the greatest time that it has met, less a look-back window, and emits
 * all that it reads: at least once.
 *
 * Source: airbytehq/airbyte-python-cdk, sources/declarative/incremental/datetime_based_cursor.py.
 */
export const airbyte: Trigger = async (task, memory) => {
	const cursor = memory.cursor as number | undefined;
	const now = task.localSeconds();
	const records = await read(task, cursor === undefined ? now : cursor - task.world.overlap, now);
	const times = records.map((record) => secondOf(task, record)).filter((time) => time <= now);
	memory.cursor = Math.max(cursor ?? now - task.world.overlap, ...times);
	return records;
};
