import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun, RunOptions } from '../../support/engine/n8n';
import { withTool } from '../../support/engine/agentTool';
import { worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import {
	callsOf,
	DEPARTMENT,
	failureOf,
	finishImportsAtOnce,
	importing,
	inMemory,
	itemsOf,
	jsonOf,
	LOST_ANSWERS,
	MAY_HAVE_ARRIVED,
	outputOf,
	tooMany,
} from './support';

/** Several items that write: what is sent when one of them is wrong, refused or lost, and what the error tells of the others. */

const world = worldPerTest();

/** No more than may be called at once. */
const NAMES = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
const COUNT = NAMES.length;

type Spoil = (index: number) => IDataObject;

const TAG = { tagId: '={{ $json.tag ?? "" }}', memo: '={{ $json.memo ?? "" }}' };
/** What is refused before a call, and what the service refuses. */
const bad = { memo: 'x'.repeat(2_001) };
const unknown = { tag: 'nobody' };

/** Parameters of both writing operations. */
const WRITERS = ['create', 'uploadImage'].map((operation) => {
	return [
		operation,
		{ resource: 'businessCard', operation, lastName: '={{ $json.name }}', additionalFields: TAG },
	] as const;
});

/** Items for both of them, of which some can be spoilt. */
function items(spoil: Spoil = () => ({})): INodeExecutionData[] {
	return NAMES.map((name, index) => ({ json: { name, ...spoil(index) }, binary: { data: inMemory(jpeg(10 * index)) } }));
}

/** Spoils one item of all. */
const only =
	(place: number, spoilt: IDataObject): Spoil =>
	(index) =>
		index === place ? spoilt : {};

const callsMade = () => callsOf(world.emulator, 'E6', 'E7').length;

const cardsThere = () => world.emulator.company.cards.size;

/** What the error says was sent, as item and whether there is an id to it. */
function sentOf(run: NodeRun): unknown[][] {
	const sent = failureOf(run).context?.sent as Array<{ itemIndex: number; id: unknown }>;
	for (const { id } of sent) expect(world.emulator.company.cards.get(String(id))).toBeDefined();
	return sent.map(({ itemIndex }) => [itemIndex]);
}

const places = (count: number) => Array.from({ length: count }, (_, index) => [index]);

const RETRY: NonNullable<RunOptions['settings']> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe.each(WRITERS)('businessCard.%s, several items', (operation, parameters) => {
	it.each([0, COUNT - 1])('sends none of them when item %i breaks a rule, and says so', async (place) => {
		const run = await world.run(parameters, { items: items(only(place, bad)) });
		const error = failureOf(run);
		expect(error.name).toBe('NodeOperationError');
		expect(error.description).toMatch(
			place === 0
				? /^Nothing was sent\.$/
				: new RegExp(`^In a sheet with a row of headings, item ${place} is row ${place + 2}\\.<br>\nNothing was sent\\.$`),
		);
		expect([error.context?.itemIndex, error.context?.sent]).toEqual([place, []]);
		expect(world.emulator.calls).toEqual([]);
	});

	it('stops at the first that the service refuses, and says what was sent before', async () => {
		const run = await world.run(parameters, { items: items(only(4, unknown)) });
		const error = failureOf(run);
		expect([error.name, error.httpCode, error.message]).toEqual(['NodeApiError', '400', 'There is no such tag']);
		expect(error.description).toMatch(/Sent before: 4 of 8 items\. Their IDs: \d/);
		expect(error.description).toMatch(/Not sent: 3\./);
		expect(error.description).not.toMatch(/Nothing was sent/);
		expect(sentOf(run)).toEqual(places(4));
		expect([callsMade(), cardsThere()]).toEqual([5, 4]);
	});

	it.each(LOST_ANSWERS)('stops at the first whose answer is lost: %s', async (_name, fault, patience) => {
		world.emulator.faults.add({ ...fault, skip: 3, times: Infinity });
		const run = await world.run({ ...parameters, ...patience }, { items: items() });
		expect(failureOf(run).description).toMatch(MAY_HAVE_ARRIVED);
		expect(failureOf(run).description).toMatch(/Sent before: 3 of 8 items/);
		expect(sentOf(run)).toEqual(places(3));
		expect([callsMade(), cardsThere()]).toEqual([4, 4]);
	});

	it('sends them in their order, one after another, also where one has to be repeated', async () => {
		world.emulator.faults.add({ ...tooMany(operation === 'create' ? 'E6' : 'E7', 1), skip: 2 });
		const run = await world.run({ ...parameters, additionalFields: { memo: '={{ $json.name }}' } }, { items: items() });
		outputOf(run);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(NAMES.map((_, item) => ({ item })));
		const memos = [...world.emulator.company.cards.values()].map(({ memo }) => memo);
		expect(memos).toEqual(NAMES);
		expect(callsMade()).toBe(COUNT + 1);
	});

	it('sends all but those that fail with Continue On Fail', async () => {
		const spoil = (index: number) => (index === 2 ? bad : index === 4 ? unknown : {});
		const run = await world.run(parameters, { items: items(spoil), onError: 'continueRegularOutput' });
		expect(run.items.map(({ json }) => json.error !== undefined)).toEqual(
			NAMES.map((_, index) => [2, 4].includes(index)),
		);
		expect([callsMade(), cardsThere()]).toEqual([COUNT - 1, COUNT - 2]);
	});

	it('sends the same items again in another run of the node', async () => {
		const few = items().slice(0, 2);
		const { data } = await world.run(parameters, { items: few, runs: 2 });
		expect(data.data.resultData.runData['Card 0']).toHaveLength(2);
		expect(cardsThere()).toBe(4);
	});

	it('sends the first item alone when it is executed once, and all when they are handed out in batches', async () => {
		expect(outputOf(await world.run(parameters, { items: items(), settings: { executeOnce: true } }))).toHaveLength(1);
		expect(callsMade()).toBe(1);
		const batching = { batch: { batchSize: 5, batchInterval: 1 } };
		expect(outputOf(await world.run({ ...parameters, requestOptions: { batching } }, { items: items() }))).toHaveLength(
			COUNT,
		);
	});
});

describe.each(WRITERS)('businessCard.%s with Retry On Fail', (_operation, parameters) => {
	it('sends no item twice, however often n8n tries', async () => {
		const run = await world.run(parameters, { items: items(only(5, unknown)), settings: RETRY });
		expect(failureOf(run).description).toMatch(/Sent before: 5 of 8 items/);
		expect(sentOf(run)).toEqual(places(5));
		expect([callsMade(), cardsThere()]).toEqual([5 + 3, 5]);
	});

	it('gives every item when a later try gets through, and sends each once', async () => {
		world.emulator.faults.add({ kind: 'status', status: 409, skip: 5 });
		const run = await world.run(parameters, { items: items(), settings: RETRY });
		expect(outputOf(run).map(({ id }) => id)).toEqual([...world.emulator.company.cards.values()].map(({ id }) => id));
		expect([callsMade(), cardsThere()]).toEqual([COUNT + 1, COUNT]);
	});

	it('sends nothing again that may have arrived', async () => {
		world.emulator.faults.add({ kind: 'reset', process: true, skip: 5 });
		const run = await world.run(parameters, { items: items(), settings: RETRY });
		expect(failureOf(run).description).toMatch(MAY_HAVE_ARRIVED);
		expect(failureOf(run).description?.match(/Sent before/g)).toHaveLength(1);
		expect([callsMade(), cardsThere()]).toEqual([6, 6]);
	});

	it('sends nothing twice with Continue On Fail, where n8n tries again because of the first item', async () => {
		const run = await world.run(parameters, {
			items: items(only(0, unknown)),
			settings: RETRY,
			onError: 'continueRegularOutput',
		});
		expect(run.items.map(({ json }) => json.error === undefined)).toEqual(NAMES.map((_, index) => index > 0));
		expect([callsMade(), cardsThere()]).toEqual([COUNT - 1 + 3, COUNT - 1]);
	});
});

it('an import with Retry On Fail is reserved once, and followed again', async () => {
	const { emulator } = world;
	finishImportsAtOnce(emulator);
	emulator.faults.add({ kind: 'status', endpoint: 'E15', status: 403, times: 2 });
	const parameters = importing('create', { options: { waitForCompletion: true } });
	const run = await world.run(parameters, { items: itemsOf(DEPARTMENT), settings: RETRY });
	expect(outputOf(run)).toMatchObject([{ status: 'completed' }]);
	expect(callsOf(emulator, 'E13')).toHaveLength(1);
});

it('a tool of an agent registers a card for each call, whatever the input of the agent is', async () => {
	const parameters = { resource: 'businessCard', operation: 'create', lastName: 'Tool' };
	const options = { credential: world.credential(), parameters, items: itemsOf({ chat: 1 }, { chat: 2 }, { chat: 3 }) };
	await withTool(options, async (call) => {
		for (let time = 0; time < 2; time += 1) {
			const { text = '' } = await call({});
			expect(JSON.parse(text)).toMatchObject([{ lastName: 'Tool' }]);
		}
	});
	expect(callsOf(world.emulator, 'E6').map((call) => jsonOf(call))).toEqual([
		{ lastName: 'Tool' },
		{ lastName: 'Tool' },
	]);
});
