import { fewestCalls, shortestMilliseconds } from '../../../../../../tools/ceiling';
import { readTerm } from '../../../../../../nodes/shared';
import { MeasuredConcurrency } from '../../../../../../nodes/shared/lists/byTime/concurrency';
import { Random } from '../../../../../emulator/seed/random';
import type { Service } from '../../../../../trigger/service';
import { someOf } from '../../../../../inFull';
import { seedOf } from '../../../../../seed';
import { VirtualTime } from '../../../../virtualTime';
import { FarService, finished } from './farService';
import { cardsBetween, ListModel, orderlyService } from './listModel';

/** How much of the allowance a long list uses up, in a time that passes without waiting. */

const SECOND = 1_000;
const RECORDS = 30_000;

/** Nine months of a year have records. */
const FIRST = Date.UTC(2023, 1, 15) / SECOND;
const LONG = 270 * 86_400;
const REQUEST = cardsBetween('2023-01-01T00:00:00Z', '2023-12-31T23:59:59Z');

/** How records lie in their nine months; `at` and `more` are even in [0, 1). */
const SHAPES = {
	even: (at) => at,
	'more and more': (at) => Math.sqrt(at),
	'in twenty heaps': (at, more) => Math.floor(at * 20) / 20 + more * 0.002,
} satisfies Record<string, (at: number, more: number) => number>;

/** The records of each shape, made once: a reading changes nothing. */
const models = new Map<keyof typeof SHAPES, Service>();

function modelOf(shape: keyof typeof SHAPES, random: Random): Service {
	const known = models.get(shape);
	if (known) return known;
	const seconds = Array.from({ length: RECORDS }, () => FIRST + Math.floor(SHAPES[shape](random.next(), random.next()) * LONG));
	const model = orderlyService(300, FIRST + 2 * LONG, seconds);
	models.set(shape, model);
	return model;
}

/** `share`: of the time that cannot be done without; `more`: calls for pages that are not full, and for the last look. */
const ROWS = [
	{ shape: 'even', latencyMs: 10, share: 0.97, more: 2 },
	{ shape: 'even', latencyMs: 50, share: 0.97, more: 2 },
	{ shape: 'even', latencyMs: 300, share: 0.89, more: 5 },
	{ shape: 'even', latencyMs: 1_000, share: 0.83, more: 9 },
	{ shape: 'more and more', latencyMs: 300, share: 0.88, more: 6 },
	{ shape: 'in twenty heaps', latencyMs: 300, share: 0.81, more: 14 },
] as const;

test.each(someOf(ROWS, 6))('30,000 records, $shape, with $latencyMs ms to each answer', async ({ shape, latencyMs, share, more }) => {
	const random = new Random(seedOf(`30,000 records, ${shape}, ${latencyMs} ms`));
	const time = new VirtualTime();
	const service = new FarService(new ListModel(modelOf(shape, random)), time, latencyMs, random);
	const pages = readTerm(service, REQUEST, { direction: 'asc', most: Infinity, concurrency: new MeasuredConcurrency(time) });
	let records = 0;
	const reading = async () => {
		for await (const page of pages) records += page.length;
	};
	const took = await finished(time, reading());

	expect(records).toBe(RECORDS);
	expect(service.refusals).toBe(0);
	expect(service.calls).toBeLessThanOrEqual(fewestCalls(RECORDS) + more);
	expect(shortestMilliseconds({ cards: RECORDS, latencyMs }) / took).toBeGreaterThan(share);
});
