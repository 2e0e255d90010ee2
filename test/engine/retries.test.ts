import type { INodeParameters } from 'n8n-workflow';
import type { CallRecord, FaultScript, Switches } from '../emulator';
import { namesOf } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import type { NodeRun } from '../../tools/engine/n8n';
import { leapClock, withWorld } from '../../tools/engine/world';
import { ENDPOINTS } from '../../nodes/shared';

/**
 * What is sent again and what is not. The stories of a block are told side by side, and each test looks at one of them.
 */

type Fault = Omit<FaultScript, 'times'>;

interface Story {
	readonly run: NodeRun;
	readonly calls: readonly CallRecord[];
}

const OPERATIONS = Object.entries(ENDPOINTS).map(([operation, { effect }]) => ({ operation, effect }));
const READS = OPERATIONS.filter(({ effect }) => effect === 'read').map(({ operation }) => operation);
const WRITES = OPERATIONS.filter(({ effect }) => effect === 'write').map(({ operation }) => operation);

/** Runs an operation against a service that spoils its first answers. */
async function tell(
	operation: string,
	fault: Fault,
	times: number,
	more: { apiVersion?: string; switches?: Partial<Switches>; parameters?: INodeParameters } = {},
): Promise<Story> {
	const row = REQUEST_CASES[operation];
	if (!row) throw new Error(`${operation} has no case in requestCases.ts`);
	return await withWorld(
		async ({ emulator, run }) => {
			furnish(emulator);
			const items = row.items?.(emulator) ?? [{ json: {} }];
			emulator.faults.add({ ...fault, times });
			const parameters = { ...namesOf(operation), apiVersion: more.apiVersion ?? 'auto', ...row.full, ...more.parameters };
			const result = await run(parameters, { items });
			return { run: result, calls: [...emulator.calls] };
		},
		{ switches: more.switches },
	);
}

/** Tells stories side by side before the tests of a block, and gives them to its tests. */
function sideBySide(stories: Readonly<Record<string, () => Promise<Story>>>): (name: string) => Story {
	const told = new Map<string, Story>();
	beforeAll(async () => {
		await Promise.all(
			Object.entries(stories).map(async ([name, story]) => {
				told.set(name, await story());
			}),
		);
	});
	return (name) => {
		const story = told.get(name);
		if (!story) throw new Error(`The story ${name} was not told`);
		return story;
	};
}

const PASSING: Readonly<Record<string, Fault>> = {
	'a 500': { kind: 'status', status: 500 },
	'a 503': { kind: 'status', status: 503 },
	'a lost connection': { kind: 'reset' },
	'a connection lost inside the body': { kind: 'resetMidBody' },
};

describe('a read', () => {
	const FAULTY = READS.flatMap((operation) => Object.keys(PASSING).map((fault) => [operation, fault] as const));
	const story = sideBySide(
		Object.fromEntries(
			FAULTY.map(([operation, fault]) => [
				`${operation} ${fault}`,
				async () => await tell(operation, PASSING[fault] ?? { kind: 'reset' }, 1),
			]),
		),
	);

	test.each(FAULTY)('%s is sent again after %s, and succeeds', (operation, fault) => {
		const { run, calls } = story(`${operation} ${fault}`);
		expect(run.error).toBeUndefined();
		expect(calls).toHaveLength(2);
		const [first, second] = calls.map(({ path, query, bodyBuffer }) => [path, query, bodyBuffer?.length]);
		expect(second).toEqual(first);
	});
});

describe('a write', () => {
	const FAULTS: Readonly<Record<string, Fault>> = {
		...PASSING,
		'a connection lost after the service did it': { kind: 'reset', process: true },
		'a 500 after the service did it': { kind: 'status', status: 500, process: true },
	};
	const FAULTY = WRITES.flatMap((operation) => Object.keys(FAULTS).map((fault) => [operation, fault] as const));
	const story = sideBySide({
		...Object.fromEntries(
			FAULTY.map(([operation, fault]) => [
				`${operation} ${fault}`,
				async () => await tell(operation, FAULTS[fault] ?? { kind: 'reset' }, 1),
			]),
		),
		...Object.fromEntries(
			WRITES.map((operation) => [
				`${operation} 429`,
				async () => await tell(operation, { kind: 'status', status: 429, retryAfter: 1 }, 1),
			]),
		),
	});

	test.each(FAULTY)('%s is never sent twice: %s is an error', (operation, fault) => {
		const { run, calls } = story(`${operation} ${fault}`);
		expect(calls).toHaveLength(1);
		expect(run.items).toEqual([]);
		expect(run.error?.name).toBe('NodeApiError');
	});

	test.each(FAULTY)('%s, after %s: the person is told that it may have happened', (operation, fault) => {
		const { run } = story(`${operation} ${fault}`);
		expect(run.error?.description).toMatch(/may have reached the service.*not sent again/s);
	});

	test.each(WRITES)('%s is sent again after a 429, which the service has not acted on', (operation) => {
		const { run, calls } = story(`${operation} 429`);
		expect(run.error).toBeUndefined();
		expect(calls).toHaveLength(2);
		// Each copy of a form has a boundary of its own; what counts is that both are whole.
		expect(calls[1]?.bodyBuffer?.length).toBe(calls[0]?.bodyBuffer?.length);
	});
});

describe('a 429', () => {
	const PLACES = ['errorItem', 'root', 'details', 'header', 'none'] as const;
	const UNITS = ['seconds', 'milliseconds'] as const;
	const VERSIONS = ['2.0', '2.5', '3.2'] as const;
	const CASES = PLACES.flatMap((place) =>
		UNITS.flatMap((unit) => VERSIONS.map((version) => [place, unit, version] as const)),
	);
	const story = sideBySide({
		...Object.fromEntries(
			CASES.map(([retryAfterPlace, retryAfterUnit, apiVersion]) => [
				[retryAfterPlace, retryAfterUnit, apiVersion].join(' '),
				async () =>
					await tell('businessCard.get', { kind: 'status', status: 429, retryAfter: 1 }, 1, {
						apiVersion,
						switches: { retryAfterPlace, retryAfterUnit },
					}),
			]),
		),
		'in HTML': async () => await tell('businessCard.get', { kind: 'html', status: 429 }, 1),
		'without a body': async () => await tell('businessCard.get', { kind: 'empty', status: 429 }, 1),
		'three times': async () => await tell('businessCard.get', { kind: 'status', status: 429, retryAfter: 1 }, 3),
		'more often than a read is tried': async () =>
			await tell('businessCard.get', { kind: 'status', status: 429, body: { error: [{ retry_after: 0 }] } }, 6),
		'and then a 500': async () =>
			await withWorld(async ({ emulator, run }) => {
				emulator.addCard({ id: 'c1' });
				emulator.faults.add({ kind: 'status', status: 429, retryAfter: 1 });
				emulator.faults.add({ kind: 'status', status: 500 });
				const result = await run({ ...namesOf('businessCard.get'), businessCardId: 'c1' });
				return { run: result, calls: [...emulator.calls] };
			}),
	});

	test.each(CASES)('that names the time in %s, in %s, in version %s, is waited out', (...name) => {
		const { run, calls } = story(name.join(' '));
		expect(run.error).toBeUndefined();
		expect(calls).toHaveLength(2);
		const [first, second] = calls;
		expect((second?.arrivedAt ?? 0) - (first?.arrivedAt ?? 0)).toBeGreaterThanOrEqual(990);
	});

	test.each([
		['in HTML', 2],
		['without a body', 2],
		['three times', 4],
		['more often than a read is tried', 7],
		['and then a 500', 3],
	])('%s is waited out all the same', (name, count) => {
		const { run, calls } = story(name);
		expect(run.error).toBeUndefined();
		expect(calls).toHaveLength(count);
	});

	test('that names a fraction of a second in milliseconds holds nobody up for minutes', async () => {
		const GIVE_UP_MS = 5_000;
		await withWorld(
			async ({ emulator, run }) => {
				emulator.addCard({ id: 'c1' });
				// What a limit of one second gives half of the time: less than 500 milliseconds.
				emulator.faults.add({ kind: 'status', status: 429, retryAfter: 0.25 });
				const { items } = await run(
					{ ...namesOf('businessCard.get'), businessCardId: 'c1' },
					{
						onStart: (cancel) => void leapClock.sleep(GIVE_UP_MS).then(cancel),
					},
				);
				expect(items).toHaveLength(1);
			},
			{ switches: { retryAfterUnit: 'milliseconds' } },
		);
	});

	test('that asks for a minute ends at once when the execution is cancelled', async () => {
		await withWorld(async ({ emulator, run }) => {
			emulator.faults.add({ kind: 'status', status: 429, retryAfter: 60 });
			await run(
				{ ...namesOf('businessCard.get'), businessCardId: 'c1' },
				{
					onStart: (cancel) => void leapClock.sleep(300).then(cancel),
				},
			);
			expect(emulator.calls).toHaveLength(1);
		});
	});
});
