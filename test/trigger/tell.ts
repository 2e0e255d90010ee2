import { historyOf } from './generate';
import { ours } from './ours';
import { simulate } from './simulate';
import { STORIES } from './stories';
import { told } from './told';

/** Tells one history of the trigger poll by poll: what happened, what it asked for, what came, what it remembers. */

const HELP = `npx tsx test/trigger/tell.ts <seed | part of a story's name>; WORLD=wide for one of the wider worlds`;

const [, , name = ''] = process.argv;
const WIDTH = process.env.WORLD === 'wide' ? 'wide' : 'realistic';

async function main(): Promise<void> {
	const story = Object.entries(STORIES).find(([title]) => name !== '' && title.includes(name))?.[1];
	const history = /^\d+$/.test(name) ? historyOf(Number(name), WIDTH) : story;
	if (!history) return console.log(HELP);
	console.log(JSON.stringify(history.world), history.classes.join());
	const { findings } = await simulate(history, ours, { hear: (event) => console.log(told(event)) });
	for (const { kind, text } of findings) console.log(`${kind.toUpperCase()} ${text}`);
}

void main();
