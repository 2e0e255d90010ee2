import { CALLS_PER_SECOND } from '../../../../nodes/shared';
import { Limiter, type Waiting } from '../../../../nodes/shared/limiter/limiter';
import type { Permit } from '../../../../nodes/shared/limiter/pace';
import { seedOf, timesOf } from '../../../seed';
import { settle, VirtualTime } from '../../../support/virtualTime';
import { recoveryMs, throughput, type Way } from './throughput';

/** The allowance of one key: ten calls in any second, as the service counts them, and the part of it that a process may use. */

const SECOND = 1_000;

let time: VirtualTime;
let limiter: Limiter;

beforeEach(() => {
	time = new VirtualTime().rule();
	limiter = new Limiter();
});

/** Asks for a place, and notes when and in which order it came. */
class Queue {
	readonly order: string[] = [];
	readonly times: number[] = [];
	readonly permits: Array<Permit | undefined> = [];

	ask(name: string, options: Waiting = {}, then?: (permit: Permit) => void): void {
		void limiter.acquire(options).then((permit) => {
			this.order.push(name);
			this.times.push(time.now());
			this.permits.push(permit);
			if (permit) then?.(permit);
		});
	}

	/** Calls of the name that is given, or of their numbers. */
	askMany(count: number, then?: (permit: Permit) => void, name?: string, options?: Waiting): void {
		for (let index = 0; index < count; index += 1) this.ask(name ?? String(index), options, then);
	}
}

/** The most events in any span of time. */
function mostIn(times: readonly number[], spanMs: number): number {
	const counts = times.map((start) => times.filter((at) => at >= start && at - start < spanMs).length);
	return Math.max(...counts);
}

/** Ends each call as it is let through: what a service next door does. */
const endAtOnce = (permit: Permit) => permit.end();

test('lets ten calls through at once, and no more within the second, each in its turn', async () => {
	const queue = new Queue();
	queue.askMany(25, endAtOnce);
	await time.pass(999);
	expect(queue.times).toHaveLength(CALLS_PER_SECOND);
	await time.pass(5_000);
	expect(queue.order).toEqual(Array.from({ length: 25 }, (_, index) => String(index)));
	expect(mostIn(queue.times, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
});

test('several askers share the places evenly while all of them wait, whoever asked first and for how much', async () => {
	const queue = new Queue();
	for (const [asker, count] of Object.entries({ large: 400, middle: 150, small: 60 }))
		queue.askMany(count, endAtOnce, asker, { caller: asker });
	await time.pass(100 * SECOND);
	// The first ten go at once, before the others have asked.
	const shared = queue.order.slice(10, 160);
	const placesOf = (asker: string) => shared.filter((name) => name === asker).length;
	expect(['large', 'middle', 'small'].map(placesOf)).toEqual([50, 50, 50]);
	expect(queue.order).toHaveLength(610);
});

test('a repeated call goes first among its own, and keeps no other asker from its turn', async () => {
	const queue = new Queue();
	queue.askMany(15, endAtOnce, 'node', { caller: 'node' });
	queue.askMany(5, endAtOnce, 'repeated', { caller: 'node', goesFirst: true });
	queue.ask('trigger', { caller: 'trigger' }, endAtOnce);
	await time.pass(10 * SECOND);
	expect(queue.order.slice(10, 16)).toEqual(['repeated', 'trigger', 'repeated', 'repeated', 'repeated', 'repeated']);
});

/** It is the service that counts, so a refusal is an eleventh call. */
const ALONE: ReadonlyArray<Way & { readonly least: number }> = [
	{ latencyMs: 0, jitter: 0, least: 0.98 },
	{ latencyMs: 4, jitter: 1, least: 0.98 },
	{ latencyMs: 4, jitter: 1, stallMs: 150, least: 0.95 },
	{ latencyMs: 50, jitter: 0.02, least: 0.98 },
	{ latencyMs: 300, jitter: 0.02, least: 0.97 },
	{ latencyMs: 300, jitter: 0.3, least: 0.9 },
	{ latencyMs: 1_000, jitter: 0.02, least: 0.93 },
	{ latencyMs: 300, jitter: 0.02, stallMs: 150, least: 0.94 },
	{ latencyMs: 50, jitter: 0.02, stallMs: 1_000, least: 0.85 },
	{ latencyMs: 20, jitter: 0.02, largeMs: 380, least: 0.95 },
	{ latencyMs: 300, jitter: 0.02, broken: 0.05, least: 0.97 },
];

test.each(ALONE)('one process has no call refused, and uses the allowance: %j', async ({ least, ...way }) => {
	for (let run = 0; run < timesOf(1); run += 1) {
		const { share, refusals } = await throughput(way, 600, seedOf() + run);
		expect(refusals).toBe(0);
		expect(share).toBeGreaterThan(least);
	}
});

/** What is refused of the calls of several processes with one key, at most, and what they use of the allowance, at least. */
const SHARED: ReadonlyArray<Way & { readonly most: number; readonly least: number }> = [
	{ processes: 2, latencyMs: 10, jitter: 1, most: 0.04, least: 0.84 },
	{ processes: 3, latencyMs: 10, jitter: 1, most: 0.06, least: 0.78 },
	{ processes: 4, latencyMs: 10, jitter: 1, most: 0.075, least: 0.74 },
	{ processes: 3, latencyMs: 100, jitter: 1, most: 0.075, least: 0.73 },
];

test.each(SHARED)('several processes with one key share it: %j', async ({ most, least, ...way }) => {
	for (let run = 0; run < timesOf(1); run += 1) {
		const { share, refusals } = await throughput(way, 3_000, seedOf() + run);
		expect(share).toBeGreaterThan(least);
		expect(refusals / (3_000 + refusals)).toBeLessThan(most);
	}
});

test.each([2, 3, 4])('of %d processes the last has nine tenths of the key within 10 s', async (processes) => {
	for (let run = 0; run < timesOf(2); run += 1) {
		const tookMs = await recoveryMs({ processes, latencyMs: 10, jitter: 1 }, seedOf() + run);
		expect(tookMs).toBeLessThan(10 * SECOND);
	}
});

describe('an abort', () => {
	test('that came before gives no permit', async () => {
		expect(await limiter.acquire({ signal: AbortSignal.abort() })).toBeUndefined();
	});

	test('of an execution with thousands of items ends all of them, and takes no place from anybody else', async () => {
		const controller = new AbortController();
		const queue = new Queue();
		queue.askMany(10, endAtOnce);
		for (let index = 0; index < 5_000; index += 1)
			queue.ask('ends', { caller: 'a', signal: AbortSignal.any([controller.signal]) });
		queue.askMany(10, endAtOnce, 'other', { caller: 'a' });
		await settle();
		controller.abort();
		await settle();
		expect(queue.order.slice(10)).toEqual(Array.from({ length: 5_000 }, () => 'ends'));
		await time.pass(1.1 * SECOND);
		expect(queue.order.slice(-10)).toEqual(Array.from({ length: 10 }, () => 'other'));
		expect(queue.permits.filter((permit) => permit !== undefined)).toHaveLength(20);
	});

	test('ends the waiting in a pause that the service asked for, and leaves a limiter that works', async () => {
		const controller = new AbortController();
		const queue = new Queue();
		queue.ask('refused', {}, (permit) => permit.end(0, 60 * SECOND));
		await settle();
		queue.ask('repeated', { goesFirst: true, signal: controller.signal });
		await time.pass(10 * SECOND);
		expect(queue.order).toEqual(['refused']);
		controller.abort();
		await settle();
		expect(queue.order).toEqual(['refused', 'repeated']);
		expect(queue.permits.at(-1)).toBeUndefined();
		expect(time.now()).toBe(10 * SECOND);
		await time.pass(60 * SECOND);
		queue.ask('later', {}, endAtOnce);
		await settle();
		expect(queue.order.at(-1)).toBe('later');
	});
});

describe('a refusal', () => {
	test('keeps every call of the key waiting for the time it names, the longest of several', async () => {
		const queue = new Queue();
		queue.ask('long', {}, (permit) => permit.end(0, 7_000));
		queue.ask('short', {}, (permit) => permit.end(0, 100));
		await settle();
		queue.askMany(3, endAtOnce);
		await time.pass(6_999);
		expect(queue.order).toEqual(['long', 'short']);
		await time.pass(1_100);
		expect(queue.order).toHaveLength(5);
	});

	/** Time that so many calls take one after another. */
	async function timeFor(count: number): Promise<number> {
		const queue = new Queue();
		const start = time.now();
		queue.askMany(count, endAtOnce);
		await time.pass(count * 2 * SECOND);
		expect(queue.times).toHaveLength(count);
		return (queue.times.at(-1) ?? 0) - start;
	}

	test('slows the calls down, because others use the key, and they recover', async () => {
		const usual = await timeFor(40);
		new Queue().ask('refused', {}, (permit) => permit.end(0, 0));
		await time.pass(20 * SECOND);
		expect(await timeFor(40)).toBeGreaterThan(usual);
		await timeFor(200);
		expect(await timeFor(40)).toBe(usual);
	});
});

describe('a credential with a part of the allowance', () => {
	/** When each of so many calls is let through, if all are asked for at once; more may come later. */
	async function letThrough(callsPerSecond: number, count: number, durationMs: number, credential = 'a') {
		const queue = new Queue();
		queue.askMany(count, endAtOnce, credential, { share: { credential, callsPerSecond } });
		await time.pass(durationMs);
		return queue.times;
	}

	/** `most` in `within` seconds. */
	test.each([
		{ callsPerSecond: 0.01, most: 1, within: 100 },
		{ callsPerSecond: 0.9, most: 1, within: 1 / 0.9 },
		{ callsPerSecond: 1, most: 1, within: 1 },
		{ callsPerSecond: 1.5, most: 15, within: 10 },
		{ callsPerSecond: 7, most: 7, within: 1 },
		{ callsPerSecond: 9.9, most: 99, within: 10 },
	])('of $callsPerSecond a second uses never more, and hardly less', async ({ callsPerSecond, most, within }) => {
		const seconds = 60 + 20 / callsPerSecond;
		const times = await letThrough(callsPerSecond, 1_000, seconds * SECOND);
		expect(mostIn(times, within * SECOND)).toBeLessThanOrEqual(most);
		expect(times.length).toBeGreaterThan(0.98 * seconds * callsPerSecond);
	});

	test('counts with the lower value where another one has the same key, whichever is used', async () => {
		await letThrough(2, 1, SECOND, 'b');
		await time.pass(3_600 * SECOND);
		expect(mostIn(await letThrough(8, 40, 10 * SECOND), SECOND)).toBe(2);
	});

	test('counts no more where nobody has used it for two hours: it may be deleted', async () => {
		await letThrough(0.5, 3, 10 * SECOND, 'deleted');
		await time.pass(7_100 * SECOND);
		expect(mostIn(await letThrough(8, 40, 10 * SECOND), SECOND)).toBe(1);
		await time.pass(100 * SECOND);
		expect(mostIn(await letThrough(8, 40, 10 * SECOND), SECOND)).toBe(8);
		expect(mostIn(await letThrough(2, 10, 10 * SECOND, 'deleted'), SECOND)).toBe(2);
	});

	test('stops counting for calls that wait already', async () => {
		await letThrough(0.001, 1, 0, 'deleted');
		const waiting = await letThrough(8, 100, 7_000 * SECOND);
		expect(waiting.length).toBeLessThan(10);
		await time.pass(300 * SECOND);
		expect(waiting).toHaveLength(100);
	});

	test('counts as long as calls wait with it, however long that takes', async () => {
		const slow = await letThrough(0.0001, 3, SECOND, 'slow');
		await letThrough(8, 1, 20_000 * SECOND);
		expect(slow.length).toBeLessThanOrEqual(3);
		await letThrough(8, 1, 4_000 * SECOND);
		expect(mostIn(slow, 9_999 * SECOND)).toBe(1);
	});

	test('counts with its new value when it is edited, with a higher one a minute after the last call with the former', async () => {
		expect(mostIn(await letThrough(1, 5, 10 * SECOND), SECOND)).toBe(1);
		expect(mostIn(await letThrough(10, 5, 10 * SECOND), SECOND)).toBe(1);
		await time.pass(51 * SECOND);
		expect(await letThrough(10, 10, 0)).toHaveLength(10);
		expect(mostIn(await letThrough(2, 20, 15 * SECOND), SECOND)).toBe(2);
	});

	test('lets calls that wait go on soon when it is raised', async () => {
		const before = await letThrough(0.01, 3, 70 * SECOND);
		expect(before).toHaveLength(1);
		await letThrough(10, 1, 70 * SECOND);
		expect(before).toHaveLength(3);
	});
});
