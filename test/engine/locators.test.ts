import type { INodeParameters } from 'n8n-workflow';
import { NODE } from '../description/nodes';
import { allFields } from '../support/panel';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import { withTool } from '../support/engine/agentTool';
import { worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { inMemory, itemsOf, jsonOf, onlyCall, outputOf, partsOf } from './writes/support';

/** One record is chosen from a list or given by its id; workflows that hold the id itself run unchanged. */

const world = worldPerTest();

const PLACES: ReadonlyArray<readonly [string, (id: unknown) => INodeParameters]> = [
	['businessCard.get', (businessCardId) => ({ resource: 'businessCard', operation: 'get', businessCardId }) as INodeParameters],
	['businessCard.getImage', (businessCardId) => ({ resource: 'businessCard', operation: 'getImage', businessCardId }) as INodeParameters],
	['businessCard.getTags', (businessCardId) => ({ resource: 'businessCard', operation: 'getTags', businessCardId }) as INodeParameters],
	['person.get', (personId) => ({ resource: 'person', operation: 'get', personId }) as INodeParameters],
	[
		'businessCard.create',
		(tagId) => ({ resource: 'businessCard', operation: 'create', companyName: 'A', additionalFields: { tagId } }) as INodeParameters,
	],
	[
		'businessCard.uploadImage',
		(tagId) => ({ resource: 'businessCard', operation: 'uploadImage', additionalFields: { tagId } }) as INodeParameters,
	],
];

/** How a workflow holds an id. */
const FORMS: ReadonlyArray<readonly [string, unknown]> = [
	['a text, as before there was a choice', '4711'],
	['a number, as before', 4711],
	['an expression, as before', '={{ $json.id }}'],
	['an expression that gives a number', '={{ Number($json.id) }}'],
	['an expression with white space around it', '={{ " " + $json.id + "\\n" }}'],
	['a choice from the list', { __rl: true, mode: 'list', value: '4711', cachedResultName: 'Somebody', cachedResultUrl: '' }],
	['an id', { __rl: true, mode: 'id', value: '4711' }],
	['an id that is a number', { __rl: true, mode: 'id', value: 4711 }],
	['an id by an expression', { __rl: true, mode: 'id', value: '={{ $json.id }}' }],
	['an id by an expression that gives a number', { __rl: true, mode: 'id', value: '={{ Number($json.id) }}' }],
	['a choice by an expression', { __rl: true, mode: 'list', value: '={{ $json.id }}' }],
	['what another node has chosen', '={{ ({ __rl: true, mode: "list", value: $json.id }) }}'],
];

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: '4711', type: 'private' });
	emulator.addCard({ id: '4711', personId: '4711' });
	emulator.setImage('4711', 'front', jpeg());
});

const INPUT = [{ json: { id: '4711' }, binary: { data: inMemory(jpeg()) } }];

/** The id that arrived, in the address or in the body. */
function arrived(): unknown {
	const call = onlyCall(world.emulator);
	if (call.endpoint === 'E6') return (jsonOf(call) as { tagId?: unknown }).tagId;
	return call.endpoint === 'E7' ? partsOf(call, 'tagId')[0]?.data.toString() : call.id;
}

describe.each(PLACES)('%s', (_name, parameters) => {
	test.each(FORMS)('takes %s', async (_form, id) => {
		const run = await world.run(parameters(id), { items: INPUT });
		expect(run.error).toBeUndefined();
		expect(arrived()).toBe('4711');
	});
});

test.each(PLACES.slice(0, 4))('%s is not started by n8n where nothing is chosen', async (_name, parameters) => {
	await expect(world.run(parameters({ __rl: true, mode: 'list', value: '' }), { items: INPUT })).rejects.toThrow('The workflow has issues');
	expect(world.emulator.calls).toEqual([]);
});

test.each(PLACES.slice(4))('%s links no tag where none was chosen', async (_name, parameters) => {
	outputOf(await world.run(parameters({ __rl: true, mode: 'list', value: '' }), { items: INPUT }));
	expect(arrived()).toBeUndefined();
});

test('each item has its own', async () => {
	world.emulator.addCard({ id: 'b' });
	for (const id of ['={{ $json.id }}', { __rl: true, mode: 'id', value: '={{ $json.id }}' }]) {
		const run = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: id as string }, { items: itemsOf({ id: '4711' }, { id: 'b' }) });
		expect(outputOf(run).map((card) => card.id)).toEqual(['4711', 'b']);
	}
});

test.each([
	['as a text', "={{ $fromAI('Card', ``, 'string') }}"],
	['by its id', { __rl: true, mode: 'id', value: "={{ $fromAI('Card', ``, 'string') }}" }],
])('a model gives the record to a tool: %s', async (_form, businessCardId) => {
	const parameters = { resource: 'businessCard', operation: 'get', businessCardId: businessCardId as string };
	await withTool({ credential: world.credential(), parameters }, async (call) => {
		expect(JSON.parse((await call({ Card: '4711' })).text ?? '')).toMatchObject([{ id: '4711' }]);
		expect(JSON.parse((await call({ Card: 4711 })).text ?? '')).toMatchObject([{ id: '4711' }]);
		for (const blank of [{}, { Card: null }, { Card: ' ' }]) {
			const { text, error } = await call(blank);
			expect(`${text ?? ''}${error?.message ?? ''}`).toContain("Business Card is empty");
		}
	});
});

test('every choice of a record begins with a list that is searched, and takes an id', () => {
	const fields = allFields(NODE.properties).filter(({ type }) => type === 'resourceLocator');
	expect(new Set(fields.map(({ name }) => name))).toEqual(new Set(['businessCardId', 'personId', 'tagId']));
	for (const { modes = [], default: standard } of fields) {
		expect(standard).toEqual({ mode: 'list', value: '' });
		expect(modes.map(({ name, displayName, type }) => [name, displayName, type])).toEqual([
			['list', 'From List', 'list'],
			['id', 'By ID', 'string'],
		]);
		const method = modes[0]?.typeOptions?.searchListMethod ?? '';
		expect(Object.keys(new BusinessCardData().methods.listSearch)).toContain(method);
		expect(modes[0]?.typeOptions?.searchable).toBe(true);
	}
});
