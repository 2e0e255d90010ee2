import type { INodeParameters } from 'n8n-workflow';
import { systemClock } from '../../nodes/shared';
import { worldPerTest } from '../support/engine/world';
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
		['Base URL', { baseUrl: 'https://cards.example.com' }],
		['API Key', { apiKey: 'A'.repeat(32) }],
		['API Key, to one that is none', { apiKey: 'short' }],
	])('the %s: the run goes on with what it began with, and no half of it with the rights of somebody else', async (_, changes) => {
		const credential = world.credential();
		world.emulator.onBeforeCall(() => void Object.assign(credential, changes));
		const { error, items } = await world.run(CREATE, { items: ITEMS, credential });
		expect([error, items.length]).toEqual([undefined, ITEMS.length]);
		expect(callsOf(world.emulator, 'E6').map((call) => jsonOf(call))).toEqual(ITEMS.map(({ json: { name } }) => ({ lastName: name })));
	});
});
