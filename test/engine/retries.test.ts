import type { FaultScript, Switches } from '../emulator';
import { namesOf } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import type { NodeRun } from '../support/engine/n8n';
import { leapClock, worldPerTest } from '../support/engine/world';
import { SINGLE as OPERATIONS } from '../description/nodes';

/** What is sent again and what is not. */

const world = worldPerTest();

type Fault = Omit<FaultScript, 'times'>;

const READS = OPERATIONS.filter(({ effect }) => effect === 'read').map(({ operation }) => operation);
const WRITES = OPERATIONS.filter(({ effect }) => effect === 'write').map(({ operation }) => operation);

/** Runs an operation against a service that spoils its first answers. */
async function runSpoilt(operation: string, fault: Fault, times = 1, apiVersion = 'auto'): Promise<NodeRun> {
	const row = REQUEST_CASES[operation];
	if (!row) throw new Error(`${operation} has no case in requestCases.ts`);
	furnish(world.emulator);
	const items = row.items?.(world.emulator) ?? [{ json: {} }];
	world.emulator.faults.add({ ...fault, times });
	return await world.run({ ...namesOf(operation), apiVersion, ...row.full }, { items });
}

/** What each call sent. The copies of a form differ in their boundaries alone. */
function sent(): unknown[] {
	return world.emulator.calls.map(({ path, query, parts, bodyText }) => [path, query, parts ?? bodyText]);
}

function expectSentAgain({ error }: NodeRun): void {
	expect(error).toBeUndefined();
	const [first, ...others] = sent();
	expect(others).toEqual([first]);
}

const PASSING: ReadonlyArray<readonly [string, Fault]> = [
	['a 500', { kind: 'status', status: 500 }],
	['a 503', { kind: 'status', status: 503 }],
	['a lost connection', { kind: 'reset' }],
	['a connection lost inside the body', { kind: 'resetMidBody' }],
];

describe.each(READS)('%s', (operation) => {
	test.each(PASSING)('is sent again after %s, and succeeds', async (_, fault) => {
		expectSentAgain(await runSpoilt(operation, fault));
	});
});

describe.each(WRITES)('%s', (operation) => {
	test.each([
		...PASSING,
		['a connection lost after the service did it', { kind: 'reset', process: true }],
		['a 500 after the service did it', { kind: 'status', status: 500, process: true }],
	] as const)('is never sent twice: %s is an error, which says that it may have happened', async (_, fault) => {
		const { items, error } = await runSpoilt(operation, fault);
		expect([items, error?.name]).toEqual([[], 'NodeApiError']);
		expect(error?.description).toMatch(/may have reached the service.*not sent again/s);
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('is sent again after a 429, which the service has not acted on', async () => {
		expectSentAgain(await runSpoilt(operation, { kind: 'status', status: 429, retryAfter: 1 }));
	});
});

describe('a 429', () => {
	const GET = 'businessCard.get';
	const PLACES: ReadonlyArray<Switches['retryAfterPlace']> = ['errorItem', 'root', 'details', 'header', 'none'];
	const UNITS: ReadonlyArray<Switches['retryAfterUnit']> = ['seconds', 'milliseconds'];
	const CASES = PLACES.flatMap((place) =>
		UNITS.flatMap((unit) => ['2.0', '2.5', '3.2'].map((version) => [place, unit, version] as const)),
	);

	test.each(CASES)('that names the time in %s, in %s, in version %s, is waited out', async (retryAfterPlace, retryAfterUnit, version) => {
		Object.assign(world.emulator.switches, { retryAfterPlace, retryAfterUnit });
		expectSentAgain(await runSpoilt(GET, { kind: 'status', status: 429, retryAfter: 1 }, 1, version));
		const [first = 0, second = 0] = world.emulator.calls.map(({ arrivedAt }) => arrivedAt);
		expect(second - first).toBeGreaterThanOrEqual(990);
	});

	test.each<[string, Fault, number]>([
		['in HTML', { kind: 'html', status: 429 }, 1],
		['without a body', { kind: 'empty', status: 429 }, 1],
		['three times', { kind: 'status', status: 429, retryAfter: 1 }, 3],
		['more often than a read is tried', { kind: 'status', status: 429, body: { error: [{ retry_after: 0 }] } }, 6],
	])('%s is waited out all the same', async (_, fault, times) => {
		expect((await runSpoilt(GET, fault, times)).error).toBeUndefined();
		expect(world.emulator.calls).toHaveLength(times + 1);
	});

	test('and then a 500 is waited out all the same', async () => {
		world.emulator.faults.add({ kind: 'status', status: 429, retryAfter: 1 });
		expect((await runSpoilt(GET, { kind: 'status', status: 500 })).error).toBeUndefined();
		expect(world.emulator.calls).toHaveLength(3);
	});

	test('that names a fraction of a second in milliseconds holds nobody up for minutes', async () => {
		const GIVE_UP_MS = 5_000;
		world.emulator.switches.retryAfterUnit = 'milliseconds';
		world.emulator.addCard({ id: 'c1' });
		// What a limit of one second gives half of the time: less than 500 milliseconds.
		world.emulator.faults.add({ kind: 'status', status: 429, retryAfter: 0.25 });
		const onStart = (cancel: () => void) => void leapClock.sleep(GIVE_UP_MS).then(cancel);
		const { items } = await world.run({ ...namesOf(GET), businessCardId: 'c1' }, { onStart });
		expect(items).toHaveLength(1);
	});

	test('that asks for a minute ends at once when the execution is cancelled', async () => {
		world.emulator.faults.add({ kind: 'status', status: 429, retryAfter: 60 });
		const onStart = (cancel: () => void) => void leapClock.sleep(300).then(cancel);
		await world.run({ ...namesOf(GET), businessCardId: 'c1' }, { onStart });
		expect(world.emulator.calls).toHaveLength(1);
	});
});
