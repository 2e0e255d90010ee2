import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../support/engine/world';
import { CONTRACT, namesOf, PAIRS, type ContractRow } from './contract';
import { OFFERED } from './nodes';
import { furnish, REQUEST_CASES, type Query, type RequestCase } from './requestCases';

/**
 * Each operation the node offers x each choice of a version that has it sends exactly the request of the specification.
 * What a sync sends is in test/engine/sync; how the other versions are refused, in test/engine/operations.
 */

const world = worldPerTest();

function caseOf(operation: string): RequestCase {
	const found = REQUEST_CASES[operation];
	if (!found) throw new Error(`${operation} has no case in requestCases.ts`);
	return found;
}

const SINGLE = PAIRS.filter(({ operation }) => operation !== 'organization.sync');
const CASES = SINGLE.map((pair) => ({ ...pair, ...caseOf(pair.operation) }));

/** Runs the operation once and gives the one call it made, with the input item that it was made for. */
async function send(operation: string, apiVersion: string, parameters: INodeParameters = {}) {
	const { emulator } = world;
	furnish(emulator);
	const [item = { json: {} }]: INodeExecutionData[] = caseOf(operation).items?.(emulator) ?? [];
	const run = await world.run({ ...namesOf(operation), apiVersion, ...parameters }, { items: [item] });
	const [call, ...others] = emulator.calls;
	if (call && others.length === 0) return [call, item] as const;
	throw new Error(`${operation} made ${emulator.calls.length} calls: ${run.error?.message}`);
}

function expectRequest(
	[call, item]: Awaited<ReturnType<typeof send>>,
	{ section }: ContractRow,
	path: string,
	expected: Query = {},
): void {
	expect([call.endpoint, call.path]).toEqual([section, path.replace('{importId}', String(item.json.importId))]);
	const query: Record<string, string[]> = {};
	for (const [name, value] of call.query) (query[name] ??= []).push(value);
	const pairs = Object.entries(expected).map(([name, value]) => [name, [value].flat()] as const);
	expect(query).toEqual(Object.fromEntries(pairs.filter(([, values]) => values.length > 0)));
}

test('the node offers the operations of the contract', () => {
	expect([...OFFERED].sort()).toEqual(Object.keys(CONTRACT).sort());
});

describe.each(CASES)(
	'$operation in version $choice',
	({ operation, choice, version, row, path, full, fullQuery, least, leastQuery, body }) => {
		test('sends every parameter of the version in its notation, and no other', async () => {
			const sent = await send(operation, choice, full);
			expectRequest(sent, row, `/v${version}${path}`, typeof fullQuery === 'function' ? fullQuery(version) : fullQuery);
			if (body) body(sent[0]);
			else expect(sent[0].bodyText ?? '').toBe('');
		});

		test('sends what has to be sent and nothing else when only that is given', async () => {
			expectRequest(await send(operation, choice, least), row, `/v${version}${path}`, leastQuery);
		});
	},
);
