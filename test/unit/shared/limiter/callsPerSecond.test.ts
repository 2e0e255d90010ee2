import { Limiter, type Permit } from '../../../../nodes/shared';
import { mostIn } from '../../mostIn';
import { settle, VirtualTime } from '../../virtualTime';

/** A process that may use only a part of a key's allowance uses no more of it, and no less. */

const SECOND = 1_000;

let time: VirtualTime;
let limiter: Limiter;

beforeEach(() => {
	time = new VirtualTime();
	limiter = new Limiter(time, () => 0.5);
});

/** When each of so many calls was let through, if all of them are asked for at once and answered after a while. */
async function letThrough(count: number, durationMs: number, answerMs = 0): Promise<number[]> {
	const times: number[] = [];
	const answer = async (permit: Permit | undefined) => {
		times.push(time.now());
		await time.sleep(answerMs);
		permit?.answered();
	};
	for (let index = 0; index < count; index += 1) void limiter.acquire().then(answer);
	await time.pass(durationMs);
	return times;
}

test.each([1, 2, 3, 7, 9])('%d a second are never more, and hardly fewer', async (callsPerSecond) => {
	limiter.heed('a', callsPerSecond);
	const times = await letThrough(1_000, 60 * SECOND);
	expect(mostIn(times, SECOND)).toBe(callsPerSecond);
	expect(times.length).toBeGreaterThan(0.98 * 60 * callsPerSecond);
	expect(times.length).toBeLessThanOrEqual(60 * callsPerSecond + 1);
});

test.each([0.01, 0.25, 0.5, 0.9])('%d a second keep the calls that far apart', async (callsPerSecond) => {
	limiter.heed('a', callsPerSecond);
	const times = await letThrough(10, 12 * (SECOND / callsPerSecond));
	expect(times).toHaveLength(10);
	expect(mostIn(times, SECOND / callsPerSecond)).toBe(1);
});

test.each([1.5, 2.5, 9.9])('%d a second are that many in the long run', async (callsPerSecond) => {
	limiter.heed('a', callsPerSecond);
	const times = await letThrough(1_000, 60 * SECOND);
	expect(mostIn(times, 10 * SECOND)).toBeLessThanOrEqual(10 * callsPerSecond);
	expect(times.length).toBeGreaterThan(0.98 * 60 * callsPerSecond);
});

test('calls that are long on their way count when they arrive', async () => {
	limiter.heed('a', 2);
	const arrived: number[] = [];
	for (let index = 0; index < 60; index += 1) {
		const late = index % 5 === 0 ? 700 : 20;
		void limiter.acquire().then(async (permit) => {
			await time.sleep(late);
			arrived.push(time.now());
			permit?.answered();
		});
	}
	await time.pass(90 * SECOND);
	expect(arrived).toHaveLength(60);
	// Nobody knows of the first calls whether they were late.
	expect(mostIn(arrived.slice(20), SECOND)).toBeLessThanOrEqual(3);
});

test('all of the allowance is used as before: ten at once', async () => {
	limiter.heed('a', 10);
	const times = await letThrough(25, 0);
	expect(times).toHaveLength(10);
});

test('of two credentials with the same key the lower value counts, whichever is used', async () => {
	limiter.heed('a', 8);
	limiter.heed('b', 2);
	for (let minute = 0; minute < 90; minute += 1) {
		limiter.heed('a', 8);
		await time.pass(60 * SECOND);
	}
	limiter.heed('a', 8);
	expect(mostIn(await letThrough(40, 10 * SECOND), SECOND)).toBe(2);
});

test('a credential that is edited counts with its new value as soon as what uses the former one is over', async () => {
	limiter.heed('a', 1);
	expect(mostIn(await letThrough(5, 10 * SECOND), SECOND)).toBe(1);
	limiter.heed('a', 10);
	limiter.heed('a', 1);
	expect(mostIn(await letThrough(5, 10 * SECOND), SECOND)).toBe(1);
	await time.pass(61 * SECOND);
	limiter.heed('a', 10);
	expect(await letThrough(10, 0)).toHaveLength(10);
	limiter.heed('a', 2);
	expect(mostIn(await letThrough(20, 15 * SECOND), SECOND)).toBe(2);
});

test('calls that wait for a slow value go on at once when it is raised', async () => {
	limiter.heed('a', 0.0001);
	const before = await letThrough(3, 60 * SECOND);
	expect(before).toHaveLength(1);
	await time.pass(2 * SECOND);
	limiter.heed('a', 10);
	await settle();
	expect(before).toHaveLength(3);
});

test('a wait of more than the longest timer of Node.js is waited', async () => {
	limiter.heed('a', 0.000_000_1);
	const times = await letThrough(2, 40 * 86_400 * SECOND);
	expect(times).toHaveLength(1);
	await time.pass(80 * 86_400 * SECOND);
	expect(times).toHaveLength(2);
});

test('a refusal slows a small share down, and it comes back to no more than the share', async () => {
	limiter.heed('a', 4);
	const permit = await limiter.acquire();
	permit?.refused(SECOND);
	const times = await letThrough(1_000, 180 * SECOND);
	expect(mostIn(times.filter((at) => at < 10 * SECOND), SECOND)).toBeLessThanOrEqual(4);
	const later = times.filter((at) => at > 120 * SECOND);
	expect(mostIn(later, SECOND)).toBe(4);
	expect(later.length).toBeGreaterThan(0.97 * 60 * 4);
});
