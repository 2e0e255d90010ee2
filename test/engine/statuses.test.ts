import type { FaultScript } from '../emulator';
import { namesOf } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import { SINGLE as OPERATIONS } from '../description/nodes';
import { worldPerTest } from '../support/engine/world';
import { failureOf, MAY_HAVE_ARRIVED, outputOf } from './writes/support';

/** A status is what the specification says: 200 for what reads or checks, every success for what writes. */

const world = worldPerTest();

const READS = OPERATIONS.filter(({ effect }) => effect === 'read').map(({ operation }) => operation);

async function runWith(operation: string, fault: FaultScript) {
	const row = REQUEST_CASES[operation];
	if (!row) throw new Error(`${operation} has no case in requestCases.ts`);
	furnish(world.emulator);
	const items = row.items?.(world.emulator) ?? [{ json: {} }];
	world.emulator.faults.add({ ...fault, times: Infinity });
	return await world.run({ ...namesOf(operation), ...row.full }, { items });
}

describe.each(READS)('%s', (operation) => {
	test.each([201, 202, 203, 204, 206])('takes no %d for what it asked for', async (status) => {
		const empty = status === 204;
		const fault: FaultScript = { kind: 'status', status, body: empty ? '' : '{"hasMore":false,"data":[]}' };
		const error = failureOf(await runWith(operation, fault));
		expect([error.httpCode, error.message]).toEqual([String(status), `The service sent an unexpected response (status ${status})`]);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

const CREATE = { resource: 'businessCard', operation: 'create', lastName: '髙橋' };

describe('a card that is created', () => {
	test.each([200, 201, 202, 203])('is created with a %d', async (status) => {
		world.emulator.faults.add({ kind: 'status', status, body: '{"id":"c1"}', times: Infinity });
		expect(outputOf(await world.run(CREATE))).toEqual([{ id: 'c1' }]);
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('is created with a 204, which shows no card', async () => {
		world.emulator.faults.add({ kind: 'status', status: 204, body: '', times: Infinity });
		expect(outputOf(await world.run(CREATE))).toEqual([{ success: true, viewable: false }]);
	});

	test.each([429, 400, 403, 500, 503])('is never sent again when a 201 says inside that it is a %d', async (statusCode) => {
		const body = { statusCode, message: 'So it says', error: [{ Code: 'too_many_request', retry_after: 0 }] };
		world.emulator.faults.add({ kind: 'status', status: 201, body, times: Infinity });
		for (const settings of [{}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }]) {
			world.emulator.clearLog();
			const error = failureOf(await world.run(CREATE, { settings }));
			expect(error.message).toBe('The service accepted the card, but its response cannot be read');
			expect(error.description).toMatch(MAY_HAVE_ARRIVED);
			expect(world.emulator.calls).toHaveLength(1);
		}
	});

	test('is not sent again when a 500 says inside that it is a 429', async () => {
		const body = { statusCode: 429, message: 'So it says', error: [{ Code: 'too_many_request', retry_after: 0 }] };
		world.emulator.faults.add({ kind: 'status', status: 500, body, process: true, times: Infinity });
		expect(failureOf(await world.run(CREATE)).message).toBe('So it says');
		expect(world.emulator.calls).toHaveLength(1);
	});
});
