import type { Step } from './history';
import { historyOf } from './generate';
import type { PollReport } from './life';
import { ours } from './ours';
import { simulate } from './simulate';
import { STORIES } from './stories';

/** Tells one history of the trigger poll by poll: what happened, what it asked for, what came, what it remembers. */

const HELP = `npx tsx test/trigger/tell.ts <seed | part of a story's name>; WORLD=wide for one of the wider worlds`;
const SHOWN_ITEMS = 12;

const [, , name = ''] = process.argv;
const WIDTH = process.env.WORLD === 'wide' ? 'wide' : 'realistic';

function time(seconds: number): string {
	return Number.isFinite(seconds) ? new Date(seconds * 1_000).toISOString().slice(5, 19) : String(seconds);
}

function told(event: Step | PollReport): string {
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
	const end = [`    → ${came.length}: ${came.slice(0, SHOWN_ITEMS).join(', ')}`, `    ${memory.slice(0, 2_000)}`];
	return [begin, ...asked, ...end].join('\n');
}

async function main(): Promise<void> {
	const story = Object.entries(STORIES).find(([title]) => name !== '' && title.includes(name))?.[1];
	const history = /^\d+$/.test(name) ? historyOf(Number(name), WIDTH) : story;
	if (!history) return console.log(HELP);
	console.log(JSON.stringify(history.world), history.classes.join());
	const { findings } = await simulate(history, ours, { hear: (event) => console.log(told(event)) });
	for (const { kind, text } of findings) console.log(`${kind.toUpperCase()} ${text}`);
}

void main();
