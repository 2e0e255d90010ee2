import type { IDataObject } from 'n8n-workflow';
import { SWITCH_VALUES } from '../emulator';
import { TestClient } from '../emulator/testClient';
import { BINARY_MODES, keepBinaryDataIn, storedBytes } from '../support/engine/onDisk';
import { CARD, CARDS, CREATE, IMAGE, leapClock, REPORTS, SEARCH, UPLOAD, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { failureOf, inMemory, itemsOf, jsonOf, onlyCall, outputOf, partsOf } from './writes/support';

/** Single records: found under the id that was given, as the service sent them, each paired with its item. */

const world = worldPerTest();

const [FRONT, BACK] = [jpeg(200), jpeg(20)];

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', name: '見込み客', type: 'public' });
	emulator.addCard({ id: 'c1', personId: 'p1', tagIds: ['t1'], memo: '髙﨑 𠮷野 “quotes” \\ / \u2028 👩‍💻 \u0000' });
	emulator.addReport({ memo: '髙﨑', categories: [{ name: 'Kind', value: 'Visit' }] });
	emulator.setImage('c1', 'front', FRONT);
	emulator.setImage('c1', 'back', BACK);
});

test.each(SWITCH_VALUES.tagIdSpelling)(
	'what the service sends comes out as it came, but that the id of a tag is its id: %s',
	async (spelling) => {
		world.emulator.switches.tagIdSpelling = spelling;
		const options = { includeTags: true };
		for (const parameters of [
			{ ...CARD, options },
			{ resource: 'person', operation: 'get', personId: 'p1', options },
			{ ...CARDS, options },
			{ ...CARD, operation: 'getTags' },
			{ ...SEARCH, options },
			REPORTS,
			{ resource: 'tag', operation: 'getAll' },
		]) {
			const given = outputOf(await world.run(parameters));
			const { path, query } = onlyCall(world.emulator);
			const again = `${path}?${new URLSearchParams(query as Array<[string, string]>).toString()}`;
			const { json } = await new TestClient(world.emulator).send(again);
			const sent = JSON.parse(JSON.stringify(json).replaceAll('"Id":', '"id":')) as IDataObject;
			expect(given).toEqual(sent.data ?? [sent]);
			world.emulator.clearLog();
		}
	},
);

/** Where an id is given, and the call that is made with it. */
const PLACES = [
	['businessCard', 'get', 'businessCardId', 'E3'],
	['businessCard', 'getImage', 'businessCardId', 'E4'],
	['businessCard', 'getTags', 'businessCardId', 'E5'],
	['person', 'get', 'personId', 'E8'],
	['organizationImport', 'getStatus', 'importId', 'E15'],
	['organizationImport', 'getResult', 'importId', 'E16'],
] as const;

const STRANGE = "a/b ../tags ..%2Ftags a?range=all a#b+c\\d ... ~a!*'() {businessCardId} 名刺-髙橋".split(' ');
const IMPOSSIBLE = ['.', '..', 'a\u0000b', 'a\r\nX-Header: b', '\ud83d', ''];
/** test/unit/shared/values has the others. */
const NO_IDS = ['={{ Number("7100000000000000293") }}', '={{ NaN }}'];

describe.each(PLACES)('the id of %s.%s', (resource, operation, name, endpoint) => {
	const GIVEN = { resource, operation, [name]: '={{ $json.id }}' };

	test('arrives as it is and nowhere else, whatever it holds', async () => {
		for (const id of STRANGE) {
			await world.run(GIVEN, { items: itemsOf({ id: ` ${id}\n` }) });
			const call = onlyCall(world.emulator);
			expect([call.endpoint, call.id, call.query.some(([key]) => key === 'range')]).toEqual([endpoint, id, false]);
			world.emulator.clearLog();
		}
	});

	test('is refused before any call where no path can hold it, or where it has become another one', async () => {
		for (const id of IMPOSSIBLE) await world.refusal(GIVEN, { items: itemsOf({ id }) });
		for (const id of NO_IDS) await world.refusal({ ...GIVEN, [name]: id });
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
	const ITEMS = [{ json: { id: '4711' }, binary: { data: inMemory(FRONT) } }];

	test.each(FORMS)('by %j', async (id) => {
		world.emulator.addTag({ id: '4711' });
		for (const [resource, operation, name] of PLACES.slice(0, 4)) {
			await world.run({ resource, operation, [name]: id as string }, { items: ITEMS });
			expect(onlyCall(world.emulator).id).toBe('4711');
			world.emulator.clearLog();
		}
		const additionalFields = { tagId: id as string };
		for (const parameters of [CREATE, UPLOAD])
			outputOf(await world.run({ ...parameters, additionalFields }, { items: ITEMS }));
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

describe.each(BINARY_MODES)('an image, in %s', (mode) => {
	keepBinaryDataIn(mode);

	test.each([
		['2.0', 'front', FRONT],
		['2.5', 'back', BACK],
		['3.2', 'front', FRONT],
	])('comes in version %s as a JPEG file of the %s, byte for byte', async (apiVersion, side, expected) => {
		const { items } = await world.run({ ...IMAGE, apiVersion, side, binaryPropertyName: 'picture' });
		const picture = { fileName: `c1-${side}.jpg`, mimeType: 'image/jpeg' };
		expect(items).toMatchObject([{ json: { businessCardId: 'c1', side }, binary: { picture }, pairedItem: { item: 0 } }]);
		expect(
			await Promise.all(items.map(async ({ binary }) => binary?.picture && (await storedBytes(binary.picture)))),
		).toEqual([expected]);
	});

	test('gives a file name, and no path to another folder', async () => {
		const { id } = world.emulator.addCard({ id: '../../etc/c?1' });
		const { items } = await world.run({ ...IMAGE, businessCardId: id });
		const { fileName, directory } = items[0]?.binary?.data ?? {};
		expect([fileName, directory]).toEqual(['.._.._etc_c_1-front.jpg', undefined]);
	});

	test.each(['front', 'back'])('of the %s that the card does not have is an error that says so', async (side) => {
		world.emulator.setImage('c1', side as 'front' | 'back', null);
		const { httpCode, message, description } = failureOf(await world.run({ ...IMAGE, side }));
		expect([httpCode, message]).toEqual(['404', expect.stringMatching(`card c1 has no image of its ${side}`)]);
		// The service's own words are kept, and no field is to be corrected.
		expect(description).toContain(`no image of the ${side}`);
		expect(description).not.toMatch(/named field|invalid_value/);
	});

	/** test/unit/shared/cards has all pictures that are none. */
	test('is no page that says that it is a JPEG', async () => {
		const headers = { 'content-type': 'image/jpeg' };
		world.emulator.faults.add({ kind: 'status', status: 200, body: '<p>Sorry</p>', headers, times: Infinity });
		expect(failureOf(await world.run(IMAGE)).message).toMatch(/not a JPEG/);
	});
});

test('several items have each its own values, and keep their order although later ones are answered first', async () => {
	const rows = ['2.0', '2.5', '3.2', 'auto'].map((version, index) => ({ id: `n${index}`, version }));
	for (const { id } of rows) world.emulator.addCard({ id });
	world.emulator.onBeforeCall(async ({ id }) => await leapClock.holdBack(id === 'n0' ? 150 : 0));
	const parameters = { ...CARD, apiVersion: '={{ $json.version }}', businessCardId: '={{ $json.id }}' };
	const { items } = await world.run(parameters, { items: itemsOf(...rows) });
	const expected = rows.map(({ id }, item) => ({ json: { id }, pairedItem: { item } }));
	expect(items).toMatchObject(expected);
	expect(world.emulator.calls.map(({ version }) => version).sort()).toEqual(['2.0', '2.5', '3.2', '3.2']);
});

test.each([
	['={{ 2.0 }}', '2.0'],
	['={{ 3.2 }}', '3.2'],
])('a version that an expression gives as a number is the version: %s', async (apiVersion, version) => {
	await world.run({ ...CARD, apiVersion, businessCardId: 'c1' });
	expect(world.emulator.calls.map((call) => call.version)).toEqual([version]);
});
