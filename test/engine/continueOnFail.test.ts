import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { worldPerTest } from '../support/engine/world';
import { DEPARTMENT, importing, itemsOf } from './writes/support';

/** Continue On Fail: one error item for each input item that failed, paired with it; the rest go on. */

const world = worldPerTest();

describe('of several items that read', () => {
	const GET: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' };
	const ITEMS = itemsOf(...['a', '', 'nobody', 'b', '..'].map((id) => ({ id, keep: `kept ${id}` })));

	/** What is said of the items that fail. */
	const SAID: unknown[] = [
		expect.stringMatching(/^Business Card is empty/),
		'The specified business card does not exist',
		expect.stringMatching(/^Business Card is "\.\."/),
	];

	beforeEach(() => {
		for (const id of ['a', 'b']) world.emulator.addCard({ id });
	});

	test('without it the first failure ends the run, and names its item', async () => {
		const { error, items } = await world.run(GET, { items: ITEMS });
		expect([items, error?.context?.itemIndex]).toEqual([[], 1]);
	});

	test('each that fails becomes an error item in its place, with one readable text and nothing else', async () => {
		const { error, items } = await world.run(GET, { items: ITEMS, onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ITEMS.map((_, item) => ({ item })));
		const [empty, unknown, dots] = SAID.map((said) => ({ error: said }));
		expect(items.map(({ json }) => json.id ?? json)).toEqual(['a', empty, unknown, 'b', dots]);
	});

	test('those that fail leave by the error output with their own fields, each saying why', async () => {
		const { error, items, errorItems } = await world.run(GET, { items: ITEMS, onError: 'continueErrorOutput' });
		expect([error, items.map(({ json }) => json.id)]).toEqual([undefined, ['a', 'b']]);
		const failed: INodeExecutionData[] = [1, 2, 4].map((item, index) => ({
			json: { ...ITEMS[item]?.json, error: SAID[index] as string },
			pairedItem: { item },
		}));
		expect(errorItems).toMatchObject(failed);
	});
});

/** A write of each item, and one of all items together. */
const WRITES: ReadonlyArray<readonly [string, INodeParameters]> = [
	['a card', { resource: 'businessCard', operation: 'create', companyName: 'A' }],
	['an import', importing('create')],
];

describe.each(WRITES)('the error item of %s', (_, parameters) => {
	test.each<[Omit<FaultScript, 'times'>, RegExp]>([
		[{ kind: 'reset' }, /connection to the service was lost.*may have reached the service/],
		[{ kind: 'status', status: 504, body: { message: 'Too slow.' } }, /^Too slow\. .*may have reached the service/],
		[{ kind: 'status', status: 400 }, /^Scripted answer 400$/],
	])('says after %j what happened, and whether it may have been written', async (fault, said) => {
		world.emulator.faults.add({ ...fault, times: Infinity });
		const { items } = await world.run(parameters, { items: itemsOf(DEPARTMENT), onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json)).toEqual([{ error: expect.stringMatching(said) }]);
		expect(world.emulator.calls).toHaveLength(1);
	});
});
