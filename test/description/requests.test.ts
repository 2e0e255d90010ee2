import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord } from '../emulator';
import { worldPerTest } from '../support/engine/world';
import { namesOf, PAIRS } from './contract';
import { furnish, REQUEST_CASES, type Query, type RequestCase } from './requestCases';

/**
 * Each operation of the contract x each choice of a version that has it sends exactly the request of the specification.
 * What a sync sends is in test/engine/sync; how the other versions are refused, in test/engine/operations.
 */

const world = worldPerTest();

function caseOf(operation: string): RequestCase {
	const found = REQUEST_CASES[operation];
	if (!found) throw new Error(`${operation} has no case in requestCases.ts`);
	return found;
}

const CASES = PAIRS.filter(({ operation }) => operation !== 'organization.sync').map((pair) => {
	return { ...pair, ...caseOf(pair.operation) };
});

/** Runs the operation once, expects one call with this query, and gives the call. */
async function send(
	{ operation, choice, version, row, path, items }: (typeof CASES)[number],
	parameters: INodeParameters = {},
	query: Query = {},
): Promise<CallRecord> {
	const { emulator } = world;
	furnish(emulator);
	const [item = { json: {} }]: INodeExecutionData[] = items?.(emulator) ?? [];
	const given = { ...namesOf(operation), apiVersion: choice, ...parameters };
	const { error } = await world.run(given, { items: [item] });
	const [call, ...others] = emulator.calls;
	if (!call || others.length > 0) throw new Error(`It made ${emulator.calls.length} calls: ${error?.message}`);
	const address = `/v${version}${path.replace('{importId}', String(item.json.importId))}`;
	expect([call.endpoint, call.path]).toEqual([row.section, address]);
	const sent: Record<string, string[]> = {};
	for (const [name, value] of call.query) (sent[name] ??= []).push(value);
	expect(sent).toEqual(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()])));
	return call;
}

describe.each(CASES)('$operation in version $choice', (one) => {
	test('sends every parameter of the version in its notation, and no other', async () => {
		const { full, fullQuery, version, body } = one;
		const call = await send(one, full, typeof fullQuery === 'function' ? fullQuery(version) : fullQuery);
		if (body) body(call);
		else expect(call.bodyText ?? '').toBe('');
	});

	test('sends what has to be sent and nothing else when only that is given', async () => {
		await send(one, one.least, one.leastQuery);
	});
});
