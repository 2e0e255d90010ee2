import { get } from 'node:http';
import { createRequire } from 'node:module';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/json';
import { loadedNode } from '../../tools/engine/supplies';
import { leapClock, openWorld, type World } from '../../tools/engine/world';
import { seedCompany } from '../../test/emulator';
import { DEFAULT_RATE_LIMIT } from '../../test/emulator/rateLimit';
import { LATENCIES, DIRECTIONS, PAGE, PARTS_ABOVE, type Comparison, type Direction, type PageSizesFigures, type Spent } from './pageSizes';

/** The node from its sources: a built one has a clock of its own, which does not leap. */
const { BusinessCardData } = createRequire(__filename)('../../nodes/BusinessCardData/BusinessCardData.node.ts') as {
	BusinessCardData: new () => INodeType;
};
const TYPE = loadedNode(new BusinessCardData());

const DAY_MS = 86_400_000;
const STATUSES = ['completed', 'processing', 'unreadable'];

/** Longer than any allowance or pause remembers. */
const REST_MS = 600_000;

/** So much of its last page a list fills: one that ends with its page is told from a longer one in other ways. */
const LAST_PAGE = 0.4;

/** The year in so many parts: n8n takes no more than 100,000 records from one input item. */
function terms(parts: number): IDataObject[] {
	const now = Date.now();
	const days = 366 / parts;
	const at = (day: number, seconds = 0) => new Date(now + (day - 365) * DAY_MS + seconds * 1_000).toISOString().replace(/\.\d+Z/, 'Z');
	return Array.from({ length: parts }, (_, part) => ({ updatedFrom: at(part * days), updatedTo: at((part + 1) * days, -1) }));
}

async function fetchJson(url: string, apiKey: string): Promise<IDataObject> {
	return await new Promise((resolve, reject) => {
		const request = get(url, { headers: { 'X-Service-Api-Key': apiKey } }, (response) => {
			response.setEncoding('utf8');
			let text = '';
			response.on('data', (piece: string) => (text += piece));
			response.on('end', () => {
				const body: unknown = JSON.parse(text);
				if (response.statusCode === 200 && isObject(body)) resolve(body as IDataObject);
				else reject(new Error(`the service answered ${response.statusCode}`));
			});
		});
		request.on('error', reject);
	});
}

/** Reads page after page by token, and gives the number of records. */
async function readPlainly({ emulator }: World, apiKey: string, direction: Direction): Promise<number> {
	const [term] = terms(1);
	const query = new URLSearchParams({ ...(term as Record<string, string>), range: 'all', includePastBizCards: 'true', limit: String(PAGE), orderDirection: direction });
	for (const status of STATUSES) query.append('entryStatus', status);
	let records = 0;
	for (let hasMore = true; hasMore;) {
		const page = await fetchJson(`${emulator.baseUrl}/v3.2/bizCards?${query.toString()}`, apiKey);
		records += (page.data as IDataObject[]).length;
		hasMore = page.hasMore === true;
		query.set('nextPageToken', String(page.nextPageToken));
	}
	return records;
}

/** Reads with *Return All*, and gives the number of records. */
async function readByNode(world: World, apiKey: string, direction: Direction, parts: number): Promise<number> {
	const items = terms(parts).map((json): INodeExecutionData => ({ json }));
	const { items: cards, error } = await world.run(
		{
			resource: 'businessCard',
			operation: 'getAll',
			returnAll: true,
			updatedFrom: '={{ $json.updatedFrom }}',
			updatedTo: '={{ $json.updatedTo }}',
			sort: { orderDirection: direction },
			options: { range: 'all', entryStatus: STATUSES, includePastBizCards: true },
		},
		{ type: TYPE, items, credential: world.credential({ apiKey }) },
	);
	if (error) throw error;
	return cards.length;
}

/** What a reading takes of the clock that leaps over pauses. */
async function spent(world: World, cards: number, read: (apiKey: string) => Promise<number>): Promise<Spent> {
	leapClock.leap(REST_MS);
	world.emulator.clearLog();
	const start = leapClock.now();
	const records = await read(world.freshKey());
	if (records !== cards) throw new Error(`${records} of ${cards} records came`);
	return { ms: leapClock.now() - start, calls: world.emulator.calls.length, refusals: world.emulator.refusedByRateLimit };
}

async function compare(world: World, pages: number, cards: number): Promise<Comparison[]> {
	const comparisons: Comparison[] = [];
	for (const latencyMs of LATENCIES) {
		world.emulator.latencyMs = latencyMs;
		for (const direction of DIRECTIONS) {
			const parts = pages > PARTS_ABOVE ? 5 : 1;
			const plain = await spent(world, cards, async (apiKey) => await readPlainly(world, apiKey, direction));
			const node = await spent(world, cards, async (apiKey) => await readByNode(world, apiKey, direction, parts));
			comparisons.push({ pages, latencyMs, direction, plain, node });
		}
	}
	return comparisons;
}

/** Compares the sizes that the first argument names, one world each, and prints the figures. */
async function main(): Promise<void> {
	const comparisons: Comparison[] = [];
	for (const pages of JSON.parse(process.argv[2] ?? '[]') as number[]) {
		const cards = Math.round((pages - 1 + LAST_PAGE) * PAGE);
		const one = openWorld({ rateLimit: DEFAULT_RATE_LIMIT });
		await one.open();
		seedCompany(one.world.emulator, { cards, reports: 0 });
		comparisons.push(...(await compare(one.world, pages, cards)));
		await one.close();
	}
	const figures: PageSizesFigures = { comparisons };
	process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exit(1);
});
