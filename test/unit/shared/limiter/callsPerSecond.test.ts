import { Limiter, type Permit } from '../../../../nodes/shared';
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
async function letThrough(callsPerSecond: number, count: number, durationMs: number, credential = 'a'): Promise<number[]> {
	const times: number[] = [];
	const answer = (permit: Permit | undefined) => {
		times.push(time.now());
		permit?.answered();
	};
	const share = { credential, callsPerSecond };
	for (let index = 0; index < count; index += 1) void limiter.acquire({ share }).then(answer);
	await time.pass(durationMs);
	return times;
}

test.each([1, 2, 3, 7, 9])('%d a second are never more, and hardly fewer', async (callsPerSecond) => {
	const times = await letThrough(callsPerSecond, 1_000, 60 * SECOND);
	expect(mostIn(times, SECOND)).toBe(callsPerSecond);
	expect(times.length).toBeGreaterThan(0.98 * 60 * callsPerSecond);
	expect(times.length).toBeLessThanOrEqual(60 * callsPerSecond + 1);
});

test.each([0.01, 0.25, 0.5, 0.9])('%d a second keep the calls that far apart', async (callsPerSecond) => {
	const times = await letThrough(callsPerSecond, 10, 12 * (SECOND / callsPerSecond));
	expect(times).toHaveLength(10);
	expect(mostIn(times, SECOND / callsPerSecond)).toBe(1);
});

test.each([1.5, 2.5, 9.9])('%d a second are that many in the long run', async (callsPerSecond) => {
	const times = await letThrough(callsPerSecond, 1_000, 60 * SECOND);
	expect(mostIn(times, 10 * SECOND)).toBeLessThanOrEqual(10 * callsPerSecond);
	expect(times.length).toBeGreaterThan(0.98 * 60 * callsPerSecond);
});

test('all of the allowance is ten at once', async () => {
	expect(await letThrough(10, 25, 0)).toHaveLength(10);
});

test('of two credentials with the same key the lower value counts, whichever is used', async () => {
	await letThrough(2, 1, SECOND, 'b');
	await time.pass(3_600 * SECOND);
	expect(mostIn(await letThrough(8, 40, 10 * SECOND), SECOND)).toBe(2);
});

test('a credential that is edited counts with its new value', async () => {
	expect(mostIn(await letThrough(1, 5, 10 * SECOND), SECOND)).toBe(1);
	expect(await letThrough(10, 10, 0)).toHaveLength(10);
	expect(mostIn(await letThrough(2, 20, 15 * SECOND), SECOND)).toBe(2);
});

test('calls that wait for a small share go on soon when it is raised', async () => {
	const before = await letThrough(0.01, 3, 70 * SECOND);
	expect(before).toHaveLength(1);
	await letThrough(10, 1, 70 * SECOND);
	expect(before).toHaveLength(3);
});

test('a refusal slows a small share down, and it comes back to no more than the share', async () => {
	const permit = await limiter.acquire({ share: { credential: 'a', callsPerSecond: 4 } });
	permit?.refused(SECOND);
	const times = await letThrough(4, 1_000, 180 * SECOND);
	expect(mostIn(times.filter((at) => at < 10 * SECOND), SECOND)).toBeLessThanOrEqual(4);
	const later = times.filter((at) => at > 120 * SECOND);
	expect(mostIn(later, SECOND)).toBe(4);
	expect(later.length).toBeGreaterThan(0.97 * 60 * 4);
});
