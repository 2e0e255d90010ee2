import type { Step } from './history';
import { historyOf } from './generate';
import type { PollReport } from './life';
import { ours } from './ours';
import { simulate } from './simulate';
import { STORIES } from './stories';

/** Tells one history of the trigger poll by poll: what happened, what it asked for, what came, what it remembers. */

const HELP = `npx tsx test/trigger/tell.ts <seed | story> [options]
  <seed>        the number of a random history; WORLD=wide for one of the wider worlds
  <story>       a part of a story's name
  --memory      tells what it remembers after each poll`;

const [name = '', ...flags] = process.argv.slice(2);
const isWide = process.env.WORLD === 'wide';

function time(seconds: number): string {
	return Number.isFinite(seconds) ? new Date(seconds * 1_000).toISOString().slice(5, 19) : String(seconds);
}

function told(event: Step | PollReport): string {
	if (!('startedAt' in event)) return event.do === 'poll' ? '' : `· ${JSON.stringify(event)}`;
	const { startedAt, calls, items, error, memory } = event;
	const lines = calls.map(({ options, request, page, error }) => {
		const { from, to, orderDirection, token } = request;
		const asked = [
			...options.statuses,
			...options.types,
			`${time(from)} to ${time(to)}`,
			orderDirection,
			token ? `token ${token}` : '',
		];
		const result = page ? `${page.records.length} records, then ${page.nextToken ?? 'nothing'}` : String(error);
		return `    ${asked.join(' ')}: ${result}`;
	});
	const shownItems = items.map(
		({ id, memo, updatedTime }) => `${String(memo)} of ${String(id)} at ${String(updatedTime).slice(5, 19)}`,
	);
	return [
		`POLL at ${time(startedAt / 1_000)}${error === undefined ? '' : `: ${String(error)}`}`,
		...lines,
		...(items.length > 0
			? [`    → ${items.length}: ${shownItems.slice(0, 12).join(', ')}${items.length > 12 ? ', …' : ''}`]
			: []),
		...(flags.includes('--memory') ? [`    ${memory.slice(0, 2_000)}`] : []),
	].join('\n');
}

async function main(): Promise<void> {
	const story = Object.entries(STORIES).find(([title]) => name !== '' && title.includes(name))?.[1];
	const history = /^\d+$/.test(name) ? historyOf(Number(name), isWide ? 'wide' : 'realistic') : story;
	if (!history) return console.log(HELP);
	console.log(JSON.stringify(history.world), history.classes.join());
	const { findings } = await simulate(history, ours, { isWide, hear: (event) => console.log(told(event)) });
	for (const { kind, text } of findings) console.log(`${kind.toUpperCase()} ${text}`);
}

void main();
