import { readRecords, readTerm } from '../../../../../../nodes/shared';
import { MeasuredConcurrency } from '../../../../../../nodes/shared/lists/byTime/concurrency';
import { Random } from '../../../../../emulator/seed/random';
import { inFull, someOf } from '../../../../../inFull';
import { seedOf } from '../../../../../seed';
import { VirtualTime } from '../../../../virtualTime';
import { FarService, finished } from './farService';
import { cardsBetween, ListModel, orderlyService } from './listModel';

/** How Return All compares with a loop by page tokens, in a time that passes without waiting. */

const PAGE = 300;
const FIRST = Date.UTC(2023, 1, 15) / 1_000;
const LONG = 270 * 86_400;

/** So much of its last page a list fills. */
const LAST_PAGE = 0.4;

/** A list of so few pages costs one call more at most; a longer one is read in parts, which end in the middle of a page. */
const FEW_PAGES = 15;
const MAX_MORE = 14;

/** How much longer than plain paging a reading may take. */
const MAX_TIME = 1.05;

/**
 * Downwards, a record of the second page that changes after the first one was made is met only by who looks at the top again
 * when the second page is there: three round trips where a loop that may lose it takes two.
 */
const LOOK_AT_THE_TOP = 1.5;

function listOf(records: number, random: Random): ListModel {
	const seconds = Array.from({ length: records }, () => FIRST + Math.floor(random.next() * LONG));
	return new ListModel(orderlyService(PAGE, FIRST + 2 * LONG, seconds));
}

interface Reading {
	readonly ms: number;
	readonly calls: number;
}

describe.each(['asc', 'desc'] as const)('%s', (direction) => {
	const sizes = [1, 2, 3, 4, 5, 10, 15, inFull(100, 20)];
	const rows = sizes.flatMap((pages) => [300, 1_000].map((latencyMs) => ({ latencyMs, pages })));
	test.each(someOf(rows, 5))(
		'$pages pages, $latencyMs ms to each answer: no slower than plain paging, and hardly a call more',
		async ({ latencyMs, pages }) => {
			const seed = seedOf(`${direction}, ${pages} pages, ${latencyMs} ms`);
			const records = Math.round((pages - 1 + LAST_PAGE) * PAGE);
			const list = listOf(records, new Random(seed));
			const request = cardsBetween('2023-01-01T00:00:00Z', '2023-12-31T23:59:59Z', ['orderDirection', direction]);
			const read = async (open: (service: FarService, time: VirtualTime) => AsyncGenerator<object[]>): Promise<Reading> => {
				const time = new VirtualTime();
				const service = new FarService(list, time, latencyMs, new Random(seed));
				let taken = 0;
				const reading = async () => {
					for await (const page of open(service, time)) taken += page.length;
				};
				const ms = await finished(time, reading());
				expect(taken).toBe(records);
				return { ms, calls: service.calls };
			};
			const plain = await read((service) => readRecords(service, request, Infinity));
			const ours = await read((service, time) => {
				return readTerm(service, request, { direction, most: Infinity, concurrency: new MeasuredConcurrency(time) });
			});

			const isLookedAt = direction === 'desc' && pages === 2;
			expect(ours.calls - plain.calls).toBeLessThanOrEqual(pages <= FEW_PAGES ? 1 : MAX_MORE);
			expect(ours.ms / plain.ms).toBeLessThanOrEqual(isLookedAt ? LOOK_AT_THE_TOP : MAX_TIME);
		},
	);
});
