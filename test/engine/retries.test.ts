import { namesOf } from '../description/contract';
import { SINGLE } from '../description/nodes';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import { SWITCH_VALUES, type FaultScript } from '../emulator';
import type { NodeRun } from '../support/engine/n8n';
import { CARD, CREATE as NAMED, leapClock, worldPerTest } from '../support/engine/world';
import { callsOf, failureOf, itemsOf, MAY_HAVE_ARRIVED } from './writes/support';

/** What is sent again and what is not, and what a person is told of a call that came to no end. */

const world = worldPerTest();

type Fault = Omit<FaultScript, 'times'>;

/** Runs an operation against a service that spoils its first answers. */
async function runSpoilt(operation: string, fault: Fault, times = 1): Promise<NodeRun> {
	furnish(world.emulator);
	const { full, items } = REQUEST_CASES[operation] ?? {};
	const input = items?.(world.emulator) ?? [{ json: {} }];
	world.emulator.faults.add({ ...fault, times });
	return await world.run({ ...namesOf(operation), ...full }, { items: input });
}

/** The same request was sent so often; the copies of a form differ in their boundaries alone. */
function expectSentAgain({ error }: NodeRun, times = 2): void {
	expect(error).toBeUndefined();
	const sent = world.emulator.calls.map(({ path, query, parts, bodyText }) => [path, query, parts ?? bodyText]);
	expect(sent).toEqual(Array(times).fill(sent[0]));
}

const PASSING: ReadonlyArray<readonly [string, Fault]> = [
	['a 500', { kind: 'status', status: 500 }],
	['a 503', { kind: 'status', status: 503 }],
	['a lost connection', { kind: 'reset' }],
	['a connection lost inside the body', { kind: 'resetMidBody' }],
];

describe.each(SINGLE)('$operation', ({ operation, effect }) => {
	test('is sent again after a 429, which the service has not acted on', async () => {
		expectSentAgain(await runSpoilt(operation, { kind: 'status', status: 429, retryAfter: 1 }));
	});

	test('follows no redirect, which is an error', async () => {
		const stranger = await world.another();
		const headers = { location: `${stranger.baseUrl}/v3.2/bizCards` };
		const { error } = await runSpoilt(operation, { kind: 'status', status: 307, body: '', headers }, Infinity);
		expect(error?.httpCode).toBe('307');
		expect([stranger.calls.length, world.emulator.calls.length]).toEqual([0, 1]);
	});

	if (effect === 'read') {
		test.each(PASSING)('is sent again after %s, and succeeds', async (_, fault) => {
			expectSentAgain(await runSpoilt(operation, fault));
		});

		test.each([201, 202, 204, 206])('takes no %d for what it asked for', async (status) => {
			const body = status === 204 ? '' : '{"hasMore":false,"data":[]}';
			const error = failureOf(await runSpoilt(operation, { kind: 'status', status, body }, Infinity));
			expect([error.name, error.httpCode]).toEqual(['NodeApiError', String(status)]);
			expect(world.emulator.calls).toHaveLength(1);
		});
	} else {
		test.each([...PASSING, ['a redirect', { kind: 'status', status: 302, body: '' }]] as const)(
			'is never sent twice: %s is an error, which says that it may have happened',
			async (_, fault) => {
				const run = await runSpoilt(operation, fault);
				expect([run.items, failureOf(run).name]).toEqual([[], 'NodeApiError']);
				expect(failureOf(run).description).toMatch(MAY_HAVE_ARRIVED);
				expect(world.emulator.calls).toHaveLength(1);
			},
		);
	}
});

const GET = 'businessCard.get';
const CREATE = { ...NAMED, lastName: '={{ $json.name }}' };
const PEOPLE = itemsOf({ name: 'a' }, { name: 'b' }, { name: 'c' });

describe('a 429', () => {
	/** test/unit/shared/http has the units. */
	test.each(SWITCH_VALUES.retryAfterPlace)('that names the time in %s is waited out', async (retryAfterPlace) => {
		world.emulator.switches.retryAfterPlace = retryAfterPlace;
		expectSentAgain(await runSpoilt(GET, { kind: 'status', status: 429, retryAfter: 1 }));
		const [first = 0, second = 0] = world.emulator.calls.map(({ arrivedAt }) => arrivedAt);
		expect(second - first).toBeGreaterThanOrEqual(990);
	});

	test.each<[string, Fault, number]>([
		['in HTML', { kind: 'html', status: 429 }, 1],
		['without a body', { kind: 'empty', status: 429 }, 1],
		['more often than a read is tried', { kind: 'status', status: 429, body: { error: [{ retry_after: 0 }] } }, 6],
	])('%s is waited out all the same', async (_, fault, times) => {
		expectSentAgain(await runSpoilt(GET, fault, times), times + 1);
	});

	test.each([
		['a read', CARD, /^(?!.*the service)/],
		['a write', CREATE, /did not reach the service/],
	])('that asks %s to wait for a minute ends at once when the execution is cancelled', async (_, parameters, said) => {
		world.emulator.faults.add({ kind: 'status', status: 429, retryAfter: 60 });
		const cancelSoon = (cancel: () => void) => () => void leapClock.sleep(300).then(cancel);
		const onStart = (cancel: () => void) => world.emulator.onBeforeCall(cancelSoon(cancel));
		const run = await world.run(parameters, { items: PEOPLE.slice(0, 1), onStart });
		expect(failureOf(run).description ?? '').toMatch(said);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

describe('an execution that ends', () => {
	/** Cancels the execution as soon as the service has so many calls. */
	const cancelAt = (calls: number) => (cancel: () => void) => {
		world.emulator.onBeforeCall(({ n }) => void (n === calls && setImmediate(cancel)));
	};

	test('in the middle of a write says that it may have arrived, and what was sent before', async () => {
		world.emulator.faults.add({ kind: 'hang', skip: 1, times: Infinity });
		const { description } = failureOf(await world.run(CREATE, { items: PEOPLE, onStart: cancelAt(2) }));
		expect(description).toMatch(MAY_HAVE_ARRIVED);
		expect(description).toContain('Already sent: 1 of 3 items');
		expect(callsOf(world.emulator, 'E6')).toHaveLength(2);
	});

	test('in the middle of a read says nothing of a write', async () => {
		world.emulator.faults.add({ kind: 'hang', times: Infinity });
		const run = await world.run(CARD, { onStart: cancelAt(1) });
		expect(failureOf(run).description ?? '').not.toMatch(/may have/);
	});
});

test.each([
	['Base URL', { baseUrl: 'https://cards.example.com' }],
	['API Key', { apiKey: 'A'.repeat(32) }],
])('a run goes on with the %s that it began with', async (_, changes) => {
	const credential = world.credential();
	world.emulator.onBeforeCall(() => void Object.assign(credential, changes));
	const { error, items } = await world.run(CREATE, { items: PEOPLE, credential });
	expect([error, items.length]).toEqual([undefined, PEOPLE.length]);
});
