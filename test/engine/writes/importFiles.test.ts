import { truncate } from 'node:fs/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import { worldPerTest } from '../../support/engine/world';
import { keepBinaryDataOnDisk, stored, placeOf } from '../../support/engine/onDisk';
import { failureOf, importing, inMemory, onlyCall, outputOf } from './support';
import { told } from '../labels';

/** organizationImport from CSV files: sent as they are, byte for byte. */

const world = worldPerTest();

const DEPARTMENT_CSV = Buffer.from('d1,,"A, ""B""\n課",,,,\r\nd2,,二課,,tempId:d1,2,\r\n');
const USER_CSV = Buffer.from(`u1,,tempId:d2,taro,髙橋,,taro@x.jp,,2099-04-01${','.repeat(13)}\n`);
const FIELDS = { departmentBinaryPropertyName: 'departments', userBinaryPropertyName: 'users' };

function fromFiles(operation: 'create' | 'check', more: INodeParameters = {}): INodeParameters {
	return importing(operation, { source: 'files', ...FIELDS, ...more });
}

/** One item with these files. */
function item(files: Readonly<Record<string, Buffer | string>>): INodeExecutionData {
	const entries = Object.entries(files).map(([name, bytes]) => [name, inMemory(Buffer.from(bytes))]);
	return { json: {}, binary: Object.fromEntries(entries) };
}

const BOTH = item({ departments: DEPARTMENT_CSV, users: USER_CSV });

/** The files of the one call, by the name of their part. */
function sentFiles(): Array<[string, Buffer]> {
	return (onlyCall(world.emulator).parts ?? []).map(({ name, data }) => [name, data]);
}

describe('what is sent', () => {
	it.each([
		['one item with two files', [BOTH]],
		['two items with one file each', [item({ departments: DEPARTMENT_CSV }), item({ users: USER_CSV })]],
		[
			'the same the other way round',
			[item({ users: USER_CSV }), { json: { note: 'no file' } }, item({ departments: DEPARTMENT_CSV, other: 'x' })],
		],
	])('takes the files from %s', async (_name, items) => {
		const output = await world.run(fromFiles('create'), { items });
		expect(sentFiles()).toEqual([
			['department', DEPARTMENT_CSV],
			['user', USER_CSV],
		]);
		expect(output.items.map(({ pairedItem }) => pairedItem)).toEqual([items.map((_, index) => ({ item: index }))]);
	});

	it.each([
		['department', { userBinaryPropertyName: '' }, DEPARTMENT_CSV],
		['user', { departmentBinaryPropertyName: ' ' }, USER_CSV],
	] as const)('sends a %s file alone', async (kind, more, bytes) => {
		outputOf(await world.run(fromFiles('create', more), { items: [BOTH] }));
		expect(sentFiles()).toEqual([[kind, bytes]]);
	});

	it('changes no byte: byte order mark, line ends, quotes and what is no row at all stay', async () => {
		const odd = Buffer.from('\uFEFFd1;;"x";;;;\rd2;;髙;;;;\n\nno CSV at all " ');
		const parameters = fromFiles('create', { userBinaryPropertyName: '', options: { delimiter: 'semicolon' } });
		world.allowViolations();
		await world.run(parameters, { items: [item({ departments: odd })] });
		expect(sentFiles()).toEqual([['department', odd]]);
		expect(Object.fromEntries(onlyCall(world.emulator).query)).toEqual({ delimiter: 'semicolon' });
	});
});

/** What is refused before any call: its name, the items, the parameters, and what is said. */
type Refusal = readonly [
	name: string,
	items: INodeExecutionData[],
	more: INodeParameters,
	parameter: string,
	message: string,
];

const HEADER = `${fieldNames('department').join()}\r\n`;

const REFUSALS: readonly Refusal[] = [
	[
		'neither file',
		[BOTH],
		{ departmentBinaryPropertyName: '', userBinaryPropertyName: '' },
		'departmentBinaryPropertyName',
		'Neither a department file nor a user file is given: enter the binary field of at least one of them',
	],
	[
		'a field that no item has',
		[item({ departments: DEPARTMENT_CSV })],
		{},
		'userBinaryPropertyName',
		'No item has a binary field "users": an import takes one file of each kind',
	],
	[
		'two files for one kind',
		[BOTH, item({ users: USER_CSV })],
		{},
		'userBinaryPropertyName',
		'2 items have a binary field "users": an import takes one file of each kind',
	],
	[
		'a field name that is no text',
		[BOTH],
		{ departmentBinaryPropertyName: '={{ ({}) }}' },
		'departmentBinaryPropertyName',
		'departmentBinaryPropertyName is an object: it must be the name of a binary field, such as data',
	],
	[
		'an empty file',
		[item({ departments: '', users: USER_CSV })],
		{},
		'departmentBinaryPropertyName',
		'The department CSV is empty: leave the field empty if there is nothing to import',
	],
	[
		'a header row',
		[item({ departments: HEADER + DEPARTMENT_CSV.toString(), users: USER_CSV })],
		{},
		'departmentBinaryPropertyName',
		'The first row of the department CSV repeats the field names: remove the header row, because the service reads every row as a record',
	],
	[
		'a header row behind a byte order mark',
		[item({ departments: DEPARTMENT_CSV, users: `\uFEFF"${fieldNames('user').join('","').toLowerCase()}"\n` })],
		{},
		'userBinaryPropertyName',
		'The first row of the user CSV repeats the field names',
	],
	[
		'a workbook',
		[item({ departments: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(99, 1)]), users: USER_CSV })],
		{},
		'departmentBinaryPropertyName',
		'The department CSV is not a CSV but seems to be an Excel workbook (xlsx) or another zip file: save the sheet as "CSV UTF-8"',
	],
];

it.each(REFUSALS)('refuses %s before any call', async (_name, items, more, parameter, message) => {
	const { emulator, run } = world;
	for (const operation of ['create', 'check'] as const) {
		const error = failureOf(await run(fromFiles(operation, more), { items }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toContain(told({ resource: 'organizationImport', operation }, message));
		expect(error.context?.parameter).toBe(parameter);
	}
	expect(emulator.calls).toHaveLength(0);
});

describe('files that n8n keeps on disk', () => {
	beforeAll(keepBinaryDataOnDisk);

	const parameters = fromFiles('create', { userBinaryPropertyName: '' });

	it('are sent like others', async () => {
		outputOf(
			await world.run(parameters, { items: [{ json: {}, binary: { departments: await stored(DEPARTMENT_CSV) } }] }),
		);
		expect(sentFiles()).toEqual([['department', DEPARTMENT_CSV]]);
	});

	it('of 1.5 GB are refused without being read', async () => {
		const departments = await stored(DEPARTMENT_CSV);
		// Without taking the room on the disk.
		await truncate(placeOf(departments).file, 1.5 * 1024 ** 3);
		const error = failureOf(await world.run(parameters, { items: [{ json: {}, binary: { departments } }] }));
		expect(error.message).toBe('The department CSV is larger than 50 MB: divide it into several imports');
	});
});
