import type { Step } from './history';
import type { PollReport } from './life';

/** Items of a poll that are told. */
const SHOWN_ITEMS = 12;

/** Characters of the memory that are told. */
const SHOWN_MEMORY = 2_000;

function time(seconds: number): string {
	return Number.isFinite(seconds) ? new Date(seconds * 1_000).toISOString().slice(5, 19) : String(seconds);
}

/** Tells a step or a poll: what it asked for, what came, what the trigger remembers. */
export function told(event: Step | PollReport): string {
	if (!('startedAt' in event)) return event.do === 'poll' ? '' : `· ${JSON.stringify(event)}`;
	const { startedAt, calls, items, error, memory } = event;
	const asked = calls.map(({ options, request, page, error: failure }) => {
		const { from, to, orderDirection, token } = request;
		const result = page ? `${page.records.length} records, then ${page.nextToken ?? 'nothing'}` : String(failure);
		const lists = [...options.entryStatus, ...options.type].join();
		return `    ${lists} ${time(from)} to ${time(to)} ${orderDirection} ${token ? `token ${token}` : ''}: ${result}`;
	});
	const came = items.map((item) => `${String(item.memo)} of ${String(item.id)} at ${String(item.updatedTime)}`);
	const begin = `POLL at ${time(startedAt / 1_000)}${error === undefined ? '' : `: ${String(error)}`}`;
	const end = [`    → ${came.length}: ${came.slice(0, SHOWN_ITEMS).join(', ')}`, `    ${memory.slice(0, SHOWN_MEMORY)}`];
	return [begin, ...asked, ...end].join('\n');
}
