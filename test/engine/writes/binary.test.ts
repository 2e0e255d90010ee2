import { rm, truncate } from 'node:fs/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import { fileOf, filesOpenedBy, keepBinaryDataOnDisk, stored, storedBytes } from '../../support/engine/onDisk';
import { IMAGE, UPLOAD as UPLOADING, worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { failureOf, importing, onlyCall, outputOf, partsOf } from './support';

/** Files that n8n keeps on disk, as it does by default, and workflows that keep binary data in the JSON of the items. */

const world = worldPerTest();

beforeAll(keepBinaryDataOnDisk);

const UPLOAD = { ...UPLOADING, binaryPropertyName: 'front' };
const BOTH = { ...UPLOAD, additionalFields: { backImageBinaryPropertyName: 'back' } };

/** Items with a front and a back each. */
async function onDisk(pictures: ReadonlyArray<{ front: Buffer; back: Buffer }>) {
	const items = pictures.map(async ({ front, back }) => {
		return { json: {}, binary: { front: await stored(front), back: await stored(back) } };
	});
	return await Promise.all(items);
}

test('pictures are uploaded from disk, and come back to it byte for byte', async () => {
	const pictures = [10, 60].map((shade) => ({ front: jpeg(shade), back: jpeg(shade + 20) }));
	const uploaded = await world.run(BOTH, { items: await onDisk(pictures) });
	for (const side of ['front', 'back'] as const) {
		const parameters = { ...IMAGE, businessCardId: '={{ $json.id }}', side };
		const { items } = await world.run(parameters, { items: uploaded.items });
		const bytes = items.map(async ({ binary }) => binary?.data && (await storedBytes(binary.data)));
		expect(await Promise.all(bytes)).toEqual(pictures.map((picture) => picture[side]));
	}
});

test('no more than one picture is held at a time, however many items there are', async () => {
	const items = await onDisk(Array(8).fill({ front: jpeg(40, 300_000), back: jpeg() }));
	const files = await filesOpenedBy(async () => void outputOf(await world.run(UPLOAD, { items })));
	// Each is read to be checked, and again to be sent.
	expect(files.map(({ bytesRead }) => bytesRead)).toEqual(Array(8 * 2).fill(300_000));
});

test('a file of 1.5 GB is read no further than the rule', async () => {
	const items = await onDisk([{ front: jpeg(), back: jpeg() }]);
	for (const { binary } of items) await truncate(fileOf(binary.front), 1_500_000_000);
	const [file] = await filesOpenedBy(async () => {
		expect((await world.refusal(UPLOAD, { items })).message).toMatch(/5 MB/);
	});
	expect(file?.bytesRead).toBeLessThan(7_000_000);
});

test('a file that is gone is named, before a call and in the middle of a run', async () => {
	const items = await onDisk(Array(2).fill({ front: jpeg(), back: jpeg() }));
	world.emulator.onBeforeCall(async () => {
		for (const { binary } of items.slice(1)) await rm(fileOf(binary.back), { force: true });
	});
	expect(failureOf(await world.run(BOTH, { items })).description).toContain('Sent before: 1 of 2');
	world.emulator.clearLog();
	const { message, context } = await world.refusal(BOTH, { items });
	expect([message, context?.parameter]).toEqual([expect.stringContaining('"back"'), 'backImageBinaryPropertyName']);
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
		const { message } = await world.refusal({ ...UPLOAD, binaryPropertyName: '_files.data' }, { items: forged });
		expect(message).toContain('no binary field');
	});

	test.each([{ csv: { data: 'ZDE=', fileName: 'departments.csv' } }, { csv: { id: 'filesystem-v2:1' } }])(
		'takes no JSON without a type for a file: %j',
		async (json) => {
			const parameters = importing('create', { source: 'files', departmentBinaryPropertyName: 'csv' });
			const { message } = await world.refusal(parameters, { items: [{ json }], ...combined });
			expect(message).toContain('No item has a binary field "csv"');
		},
	);

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
