import { parseArgs } from 'util';
import { ours } from '../trigger/ours';
import { HAPPENINGS } from './life';
import type { Happening } from './life';
import { describeDiscovery } from './report';
import { search } from './search';
import { SUBJECT_NAMES } from './subjects';
import type { SubjectName } from './subjects';
import { trace } from './trace';

const HELP = `npm run smallworld -- [options]
  --depth <n>       events in a history (5)
  --event <name>    one event of the trigger (all of ${SUBJECT_NAMES.join(', ')})
  --history <list>  lives through one history step by step, separated by commas, of
                    ${HAPPENINGS.join(', ')}`;

const { values } = parseArgs({
	options: {
		depth: { type: 'string', default: '5' },
		event: { type: 'string' },
		history: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

function readDepth(): number {
	const depth = Number(values.depth);
	if (Number.isInteger(depth) && depth >= 0) return depth;
	throw new Error(`--depth is ${values.depth}: it must be a whole number of at least 0\n${HELP}`);
}

function readSubjects(): readonly SubjectName[] {
	const subjects = SUBJECT_NAMES.filter((name) => values.event === undefined || name === values.event);
	if (subjects.length > 0) return subjects;
	throw new Error(`--event is ${values.event}: the trigger has no such event\n${HELP}`);
}

function readHistory(list: string): readonly Happening[] {
	return list.split(',').map((word) => {
		const happening = HAPPENINGS.find((name) => name === word.trim());
		if (happening) return happening;
		throw new Error(`--history has ${word}: nothing of that name can happen\n${HELP}`);
	});
}

async function searchAll(subjects: readonly SubjectName[], depth: number): Promise<void> {
	const sum = { histories: 0, states: 0, polls: 0, discoveries: 0 };
	for (const subject of subjects) {
		const { histories, states, polls, discoveries } = await search(subject, depth, ours, console.log);
		for (const discovery of discoveries) console.log(`\n${describeDiscovery(discovery)}\n`);
		sum.histories += histories;
		sum.states += states;
		sum.polls += polls;
		sum.discoveries += discoveries.length;
	}
	const [histories, states, polls] = [sum.histories, sum.states, sum.polls].map((number) => number.toLocaleString('en-US'));
	console.log(`${histories} histories of up to ${depth} events: ${states} different states, ${polls} polls, ${sum.discoveries} findings`);
	if (sum.discoveries > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
	const subjects = readSubjects();
	const depth = readDepth();
	if (values.history === undefined) return await searchAll(subjects, depth);
	const history = readHistory(values.history);
	for (const subject of subjects) {
		console.log(`\n${subject}`);
		await trace(subject, history, ours, console.log);
	}
}

if (values.help) console.log(HELP);
else void main();
