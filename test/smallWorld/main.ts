import { parseArgs } from 'util';
import { ours } from '../trigger/ours';
import { HAPPENINGS } from './life';
import type { Happening } from './life';
import { describeDiscoveries } from './report';
import { search } from './search';
import type { SearchResult, Task } from './search';
import { SUBJECT_NAMES } from './subjects';
import { trace } from './trace';
import { WORLDS } from './world';
import type { WorldName } from './world';

const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];

const HELP = `npm run smallworld -- [options]
  --world <name>    one of the worlds (${WORLD_NAMES.join(', ')})
  --depth <n>       events in a history (${WORLD_NAMES.map((name) => `${name}: ${WORLDS[name].depth}`).join(', ')})
  --event <name>    one event of the trigger (all of ${SUBJECT_NAMES.join(', ')})
  --history <list>  lives through one history step by step, separated by commas, of
                    ${HAPPENINGS.join(', ')}`;

const { values } = parseArgs({
	options: {
		world: { type: 'string' },
		depth: { type: 'string' },
		event: { type: 'string' },
		history: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

function readDepth(): number | undefined {
	if (values.depth === undefined) return undefined;
	const depth = Number(values.depth);
	if (Number.isInteger(depth) && depth >= 0) return depth;
	throw new Error(`--depth is ${values.depth}: it must be a whole number of at least 0\n${HELP}`);
}

function readChoice<T extends string>(option: 'event' | 'world', names: readonly T[]): readonly T[] {
	const chosen = names.filter((name) => values[option] === undefined || name === values[option]);
	if (chosen.length > 0) return chosen;
	throw new Error(`--${option} is ${values[option]}: it must be one of ${names.join(', ')}\n${HELP}`);
}

function readHistory(list: string): readonly Happening[] {
	return list.split(',').map((word) => {
		const happening = HAPPENINGS.find((name) => name === word.trim());
		if (happening) return happening;
		throw new Error(`--history has ${word}: nothing of that name can happen\n${HELP}`);
	});
}

function grouped(number: number): string {
	return number.toLocaleString('en-US');
}

async function searchAll(tasks: readonly Task[]): Promise<void> {
	const results: SearchResult[] = [];
	for (const task of tasks) {
		const result = await search(task, ours, console.log);
		if (result.discoveries.length > 0) console.log(`\n${describeDiscoveries(result.discoveries)}\n`);
		results.push(result);
	}
	const sum = (of: (result: SearchResult) => number) => results.reduce((total, result) => total + of(result), 0);
	const found = sum(({ discoveries }) => discoveries.length);
	console.log(
		`${grouped(sum(({ histories }) => histories))} histories: ${grouped(sum(({ states }) => states))} different states, ` +
			`${grouped(sum(({ polls }) => polls))} polls, ${found} findings`,
	);
	if (found > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
	const depth = readDepth();
	const subjects = readChoice('event', SUBJECT_NAMES);
	const tasks = readChoice('world', WORLD_NAMES).flatMap((world) =>
		subjects.map((subject) => ({ subject, world, depth: depth ?? WORLDS[world].depth })),
	);
	if (values.history === undefined) return await searchAll(tasks);
	const history = readHistory(values.history);
	for (const task of tasks) {
		console.log(`\n${task.world}, ${task.subject}`);
		await trace(task, history, ours, console.log);
	}
}

if (values.help) console.log(HELP);
else void main();
