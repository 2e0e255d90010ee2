import { availableParallelism } from 'os';
import path from 'path';
import { parseArgs } from 'util';
import { merge, noFigures, summary } from '../../test/triggerBefore/figures';
import { USUAL_SEED } from '../../test/triggerBefore/history';
import { callsOfQuietPoll } from '../../test/triggerBefore/quiet';
import { CONTESTS, TRIGGERS } from './contestants';
import { runPortions } from './pool';
import { toMarkdown } from './report';
import type { Row } from './report';
import type { Failure, Portion } from './worker';
import { putBetweenMarks } from '../../tools/generated';

/** Histories of one seed: few enough that a failure is heard of soon, and found again quickly. */
const PORTION = 500;

const PAGE = path.join(__dirname, '..', '..', 'docs', 'internals', 'exactness.md');

const HELP = `npm run bench:exactness -- [options]
  --runs <n>       histories for this trigger (100000)
  --peers <n>      how many of them the peers live through as well (2000)
  --seed <n>       the first seed; each further ${PORTION} histories take the next one (${USUAL_SEED})
  --processes <n>  how many at once (one for each core)
  --dry            leave docs/internals/exactness.md alone`;

const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '100000' },
		peers: { type: 'string', default: '2000' },
		seed: { type: 'string', default: String(USUAL_SEED) },
		processes: { type: 'string', default: String(availableParallelism()) },
		dry: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

function wholeNumber(name: 'runs' | 'peers' | 'seed' | 'processes', least: number): number {
	const number = Number(values[name]);
	if (Number.isInteger(number) && number >= least) return number;
	throw new Error(`--${name} is ${values[name]}: it must be a whole number of at least ${least}\n${HELP}`);
}

function portionsOf(runs: number, peers: number, seed: number): Portion[] {
	const share = (of: number, index: number) => Math.max(0, Math.min(PORTION, of - index * PORTION));
	return Array.from({ length: Math.ceil(runs / PORTION) }, (_, index) => ({
		seed: seed + index,
		runs: share(runs, index),
		peerRuns: share(peers, index),
	}));
}

function tell({ again, report }: Failure): void {
	console.log(`\nThis trigger went wrong. Again: ${again}\n${report}\n`);
}

async function main(): Promise<void> {
	const runs = wholeNumber('runs', 1);
	const peers = wholeNumber('peers', 0);
	const seed = wholeNumber('seed', 0);
	const portions = portionsOf(runs, peers, seed);
	console.log(`${runs} histories, from seed ${seed} on`);

	const ours = noFigures();
	const contest = CONTESTS.map(noFigures);
	await runPortions(portions, wholeNumber('processes', 1), (message) => {
		if ('failure' in message) return tell(message.failure);
		merge(ours, message.ours);
		for (const [place, figures] of contest.entries()) merge(figures, message.contest[place] ?? noFigures());
		console.log(summary(ours));
	});

	const rows: Row[] = [];
	for (const [place, { name, trigger }] of TRIGGERS.entries()) {
		rows.push({
			name,
			quietCalls: await callsOfQuietPoll(trigger, 'businessCardUpdated'),
			circumstances: contest.filter((_, index) => index % TRIGGERS.length === place),
		});
	}
	const command = `npm run bench:exactness -- --runs ${runs} --peers ${peers} --seed ${seed}`;
	const markdown = toMarkdown({ command, seeds: [seed, seed + portions.length - 1], ours, rows });
	console.log(`\n${markdown}`);
	if (!values.dry) putBetweenMarks(PAGE, 'exactness', markdown);
	if (ours.failed > 0 || rows[0]?.quietCalls !== 1) process.exitCode = 1;
}

if (values.help) console.log(HELP);
else void main();
