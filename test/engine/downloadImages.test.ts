import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { namesOf, VERSIONS } from '../description/contract';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { keepBinaryDataOnDisk, storedBytes } from '../support/engine/onDisk';
import { jpeg } from '../support/jpeg';
import { callsOf, failureOf, itemsOf, outputOf } from './writes/support';

/** Lists of cards with their pictures: each where it belongs, none where there is none, and never many in memory. */

const world = worldPerTest();

const LISTS: ReadonlyArray<readonly [string, INodeParameters]> = [
	['businessCard.getAll', ALWAYS],
	['businessCard.search', {}],
];

const COUNT = 12;

/** Fronts of all, backs of every third, and one card that has neither. */
function furnish(): void {
	const { emulator } = world;
	for (let index = 0; index < COUNT; index += 1) {
		const { id } = emulator.addCard({ id: `c${index}`, lastName: index % 2 === 0 ? 'Even' : 'Odd' });
		emulator.setImage(id, 'front', index === 5 ? null : jpeg(10 * index));
		emulator.setImage(id, 'back', index % 3 === 0 ? jpeg(10 * index + 5) : null);
	}
}

async function list(name: string, parameters: INodeParameters): Promise<INodeExecutionData[]> {
	const run = await world.run({ ...namesOf(name), ...parameters });
	outputOf(run);
	return run.items;
}

async function bytesOf(binary: IBinaryData | undefined): Promise<Buffer | undefined> {
	if (!binary) return undefined;
	return binary.id === undefined ? Buffer.from(binary.data, 'base64') : await storedBytes(binary);
}

function expected(json: INodeExecutionData['json'], side: 'front' | 'back'): Buffer | undefined {
	const index = Number(String(json.id).slice(1));
	if (side === 'front') return index === 5 ? undefined : jpeg(10 * index);
	return index % 3 === 0 ? jpeg(10 * index + 5) : undefined;
}

describe.each(LISTS)('%s', (name, base) => {
	beforeEach(furnish);

	test.each(VERSIONS)('gives in version %s both sides of each card that has them, and no error for one that has not', async (apiVersion) => {
		const plain = await list(name, { ...base, apiVersion });
		const items = await list(name, { ...base, apiVersion, options: { downloadImages: ['front', 'back'] } });
		expect(items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(plain.map(({ json, pairedItem }) => [json, pairedItem]));
		for (const { json, binary } of items) {
			expect([json.id, await bytesOf(binary?.front), await bytesOf(binary?.back)]).toEqual([json.id, expected(json, 'front'), expected(json, 'back')]);
			if (binary?.back) expect(binary.back).toMatchObject({ fileName: `${String(json.id)}-back.jpg`, mimeType: 'image/jpeg' });
		}
		const bare = items.find(({ json }) => json.id === 'c5');
		expect(bare && 'binary' in bare).toBe(false);
		expect(callsOf(world.emulator, 'E4').every(({ version }) => version === apiVersion)).toBe(true);
	});

	test.each([
		['front', ['front']],
		['back', '={{ "back" }}'],
		['front', '={{ ["front"] }}'],
	])('asks for the %s alone', async (side, downloadImages) => {
		const items = await list(name, { ...base, options: { downloadImages } });
		const calls = callsOf(world.emulator, 'E4');
		expect(calls.map(({ query }) => query)).toEqual(calls.map(() => [['side', side]]));
		expect(calls).toHaveLength(COUNT);
		for (const { binary } of items) expect(Object.keys(binary ?? {}).filter((key) => key !== side)).toEqual([]);
	});

	test('keeps the pictures where only some fields come out, or simple ones', async () => {
		for (const more of [{ fields: ['companyName'] }, { simplify: true }]) {
			const items = await list(name, { ...base, options: { downloadImages: ['front'], ...more } });
			expect(items.filter(({ binary }) => binary?.front)).toHaveLength(COUNT - 1);
			if ('fields' in more) expect(items.map(({ json }) => Object.keys(json))).toEqual(items.map(() => ['companyName']));
		}
	});

	test('asks for the pictures of no more cards than come out', async () => {
		const items = await list(name, { ...base, limit: 3, options: { downloadImages: ['front', 'back'] } });
		expect([items.length, callsOf(world.emulator, 'E4').length]).toEqual([3, 6]);
	});

	test('asks for the pictures of a card whose id is a number, unless it has lost digits', async () => {
		const cards = (...ids: number[]) => () => ({ hasMore: false, data: ids.map((id) => ({ id })) });
		world.emulator.addCard({ id: '4711' });
		world.emulator.setImage('4711', 'front', jpeg(1));
		world.emulator.faults.add({ kind: 'transform', transform: cards(4711) });
		const [card] = await list(name, { ...base, options: { downloadImages: ['front'] } });
		expect([card?.json.id, card?.binary?.front?.fileName]).toEqual([4711, '4711-front.jpg']);
		world.emulator.faults.add({ kind: 'transform', transform: cards(Number('7100000000000000293')) });
		const error = failureOf(await world.run({ ...namesOf(name), ...base, options: { downloadImages: ['front'] } }));
		expect(error.message).toContain('without an ID');
	});

	test('fails when the service refuses a picture, says which, and asks for no more', async () => {
		world.emulator.faults.add({ kind: 'status', status: 403, endpoint: 'E4', times: Infinity, match: ({ id }) => id === 'c2' });
		const error = failureOf(await world.run({ ...namesOf(name), ...base, options: { downloadImages: ['front', 'back'] } }));
		expect([error.name, error.httpCode]).toEqual(['NodeApiError', '403']);
		expect(error.description).toContain('It is about the front of the business card c2');
		expect(callsOf(world.emulator, 'E4').length).toBeLessThan(2 * COUNT);
	});

	test('waits for a picture that is refused as one call too many, and asks again for one whose answer breaks down', async () => {
		const { faults } = world.emulator;
		faults.add({ kind: 'status', status: 429, endpoint: 'E4', skip: 2, retryAfter: 0 });
		faults.add({ kind: 'reset', endpoint: 'E4', skip: 4 });
		faults.add({ kind: 'status', status: 503, endpoint: 'E4', skip: 6 });
		const items = await list(name, { ...base, options: { downloadImages: ['front'] } });
		for (const { json, binary } of items) expect(await bytesOf(binary?.front)).toEqual(expected(json, 'front'));
	});

	test('fails when something else comes than a picture', async () => {
		world.emulator.faults.add({ kind: 'html', endpoint: 'E4', times: Infinity });
		const error = failureOf(await world.run({ ...namesOf(name), ...base, options: { downloadImages: ['front'] } }));
		expect(error.description).toMatch(/It is about the front of the business card c\d+/);
	});

	test('fails for a card without an id, in words, and only where its pictures are wanted', async () => {
		const withoutId = (body: unknown) => {
			const { data, ...rest } = body as { data: object[] };
			return { ...rest, data: data.map((card, index) => (index === 1 ? { ...card, id: undefined } : card)) };
		};
		world.emulator.faults.add({ kind: 'transform', times: Infinity, match: ({ endpoint }) => endpoint !== 'E4', transform: withoutId });
		expect(await list(name, { ...base, limit: 3 })).toHaveLength(3);
		const error = failureOf(await world.run({ ...namesOf(name), ...base, limit: 3, options: { downloadImages: ['front'] } }));
		expect(error.message).toContain('a business card without an ID');
	});

	test('gives a card that is deleted in the meantime without a picture', async () => {
		const { emulator } = world;
		emulator.onBeforeCall(({ endpoint, id }) => {
			if (endpoint === 'E4' && id === 'c3') emulator.deleteCard('c3');
		});
		const items = await list(name, { ...base, options: { downloadImages: ['front'] } });
		expect(items.find(({ json }) => json.id === 'c3')?.binary).toBeUndefined();
		expect(items.filter(({ binary }) => binary?.front)).toHaveLength(COUNT - 2);
	});
});

test('each input item gets the pictures of its own cards, and a failed one becomes an error item', async () => {
	furnish();
	world.emulator.faults.add({ kind: 'status', status: 403, endpoint: 'E4', times: Infinity, match: ({ id }) => id === 'c2' });
	const run = await world.run(
		{ ...namesOf('businessCard.search'), filters: { name: '={{ $json.name }}' }, options: { downloadImages: '={{ $json.sides }}' } },
		{ items: itemsOf({ name: 'Even', sides: 'front' }, { name: 'Odd', sides: 'back' }), onError: 'continueRegularOutput' },
	);
	const [failed, ...others] = run.items;
	expect([typeof failed?.json.error, failed?.pairedItem]).toEqual(['string', { item: 0 }]);
	expect(others).toHaveLength(COUNT / 2);
	for (const { json, binary, pairedItem } of others) {
		expect([json.lastName, pairedItem, binary?.front]).toEqual(['Odd', { item: 1 }, undefined]);
		expect(await bytesOf(binary?.back)).toEqual(expected(json, 'back'));
	}
});

test('pictures lie on disk and not in the items, where n8n keeps its files there', async () => {
	await keepBinaryDataOnDisk();
	furnish();
	const items = await list('businessCard.getAll', { ...ALWAYS, options: { downloadImages: ['front', 'back'] } });
	const files = items.flatMap(({ binary }) => Object.values(binary ?? {}));
	expect(files).toHaveLength(COUNT - 1 + 4);
	expect(files.filter(({ id, data }) => id?.startsWith('filesystem') !== true || data.length > 20)).toEqual([]);
	for (const { json, binary } of items) expect(await bytesOf(binary?.front)).toEqual(expected(json, 'front'));
});
