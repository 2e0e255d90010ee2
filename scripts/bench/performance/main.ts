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

/** A table whose first column is text and whose others are numbers. */
function toTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function tasksOf(shape: Task['shape'], records: number, changes = 0): Task[] {
	return LATENCIES.flatMap((latencyMs) =>
		DIRECTIONS.map((direction) => ({ shape, records, latencyMs, direction, changes })),
	);
}

/** Beside the plain loop: sizes of even lists, and lists whose records change. */
async function besidePlainLoop(): Promise<string> {
	const most = process.argv.includes('--quick') ? 100 : Infinity;
	const even = SIZES.filter((pages) => pages <= most).flatMap((pages) =>
		tasksOf('even', Math.round((pages - 1 + LAST_PAGE) * PAGE)),
	);
	const changing = (['even', 'half in twenty seconds'] as const).flatMap((shape) =>
		tasksOf(shape, LONG_LIST, CHANGES_PER_SECOND),
	);
	const rows: string[][] = [];
	for (const task of [...even, ...changing]) {
		const plain = await spent('plain', task, SEED);
		const ours = await spent('returnAll', task, SEED);
		const { shape, records, latencyMs, direction, changes } = task;
		rows.push([
			`${shape}${changes ? `, ${changes} changes a second` : ''}`,
			whole(Math.ceil(records / PAGE)),
			`${whole(latencyMs)} ms`,
			direction,
			seconds(plain.ms),
			seconds(ours.ms),
			(ours.ms / plain.ms).toFixed(2),
			whole(plain.calls),
			whole(ours.calls),
			whole(ours.refusals),
			whole(plain.lost),
			whole(ours.lost),
		]);
	}
	const head = [
		'list',
		'pages',
		'latency',
		'direction',
		'plain loop (s)',
		'node (s)',
		'times',
		'plain calls',
		'calls',
		'refused',
		'plain loses',
		'loses',
	];
	return toTable(head, rows);
}

/** Long lists of every shape against the shortest time that is possible. */
async function besideCeiling(): Promise<string> {
	const rows: string[][] = [];
	for (const shape of Object.keys(SHAPES) as Array<Task['shape']>) {
		for (const task of tasksOf(shape, LONG_LIST)) {
			const { ms, calls, refusals } = await spent('returnAll', task, SEED);
			const share = shortestMilliseconds({ cards: LONG_LIST, latencyMs: task.latencyMs }) / ms;
			rows.push([
				shape,
				`${whole(task.latencyMs)} ms`,
				task.direction,
				seconds(ms),
				percent(share),
				whole(calls),
				whole(refusals),
			]);
		}
	}
	return toTable(
		['30,000 records', 'latency', 'direction', 'seconds', 'of the best possible', 'calls', 'refused'],
		rows,
	);
}

async function limiterTable(): Promise<string> {
	const alone: Way[] = [0, 50, 300, 1_000].flatMap((latencyMs) => [
		{ latencyMs, jitter: 0.02 },
		{ latencyMs, jitter: 0.3 },
		{ latencyMs, jitter: 0.02, stallMs: 150 },
	]);
	const shared: Way[] = [2, 3, 4].map((processes) => ({ latencyMs: 10, jitter: 1, processes }));
	const rows: string[][] = [];
	for (const way of [...alone, ...shared]) {
		const { share, refusals } = await throughput(way, CALLS * (way.processes ?? 1), SEED);
		const { latencyMs, jitter, stallMs = 0, processes = 1 } = way;
		rows.push([
			whole(processes),
			`${whole(latencyMs)} ms`,
			percent(jitter),
			`${stallMs} ms`,
			percent(share),
			whole(refusals),
		]);
	}
	return toTable(['processes', 'latency', 'jitter', 'one in ten stalled', 'of the allowance', 'refused'], rows);
}

async function main(): Promise<void> {
	for (const make of [limiterTable, besidePlainLoop, besideCeiling]) process.stdout.write(`\n${await make()}\n`);
}

void main();
