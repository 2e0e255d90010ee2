import { deepCopy } from 'n8n-workflow';
import type { INodeParameters, INodePropertyOptions, INodePropertyRouting, INodeType } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import type { CallRecord } from '../emulator';
import { CONTRACT, namesOf } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import { loadedNode } from '../support/engine/supplies';
import { worldPerTest } from '../support/engine/world';
import { allFields } from '../support/panel';
import { outputOf } from './writes/support';

/**
 * The node is declarative: what goes over the wire is what n8n's routing makes of the description. Whoever changes the
 * method, the address or the place of a field in the built node changes the request, and whoever changes
 * `postReceive` changes the items.
 */

const world = worldPerTest();

beforeEach(() => {
	furnish(world.emulator);
	world.allowViolations();
});

/** A node that nothing but this test holds, and of it the fields of an operation, those in collections too. */
function ownNode(operation: string) {
	const node = new BusinessCardData();
	node.description = { ...node.description, properties: deepCopy(node.description.properties) };
	const names = namesOf(operation);
	const own = node.description.properties.filter(({ name, displayOptions: { show = {} } = {} }) => {
		const isOfIt = name === 'operation' || show.operation?.includes(names.operation);
		return isOfIt && show.resource?.includes(names.resource);
	});
	const options = own.flatMap(({ name, options = [] }) => (name === 'operation' ? options : []));
	const routing = (options as INodePropertyOptions[]).find(({ value }) => value === names.operation)?.routing ?? {};
	return { node: loadedNode(node), own: allFields(own), routing };
}

async function callOf(type: INodeType, operation: string): Promise<CallRecord> {
	const { items = () => [{ json: {} }], full } = REQUEST_CASES[operation] ?? {};
	await world.run({ ...namesOf(operation), ...full }, { items: items(world.emulator), type });
	const [call] = world.emulator.calls;
	if (!call) throw new Error(`${operation} made no call`);
	world.emulator.clearLog();
	return call;
}

/** The names under which a request sends something. */
function namesIn({ query, parts, bodyText }: CallRecord): string[] {
	const body = parts ? parts.map(({ name }) => name) : Object.keys(JSON.parse(bodyText || '{}') as object);
	return [...query.map(([name]) => name), ...body];
}

/** A sync makes several calls, none of which is the one of its description. */
const OPERATIONS = Object.keys(CONTRACT).filter((operation) => operation !== 'organization.sync');

describe.each(OPERATIONS)('%s', (operation) => {
	test('goes to the address and by the method of its routing', async () => {
		const { node, routing } = ownNode(operation);
		routing.request = { method: 'PUT', url: '/elsewhere' };
		const call = await callOf(node, operation);
		expect([call.method, call.path]).toEqual(['PUT', `/v${CONTRACT[operation]?.auto}/elsewhere`]);
	});

	const sending = ownNode(operation).own.filter(({ routing }) => routing?.send?.property !== undefined);
	if (sending.length === 0) return;

	test.each([...new Set(sending.map(({ name }) => name))])(
		'sends %s under the name of its routing alone',
		async (name) => {
			const { node, own } = ownNode(operation);
			const sends = own.flatMap(({ name: ownName, routing }) => (ownName === name ? (routing?.send ?? []) : []));
			const former = sends.map(({ property }) => property);
			for (const send of sends) send.property = 'elsewhere';
			const names = namesIn(await callOf(node, operation));
			expect(names).toContain('elsewhere');
			// With no type of tags chosen, all three are sent.
			if (operation !== 'tag.getAll') expect(names.filter((each) => former.includes(each))).toEqual([]);
		},
	);
});

/** Runs an operation of a node of its own, after its routing was changed. */
async function runChanged(
	operation: string,
	change: (routing: INodePropertyRouting) => void,
	parameters: INodeParameters = {},
) {
	const { node, routing } = ownNode(operation);
	change(routing);
	const { items = () => [{ json: {} }], least } = REQUEST_CASES[operation] ?? {};
	const given = { ...namesOf(operation), ...least, ...parameters };
	return await world.run(given, { items: items(world.emulator), type: node });
}

const SHAPED = OPERATIONS.filter((operation) => ownNode(operation).routing.output?.postReceive);

test.each(SHAPED)('%s gives what its postReceive makes of what came', async (operation) => {
	const ever = { updatedFrom: '2000-01-01', updatedTo: '2099-01-01', range: 'all' };
	const run = await runChanged(
		operation,
		(routing) => {
			routing.output = { postReceive: [async (items) => items.map(({ json }) => ({ json: { came: json } }))] };
		},
		ever,
	);
	expect(outputOf(run)[0]).toEqual({ came: expect.any(Object) });
	expect(run.items[0]?.pairedItem).toEqual({ item: 0 });
});

/** What the checks of an operation refuse. */
const REFUSED: Readonly<Record<string, INodeParameters>> = {
	'businessCard.create': { companyName: '', lastName: '', firstName: '' },
	'businessCard.getAll': { updatedFrom: '2026-02-01', updatedTo: '2026-01-01' },
	'businessCard.search': { filters: { companyName: '' } },
	'businessCard.uploadImage': { additionalFields: { memo: 'x'.repeat(10_000) } },
	'report.getAll': { updatedFrom: '2026-02-01', updatedTo: '2026-01-01' },
};

test.each(Object.entries(REFUSED))('%s is refused by its preSend alone', async (operation, parameters) => {
	const before = await runChanged(operation, () => undefined, parameters);
	expect(before.error).toBeDefined();
	expect(world.emulator.calls).toEqual([]);
	await runChanged(operation, ({ send = {} }) => delete send.preSend, parameters);
	expect(world.emulator.calls).toHaveLength(1);
});
