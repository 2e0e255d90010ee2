import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
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

beforeEach(() => furnish(world.emulator));

/** A deep copy that keeps functions as they are. */
function copied<T>(value: T): T {
	if (Array.isArray(value)) return value.map(copied) as T;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copied(entry)])) as T;
}

/** A node that nothing but this test holds. */
function ownNode(): INodeType {
	const node = new BusinessCardData();
	node.description = { ...node.description, properties: copied(node.description.properties) };
	return loadedNode(node);
}

function optionOf({ description }: INodeType, operation: string): INodePropertyOptions {
	const { resource, operation: value } = namesOf(operation);
	const lists = description.properties.filter(({ displayOptions: { show = {} } = {} }) =>
		show.resource?.includes(resource),
	);
	const options = lists.flatMap((list) => (list.name === 'operation' ? (list.options as INodePropertyOptions[]) : []));
	const option = options.find((each) => each.value === value);
	if (!option) throw new Error(`There is no operation ${operation}`);
	return option;
}

/** Every field of an operation that says where its value goes, those in collections too. */
function sendingFields(node: INodeType, operation: string): INodeProperties[] {
	const names = namesOf(operation);
	const own = node.description.properties.filter(({ displayOptions: { show = {} } = {} }) => {
		return show.resource?.includes(names.resource) && show.operation?.includes(names.operation);
	});
	return allFields(own).filter(({ routing }) => routing?.send?.property !== undefined);
}

async function callOf(type: INodeType, operation: string): Promise<CallRecord | undefined> {
	const { emulator } = world;
	const { items, full } = REQUEST_CASES[operation] ?? {};
	world.allowViolations();
	const given = items?.(emulator) ?? [{ json: {} }];
	await world.run({ ...namesOf(operation), ...full }, { items: given, type });
	return emulator.calls[0];
}

/** A sync makes several calls, none of which is the one of its description. */
const OPERATIONS = Object.keys(CONTRACT).filter((operation) => operation !== 'organization.sync');

/** Everything about a request by which two of them can be told apart. */
function requestOf(call: CallRecord | undefined): unknown {
	const { method, path, query, bodyText, parts } = call ?? {};
	return [method, path, query, parts?.map(({ name, data }) => [name, data.toString('base64')]) ?? bodyText];
}

describe.each(OPERATIONS)('%s', (operation) => {
	test('goes to the address and by the method of its routing', async () => {
		const node = ownNode();
		const { request = {} } = optionOf(node, operation).routing ?? {};
		const method = request.method === 'POST' ? 'GET' : 'POST';
		Object.assign(request, { method, url: '/elsewhere' });
		const call = await callOf(node, operation);
		expect([call?.method, call?.path]).toEqual([method, `/v${CONTRACT[operation]?.auto}/elsewhere`]);
	});

	const names = [...new Set(sendingFields(ownNode(), operation).map(({ name }) => name))];
	if (names.length === 0) return;

	test.each(names)('sends %s under the name of its routing, and under no other', async (name) => {
		const usual = requestOf(await callOf(ownNode(), operation));
		world.emulator.clearLog();
		const node = ownNode();
		const former = sendingFields(node, operation).flatMap(({ name: own, routing }) =>
			own === name ? (routing?.send?.property ?? []) : [],
		);
		for (const field of sendingFields(node, operation)) {
			if (field.name === name) Object.assign(field.routing?.send ?? {}, { property: 'elsewhere' });
		}
		const call = await callOf(node, operation);
		expect(call).toBeDefined();
		expect(requestOf(call)).not.toEqual(usual);
		// With no type of tags chosen, all three are sent.
		if (operation === 'tag.getAll' && name === 'type') return;
		expect(call?.query.filter(([key]) => former.includes(key))).toEqual([]);
	});
});

const SHAPED = OPERATIONS.filter((operation) => optionOf(ownNode(), operation).routing?.output?.postReceive);

const EVER = { updatedFrom: '2000-01-01', updatedTo: '2099-01-01', range: 'all' };

test.each(SHAPED)('%s gives what its postReceive makes of the records', async (operation) => {
	const node = ownNode();
	const { output = {} } = optionOf(node, operation).routing ?? {};
	output.postReceive = [async (items) => items.map(({ json }) => ({ json: { names: Object.keys(json) } }))];
	const parameters = { ...namesOf(operation), ...REQUEST_CASES[operation]?.least, ...EVER, options: { simplify: true } };
	const run = await world.run(parameters, { items: [{ json: {} }], type: node });
	const id = operation === 'user.getAll' ? 'UserUuid' : 'id';
	expect(outputOf(run)[0]).toEqual({ names: expect.arrayContaining([id]) });
	expect(run.items[0]?.pairedItem).toEqual({ item: 0 });
});
