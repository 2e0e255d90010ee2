import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord } from '../emulator';
import type { NodeRun } from '../support/engine/n8n';
import { worldPerTest } from '../support/engine/world';
import { CONTRACT, namesOf, SINGLE_CALLS, type Version } from './contract';
import { OFFERED } from './nodes';
import { furnish, REQUEST_CASES, type Pair, type RequestCase } from './requestCases';

/**
 * Each operation the node offers x each version that has it sends exactly the request of the specification. What a sync
 * sends, which makes several calls, is in test/engine/sync; how the other versions are refused is in test/engine/pairs.
 */

const world = worldPerTest();

const PAIRS = Object.entries(SINGLE_CALLS).flatMap(([operation, { versions }]) =>
	versions.map((version): [string, Version] => [operation, version]),
);

function caseOf(operation: string): RequestCase {
	const found = REQUEST_CASES[operation];
	if (!found) throw new Error(`${operation} has no case in requestCases.ts`);
	return found;
}

interface Sent {
	readonly run: NodeRun;
	readonly call: CallRecord;
	/** The path that the case means, with what the input items bring. */
	readonly path: string;
}

/** Runs the operation once and gives the one call it made. */
async function send(operation: string, choice: string, parameters: INodeParameters, appId = ''): Promise<Sent> {
	const { emulator } = world;
	furnish(emulator);
	const { items, path } = caseOf(operation);
	const input: INodeExecutionData[] = items?.(emulator) ?? [{ json: {} }];
	const run = await world.run(
		{ ...namesOf(operation), apiVersion: choice, ...parameters },
		{ items: input, credential: world.credential({ appId }) },
	);
	const [call, ...others] = emulator.calls;
	if (!call || others.length > 0) {
		throw new Error(`${operation} made ${emulator.calls.length} calls: ${String(run.error?.message)}`);
	}
	return { run, call, path: path.replace('{importId}', String(input[0]?.json.importId)) };
}

/** Pairs in the order of their names; those of one name stay as they are. */
function byName(pairs: readonly Pair[]): Pair[] {
	return [...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

test('the node offers the operations of the contract, in 33 pairs with a version', () => {
	expect([...OFFERED].sort()).toEqual(Object.keys(CONTRACT).sort());
	expect(PAIRS).toHaveLength(33);
});

describe.each(PAIRS)('%s in version %s', (operation, version) => {
	const { method, path, leastQuery, fullQuery, least, full, body } = caseOf(operation);

	test('sends every parameter of the version in its notation, and no other', async () => {
		const { run, call, path: expected } = await send(operation, version, full);
		expect(run.error).toBeUndefined();
		expect([call.method, call.path]).toEqual([method, `/v${version}${expected}`]);
		expect(byName(call.query)).toEqual(byName(fullQuery(version)));
		body?.(call);
		if (!body) expect(call.bodyText ?? '').toBe('');
	});

	test('sends what has to be sent and nothing else when only that is given', async () => {
		const { call, path: expected } = await send(operation, version, least);
		expect([call.method, call.path]).toEqual([method, `/v${version}${expected}`]);
		expect(byName(call.query)).toEqual(byName(leastQuery));
	});

	test('carries the API key, and the application id only where there is one', async () => {
		const { emulator } = world;
		const { call } = await send(operation, version, least, emulator.appId);
		expect(call.headers['x-service-api-key']).toBe(emulator.apiKey);
		expect(call.headers['x-service-app-id']).toBe(emulator.appId);
		emulator.clearLog();
		const items = caseOf(operation).items?.(emulator) ?? [{ json: {} }];
		await world.run({ ...namesOf(operation), apiVersion: version, ...least }, { items });
		expect(emulator.calls[0]?.headers).not.toHaveProperty('x-service-app-id');
		expect(path).not.toContain(emulator.apiKey);
	});
});

describe('auto', () => {
	test.each(Object.keys(SINGLE_CALLS))('sends %s to the version of the contract', async (operation) => {
		const { call, path } = await send(operation, 'auto', caseOf(operation).least);
		expect(call.path).toBe(`/v${String(CONTRACT[operation]?.auto)}${path}`);
	});
});
