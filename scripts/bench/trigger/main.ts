import { fork } from 'node:child_process';
import { CLASSES, historyOf } from '../../../test/trigger/generate';
import type { Trigger } from '../../../test/trigger/life';
import { KINDS } from '../../../test/trigger/oracle';
import { ours } from '../../../test/trigger/ours';
import { simulate } from '../../../test/trigger/simulate';
import { airbyte, salesforce } from './peers';

/**
 * Lets the trigger live through random histories of all classes of trouble, beside the models of two peers:
 * `RUNS=20000 TEST_SEED=1 WORLD=wide npm run bench -- trigger`. It ends with an error when ours broke a promise.
 */

const RUNS = Number(process.env.RUNS ?? 2_000);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 20_260_101);
const WIDTH = process.env.WORLD === 'wide' ? 'wide' : 'realistic';
const PROCESSES = Math.min(2, Number(process.env.PROCESSES ?? 2));

/** The peers live through one history of so many. */
const PEERS_EVERY = 10;
const PORTION = 50;

const SUBJECTS: Readonly<Record<string, Trigger>> = { ours, salesforce, airbyte };

/** What a subject came to in one history. */
interface Row {
	readonly subject: string;
	readonly seed: number;
	readonly classes: readonly string[];
	/** Findings of each kind. */
	readonly found: Readonly<Record<string, number>>;
	readonly first?: string;
	readonly polls: number;
	readonly calls: number;
	readonly quietCalls: number;
	readonly quietPolls: number;
	readonly largest: number;
	readonly emitted: number;
}

async function rowOf(subject: string, trigger: Trigger, seed: number): Promise<Row> {
	const history = historyOf(seed, WIDTH);
	const { findings, ...figures } = await simulate(history, trigger);
	const found: Record<string, number> = {};
	for (const { kind } of findings) found[kind] = (found[kind] ?? 0) + 1;
	const [first] = findings;
	return {
		subject,
		seed,
		classes: history.classes,
		found,
		first: first && `${first.kind} ${first.text.slice(0, 200)}`,
		...figures,
	};
}

async function work(seeds: readonly number[]): Promise<Row[]> {
	const rows: Row[] = [];
	for (const seed of seeds) {
		for (const [subject, trigger] of Object.entries(SUBJECTS)) {
			if (subject === 'ours' || seed % PEERS_EVERY === 0) rows.push(await rowOf(subject, trigger, seed));
		}
	}
	return rows;
}

async function employ(portions: number[][], hear: (rows: readonly Row[]) => void): Promise<void> {
	const child = fork(__filename, ['worker']);
	await new Promise<void>((resolve, reject) => {
		const goOn = () => {
			const seeds = portions.shift();
			if (seeds) child.send(seeds);
			else child.disconnect();
		};
		child.on('message', (rows: readonly Row[]) => {
			hear(rows);
			goOn();
		});
		child.on('error', reject);
		child.on('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`A process failed with code ${String(code)}`)),
		);
		goOn();
	});
}

function sum(rows: readonly Row[], of: (row: Row) => number): number {
	return rows.reduce((total, row) => total + of(row), 0);
}

/** Histories with a finding of each kind. */
function counts(rows: readonly Row[]): Record<string, number> {
	return Object.fromEntries(KINDS.map((kind) => [kind, rows.filter(({ found }) => found[kind]).length]));
}

function report(rows: readonly Row[]): void {
	console.log(`\nHistories with a broken promise, of ${RUNS} from seed ${FIRST_SEED} on (${WIDTH} worlds), by subject:`);
	console.table(
		Object.fromEntries(
			Object.keys(SUBJECTS).map((subject) => {
				const own = rows.filter((row) => row.subject === subject);
				const figures = {
					histories: own.length,
					emitted: sum(own, ({ emitted }) => emitted),
					'lost states': sum(own, ({ found }) => found.lost ?? 0),
					'calls a poll': Number((sum(own, ({ calls }) => calls) / sum(own, ({ polls }) => polls)).toFixed(2)),
					'calls a quiet poll': Number(
						(sum(own, ({ quietCalls }) => quietCalls) / sum(own, ({ quietPolls }) => quietPolls)).toFixed(2),
					),
					'largest state': own.reduce((most, { largest }) => Math.max(most, largest), 0),
				};
				return [subject, { ...counts(own), ...figures }];
			}),
		),
	);
	const own = rows.filter(({ subject }) => subject === 'ours');
	console.log('Ours, by the classes of trouble that a history had among others:');
	console.table(
		Object.fromEntries(
			['none', ...CLASSES].map((name) => {
				const having = own.filter(({ classes }) => (name === 'none' ? classes.length === 0 : classes.includes(name)));
				return [name, { histories: having.length, ...counts(having) }];
			}),
		),
	);
	if (own.some(({ first }) => first !== undefined)) process.exitCode = 1;
}

async function main(): Promise<void> {
	const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);
	const portions = Array.from({ length: Math.ceil(RUNS / PORTION) }, (_, index) =>
		seeds.slice(index * PORTION, (index + 1) * PORTION),
	);
	const rows: Row[] = [];
	const hear = (some: readonly Row[]) => {
		rows.push(...some);
		for (const { subject, seed, classes, first } of some) {
			if (subject === 'ours' && first !== undefined)
				console.log(`npx tsx test/trigger/tell.ts ${seed}   ${first}   (${classes.join(', ')})`);
		}
	};
	await Promise.all(Array.from({ length: PROCESSES }, async () => await employ(portions, hear)));
	report(rows);
}

if (process.argv[2] === 'worker')
	process.on('message', (seeds: number[]) => void work(seeds).then((rows) => process.send?.(rows)));
else void main();
