import { truncate } from 'node:fs/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import {
	BINARY_MODES,
	fileOf,
	handedOver,
	keepBinaryDataIn,
	keepBinaryDataOnDisk,
	stored,
} from '../../support/engine/onDisk';
import { worldPerTest } from '../../support/engine/world';
import { failureOf, importing, inMemory, onlyCall, outputOf } from './support';

/** organizationImport from CSV files: sent as they are, byte for byte. */

const world = worldPerTest();

const DEPARTMENT_CSV = Buffer.from('d1,,"A, ""B""\n課",,,,\r\nd2,,二課,,tempId:d1,2,\r\n');
const USER_CSV = Buffer.from(`u1,,tempId:d2,taro,髙橋,,taro@x.jp,,2099-04-01${','.repeat(13)}\n`);
const FIELDS = { departmentBinaryPropertyName: 'departments', userBinaryPropertyName: 'users' };
const DEPARTMENTS_ALONE = { userBinaryPropertyName: '' };

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

describe.each(BINARY_MODES)('files in %s', (mode) => {
	keepBinaryDataIn(mode);

	it.each([
		['one item', [BOTH]],
		[
			'two',
			[item({ users: USER_CSV }), { json: { note: 'no file' } }, item({ departments: DEPARTMENT_CSV, other: 'x' })],
		],
	])('takes both files from %s, paired with every item', async (_name, items) => {
		const output = await world.run(fromFiles('create'), { items: await handedOver(items) });
		expect(sentFiles()).toEqual([
			['department', DEPARTMENT_CSV],
			['user', USER_CSV],
		]);
		expect(output.items.map(({ pairedItem }) => pairedItem)).toEqual([items.map((_, index) => ({ item: index }))]);
	});

	it('sends a user file alone', async () => {
		outputOf(
			await world.run(fromFiles('create', { departmentBinaryPropertyName: ' ' }), { items: await handedOver([BOTH]) }),
		);
		expect(sentFiles()).toEqual([['user', USER_CSV]]);
	});

	it('changes no byte: line ends, quotes and what is no row at all stay', async () => {
		const odd = Buffer.from('d1;;"x";;;;\rd2;;髙;;;;\n\nno CSV at all " ');
		const parameters = fromFiles('create', { ...DEPARTMENTS_ALONE, options: { delimiter: 'semicolon' } });
		world.allowViolations();
		await world.run(parameters, { items: await handedOver([item({ departments: odd })]) });
		expect(sentFiles()).toEqual([['department', odd]]);
		expect(Object.fromEntries(onlyCall(world.emulator).query)).toEqual({ delimiter: 'semicolon' });
	});

	const MARK = '\uFEFF';
	/** Blanks and a mark that is no first character are the file's own. */
	const INNER = `d1,,${MARK}x,,,,\r\n`;

	it.each([
		['one', MARK],
		['several', MARK.repeat(3)],
	])('takes %s byte order mark off the beginning of a file, and nothing else', async (_count, marks) => {
		world.allowViolations();
		for (const encoding of ['utf8', 'sjis']) {
			world.emulator.clearLog();
			const csv = encoding === 'utf8' ? INNER : 'd1,,x,,,,\r\n';
			const parameters = fromFiles('check', { ...DEPARTMENTS_ALONE, options: { encoding } });
			await world.run(parameters, { items: await handedOver([item({ departments: marks + csv })]) });
			expect(sentFiles()).toEqual([['department', Buffer.from(csv)]]);
		}
	});

	const HEADER = `\uFEFF"${fieldNames('department').join('","').toLowerCase()}"\r\n`;
	const WORKBOOK = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(99, 1)]);
	const [OF_DEPARTMENTS, OF_USERS] = ['departmentBinaryPropertyName', 'userBinaryPropertyName'] as const;

	it.each<[what: string, INodeExecutionData[], INodeParameters, parameter: string]>([
		[
			'Neither a department file nor a user file is given',
			[BOTH],
			{ [OF_DEPARTMENTS]: '', [OF_USERS]: '' },
			OF_DEPARTMENTS,
		],
		['No item has a binary field "users"', [item({ departments: DEPARTMENT_CSV })], {}, OF_USERS],
		['2 items have a binary field "departments"', [BOTH, BOTH], {}, OF_DEPARTMENTS],
		['Department File Field is {}', [BOTH], { [OF_DEPARTMENTS]: '={{ ({}) }}' }, OF_DEPARTMENTS],
		['The first row of the department CSV repeats the field names', [item({ departments: HEADER })], {}, OF_DEPARTMENTS],
		['The user CSV is not a CSV', [item({ departments: DEPARTMENT_CSV, users: WORKBOOK })], {}, OF_USERS],
		['Column Order must name every column', [BOTH], { options: { columnOrder: 'UserId' } }, 'columnOrder'],
	])('is refused before any call: %s', async (said, items, more, parameter) => {
		for (const operation of ['create', 'check'] as const) {
			const error = failureOf(await world.run(fromFiles(operation, more), { items: await handedOver(items) }));
			expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', parameter]);
			expect(error.message).toContain(said);
		}
		expect(world.emulator.calls).toHaveLength(0);
	});
});

describe('files that n8n keeps on disk', () => {
	beforeAll(keepBinaryDataOnDisk);

	it('are sent like others, but one of 1.5 GB is refused without being read', async () => {
		const departments = await stored(DEPARTMENT_CSV);
		const parameters = fromFiles('create', DEPARTMENTS_ALONE);
		const items = [{ json: {}, binary: { departments } }];
		outputOf(await world.run(parameters, { items }));
		expect(sentFiles()).toEqual([['department', DEPARTMENT_CSV]]);
		// Without taking the room on the disk.
		await truncate(fileOf(departments), 1.5 * 1024 ** 3);
		expect(failureOf(await world.run(parameters, { items })).message).toBe(
			'The department CSV is larger than 50 MB: split it into several imports',
		);
	});
});
