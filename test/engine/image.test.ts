import { encode } from 'jpeg-js';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../support/engine/world';

/** The image of a card: the very bytes, as a file, or an error a person can read. */

const world = worldPerTest();

function jpeg(shade: number): Buffer {
	return encode({ width: 20, height: 12, data: Buffer.alloc(20 * 12 * 4, shade) }, 80).data;
}

const FRONT = jpeg(200);
const BACK = jpeg(20);

const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };

beforeEach(() => {
	const { emulator } = world;
	emulator.addCard({ id: 'c1' });
	emulator.setImage('c1', 'front', FRONT);
	emulator.setImage('c1', 'back', BACK);
});

function bytesOf(binary: IBinaryData | undefined): Buffer {
	return Buffer.from(binary?.data ?? '', 'base64');
}

test.each([
	['2.0', 'front', FRONT],
	['2.5', 'back', BACK],
	['3.2', 'front', FRONT],
])('version %s gives the %s as a JPEG file, byte for byte', async (apiVersion, side, expected) => {
	const { items } = await world.run({ ...IMAGE, apiVersion, side });
	expect(items).toHaveLength(1);
	const [item] = items;
	expect(item?.json).toEqual({ businessCardId: 'c1', side });
	expect(Object.keys(item?.binary ?? {})).toEqual(['data']);
	expect(item?.binary?.data).toMatchObject({ fileName: `c1-${side}.jpg`, mimeType: 'image/jpeg' });
	expect(bytesOf(item?.binary?.data).equals(expected)).toBe(true);
	expect(item?.pairedItem).toEqual({ item: 0 });
});

test('the file lands in the field that was asked for', async () => {
	const { items } = await world.run({ ...IMAGE, side: 'back', binaryPropertyName: 'picture' });
	expect(Object.keys(items[0]?.binary ?? {})).toEqual(['picture']);
	expect(bytesOf(items[0]?.binary?.picture).equals(BACK)).toBe(true);
});

test.each(['={{ "" }}', '={{ null }}'])('a side that an expression leaves empty (%s) is the front, as the service has it', async (side) => {
	const { items } = await world.run({ ...IMAGE, side });
	expect(items[0]?.json).toEqual({ businessCardId: 'c1', side: 'front' });
	expect(bytesOf(items[0]?.binary?.data).equals(FRONT)).toBe(true);
});

test.each(['../../etc/c1', 'a\\c1', 'a?c1'])('the id %j gives a file name, and no path to another folder', async (id) => {
	world.emulator.addCard({ id });
	world.emulator.setImage(id, 'front', FRONT);
	const { items } = await world.run({ ...IMAGE, businessCardId: id });
	expect(items[0]?.json.businessCardId).toBe(id);
	expect(items[0]?.binary?.data?.fileName).toBe(`${id.replace(/[\\/?]/g, '_')}-front.jpg`);
	expect(items[0]?.binary?.data?.directory).toBeUndefined();
});

test('a large image comes through whole', async () => {
	const large = Buffer.concat([
		FRONT.subarray(0, 2),
		Buffer.from([0xff, 0xfe, 0xff, 0xff]),
		Buffer.alloc(65_533, 7),
		FRONT.subarray(2),
	]);
	const huge = Buffer.concat([large, Buffer.alloc(5 * 1024 * 1024 - large.length, 9)]);
	world.emulator.setImage('c1', 'front', huge);
	const { items } = await world.run(IMAGE);
	expect(bytesOf(items[0]?.binary?.data).equals(huge)).toBe(true);
});

test.each(['2.0', '3.2'])(
	'an image that does not exist is an error with the words of the service (%s)',
	async (apiVersion) => {
		world.emulator.setImage('c1', 'back', null);
		const { error, items } = await world.run({ ...IMAGE, apiVersion, side: 'back' });
		expect(items).toEqual([]);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toBe('There is no image of the back of this business card');
		expect(error?.description).toContain('invalid_value: side');
		expect(error?.httpCode).toBe('404');
		expect(error?.context?.itemIndex).toBe(0);
	},
);
