import { aFewAtOnce } from '../../../../nodes/BusinessCardData/execution/aFewAtOnce';
import { settle } from '../../virtualTime';

/** A few things side by side: all are done, never more than a few at once, and nothing more after a failure. */

/** Work that ends when it is told to. */
class Work {
	readonly begun: number[] = [];

	readonly ends: Array<(error?: Error) => void> = [];

	readonly signals: AbortSignal[] = [];

	do = async (value: number, ended: AbortSignal): Promise<void> => {
		this.begun.push(value);
		this.signals.push(ended);
		await new Promise<void>((resolve, reject) => this.ends.push((error) => (error ? reject(error) : resolve())));
	};

	async end(index: number, error?: Error): Promise<void> {
		this.ends[index]?.(error);
		await settle();
	}
}

test('never does more than a few at once, and begins the next when one ends', async () => {
	const work = new Work();
	const all = aFewAtOnce([0, 1, 2, 3, 4], 2, work.do);
	await settle();
	expect(work.begun).toEqual([0, 1]);
	await work.end(1);
	expect(work.begun).toEqual([0, 1, 2]);
	for (const index of [0, 2, 3, 4]) await work.end(index);
	await all;
	expect(work.begun).toEqual([0, 1, 2, 3, 4]);
});

test('makes the values as they are needed', async () => {
	let made = 0;
	function* values(): Generator<number> {
		while (made < 1_000) yield (made += 1);
	}
	const work = new Work();
	void aFewAtOnce(values(), 3, work.do);
	await settle();
	expect(made).toBe(3);
});

test('begins nothing after a failure, tells the others to end, and throws it when they have', async () => {
	const work = new Work();
	let thrown: unknown;
	const all = aFewAtOnce([0, 1, 2, 3], 2, work.do).catch((error: unknown) => {
		thrown = error;
	});
	await settle();
	const first = new Error('first');
	await work.end(0, first);
	expect([thrown, work.begun, work.signals.map(({ aborted }) => aborted)]).toEqual([undefined, [0, 1], [true, true]]);
	await work.end(1, new Error('second'));
	await all;
	expect(thrown).toBe(first);
});

test('throws what the values throw', async () => {
	function* values(): Generator<number> {
		yield 0;
		throw new Error('no value');
	}
	const done: number[] = [];
	await expect(aFewAtOnce(values(), 2, async (value) => void done.push(value))).rejects.toThrow('no value');
	expect(done).toEqual([0]);
});

test('of nothing is over at once', async () => {
	await expect(aFewAtOnce([], 8, async () => await Promise.reject(new Error('nothing to do')))).resolves.toBeUndefined();
});
