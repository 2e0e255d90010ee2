import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../support/engine/n8n';
import { CARD, CREATE, UPLOAD, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { callsOf, DEPARTMENT, failureOf, finishImportsAtOnce, importing, inMemory, itemsOf } from './writes/support';
import { LOST_ANSWERS, MAY_HAVE_ARRIVED, onlyCall, outputOf, rowsOf, USER } from './writes/support';

/** Several items: what becomes of the others when one is wrong, refused or lost, with and without Continue On Fail. */

const world = worldPerTest();

/** No more than may be called at once. */
const NAMES = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
const COUNT = NAMES.length;

const TAG = { tagId: '={{ $json.tag ?? "" }}', memo: '={{ $json.memo ?? "" }}' };
/** What is refused before a call, and what the service refuses. */
const bad = { memo: 'x'.repeat(2_001) };
const unknown = { tag: 'nobody' };

/** Parameters of both writing operations. */
const WRITERS: Array<[string, INodeParameters]> = [
	['create', { ...CREATE, lastName: '={{ $json.name }}', additionalFields: TAG }],
	['uploadImage', { ...UPLOAD, additionalFields: TAG }],
];

/** Items for both of them, of which some are spoilt. */
function items(spoilt: Readonly<Record<number, IDataObject>> = {}): INodeExecutionData[] {
	const binary = (index: number) => ({ data: inMemory(jpeg(10 * index)) });
	return NAMES.map((name, index) => ({ json: { name, ...spoilt[index] }, binary: binary(index) }));
}

const callsMade = () => callsOf(world.emulator, 'E6', 'E7').length;

const cardsThere = () => world.emulator.company.cards.size;

/** The items of which the error says that they were sent, each with the id of a card. */
function sentOf(run: NodeRun): number[] {
	const sent = failureOf(run).context?.sent as Array<{ itemIndex: number; id: unknown }>;
	for (const { id } of sent) expect(world.emulator.company.cards.get(String(id))).toBeDefined();
	return sent.map(({ itemIndex }) => itemIndex);
}

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe.each(WRITERS)('businessCard.%s, several items', (_operation, parameters) => {
	test.each([0, COUNT - 1])('sends none of them when item %i breaks a rule, and says so', async (place) => {
		const { description, context } = await world.refusal(parameters, { items: items({ [place]: bad }) });
		expect(description).toMatch(/Nothing was sent\.$/);
		expect([context?.itemIndex, context?.sent]).toEqual([place, []]);
	});

	test('stops at the first that the service refuses, says what was sent before, and sends none of it again', async () => {
		const run = await world.run(parameters, { items: items({ 4: unknown }), settings: RETRY });
		const error = failureOf(run);
		expect([error.name, error.httpCode, error.message]).toEqual(['NodeApiError', '400', 'There is no such tag']);
		expect(error.description).toMatch(/Already sent: 4 of 8 items\. Their IDs: \d.*Not sent: 3\./);
		expect(error.description).not.toMatch(/Nothing was sent/);
		expect(sentOf(run)).toEqual([0, 1, 2, 3]);
		expect([callsMade(), cardsThere()]).toEqual([4 + RETRY.maxTries, 4]);
	});

	test.each(LOST_ANSWERS)(
		'stops at the first whose answer is lost, and sends nothing again: %s',
		async (_name, fault, patience) => {
			world.emulator.faults.add({ ...fault, skip: 3, times: Infinity });
			const run = await world.run({ ...parameters, ...patience }, { items: items(), settings: RETRY });
			expect(failureOf(run).description).toMatch(MAY_HAVE_ARRIVED);
			expect(failureOf(run).description?.match(/Already sent: 3 of 8 items/g)).toHaveLength(1);
			expect(sentOf(run)).toEqual([0, 1, 2]);
			expect([callsMade(), cardsThere()]).toEqual([4, 4]);
		},
	);

	test('sends them in their order, one after another, also where one has to be repeated or n8n tries again', async () => {
		world.emulator.faults.add({ kind: 'status', status: 429, skip: 2 });
		world.emulator.faults.add({ kind: 'status', status: 409, skip: 5 });
		const additionalFields = { memo: '={{ $json.name }}' };
		const run = await world.run({ ...parameters, additionalFields }, { items: items(), settings: RETRY });
		const cards = [...world.emulator.company.cards.values()];
		expect(outputOf(run).map(({ id }) => id)).toEqual(cards.map(({ id }) => id));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(NAMES.map((_, item) => ({ item })));
		expect([cards.map(({ memo }) => memo), callsMade()]).toEqual([NAMES, COUNT + 2]);
	});

	test('sends all but those that fail with Continue On Fail, also where n8n tries again because of the first', async () => {
		const spoilt = items({ 0: unknown, 2: bad, 4: unknown });
		const options = { items: spoilt, settings: RETRY, onError: 'continueRegularOutput' } as const;
		const { items: given } = await world.run(parameters, options);
		expect(given.flatMap(({ json }, index) => (json.error === undefined ? [] : index))).toEqual([0, 2, 4]);
		expect([callsMade(), cardsThere()]).toEqual([COUNT - 3 + 2 * RETRY.maxTries, COUNT - 3]);
	});

	test('sends the same items again in another run of the node', async () => {
		await world.run(parameters, { items: items().slice(0, 2), runs: 2 });
		expect(cardsThere()).toBe(4);
	});

	test('sends the first item alone when it is executed once, and all when they are handed out in batches', async () => {
		expect(outputOf(await world.run(parameters, { items: items(), settings: { executeOnce: true } }))).toHaveLength(1);
		expect(callsMade()).toBe(1);
		const requestOptions = { batching: { batch: { batchSize: 5, batchInterval: 1 } } };
		expect(outputOf(await world.run({ ...parameters, requestOptions }, { items: items() }))).toHaveLength(COUNT);
	});
});

describe('an import', () => {
	test.each(['create', 'check'])('(%s) is of the first item alone when it is executed once', async (operation) => {
		const rest = [{ ...DEPARTMENT, TempId: 'd2' }, USER, { nothing: 'of use' }];
		const options = { items: itemsOf(DEPARTMENT, ...rest), settings: { executeOnce: true } };
		const { items: given } = await world.run(importing(operation), options);
		expect(given.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }]]);
		const call = onlyCall(world.emulator);
		expect(call.parts?.map(({ name }) => name)).toEqual(['department']);
		expect(rowsOf(call, 'department')).toEqual([DEPARTMENT]);
	});

	test('is reserved once with Retry On Fail, and followed again', async () => {
		const { emulator } = world;
		finishImportsAtOnce(emulator);
		emulator.faults.add({ kind: 'status', endpoint: 'E15', status: 403, times: 2 });
		const parameters = importing('create', { options: { waitForCompletion: true } });
		const run = await world.run(parameters, { items: itemsOf(DEPARTMENT), settings: RETRY });
		expect(outputOf(run)).toMatchObject([{ status: 'completed' }]);
		expect(callsOf(emulator, 'E13')).toHaveLength(1);
	});
});

describe('several items that read', () => {
	const GET = { ...CARD, businessCardId: '={{ $json.id }}' };
	const ITEMS = itemsOf(...['a', '', 'nobody', 'b', '..'].map((id) => ({ id, keep: `kept ${id}` })));

	/** What is said of the items that fail. */
	const SAID: unknown[] = [
		expect.stringMatching(/^Business Card is empty/),
		expect.stringMatching(/^The specified business card does not exist\. Check the ID/),
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
