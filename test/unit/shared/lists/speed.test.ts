import { inFull } from '../../../inFull';
import { shortestMilliseconds } from '../../../support/ceiling';
import { spent } from './farService';

/** How *Return All* compares with a loop by page tokens, and with what is possible, in a time that passes without waiting. */

const PAGE = 300;
const SEED = 5;

/** So much of its last page a list fills. */
const LAST_PAGE = 0.4;

const SIZES = [1, 2, 3, 5, 10, 20];

describe.each(['asc', 'desc'] as const)('%s', (direction) => {
	test.each(SIZES)('%d pages take no longer than by token, and three calls more at most', async (pages) => {
		const task = {
			shape: 'even',
			records: Math.round((pages - 1 + LAST_PAGE) * PAGE),
			latencyMs: 1_000,
			direction,
		} as const;
		const plain = await spent('plain', task, SEED);
		const ours = await spent('returnAll', task, SEED);
		expect([ours.lost, ours.refusals]).toEqual([0, 0]);
		expect(ours.calls - plain.calls).toBeLessThanOrEqual(pages === 1 ? 0 : 3);
		// Of two pages, newest first, the first has to be looked at again when the second is there.
		expect(ours.ms / plain.ms).toBeLessThanOrEqual(direction === 'desc' && pages === 2 ? 1.52 : 1.05);
	});
});

/** `share`: of the time that cannot be done without. */
test.each([
	{ shape: 'even', latencyMs: 50, share: 0.95 },
	{ shape: 'even', latencyMs: 300, share: 0.87 },
	{ shape: 'even', latencyMs: 1_000, share: 0.77 },
	{ shape: 'even', latencyMs: 1_000, share: 0.77, changes: 30 },
	{ shape: 'half in twenty seconds', latencyMs: 300, share: 0.83 },
] as const)(
	'30,000 records, $shape, $latencyMs ms to each answer, $changes changes a second',
	async ({ share, ...task }) => {
		const ours = await spent('returnAll', { ...task, records: 30_000, direction: 'asc' }, SEED);
		expect([ours.lost, ours.refusals]).toEqual([0, 0]);
		expect(shortestMilliseconds({ cards: 30_000, latencyMs: task.latencyMs }) / ours.ms).toBeGreaterThan(share);
	},
);

test('records that change while a list is read cost none, where a loop by tokens loses many', async () => {
	const task = { shape: 'even', records: inFull(30_000, 6_000), latencyMs: 300, direction: 'asc', changes: 30 } as const;
	expect((await spent('returnAll', task, SEED)).lost).toBe(0);
	expect((await spent('plain', task, SEED)).lost).toBeGreaterThan(inFull(100, 10));
});
