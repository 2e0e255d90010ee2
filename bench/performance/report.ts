import { toTable, whole } from '../support/markdown';
import { CEILING_PER_SECOND, fewestCalls, shortestMilliseconds } from '../../tools/ceiling';
import { pace } from './measurement';
import type { Measurement, Reading } from './measurement';
import type { PackageFigures } from './packageFigures';

/** Single cards that a contender fetched. */
export interface Singles extends Reading {
	readonly contender: string;
}

/** The machine, without its name. */
export interface Machine {
	readonly cores: number;
	readonly memoryBytes: number;
	readonly node: string;
	/** Processes that wanted to run, on average over the last minute: before the run, and when it ended. */
	readonly load: readonly [number, number];
}

export interface Results {
	readonly command: string;
	readonly machine: Machine;
	readonly lists: readonly Measurement[];
	readonly singles: readonly Singles[];
	readonly package: PackageFigures;
}

function percent(share: number): string {
	return `${Math.round(share * 100)} %`;
}

function seconds(milliseconds: number): string {
	return (milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1);
}

const megabytes = (bytes: number): string => whole(bytes / 1e6);
const kilobytes = (bytes: number): string => whole(bytes / 1e3);

/** What came of a run; where records are missing their number stands for it. */
function outcome(measurement: Measurement): string {
	const { records, distinct, cards, error } = measurement;
	const missing = cards - distinct;
	const repeated = records - distinct;
	const faults = [
		...(missing > 0 ? [`**${whole(missing)} missing**`] : []),
		...(repeated > 0 ? [`**${whole(repeated)} repeated**`] : []),
		...(error === '' ? [] : ['error']),
	];
	if (faults.length === 0) return 'all';
	return `${faults.join(', ')}${error === '' ? ', no error' : ''}`;
}

function listRow(measurement: Measurement): string[] {
	const { contender, latencyMs, milliseconds, calls, refusals, cards, distinct } = measurement;
	const isComplete = distinct === cards;
	return [
		contender,
		`${whole(latencyMs)} ms`,
		outcome(measurement),
		seconds(milliseconds),
		whole(pace(measurement)),
		isComplete ? percent(pace(measurement) / CEILING_PER_SECOND) : '–',
		isComplete ? percent(shortestMilliseconds(measurement) / milliseconds) : '–',
		`${whole(calls)} (${whole(fewestCalls(cards))})`,
		whole(refusals),
	];
}

const LIST_HEAD = [
	'reader',
	'latency',
	'records',
	'seconds',
	'records/s',
	'of 3,000/s',
	'of the best possible',
	'calls (fewest)',
	'refused',
];

function listTables(lists: readonly Measurement[]): string {
	const sizes = [...new Set(lists.map(({ cards }) => cards))];
	return sizes
		.map((size) => {
			const rows = lists.filter(({ cards }) => cards === size).map(listRow);
			return `### ${whole(size)} cards\n\n${toTable(LIST_HEAD, rows)}`;
		})
		.join('\n\n');
}

function memoryTable(lists: readonly Measurement[]): string {
	const complete = lists.filter(({ cards, distinct }) => distinct === cards);
	const most = Math.max(...complete.map(({ cards }) => cards));
	const largest = complete.filter(({ cards }) => cards === most);
	const rows = largest.map(({ contender, latencyMs, records, grownBytes, cpuMilliseconds }) => [
		contender,
		whole(records),
		`${whole(latencyMs)} ms`,
		`${megabytes(grownBytes)} MB`,
		`${megabytes((grownBytes / records) * 100_000)} MB`,
		`${((cpuMilliseconds / records) * 1_000).toFixed(0)} µs`,
	]);
	return toTable(['reader', 'records', 'latency', 'peak memory', 'for 100,000 records', 'processor time a record'], rows);
}

function singlesTable(singles: readonly Singles[]): string {
	const rows = singles.map(({ contender, records, milliseconds, cpuMilliseconds, refusals }) => [
		contender,
		whole(records),
		seconds(milliseconds),
		(records / (milliseconds / 1_000)).toFixed(1),
		`${(cpuMilliseconds / records).toFixed(1)} ms`,
		whole(refusals),
	]);
	return toTable(['node', 'items', 'seconds', 'items/s', 'processor time an item', 'refused'], rows);
}

function packageTable({ loadMs, distBytes, tarballBytes }: PackageFigures): string {
	return toTable(
		['loading the package', '`dist`', 'tarball'],
		[[`${loadMs.toFixed(0)} ms`, `${kilobytes(distBytes)} kB`, `${kilobytes(tarballBytes)} kB`]],
	);
}

/** The generated part of docs/internals/performance.md. */
export function toMarkdown({ command, machine, lists, singles, package: figures }: Results, plot: string): string {
	const { cores, memoryBytes, node, load } = machine;
	return [
		`Made by \`${command}\` on ${cores} cores with ${Math.round(memoryBytes / 2 ** 30)} GB of memory, Node.js ${node}; processes that wanted to run: ${load[0].toFixed(1)} before the run, ${load[1].toFixed(1)} at its end.`,
		`![Records a second by latency](${plot})`,
		listTables(lists),
		'### Memory and processor',
		memoryTable(lists),
		'### Single cards: *Get* for each item',
		singlesTable(singles),
		'### The package',
		packageTable(figures),
	].join('\n\n');
}
