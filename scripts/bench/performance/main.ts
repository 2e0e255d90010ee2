import { Random } from '../../../test/emulator/seed/random';
import { live, orderly, type Reader, type Task } from '../../../test/unit/shared/lists/reading';
import { recoveryMs, throughput, type Way } from '../../../test/unit/shared/limiter/throughput';
import { shortestMilliseconds } from './ceiling';

/** Lists and the limiter, in a time that passes without waiting: the figures are the same on every machine. */

const PAGE = 300;
const SIZES = [1, 2, 4, 10, 100, 1_000];
const LATENCIES = [300, 1_000];
const DIRECTIONS = ['asc', 'desc'] as const;
const SEED = 5;

const SHAPES = {
	even: (at: number) => at,
	'more and more': (at: number) => Math.sqrt(at),
	'in twenty heaps': (at: number, more: number) => Math.floor(at * 20) / 20 + more * 0.002,
	'half in twenty seconds': (at: number, more: number) => (more < 0.5 ? Math.floor(at * 20) / 20 : at),
} as const;

const LONG_LIST = 100;
const CHANGES_PER_SECOND = 30;
const CALLS = 600;

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

type Row = Readonly<Record<string, string | number>>;
type Named = Task & { readonly list: string };

function tasksOf(list: keyof typeof SHAPES, pages: number, changesPerSecond = 0): Named[] {
	return LATENCIES.flatMap((latencyMs) =>
		DIRECTIONS.map((direction) => ({ list, shape: SHAPES[list], pages, latencyMs, direction, changesPerSecond })),
	);
}

async function outcomeOf(task: Task, reader: Reader) {
	const random = new Random(SEED);
	return await live(orderly(task, random), random, reader);
}

/** Beside the plain loop: sizes of even lists, and lists whose records change. */
async function besidePlainLoop(): Promise<Row[]> {
	const most = process.argv.includes('--quick') ? 100 : Infinity;
	const even = SIZES.filter((pages) => pages <= most).flatMap((pages) => tasksOf('even', pages));
	const changing = (['even', 'half in twenty seconds'] as const).flatMap((shape) =>
		tasksOf(shape, LONG_LIST, CHANGES_PER_SECOND),
	);
	const rows: Row[] = [];
	for (const task of [...even, ...changing]) {
		const plain = await outcomeOf(task, 'plain');
		const ours = await outcomeOf(task, 'byTime');
		rows.push({
			list: task.list,
			'changes a second': task.changesPerSecond ?? 0,
			pages: task.pages,
			'latency (ms)': task.latencyMs,
			direction: task.direction,
			'plain loop (s)': seconds(plain.ms),
			'node (s)': seconds(ours.ms),
			times: (ours.ms / plain.ms).toFixed(2),
			'plain calls': plain.calls,
			calls: ours.calls,
			refused: ours.refusals,
			'plain loses': plain.lost.length,
			loses: ours.lost.length,
		});
	}
	return rows;
}

/** Long lists of every shape against the shortest time that is possible. */
async function besideCeiling(): Promise<Row[]> {
	const rows: Row[] = [];
	for (const task of (Object.keys(SHAPES) as Array<keyof typeof SHAPES>).flatMap((list) => tasksOf(list, LONG_LIST))) {
		const { list, pages, latencyMs, direction } = task;
		const { ms, calls, refusals } = await outcomeOf(task, 'byTime');
		const share = percent(shortestMilliseconds({ cards: pages * PAGE, latencyMs }) / ms);
		const given = { list, pages, 'latency (ms)': latencyMs, direction };
		rows.push({ ...given, seconds: seconds(ms), 'of the best possible': share, calls, refused: refusals });
	}
	return rows;
}

async function limiterTable(): Promise<Row[]> {
	const alone: Way[] = [0, 50, 300, 1_000].flatMap((latencyMs) => [
		{ latencyMs, jitter: 0.02 },
		{ latencyMs, jitter: 0.3 },
		{ latencyMs, jitter: 0.02, stallMs: 150 },
	]);
	const shared: Way[] = [2, 3, 4].map((processes) => ({ latencyMs: 10, jitter: 1, processes }));
	const rows: Row[] = [];
	for (const way of [...alone, ...shared]) {
		const { latencyMs, jitter, stallMs = 0, processes = 1 } = way;
		const { share, refusals } = await throughput(way, CALLS * processes, SEED);
		const given = { processes, 'latency (ms)': latencyMs, jitter: percent(jitter), 'one in ten stalled (ms)': stallMs };
		const alone = processes > 1 ? seconds(await recoveryMs(way, SEED)) : '';
		rows.push({ ...given, 'of the allowance': percent(share), refused: refusals, 'alone after (s)': alone });
	}
	return rows;
}

async function main(): Promise<void> {
	for (const measure of [limiterTable, besidePlainLoop, besideCeiling]) console.table(await measure());
}

void main();
