import { Limiter } from '../../../../nodes/shared/limiter/limiter';
import { mostIn } from '../../mostIn';
import { VirtualTime } from '../../virtualTime';

/** A process that may use only a part of a key's allowance uses no more of it, and no less. */

const SECOND = 1_000;

let time: VirtualTime;
let limiter: Limiter;

beforeEach(() => {
	time = new VirtualTime();
	limiter = new Limiter(time, () => 0.5);
});

/** When each of so many calls of a credential was let through, if all are asked for at once and answered after a while. */
async function letThrough(
	callsPerSecond: number,
	count: number,
	durationMs: number,
	credential = 'a',
): Promise<number[]> {
	const times: number[] = [];
	for (let index = 0; index < count; index += 1) {
		void limiter.acquire({ share: { credential, callsPerSecond } }).then((permit) => {
			times.push(time.now());
			permit?.answered();
		});
	}
	await time.pass(durationMs);
	return times;
}

/** `most` in `within` seconds. */
test.each([
	{ callsPerSecond: 0.01, most: 1, within: 100 },
	{ callsPerSecond: 0.9, most: 1, within: 1 / 0.9 },
	{ callsPerSecond: 1, most: 1, within: 1 },
	{ callsPerSecond: 1.5, most: 15, within: 10 },
	{ callsPerSecond: 7, most: 7, within: 1 },
	{ callsPerSecond: 9.9, most: 99, within: 10 },
])('$callsPerSecond a second are never more, and hardly fewer', async ({ callsPerSecond, most, within }) => {
	const seconds = 60 + 20 / callsPerSecond;
	const times = await letThrough(callsPerSecond, 1_000, seconds * SECOND);
	expect(mostIn(times, within * SECOND)).toBeLessThanOrEqual(most);
	expect(times.length).toBeGreaterThan(0.98 * seconds * callsPerSecond);
});

test('of two credentials with the same key the lower value counts, whichever is used', async () => {
	await letThrough(2, 1, SECOND, 'b');
	await time.pass(3_600 * SECOND);
	expect(mostIn(await letThrough(8, 40, 10 * SECOND), SECOND)).toBe(2);
});

test('a credential that is edited counts with its new value, a higher one a minute after the last call with the former', async () => {
	expect(mostIn(await letThrough(1, 5, 10 * SECOND), SECOND)).toBe(1);
	expect(mostIn(await letThrough(10, 5, 10 * SECOND), SECOND)).toBe(1);
	await time.pass(51 * SECOND);
	expect(await letThrough(10, 10, 0)).toHaveLength(10);
	expect(mostIn(await letThrough(2, 20, 15 * SECOND), SECOND)).toBe(2);
});

test('calls that wait for a small share go on soon when it is raised', async () => {
	const before = await letThrough(0.01, 3, 70 * SECOND);
	expect(before).toHaveLength(1);
	await letThrough(10, 1, 70 * SECOND);
	expect(before).toHaveLength(3);
});
