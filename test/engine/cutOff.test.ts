import type { INodeParameters } from 'n8n-workflow';
import { systemClock } from '../../nodes/shared';
import { ABORTED, unlessAborted } from '../../nodes/shared/limiter/aborts';
import { worldPerTest } from '../../tools/engine/world';
import { callsOf, failureOf, itemsOf, jsonOf, MAY_HAVE_ARRIVED, tooMany } from './writes/support';

/** Runs that end, and credentials that change, while calls are under way: what a person is told of what became of them. */

const world = worldPerTest();

const CREATE: INodeParameters = { resource: 'businessCard', operation: 'create', lastName: '={{ $json.name }}' };
const GET: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const ITEMS = itemsOf({ name: 'a' }, { name: 'b' }, { name: 'c' });

/** Cancels the execution as soon as the service has so many calls. */
function cancelAt(calls: number): (cancel: () => void) => void {
	return (cancel) => {
		world.emulator.onBeforeCall(() => {
			if (world.emulator.calls.length === calls) setImmediate(cancel);
		});
	};
}

describe('an execution that ends', () => {
	test('in the middle of a write: the card may have been registered', async () => {
		world.emulator.faults.add({ kind: 'hang', skip: 1, times: Infinity });
		const run = await world.run(CREATE, { items: ITEMS, onStart: cancelAt(2) });
		const error = failureOf(run);
		expect(error.message).toBe('The execution ended before the service responded');
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
		expect(error.description).toMatch(/Sent before: 1 of 3 items/);
		expect(callsOf(world.emulator, 'E6')).toHaveLength(2);
	});

	test('while a write waits to be repeated: it did not reach the service', async () => {
		const body = { statusCode: 429, message: 'Too many', error: [{ retry_after: 60 }] };
		world.emulator.faults.add({ ...tooMany('E6', 1), body });
		const { sleep } = systemClock;
		const stop: Array<() => void> = [];
		Object.assign(systemClock, {
			async sleep(ms: number, signal?: AbortSignal) {
				if (ms > 10_000) for (const cancel of stop) cancel();
				await sleep(ms, signal);
			},
		});
		const run = await world.run(CREATE, { items: ITEMS.slice(0, 1), onStart: (cancel) => stop.push(cancel) });
		Object.assign(systemClock, { sleep });
		const error = failureOf(run);
		expect(error.message).toBe('The execution ended before the request was sent');
		expect(error.description).toBe('The request did not reach the service.');
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('in the middle of a read: nothing is said of a write', async () => {
		world.emulator.faults.add({ kind: 'hang', times: Infinity });
		const error = failureOf(await world.run(GET, { onStart: cancelAt(1) }));
		expect(error.message).toBe('The execution ended before the service responded');
		expect(error.description ?? '').not.toMatch(/may have/);
	});
});

describe('a credential that is edited in the middle of a run', () => {
	test.each([
		['Base URL', { baseUrl: 'https://cards.example.com' }, /^The credential changed during the execution/],
		['API Key', { apiKey: 'A'.repeat(32) }, /^The credential changed during the execution/],
		['API Key, to one that is none', { apiKey: 'short' }, /^API Key must be exactly 32 letters and digits/],
	])('the %s: what comes after it does not reach the service, and that is said', async (_, changes, message) => {
		const credential = world.credential();
		world.emulator.onBeforeCall(() => void Object.assign(credential, changes));
		const error = failureOf(await world.run(CREATE, { items: ITEMS, credential }));
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/^The request did not reach the service\./);
		expect(error.description).toMatch(/Sent before: 1 of 3 items/);
		expect(callsOf(world.emulator, 'E6').map((call) => jsonOf(call))).toEqual([{ lastName: 'a' }]);
	});
});

describe('what is waited for no longer than until a signal', () => {
	test('is given back when it comes too late', async () => {
		const late: string[] = [];
		const ending = new AbortController();
		let arrive: (result: string) => void = () => {};
		const work = new Promise<string>((resolve) => {
			arrive = resolve;
		});
		const waiting = unlessAborted(work, [undefined, ending.signal], (result) => late.push(result));
		ending.abort();
		expect(await waiting).toBe(ABORTED);
		arrive('too late');
		await work;
		expect(late).toEqual(['too late']);
	});

	test('troubles nobody when it fails too late', async () => {
		const work = new Promise<string>((_, reject) => {
			setImmediate(() => reject(new Error('too late')));
		});
		expect(await unlessAborted(work, [AbortSignal.abort()])).toBe(ABORTED);
		await expect(work).rejects.toThrow('too late');
	});

	test('is given, or fails, when it comes in time', async () => {
		const { signal } = new AbortController();
		expect(await unlessAborted(Promise.resolve(7), [signal])).toBe(7);
		await expect(unlessAborted(Promise.reject(new Error('no')), [signal])).rejects.toThrow('no');
	});
});
