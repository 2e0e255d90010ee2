import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../support/engine/world';
import { DEPARTMENT, importing } from './writes/support';

/** Continue On Fail: one error item for each input item that failed, paired with it; the rest go on. */

const world = worldPerTest();

const GET: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' };
const ITEMS: INodeExecutionData[] = ['a', '', 'nobody', 'b', '..'].map((id) => ({ json: { id, keep: `kept ${id}` } }));

beforeEach(() => {
	world.emulator.addCard({ id: 'a' });
	world.emulator.addCard({ id: 'b' });
});

test('without it the first failure ends the run, and names its item', async () => {
	const { error, items } = await world.run(GET, { items: ITEMS });
	expect(items).toEqual([]);
	expect(error?.context?.itemIndex).toBe(1);
});

/** What is said of the items that fail. */
const SAID = [
	expect.stringMatching(/^Business Card is empty.*check its expression/),
	'The specified business card does not exist',
	expect.stringMatching(/^Business Card is "\.\."/),
];

test('every failed item becomes an error item in its place, with one readable text and nothing else', async () => {
	const { error, items } = await world.run(GET, { items: ITEMS, onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ITEMS.map((_, item) => ({ item })));
	expect(items.map(({ json }) => json.id)).toEqual(['a', undefined, undefined, 'b', undefined]);
	const failed = items.filter(({ json }) => json.id === undefined);
	expect(failed.map(({ json }) => json)).toEqual(SAID.map((text: unknown) => ({ error: text })));
});

test('with an error output the failed items leave by it with their own fields, each saying why and paired with its input', async () => {
	const { error, items, errorItems } = await world.run(GET, { items: ITEMS, onError: 'continueErrorOutput' });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(['a', 'b']);
	expect(errorItems.map(({ json }) => json.error)).toEqual(SAID);
	expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }, { item: 4 }]);
	expect(errorItems.map(({ json }) => [json.id, json.keep])).toEqual(
		['', 'nobody', '..'].map((id) => [id, `kept ${id}`]),
	);
});

test('a version without the operation fails the item alone that asked for it', async () => {
	const versions = ['2.0', '3.2', 'auto'];
	const { items } = await world.run(
		{ resource: 'tag', operation: 'getAll', apiVersion: '={{ $json.version }}' },
		{ items: versions.map((version) => ({ json: { version } })), onError: 'continueRegularOutput' },
	);
	expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[expect.stringMatching(/3\.2.*2\.0, 2\.5/), { item: 1 }],
	]);
	expect(world.emulator.calls.map(({ version }) => version).sort()).toEqual(['2.0', '2.5']);
});

/** A write of each item, and one of all items together. */
const WRITES: ReadonlyArray<readonly [string, INodeParameters]> = [
	['a card', { resource: 'businessCard', operation: 'create', companyName: 'A' }],
	['an import', importing('create')],
];
const IN_DOUBT = 'The request may have reached the service: look there before you send it again.';

describe.each(WRITES)('the error item of %s', (_, parameters) => {
	const items = [{ json: { ...DEPARTMENT } }];

	test.each([
		['a lost connection', { kind: 'reset' }, 'The connection to the service was lost before the response was complete'],
		['a gateway that gave up', { kind: 'status', status: 504, body: { message: 'Too slow.' } }, 'Too slow'],
	] as const)('says after %s that it may have been written', async (_name, fault, message) => {
		world.emulator.faults.add({ ...fault, times: Infinity });
		const run = await world.run(parameters, { items, onError: 'continueRegularOutput' });
		expect(run.items.map(({ json }) => json)).toEqual([{ error: `${message}. ${IN_DOUBT}` }]);
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('says after a refusal what was refused, and nothing else', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400 });
		const run = await world.run(parameters, { items, onError: 'continueRegularOutput' });
		expect(run.items.map(({ json }) => json)).toEqual([{ error: 'Scripted answer 400' }]);
	});
});
