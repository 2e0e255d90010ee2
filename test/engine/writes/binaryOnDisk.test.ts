import { rmSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import type { IBinaryData } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { keepBinaryDataOnDisk, placeOf, stored, storedBytes, watchingStreams } from '../../support/engine/onDisk';
import { jpeg } from '../../support/jpeg';
import { callsOf, failureOf, importing, onlyCall, outputOf, partsOf } from './support';

/** Files that n8n keeps on disk, as it does by default: the items hold an id instead of the bytes. */

const world = worldPerTest();

beforeAll(keepBinaryDataOnDisk);

const UPLOAD = {
	resource: 'businessCard',
	operation: 'uploadImage',
	binaryPropertyName: 'data',
	additionalFields: { backImageBinaryPropertyName: 'back' },
};

it('uploads the images of each item from disk', async () => {
	const { emulator, run } = world;
	const pictures = [10, 60, 110].map((shade) => ({ front: jpeg(shade), back: jpeg(shade + 20) }));
	const items = await Promise.all(
		pictures.map(async ({ front, back }) => ({
			json: {},
			binary: { data: await stored(front, { fileName: 'card.bin' }), back: await stored(back) },
		})),
	);
	expect(items[0]?.binary.data).toMatchObject({ id: expect.stringMatching(/^filesystem-v2:/), data: 'filesystem-v2' });
	const uploaded = await run(UPLOAD, { items });
	expect(uploaded.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	expect(callsOf(emulator, 'E7')).toHaveLength(3);

	const image = { resource: 'businessCard', operation: 'getImage', businessCardId: '={{ $json.id }}' };
	for (const side of ['front', 'back'] as const) {
		const read = await run({ ...image, side }, { items: uploaded.items });
		const bytes = await Promise.all(read.items.map(async ({ binary }) => binary?.data && (await storedBytes(binary.data))));
		expect(bytes).toEqual(pictures.map((picture) => picture[side]));
	}
});

it('refuses a file on disk that is too large or no JPEG before any call', async () => {
	const { emulator, run } = world;
	const large = { data: await stored(jpeg(200, 5 * 1024 * 1024 + 1)), back: await stored(jpeg()) };
	expect(failureOf(await run(UPLOAD, { items: [{ json: {}, binary: large }] })).message).toMatch(/is larger than 5 MB/);
	const text = { data: await stored(jpeg()), back: await stored(Buffer.from('no picture'), { mimeType: 'image/jpeg' }) };
	expect(failureOf(await run(UPLOAD, { items: [{ json: {}, binary: text }] })).message).toMatch(/^The back image is not a JPEG/);
	expect(emulator.calls).toHaveLength(0);
});

describe('a file of 1.5 GB', () => {
	const SIZE = 1_500_000_000;

	async function large(): Promise<IBinaryData> {
		const binary = await stored(jpeg());
		await truncate(placeOf(binary).file, SIZE);
		return binary;
	}

	const upload = { ...UPLOAD, additionalFields: {} };

	it('is refused by its size alone, and never opened', async () => {
		const binary = await large();
		await writeFile(placeOf(binary).metadata, JSON.stringify({ fileSize: SIZE, mimeType: 'image/jpeg' }));
		const watched = await watchingStreams(async () => {
			const error = failureOf(await world.run(upload, { items: [{ json: {}, binary: { data: binary } }] }));
			expect(error.message).toMatch(/is larger than 5 MB/);
		});
		expect(watched.atOnce).toBe(0);
	});

	it.each([
		['nobody knows its size', async ({ metadata }: ReturnType<typeof placeOf>) => await rm(metadata)],
		['its size is not what is written down', async () => undefined],
	])('is read no further than the rule when %s', async (_name, spoil) => {
		const binary = await large();
		await spoil(placeOf(binary));
		const watched = await watchingStreams(async () => {
			const error = failureOf(await world.run(upload, { items: [{ json: {}, binary: { data: binary } }] }));
			expect(error.message).toMatch(/is larger than 5 MB/);
		});
		expect(watched.bytes).toBeLessThan(7_000_000);
	});
});

it('holds no more than one picture at a time, however many items there are', async () => {
	const { emulator, run } = world;
	const items = await Promise.all(
		Array.from({ length: 8 }, async (_, index) => ({
			json: {},
			binary: { data: await stored(jpeg(index, 300_000)), back: await stored(jpeg(index, 200_000)) },
		})),
	);
	const watched = await watchingStreams(async () => void outputOf(await run(UPLOAD, { items })));
	// Each side is read to be checked, and again to be sent.
	expect(watched).toEqual({ atOnce: 1, bytes: 8 * 2 * 500_000 });
	const arrived = callsOf(emulator, 'E7').map((call) => partsOf(call, 'frontImage')[0]?.data);
	expect(arrived.map((data, index) => data?.equals(jpeg(index, 300_000)))).toEqual(items.map(() => true));
});

it('says that a file is gone, and which', async () => {
	const { emulator, run } = world;
	const gone = await stored(jpeg());
	await rm(placeOf(gone).file);
	const items = [{ json: {}, binary: { data: await stored(jpeg()), back: gone } }];
	const error = failureOf(await run(UPLOAD, { items }));
	expect(error.message).toMatch(/^The file of the binary field "back" cannot be read: run the node that outputs the file again/);
	expect([error.context?.parameter, emulator.calls]).toEqual(['backImageBinaryPropertyName', []]);
});

it.each([
	['continueRegularOutput', 0],
	['continueRegularOutput', 1],
	['stopWorkflow', 0],
	['stopWorkflow', 1],
] as const)('tells what was sent of an item whose second picture goes in the meantime (%s, item %d)', async (onError, place) => {
	const { emulator, run } = world;
	const items = await Promise.all([30, 90].map(async (shade) => ({ json: {}, binary: { a: await stored(jpeg(shade)), b: await stored(jpeg(shade + 5)) } })));
	const gone = items[place]?.binary.b;
	emulator.onBeforeCall(({ n }) => {
		if (gone && n === 2 * place + 1) rmSync(placeOf(gone).file);
	});
	const parameters = { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName: 'a,b' };
	const { items: given, error } = await run(parameters, { items, onError });
	const cards = [...emulator.company.cards.values()].map(({ id }) => id);
	const message = /^The file of the binary field "b" cannot be read/;
	if (onError === 'stopWorkflow') {
		expect(error?.message).toMatch(message);
		expect(error?.description).not.toContain('Nothing was sent');
		expect(error?.description).toContain(`Sent before: ${2 * place + 1} of 4 images`);
		expect(error?.context?.sent).toEqual(cards.map((id, index) => ({ itemIndex: index < 2 ? 0 : 1, id })));
		expect(cards).toHaveLength(2 * place + 1);
	} else {
		expect(given.flatMap(({ json }) => json.id ?? [])).toEqual(cards);
		expect(given.filter(({ json }) => json.error !== undefined)).toEqual([{ json: { error: expect.stringMatching(message) as unknown }, pairedItem: { item: place } }]);
		expect(cards).toHaveLength(3);
	}
});

it('writes the CSV of a list to disk, ready to be imported again', async () => {
	const { emulator, run } = world;
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'A, "B"; C\n髙' });
	const { items } = await run({ resource: 'department', operation: 'getAll', output: 'file', binaryPropertyName: 'csv' });
	const csv = items[0]?.binary?.csv;
	if (!csv) throw new Error('The node gave no file');
	expect(csv).toMatchObject({ data: 'filesystem-v2', fileName: 'departments.csv', mimeType: 'text/csv' });
	emulator.clearLog();
	const parameters = importing('check', { source: 'files', departmentBinaryPropertyName: 'csv' });
	expect(outputOf(await run(parameters, { items }))).toEqual([{ valid: true, errors: [] }]);
	expect(partsOf(onlyCall(emulator), 'department')[0]?.data).toEqual(await storedBytes(csv));
});
