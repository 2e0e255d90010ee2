import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { putBetweenMarks } from '../../tools/generated';
import { startProgram } from '../support/childProcess';
import { CONTENDERS } from './contenders';
import { benchImportRows } from './importRows';
import { loadNow } from './load';
import type { Assignment, Measurement, Reading } from './measurement';
import { measurePackage } from './packageFigures';
import { toSvg } from './plot';
import { toMarkdown } from './report';
import type { Results, Singles } from './report';
import { Service } from './service';
import { benchPageSizes } from './pageSizes';
import { benchUploads } from './uploads';
import { measureSpeed } from '../support/syncSpeed/speed';

const ROOT = path.join(__dirname, '..', '..');
const PAGE = path.join(ROOT, 'docs', 'internals', 'performance.md');
const SYNC_PAGE = path.join(ROOT, 'docs', 'internals', 'sync-exactness.md');
const PLOT = 'images/performance.svg';
const READER = path.join(__dirname, 'reader.ts');

const LATENCIES = [0, 50, 300, 1_000];

interface Part {
	readonly cards: number;
	readonly latencies: readonly number[];
	readonly contenders: readonly string[];
	/** Input items, each with a part of the term. */
	readonly termParts?: number;
}

/**
 * Who reads how many cards at which latencies. Whoever reads page after page is as slow as the latency says: what would
 * take minutes to show that is left out, and the largest list is read by this node alone.
 */
const PLAN: readonly Part[] = [
	{ cards: 30_000, latencies: LATENCIES, contenders: ['this node'] },
	{ cards: 30_000, latencies: [0, 50, 300], contenders: ['HTTP Request', 'fetch loop'] },
	{ cards: 30_000, latencies: [0, 50], contenders: ['HTTP Request, 100 ms apart'] },
	{ cards: 1_000, latencies: LATENCIES, contenders: CONTENDERS.map(({ name }) => name) },
	{ cards: 300_000, latencies: [50, 300], contenders: ['this node'], termParts: 5 },
];

/** What the plot shows. */
const PLOTTED_CARDS = 30_000;

/** Single cards for the cost of an item. */
const SINGLE_CARDS = 60;
const SINGLES_LATENCY_MS = 50;

/** Cards that are fetched before anything is measured. */
const WARM_UP_CARDS = 12;

const HELP = `npm run bench -- [options]
  --most <n>        leave out what has more cards (300000)
  --package <path>  folder of the built package (this one)
  --uploads         the memory of uploads alone
  --imports         imports of many rows alone
  --sizes           lists of few and of many pages against a loop by page tokens alone
  --dry             leave docs/internals/performance.md alone`;

const { values } = parseArgs({
	options: {
		most: { type: 'string', default: '300000' },
		package: { type: 'string', default: ROOT },
		uploads: { type: 'boolean', default: false },
		imports: { type: 'boolean', default: false },
		sizes: { type: 'boolean', default: false },
		dry: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

/** Lets one contender work in a process of its own, and says what the service saw of it. */
async function measure(service: Service, task: Pick<Assignment, 'contender' | 'singleCards' | 'termParts' | 'warmUp'>) {
	const assignment: Assignment = {
		...task,
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
		packageFolder: path.resolve(values.package),
	};
	const child = startProgram(READER, [JSON.stringify(assignment)]);
	const reading = (await child.firstLine) as Reading;
	await child.end();
	return { ...reading, contender: task.contender };
}

async function withService<T>(cards: number, work: (service: Service) => Promise<T>): Promise<T> {
	const service = await Service.start(cards);
	try {
		return await work(service);
	} finally {
		await service.end();
	}
}

/** All that is read at one size, in the order of latency and contender. */
async function measureSize(cards: number): Promise<Measurement[]> {
	const parts = PLAN.filter((part) => part.cards === cards);
	return await withService(cards, async (service) => {
		const warmUp = await service.cardIds(WARM_UP_CARDS);
		const measurements: Measurement[] = [];
		for (const latencyMs of LATENCIES) {
			await service.setLatency(latencyMs);
			const present = parts
				.filter(({ latencies }) => latencies.includes(latencyMs))
				.flatMap(({ contenders, termParts = 1 }) => contenders.map((contender) => ({ contender, termParts })));
			for (const { contender, termParts } of present) {
				const measurement = { ...(await measure(service, { contender, termParts, warmUp })), cards, latencyMs };
				measurements.push(measurement);
				const { records, milliseconds, calls, refusals, error } = measurement;
				console.log(
					`${contender}: ${records} of ${cards} at ${latencyMs} ms in ${Math.round(milliseconds)} ms, ${calls} calls, ${refusals} refused ${error}`,
				);
			}
		}
		return measurements;
	});
}

async function measureLists(most: number): Promise<Measurement[]> {
	const sizes = [...new Set(PLAN.map(({ cards }) => cards))].sort((a, b) => a - b);
	const measurements: Measurement[] = [];
	for (const cards of sizes) if (cards <= most) measurements.push(...(await measureSize(cards)));
	return measurements;
}

async function measureSingles(): Promise<Singles[]> {
	return await withService(1_000, async (service) => {
		await service.setLatency(SINGLES_LATENCY_MS);
		const singleCards = await service.cardIds(SINGLE_CARDS);
		const warmUp = singleCards.slice(0, WARM_UP_CARDS);
		const singles: Singles[] = [];
		for (const { name, get } of CONTENDERS) {
			if (get) singles.push(await measure(service, { contender: name, singleCards, termParts: 1, warmUp }));
		}
		return singles;
	});
}

async function main(): Promise<void> {
	const before = loadNow();
	const page = values.dry ? undefined : PAGE;
	const isPart = values.uploads || values.imports || values.sizes;
	if (values.uploads || !isPart) await benchUploads(values.package, page);
	if (values.imports || !isPart) await benchImportRows(values.package, page);
	if (values.sizes || !isPart) await benchPageSizes(Number(values.most), page);
	if (isPart) return;
	const sync = await measureSpeed();
	console.log(sync);
	if (!values.dry) putBetweenMarks(SYNC_PAGE, 'speed', sync);
	const lists = await measureLists(Number(values.most));
	const results: Results = {
		command: `npm run bench${values.most === '300000' ? '' : ` -- --most ${values.most}`}`,
		lists,
		singles: await measureSingles(),
		package: await measurePackage(path.resolve(values.package)),
		machine: {
			cores: availableParallelism(),
			memoryBytes: totalmem(),
			node: process.version.slice(1),
			load: [before, loadNow()],
		},
	};
	const markdown = toMarkdown(results, `../${PLOT}`);
	console.log(`\n${markdown}`);
	if (values.dry) return;
	await mkdir(path.join(ROOT, 'docs', 'images'), { recursive: true });
	await writeFile(path.join(ROOT, 'docs', PLOT), toSvg(lists.filter(({ cards }) => cards === PLOTTED_CARDS)));
	putBetweenMarks(PAGE, 'performance', markdown);
}

if (values.help) console.log(HELP);
else void main();
