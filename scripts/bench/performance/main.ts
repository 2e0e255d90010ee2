import { spent, SHAPES, type Task } from '../../../test/unit/shared/lists/farService';
import { throughput, type Way } from '../../../test/unit/shared/limiter/throughput';
import { shortestMilliseconds } from '../../../test/support/ceiling';

/** Lists and the limiter, in a time that passes without waiting: the figures are the same on every machine. */

const PAGE = 300;
const SIZES = [1, 2, 4, 10, 100, 1_000];
const LATENCIES = [300, 1_000];
const DIRECTIONS = ['asc', 'desc'] as const;
const SEED = 5;

/** So much of its last page a list fills. */
const LAST_PAGE = 0.4;

const LONG_LIST = 30_000;
const CHANGES_PER_SECOND = 30;
const CALLS = 600;

const whole = (number: number): string => Math.round(number).toLocaleString('en-US');
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

type Row = Readonly<Record<string, string | number>>;

function tasksOf(shape: Task['shape'], records: number, changes = 0): Task[] {
	return LATENCIES.flatMap((latencyMs) =>
		DIRECTIONS.map((direction) => ({ shape, records, latencyMs, direction, changes })),
	);
}

/** Beside the plain loop: sizes of even lists, and lists whose records change. */
async function besidePlainLoop(): Promise<Row[]> {
	const most = process.argv.includes('--quick') ? 100 : Infinity;
	const even = SIZES.filter((pages) => pages <= most).flatMap((pages) =>
		tasksOf('even', Math.round((pages - 1 + LAST_PAGE) * PAGE)),
	);
	const changing = (['even', 'half in twenty seconds'] as const).flatMap((shape) =>
		tasksOf(shape, LONG_LIST, CHANGES_PER_SECOND),
	);
	const rows: Row[] = [];
	for (const task of [...even, ...changing]) {
		const plain = await spent('plain', task, SEED);
		const ours = await spent('returnAll', task, SEED);
		rows.push({
			list: task.shape,
			'changes a second': task.changes ?? 0,
			pages: Math.ceil(task.records / PAGE),
			'latency (ms)': task.latencyMs,
			direction: task.direction,
			'plain loop (s)': seconds(plain.ms),
			'node (s)': seconds(ours.ms),
			times: (ours.ms / plain.ms).toFixed(2),
			'plain calls': plain.calls,
			calls: ours.calls,
			refused: ours.refusals,
			'plain loses': plain.lost,
			loses: ours.lost,
		});
	}
	return rows;
}

/** Long lists of every shape against the shortest time that is possible. */
async function besideCeiling(): Promise<Row[]> {
	const rows: Row[] = [];
	for (const task of (Object.keys(SHAPES) as Array<Task['shape']>).flatMap((shape) => tasksOf(shape, LONG_LIST))) {
		const { shape, latencyMs, direction } = task;
		const { ms, calls, refusals } = await spent('returnAll', task, SEED);
		const share = percent(shortestMilliseconds({ cards: LONG_LIST, latencyMs }) / ms);
		const list = `${whole(LONG_LIST)} records, ${shape}`;
		const given = { list, 'latency (ms)': latencyMs, direction };
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
		rows.push({ ...given, 'of the allowance': percent(share), refused: refusals });
	}
	return rows;
}

async function main(): Promise<void> {
	for (const measure of [limiterTable, besidePlainLoop, besideCeiling]) console.table(await measure());
}

void main();
