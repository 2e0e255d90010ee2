import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import { SWITCH_VALUES } from '../emulator';
import { ALWAYS as TERM, TestClient, type TestQuery } from '../emulator/testClient';
import { ALWAYS, leapClock, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { failureOf, inMemory, itemsOf, jsonOf, onlyCall, outputOf, partsOf } from './writes/support';

/** Single records: found under the id that was given, as the service sent them, each paired with its item. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get' };
const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };
const [FRONT, BACK] = [jpeg(200), jpeg(20)];

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', name: '見込み客', type: 'public' });
	emulator.addCard({ id: 'c1', personId: 'p1', tagIds: ['t1'], memo: '髙﨑 𠮷野 “quotes” \\ / \u2028 👩‍💻 \u0000' });
	emulator.setImage('c1', 'front', FRONT);
	emulator.setImage('c1', 'back', BACK);
});

/** The record as the service gives it to anybody. */
async function plain(path: string, query?: TestQuery): Promise<IDataObject> {
	return (await new TestClient(world.emulator).get(path, query)).json as unknown as IDataObject;
}

/** A record whose tags have their id under one name. */
function withIds(record: unknown): unknown {
	return JSON.parse(JSON.stringify(record).replaceAll('"Id":', '"id":'));
}

describe.each(SWITCH_VALUES.tagIdSpelling)('where tags are spelled as %s', (tagIdSpelling) => {
	beforeEach(() => void (world.emulator.switches.tagIdSpelling = tagIdSpelling));

	const TAGGED = { options: { includeTags: true } };
	const WITH_TAGS = { includeTags: 'true' };
	const READS: ReadonlyArray<readonly [string, INodeParameters, string, TestQuery]> = [
		['a card', { ...CARD, businessCardId: 'c1', ...TAGGED }, '/v3.2/bizCards/c1', WITH_TAGS],
		['a person', { resource: 'person', operation: 'get', personId: 'p1', ...TAGGED }, '/v3.2/persons/p1', WITH_TAGS],
		[
			'a list',
			{ resource: 'businessCard', operation: 'getAll', ...ALWAYS, ...TAGGED },
			'/v3.2/bizCards',
			{ ...TERM, ...WITH_TAGS },
		],
		[
			'the tags of a card',
			{ resource: 'businessCard', operation: 'getTags', businessCardId: 'c1' },
			'/v3.2/bizCards/c1/tags',
			{},
		],
	];

	test.each(READS)('%s comes out as it came, but that the id of a tag is its id', async (_, parameters, path, query) => {
		const { data, ...record } = await plain(path, query);
		expect(outputOf(await world.run(parameters))).toEqual(withIds(data ?? [record]));
	});
});

/** Places of an id: the call that it makes, and the id as it arrives there. */
const PLACES: ReadonlyArray<readonly [string, (id: unknown) => object]> = [
	['E3', (businessCardId) => ({ ...CARD, businessCardId })],
	['E4', (businessCardId) => ({ ...IMAGE, businessCardId })],
	['E5', (businessCardId) => ({ resource: 'businessCard', operation: 'getTags', businessCardId })],
	['E8', (personId) => ({ resource: 'person', operation: 'get', personId })],
	['E15', (importId) => ({ resource: 'organizationImport', operation: 'getStatus', importId })],
	['E16', (importId) => ({ resource: 'organizationImport', operation: 'getResult', importId })],
];

const STRANGE = [
	'a/b',
	'../tags',
	'..%2Ftags',
	'a?range=all',
	'a#b+c\\d',
	'...',
	"~a!*'()",
	'{businessCardId}',
	'名刺-髙橋',
];
const IMPOSSIBLE = ['.', '..', 'a\u0000b', 'a\r\nX-Header: b', '\ud83d'];
/** test/unit/shared/values has the others. */
const NO_IDS = ['={{ Number("7100000000000000293") }}', '={{ NaN }}', '={{ "" }}'];

describe.each(PLACES)('the id of %s', (endpoint, parameters) => {
	test('arrives as it is and nowhere else, whatever it holds', async () => {
		for (const id of STRANGE) {
			await world.run(parameters('={{ $json.id }}') as INodeParameters, { items: itemsOf({ id: ` ${id}\n` }) });
			const call = onlyCall(world.emulator);
			expect([call.endpoint, call.id, call.query.some(([name]) => name === 'range')]).toEqual([endpoint, id, false]);
			world.emulator.clearLog();
		}
	});

	test('is refused before any call where no path can hold it, or where it has become another one', async () => {
		for (const id of IMPOSSIBLE) {
			const run = await world.run(parameters('={{ $json.id }}') as INodeParameters, { items: itemsOf({ id }) });
			expect([id, failureOf(run).name, failureOf(run).message.length < 500]).toEqual([id, 'NodeOperationError', true]);
		}
		for (const id of NO_IDS)
			expect([id, failureOf(await world.run(parameters(id) as INodeParameters)).name]).toEqual([id, 'NodeOperationError']);
		expect(world.emulator.calls).toEqual([]);
	});
});

describe('a record is chosen', () => {
	/** How a workflow holds an id. */
	const FORMS: readonly unknown[] = [
		...['4711', 4711, '={{ Number($json.id) }}', '={{ ({ __rl: true, mode: "list", value: $json.id }) }}'],
		{ __rl: true, mode: 'list', value: '4711', cachedResultName: 'Somebody' },
		{ __rl: true, mode: 'id', value: 4711 },
		{ __rl: true, mode: 'id', value: '={{ $json.id }}' },
	];
	const CREATE = { resource: 'businessCard', operation: 'create', companyName: 'A' };
	const UPLOAD = { resource: 'businessCard', operation: 'uploadImage' };
	const ITEMS = [{ json: { id: '4711' }, binary: { data: inMemory(FRONT) } }];

	test.each(FORMS)('by %j', async (id) => {
		world.emulator.addTag({ id: '4711' });
		for (const [, parameters] of PLACES.slice(0, 4)) {
			await world.run(parameters(id) as INodeParameters, { items: ITEMS });
			expect(onlyCall(world.emulator).id).toBe('4711');
			world.emulator.clearLog();
		}
		outputOf(await world.run({ ...CREATE, additionalFields: { tagId: id as string } }, { items: ITEMS }));
		outputOf(await world.run({ ...UPLOAD, additionalFields: { tagId: id as string } }, { items: ITEMS }));
		const [created, uploaded] = world.emulator.calls;
		expect(created && jsonOf(created)).toMatchObject({ tagId: '4711' });
		expect(uploaded && partsOf(uploaded, 'tagId')[0]?.data.toString()).toBe('4711');
	});

	test('by nobody: n8n does not start the node, and no tag is linked', async () => {
		const nothing = { __rl: true, mode: 'list', value: '' };
		await expect(world.run({ ...CARD, businessCardId: nothing })).rejects.toThrow('The workflow has issues');
		outputOf(await world.run({ ...CREATE, additionalFields: { tagId: nothing } }));
		expect(jsonOf(onlyCall(world.emulator))).not.toHaveProperty('tagId');
	});
});

function bytesOf(binary: IBinaryData | undefined): Buffer {
	return Buffer.from(binary?.data ?? '', 'base64');
}

describe('an image', () => {
	test.each([
		['2.0', 'front', FRONT],
		['2.5', 'back', BACK],
		['3.2', 'front', FRONT],
	])('comes in version %s as a JPEG file of the %s, byte for byte', async (apiVersion, side, expected) => {
		const { items } = await world.run({ ...IMAGE, apiVersion, side, binaryPropertyName: 'picture' });
		expect(items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
			[{ businessCardId: 'c1', side }, { item: 0 }],
		]);
		expect(items[0]?.binary).toMatchObject({ picture: { fileName: `c1-${side}.jpg`, mimeType: 'image/jpeg' } });
		expect(bytesOf(items[0]?.binary?.picture).equals(expected)).toBe(true);
	});

	test('gives a file name, and no path to another folder', async () => {
		const { id } = world.emulator.addCard({ id: '../../etc/c?1' });
		const { items } = await world.run({ ...IMAGE, businessCardId: id });
		expect(items[0]?.binary?.data).toMatchObject({ fileName: '.._.._etc_c_1-front.jpg' });
		expect(items[0]?.binary?.data?.directory).toBeUndefined();
	});

	test('that the card does not have is an error in the words of the service', async () => {
		world.emulator.setImage('c1', 'back', null);
		const error = failureOf(await world.run({ ...IMAGE, side: 'back' }));
		expect([error.name, error.httpCode, error.message]).toEqual([
			'NodeApiError',
			'404',
			'There is no image of the back of this business card',
		]);
		expect(error.description).toContain('side');
	});

	test.each([
		['a page', Buffer.from('<p>Sorry</p>'), 'image/jpeg'],
		['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
	])('is not %s, whatever its content type', async (_, body, type) => {
		world.emulator.faults.add({ kind: 'status', status: 200, body, headers: { 'content-type': type }, times: Infinity });
		expect(failureOf(await world.run(IMAGE)).message).toMatch(/not a JPEG/);
	});
});

describe('several items', () => {
	const IDS = ['a', 'b', 'c', 'd'];

	test('have each its own values, and the output keeps their order although later ones are answered first', async () => {
		for (const id of IDS) world.emulator.addCard({ id });
		world.emulator.onBeforeCall(async ({ id }) => await leapClock.holdBack(id === 'a' ? 150 : 0));
		const items = IDS.map((id, index) => ({ json: { id, version: ['2.0', '2.5', '3.2', 'auto'][index] } }));
		const run = await world.run(
			{ ...CARD, apiVersion: '={{ $json.version }}', businessCardId: '={{ $json.id }}' },
			{ items },
		);
		expect(run.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(IDS.map((id, item) => [id, { item }]));
		expect(world.emulator.calls.map(({ version }) => version).sort()).toEqual(['2.0', '2.5', '3.2', '3.2']);
	});
});
