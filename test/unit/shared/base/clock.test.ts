import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { timeoutSignal, unlessAborted } from '../../../../nodes/shared/base/clock';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** As a call waits for its answer: nothing but the whole holds the parts. */
async function waitFor(...parts: AbortSignal[]): Promise<boolean> {
	const whole = AbortSignal.any([AbortSignal.any(parts.splice(0)), new AbortController().signal]);
	await unlessAborted(new Promise(() => {}), whole);
	return whole.aborted;
}

test('a time that is part of a limit is kept when memory is cleared meanwhile', async () => {
	const isOver = waitFor(timeoutSignal(100));
	await new Promise(setImmediate);
	collectGarbage();
	expect(await isOver).toBe(true);
}, 5_000);

test.each([2 ** 31, 1e12])('a time of %d ms, which no timer can hold, is not over at once', async (ms) => {
	const signal = timeoutSignal(ms);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(signal.aborted).toBe(false);
});
