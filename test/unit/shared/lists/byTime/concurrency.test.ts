import { MeasuredConcurrency } from '../../../../../nodes/shared/lists/byTime/concurrency';
import { VirtualClock } from '../../../../trigger/virtualClock';

/** How many calls it takes side by side to use up ten calls per second. */

test.each([
	[0, 1],
	[50, 1],
	[90, 1],
	[100, 2],
	[300, 4],
	[1_000, 11],
	[60_000, 20],
])('where a call takes %d ms, it is %d', async (ms, calls) => {
	const clock = new VirtualClock(0);
	const breadth = new MeasuredConcurrency(clock);
	await breadth.watch(async () => await clock.sleep(ms));
	expect(breadth.calls).toBe(calls);
});

test('it is one before anything is known, and the quickest call counts', async () => {
	const clock = new VirtualClock(0);
	const breadth = new MeasuredConcurrency(clock);
	expect(breadth.calls).toBe(1);
	for (const ms of [900, 200, 2_000]) await breadth.watch(async () => await clock.sleep(ms));
	expect(breadth.calls).toBe(3);
});

test('a call that fails tells nothing', async () => {
	const breadth = new MeasuredConcurrency(new VirtualClock(0));
	await expect(breadth.watch(async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(breadth.calls).toBe(1);
});
