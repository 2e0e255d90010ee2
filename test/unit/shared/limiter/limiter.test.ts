import { CALLS_PER_SECOND, Limiter, type Permit, type Waiting } from '../../../../nodes/shared';
import { seedOf, timesOf } from '../../../seed';
import { settle, VirtualTime } from '../../virtualTime';
import { Random } from '../../../emulator/seed/random';
import { mostIn } from '../../mostIn';

/** The allowance of one key: ten calls in any second, as the service counts them. */

const SECOND = 1_000;

/** How much longer pauses are. */
const SEED = seedOf();

let time: VirtualTime;
let limiter: Limiter;

function randomOf(seed: number): () => number {
	const random = new Random(seed);
	return () => random.next();
}

/** Begins again: another time, and a limiter that nobody has used. */
function begin(): void {
	time = new VirtualTime();
	limiter = new Limiter(time, randomOf(SEED));
}

beforeEach(begin);

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

/** Answers each call when it is let through: what a service next door does. */
function answerAtOnce(permit: Permit): void {
	permit.answered();
}

test('lets ten calls through at once, and no more within the second', async () => {
	const queue = new Queue();
	queue.askMany(25, answerAtOnce);
	await settle();
	expect(queue.times).toHaveLength(CALLS_PER_SECOND);
	await time.pass(999);
	expect(queue.times).toHaveLength(CALLS_PER_SECOND);
	await time.pass(5_000);
	expect(queue.times).toHaveLength(25);
	expect(mostIn(queue.times, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
});

describe('several askers', () => {
	/** How many of the first places went to whom. */
	function shares(order: readonly string[], first: number): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const name of order.slice(0, first)) counts[name] = (counts[name] ?? 0) + 1;
		return counts;
	}

	test('share the places evenly while all of them wait, whoever asked first and for how much', async () => {
		const queue = new Queue();
		for (const [asker, count] of [['large', 400], ['middle', 150], ['small', 60]] as const) {
			queue.askMany(count, answerAtOnce, asker, { caller: asker });
		}
		await time.pass(100 * SECOND);
		// The first ten go at once, before the others have asked.
		expect(shares(queue.order.slice(10), 150)).toEqual({ large: 50, middle: 50, small: 50 });
		expect(shares(queue.order, Infinity)).toEqual({ large: 400, middle: 150, small: 60 });
	});

	test('a repeated call goes first among its own, and keeps no other asker from its turn', async () => {
		const queue = new Queue();
		queue.askMany(15, answerAtOnce, 'node', { caller: 'node' });
		queue.askMany(5, answerAtOnce, 'repeated', { caller: 'node', first: true });
		queue.ask('trigger', { caller: 'trigger' }, answerAtOnce);
		await time.pass(10 * SECOND);
		expect(queue.order.slice(10, 16)).toEqual(['repeated', 'trigger', 'repeated', 'repeated', 'repeated', 'repeated']);
	});
});

test('random demand: never eleven calls in any second, none forgotten, none out of turn', async () => {
	const random = randomOf(seedOf());
	const queue = new Queue();
	const count = 400;
	for (let index = 0; index < count; index += 1) {
		const latency = random() * 2 * SECOND;
		queue.ask(String(index), {}, (permit) => {
			void time.sleep(latency).then(() => permit.answered());
		});
		if (random() < 0.3) await time.pass(random() * 700);
	}
	await time.pass(count * SECOND);
	expect(queue.order).toEqual(Array.from({ length: count }, (_, index) => String(index)));
	expect(mostIn(queue.times, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
});

describe('the way to the service', () => {
	/**
	 * Plays calls whose way takes as long as said, and whose answer comes a moment after they have arrived.
	 *
	 * @returns when the calls arrived, and when the last of them did
	 */
	async function arrivals(count: number, wayOf: (index: number) => number, backMs: number): Promise<number[]> {
		const arrived: number[] = [];
		const queue = new Queue();
		for (let index = 0; index < count; index += 1) {
			queue.ask(String(index), {}, (permit) => {
				void time.sleep(wayOf(index)).then(async () => {
					arrived.push(time.now());
					await time.sleep(backMs);
					permit.answered();
				});
			});
		}
		await time.pass(count * 2 * SECOND);
		return arrived;
	}

	/** The same story with other numbers: what goes wrong now and then goes wrong at some customer every day. */
	const ROUNDS = timesOf(4);

	async function expectNoEleven(wayFor: (random: () => number) => () => number): Promise<void> {
		const random = randomOf(seedOf());
		for (let round = 0; round < ROUNDS; round += 1) {
			begin();
			const arrived = await arrivals(200, wayFor(random), 5);
			expect(arrived).toHaveLength(200);
			expect(mostIn(arrived, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
		}
	}

	test.each([0, 4])('that takes up to %d ms never makes eleven arrivals of a second', async (most) => {
		await expectNoEleven((random) => () => random() * most);
	});

	test('that takes ten calls 90 ms, and the next ones 2 ms, makes none either: the answers told', async () => {
		const arrived = await arrivals(60, (index) => (index < 10 ? 90 : 2), 5);
		expect(mostIn(arrived, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
	});

	test('that is slow now and then, as on a busy machine, makes none either', async () => {
		await expectNoEleven((random) => () => (random() < 0.1 ? random() * 150 : random() * 4));
	});

	/** Calls a second in the long run: without the first ones, before which nothing is known of the way. */
	function pace(arrived: readonly number[]): number {
		const sorted = [...arrived].sort((a, b) => a - b).slice(2 * CALLS_PER_SECOND);
		return (sorted.length - CALLS_PER_SECOND) / (((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / SECOND);
	}

	test.each([0, 50, 300, 1_000])('that always takes %d ms leaves 98 % of the allowance', async (latency) => {
		const arrived = await arrivals(300, () => latency / 2, latency / 2);
		expect(arrived).toHaveLength(300);
		expect(pace(arrived)).toBeGreaterThanOrEqual(0.98 * CALLS_PER_SECOND);
	});

	test.each([50, 300])('that takes %d ms, and up to 10 ms more, leaves 97 %', async (latency) => {
		const random = randomOf(seedOf());
		const arrived = await arrivals(300, () => latency + random() * 10, 0);
		expect(mostIn(arrived, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
		expect(pace(arrived)).toBeGreaterThanOrEqual(0.97 * CALLS_PER_SECOND);
	});

	test('of one call that hangs takes one place, and not those of the calls behind it', async () => {
		const arrived = await arrivals(300, (index) => (index % 12 === 5 ? 1_000 : 50), 0);
		expect(mostIn(arrived, SECOND)).toBeLessThanOrEqual(CALLS_PER_SECOND);
		expect(pace(arrived)).toBeGreaterThanOrEqual(0.88 * CALLS_PER_SECOND);
	});

	test('of a large answer is compared with large ones: small ones in between cost no allowance', async () => {
		const arrived: number[] = [];
		for (let index = 0; index < 300; index += 1) {
			const isLarge = index % 3 > 0;
			void limiter.acquire().then(async (permit) => {
				arrived.push(time.now());
				await time.sleep(isLarge ? 400 : 20);
				permit?.answered(isLarge ? 300_000 : 1_000);
			});
		}
		await time.pass(300 * SECOND);
		expect(arrived).toHaveLength(300);
		expect(pace(arrived)).toBeGreaterThanOrEqual(0.95 * CALLS_PER_SECOND);
	});

	test('of a call that broke down or was cut off tells nothing about the others', async () => {
		const queue = new Queue();
		for (let index = 0; index < 200; index += 1) {
			queue.ask(String(index), {}, (permit) => {
				if (index % 20 === 0) permit.failed();
				else void time.sleep(300).then(() => permit.answered());
			});
		}
		await time.pass(200 * SECOND);
		expect(pace(queue.times)).toBeGreaterThanOrEqual(0.97 * CALLS_PER_SECOND);
	});
});

describe('an abort', () => {
	test('that came before gives no permit', async () => {
		expect(await limiter.acquire({ signal: AbortSignal.abort() })).toBeUndefined();
	});

	test('takes no place from the others, and keeps none from going', async () => {
		const controller = new AbortController();
		const queue = new Queue();
		queue.askMany(10, answerAtOnce);
		queue.askMany(8, undefined, 'aborted', { signal: controller.signal });
		queue.ask('last', {}, answerAtOnce);
		await settle();
		controller.abort();
		await settle();
		await time.pass(1_100);
		expect(queue.order.at(-1)).toBe('last');
		expect(queue.permits.filter((permit) => permit !== undefined)).toHaveLength(11);
	});

	test('of an execution with thousands of items ends all of them, and nobody else', async () => {
		const controller = new AbortController();
		const listened = jest.spyOn(controller.signal, 'addEventListener');
		const queue = new Queue();
		queue.askMany(10, answerAtOnce);
		queue.askMany(5_000, undefined, 'ends', { caller: 'a', signal: controller.signal });
		queue.ask('other', { caller: 'b' }, answerAtOnce);
		await settle();
		controller.abort();
		await settle();
		expect(listened).toHaveBeenCalledTimes(1);
		expect(queue.order.slice(10)).toEqual(Array.from({ length: 5_000 }, () => 'ends'));
		await time.pass(2 * SECOND);
		expect(queue.order.at(-1)).toBe('other');
	});

	test('ends the waiting in a pause that the service asked for', async () => {
		const controller = new AbortController();
		const queue = new Queue();
		queue.ask('refused', {}, (permit) => permit.refused(60 * SECOND));
		await settle();
		queue.ask('repeated', { first: true, signal: controller.signal });
		await time.pass(10 * SECOND);
		expect(queue.order).toEqual(['refused']);
		controller.abort();
		await settle();
		expect(queue.order).toEqual(['refused', 'repeated']);
		expect(queue.permits.at(-1)).toBeUndefined();
		expect(time.now()).toBe(10 * SECOND);
	});

	test('after the permit changes nothing', async () => {
		const controller = new AbortController();
		const permit = await limiter.acquire({ signal: controller.signal });
		controller.abort();
		expect(permit).toBeDefined();
		expect(() => permit?.answered()).not.toThrow();
	});

	test('when everybody has gone leaves a limiter that works', async () => {
		const controller = new AbortController();
		const queue = new Queue();
		queue.askMany(10, answerAtOnce);
		queue.ask('gone', { signal: controller.signal });
		await settle();
		controller.abort();
		await time.pass(5 * SECOND);
		queue.ask('later', {}, answerAtOnce);
		await settle();
		expect(queue.order.at(-1)).toBe('later');
	});
});

describe('a refusal', () => {
	test('keeps every call of the key waiting for the time it names', async () => {
		const queue = new Queue();
		queue.ask('refused', {}, (permit) => permit.refused(7_000));
		await settle();
		queue.askMany(3, answerAtOnce);
		await time.pass(6_999);
		expect(queue.order).toEqual(['refused']);
		await time.pass(1_100);
		expect(queue.order).toHaveLength(4);
		expect(Math.min(...queue.times.slice(1))).toBeGreaterThanOrEqual(7_000);
	});

	test('keeps to the longest of several pauses', async () => {
		const queue = new Queue();
		queue.ask('long', {}, (permit) => permit.refused(5_000));
		queue.ask('short', {}, (permit) => permit.refused(100));
		await settle();
		queue.ask('next', {}, answerAtOnce);
		await time.pass(4_999);
		expect(queue.order).not.toContain('next');
		await time.pass(2_000);
		expect(queue.order).toContain('next');
	});

	/** Time that so many calls take one after another. */
	async function timeFor(count: number): Promise<number> {
		const queue = new Queue();
		const start = time.now();
		queue.askMany(count, answerAtOnce);
		await time.pass(count * 2 * SECOND);
		expect(queue.times).toHaveLength(count);
		return (queue.times.at(-1) ?? 0) - start;
	}

	test('slows the calls down, because others use the key, and they recover', async () => {
		const usual = await timeFor(40);
		const queue = new Queue();
		queue.ask('refused', {}, (permit) => permit.refused(0));
		await time.pass(20 * SECOND);
		const after = await timeFor(40);
		expect(after).toBeGreaterThan(usual);
		await timeFor(200);
		expect(await timeFor(40)).toBe(usual);
	});

	/** Time for 30 calls after so many have been refused. */
	async function slowedBy(refuse: (queue: Queue) => Promise<void>): Promise<number> {
		begin();
		await refuse(new Queue());
		await time.pass(SECOND);
		return await timeFor(30);
	}

	const together = (refusals: number) => async (queue: Queue) => {
		for (let index = 0; index < refusals; index += 1) queue.ask(String(index), {}, (permit) => permit.refused(0));
		await settle();
	};

	test('of calls that were under way together leaves half of the pace, however many they were', async () => {
		const one = await slowedBy(together(1));
		const ten = await slowedBy(together(10));
		expect(ten).toBeGreaterThan(1.3 * one);
		// 30 calls at half the pace, their distances longer or shorter by a tenth.
		expect(ten).toBeLessThan(30 * (SECOND / (0.5 * CALLS_PER_SECOND)) * 1.15);
	});

	test('that follows another slows the calls down further', async () => {
		const again = async (queue: Queue) => {
			for (let round = 0; round < 12; round += 1) {
				queue.ask(String(round), {}, (permit) => permit.refused(0));
				await time.pass(SECOND);
			}
		};
		expect(await slowedBy(again)).toBeGreaterThan(1.15 * (await slowedBy(together(10))));
	});

	test('keeps the calls apart afterwards: ten at once would all be refused once more', async () => {
		const queue = new Queue();
		queue.ask('refused', {}, (permit) => permit.refused(0));
		await settle();
		queue.askMany(20, answerAtOnce);
		await time.pass(10 * SECOND);
		const gaps = queue.times.slice(1).map((at, index) => at - (queue.times[index] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.85 * (SECOND / CALLS_PER_SECOND));
	});

	test('again and again slows down only so far: a call gets through in the end', async () => {
		for (let round = 0; round < 60; round += 1) {
			const queue = new Queue();
			queue.ask('refused', {}, (permit) => permit.refused(0));
			await time.pass(20 * SECOND);
			expect(queue.times).toHaveLength(1);
		}
		expect(await timeFor(20)).toBeLessThanOrEqual(20 * SECOND);
	});
});
