import { rm, truncate } from 'node:fs/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import { keepBinaryDataOnDisk, fileOf, stored, storedBytes, watchingStreams } from '../../support/engine/onDisk';
import { worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { failureOf, importing, onlyCall, outputOf, partsOf } from './support';

/** Files that n8n keeps on disk, as it does by default, and workflows that keep binary data in the JSON of the items. */

const world = worldPerTest();

beforeAll(keepBinaryDataOnDisk);

const UPLOAD = { resource: 'businessCard', operation: 'uploadImage' };
const BOTH = { ...UPLOAD, additionalFields: { backImageBinaryPropertyName: 'back' } };

test('pictures are uploaded from disk, and come back to it byte for byte', async () => {
	const pictures = [10, 60].map((shade) => ({ front: jpeg(shade), back: jpeg(shade + 20) }));
	const items = await Promise.all(
		pictures.map(async ({ front, back }) => ({
			json: {},
			binary: { data: await stored(front), back: await stored(back) },
		})),
	);
	const uploaded = await world.run(BOTH, { items });
	const image = { resource: 'businessCard', operation: 'getImage', businessCardId: '={{ $json.id }}' };
	for (const side of ['front', 'back'] as const) {
		const read = await world.run({ ...image, side }, { items: uploaded.items });
		const bytes = await Promise.all(
			read.items.map(async ({ binary }) => binary?.data && (await storedBytes(binary.data))),
		);
		expect(bytes).toEqual(pictures.map((picture) => picture[side]));
	}
});

test('no more than one picture is held at a time, however many items there are', async () => {
	const items = await Promise.all(
		Array.from({ length: 8 }, async (_, index) => ({ json: {}, binary: { data: await stored(jpeg(index, 300_000)) } })),
	);
	const watched = await watchingStreams(async () => void outputOf(await world.run(UPLOAD, { items })));
	// Each is read to be checked, and again to be sent.
	expect(watched).toEqual({ atOnce: 1, bytes: 8 * 2 * 300_000 });
});

test('a file of 1.5 GB is read no further than the rule', async () => {
	const binary = await stored(jpeg());
	await truncate(fileOf(binary), 1_500_000_000);
	const watched = await watchingStreams(async () => {
		expect(failureOf(await world.run(UPLOAD, { items: [{ json: {}, binary: { data: binary } }] })).message).toMatch(
			/5 MB/,
		);
	});
	expect(watched.bytes).toBeLessThan(7_000_000);
});

test('a file that is gone is named, before a call and in the middle of a run', async () => {
	const gone = await stored(jpeg());
	await rm(fileOf(gone));
	const error = failureOf(
		await world.run(BOTH, { items: [{ json: {}, binary: { data: await stored(jpeg()), back: gone } }] }),
	);
	expect([error.message, error.context?.parameter]).toEqual([
		expect.stringContaining('"back"'),
		'backImageBinaryPropertyName',
	]);
	expect(world.emulator.calls).toEqual([]);
	const items = await Promise.all(
		[30, 90].map(async (shade) => ({ json: {}, binary: { data: await stored(jpeg(shade)) } })),
	);
	world.emulator.onBeforeCall(async () => void (items[1] && (await rm(fileOf(items[1].binary.data), { force: true }))));
	const later = failureOf(await world.run(UPLOAD, { items }));
	expect(later.description).toContain('Sent before: 1 of 2');
});

describe('a workflow that keeps binary data in the JSON', () => {
	const combined = { binaryMode: 'combined' } as const;

	test.each(['data', '_files.data'])('finds a picture by %s', async (binaryPropertyName) => {
		const items = [{ json: { memo: 'x' }, binary: { data: await stored(jpeg(40)) } }];
		const parameters = { ...UPLOAD, binaryPropertyName, additionalFields: { memo: '={{ $json.memo }}' } };
		outputOf(await world.run(parameters, { items, ...combined }));
		expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(jpeg(40));
	});

	test('alone takes a file out of JSON', async () => {
		const forged = [{ json: { _files: { data: await stored(jpeg(40)) } } }] as unknown as INodeExecutionData[];
		const run = await world.run({ ...UPLOAD, binaryPropertyName: '_files.data' }, { items: forged });
		expect(run.error?.message).toContain('no binary field');
		expect(world.emulator.calls).toEqual([]);
	});

	test('imports the CSV files of its items, and finds those of a list where it looks for them', async () => {
		world.emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'A, "B"; C\n髙' });
		const list = { resource: 'department', operation: 'getAll', output: 'file', binaryPropertyName: 'csv' };
		const { items } = await world.run(list, combined);
		expect(items[0]?.json._files).toMatchObject({
			csv: { data: 'filesystem-v2', fileName: 'departments.csv', mimeType: 'text/csv' },
		});
		const parameters = importing('check', { source: 'files', departmentBinaryPropertyName: 'csv' });
		expect(outputOf(await world.run(parameters, { items, ...combined }))).toEqual([{ valid: true, errors: [] }]);
	});
});
