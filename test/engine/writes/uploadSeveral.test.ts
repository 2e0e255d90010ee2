import type { IBinaryKeyData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { failureOf, inMemory, LOST_ANSWERS, MAY_HAVE_ARRIVED, outputOf, partsOf, tooMany } from './support';
import { told } from '../labels';

/** Several pictures of one item: a card each, all checked before the first is sent, and none sent twice. */

const world = worldPerTest();

const FIELDS = ['a', 'b', 'c'];
const PICTURES = Object.fromEntries(FIELDS.map((name, index) => [name, jpeg(40 + 50 * index)])) as Record<string, Buffer>;
const BINARY: IBinaryKeyData = Object.fromEntries(FIELDS.map((name) => [name, inMemory(PICTURES[name] ?? Buffer.alloc(0))]));
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

function uploading(binaryPropertyName: string, additionalFields: INodeParameters = {}): INodeParameters {
	return { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName, additionalFields };
}

function item(binary: IBinaryKeyData = BINARY, json: IDataObject = {}): INodeExecutionData {
	return { json, binary };
}

/** The fronts that were sent, in their order. */
function fronts(): Array<Buffer | undefined> {
	return world.emulator.calls.map((call) => partsOf(call, 'frontImage')[0]?.data);
}

function cards(): string[] {
	return [...world.emulator.company.cards.values()].map(({ id }) => id);
}

it.each([
	['separated by commas', 'a, b,c'],
	['with a comma too many', ' a,b,,c, '],
	['from an expression that gives a text', '={{ Object.keys($binary).join(",") }}'],
])('sends each picture by itself: names %s', async (_how, names) => {
	const { items } = await world.run(uploading(names, { memo: '展示会', language: ['Thai', 'Korean'] }), { items: [item(), item()] });
	expect(fronts()).toEqual([...FIELDS, ...FIELDS].map((name) => PICTURES[name]));
	for (const call of world.emulator.calls) {
		expect(partsOf(call, 'memo').map(({ data }) => data.toString())).toEqual(['展示会']);
		expect(partsOf(call, 'language').map(({ data }) => data.toString())).toEqual(['Thai', 'Korean']);
	}
	expect(items.map(({ json }) => json.id)).toEqual(cards());
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, index) => ({ item: index < items.length / 2 ? 0 : 1 })));
});

describe('sends nothing at all', () => {
	const BAD = inMemory(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
	const REFUSALS: ReadonlyArray<readonly [string, INodeParameters, IBinaryKeyData, parameter: string, message: string | RegExp]> = [
		['beside a back', uploading('a,b', { backImageBinaryPropertyName: 'c' }), BINARY, 'backImageBinaryPropertyName', 'backImageBinaryPropertyName names a back image, but binaryPropertyName names 2 images ("a, b"): each of several images is a card of its own'],
		['when the last is no JPEG', uploading('a,b,c'), { ...BINARY, c: BAD }, 'binaryPropertyName', 'The image in "c" is a PNG image, not a JPEG. Convert it with the Edit Image node'],
		['when two are none, and names both', uploading('a,b,c'), { ...BINARY, a: BAD, c: BAD }, 'binaryPropertyName', /^2 fields are not valid: The image in "a" is a PNG .*: The image in "c" is a PNG/],
		['when one is not there', uploading('a,d'), BINARY, 'binaryPropertyName', 'The item has no binary field "d": its binary fields are a, b, c'],
		['when one is named twice', uploading('a,b,a'), BINARY, 'binaryPropertyName', 'binaryPropertyName names the binary field "a" twice: name each field once'],
		['when no name is left', uploading(' , '), BINARY, 'binaryPropertyName', 'binaryPropertyName is empty: it must be the name of a binary field'],
		['when it is a list', uploading('={{ ["a", "b"] }}'), BINARY, 'binaryPropertyName', 'binaryPropertyName is a list'],
		['when the memo is too long, which it says once', uploading('a,b', { memo: 'x'.repeat(2_001) }), BINARY, 'memo', 'memo may have at most 2,000 characters; it has 2,001'],
	];

	it.each(REFUSALS)('%s', async (_name, parameters, binary, parameter, message) => {
		const error = failureOf(await world.run(parameters, { items: [item(), item(binary)].slice(binary === BINARY ? 1 : 0) }));
		const shown = typeof message === 'string' ? told({ resource: 'businessCard', operation: 'uploadImage' }, message) : message;
		const said = [error.message, ...((error.context?.causes ?? []) as string[])].join(': ');
		expect(said).toEqual(typeof shown === 'string' ? expect.stringContaining(shown) : expect.stringMatching(shown));
		expect(error.context?.parameter).toBe(parameter);
		expect(error.description).toContain('Nothing was sent.');
		expect(world.emulator.calls).toHaveLength(0);
	});
});

it('takes a back beside one picture as before', async () => {
	outputOf(await world.run(uploading('a,', { backImageBinaryPropertyName: 'c' }), { items: [item()] }));
	expect(world.emulator.calls.map((call) => partsOf(call, 'backImage')[0]?.data)).toEqual([PICTURES.c]);
});

describe('when the service refuses one', () => {
	const REFUSED = { kind: 'status', status: 400, endpoint: 'E7', skip: 4 } as const;

	it('says which, what was sent before, and sends no other', async () => {
		world.emulator.faults.add(REFUSED);
		const error = failureOf(await world.run(uploading('a,b,c'), { items: [item(), item(), item()] }));
		expect(error.message).toMatch(/\(image "b"\)$/);
		expect(error.description).toContain('Sent before: 4 of 9 images.');
		expect(error.description).toContain('Not sent: 4.');
		expect(error.description).not.toContain('Nothing was sent');
		expect(error.context?.sent).toEqual(cards().map((id, index) => ({ itemIndex: index < 3 ? 0 : 1, id })));
		expect(fronts()).toHaveLength(5);
	});

	it('sends what is left, and nothing twice, when n8n tries again', async () => {
		world.emulator.faults.add({ ...REFUSED, times: 1 });
		const run = await world.run(uploading('a,b,c'), { items: [item(), item(), item()], settings: RETRY });
		expect(outputOf(run).map(({ id }) => id)).toEqual(cards());
		expect(cards()).toHaveLength(9);
		expect(fronts()).toHaveLength(10);
	});

	it('tells the same after the last try', async () => {
		world.emulator.faults.add({ ...REFUSED, times: Infinity });
		const error = failureOf(await world.run(uploading('a,b,c'), { items: [item(), item()], settings: RETRY }));
		expect(error.message.match(/\(image/g)).toHaveLength(1);
		expect(error.description).toContain('Sent before: 4 of 6 images');
		expect([cards().length, fronts().length]).toEqual([4, 4 + 3]);
	});

	it('gives with Continue On Fail what was sent of the item, and goes on with the others', async () => {
		world.emulator.faults.add(REFUSED);
		const { items } = await world.run(uploading('a,b,c'), { items: [item(), item(), item()], onError: 'continueRegularOutput' });
		expect(items.map(({ json, pairedItem }) => [json.error === undefined, pairedItem])).toEqual([
			...[0, 0, 0, 1].map((place) => [true, { item: place }]),
			[false, { item: 1 }],
			...[2, 2, 2].map((place) => [true, { item: place }]),
		]);
		expect(items.flatMap(({ json }) => json.id ?? [])).toEqual(cards());
		expect(items.map(({ json }) => json.error).filter((error) => error !== undefined)).toEqual([expect.stringMatching(/\(image "b"\)$/)]);
	});

	it('gives them on the two outputs of Continue (Using Error Output)', async () => {
		world.emulator.faults.add(REFUSED);
		const { items, errorItems } = await world.run(uploading('a,b,c'), { items: [item(), item()], onError: 'continueErrorOutput' });
		expect(items.map(({ json }) => json.id)).toEqual(cards());
		expect(errorItems).toHaveLength(1);
	});
});

it.each(LOST_ANSWERS)('sends none again whose answer was lost: %s', async (_name, fault, patience) => {
	world.emulator.faults.add({ ...fault, skip: 1, times: Infinity });
	const parameters = { ...uploading('a,b,c'), ...patience };
	const error = failureOf(await world.run(parameters, { items: [item()], settings: RETRY }));
	expect(error.description).toMatch(MAY_HAVE_ARRIVED);
	expect(error.message.match(/\(image "b"\)/g)).toHaveLength(1);
	expect(error.description).toContain('Sent before: 1 of 3 images');
	expect([fronts().length, cards().length]).toEqual([2, 2]);
});

it('repeats a picture that was refused as one call too many, and bills it once', async () => {
	world.emulator.faults.add({ ...tooMany('E7', 2), skip: 1 });
	expect(outputOf(await world.run(uploading('a,b,c'), { items: [item()] }))).toHaveLength(3);
	expect([fronts().length, cards().length]).toEqual([5, 3]);
});
