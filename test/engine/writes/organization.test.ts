import type { INodeParameters } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import { DEPARTMENT_COLUMNS, USER_COLUMNS } from '../../emulator';
import { TestClient } from '../../emulator/testClient';
import { BINARY_MODES, keepBinaryDataIn, storedBytes } from '../../support/engine/onDisk';
import { worldPerTest } from '../../support/engine/world';
import { DEPARTMENT, failureOf, importing, itemsOf, onlyCall, outputOf, USER } from './support';

/** Users and departments as items and as files, and what a check says; the imports are in import*.test.ts. */

const world = worldPerTest();

const NAME = '髙橋, "Bob"; 営業部\n2課';
const READING = ' a\tb ';

function listing(resource: string, options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters {
	return { resource, operation: 'getAll', options, ...more };
}

const blank = (columns: typeof USER_COLUMNS) =>
	Object.fromEntries(
		columns.map(({ name, blankMeans }) => [name, blankMeans === undefined ? null : Number(blankMeans)]),
	);

describe.each(['2.0', '2.5'])('lists in version %s', (apiVersion) => {
	const department = { DepartmentId: 'D1', DepartmentName: NAME, DepartmentNamePhonetic: READING };
	const user = { UserUuid: 'u1', DepartmentId: 'D1', UserId: '0012', UserName: NAME, Email: 'bob@example.co.jp' };

	beforeEach(() => {
		world.emulator.addOrganizationRecord('department', { ...department, Order: '-3' });
		world.emulator.addOrganizationRecord('user', { ...user, Culture: '2' });
	});

	test.each([undefined, 'tab'])('are one item a row: integers as numbers, blanks as null (%p)', async (delimiter) => {
		const options = delimiter === undefined ? {} : { delimiter };
		const departments = outputOf(await world.run(listing('department', options, { apiVersion })));
		expect(departments).toEqual([{ ...blank(DEPARTMENT_COLUMNS), ...department, Order: -3 }]);
		const users = outputOf(await world.run(listing('user', options, { apiVersion })));
		expect(users).toEqual([{ ...blank(USER_COLUMNS), ...user, Culture: 2 }]);
	});

	describe.each(BINARY_MODES)('as files, in %s', (mode) => {
		keepBinaryDataIn(mode);

		test('are untouched', async () => {
			const file = await world.run(listing('user', {}, { apiVersion, output: 'file', binaryPropertyName: 'csv' }));
			const { csv } = file.items[0]?.binary ?? {};
			if (!csv) throw new Error('There is no file');
			expect(csv).toMatchObject({ fileName: 'users.csv', mimeType: 'text/csv' });
			const { bytes } = await new TestClient(world.emulator).send(`/v${apiVersion}/organization/users`);
			expect(await storedBytes(csv)).toEqual(bytes);
		});
	});

	test('come by the columns that are named', async () => {
		world.emulator.switches.csvColumnOrder = 'reversed';
		const columnOrder = fieldNames('department').reverse().join(' , ');
		const [read] = outputOf(await world.run(listing('department', { columnOrder }, { apiVersion })));
		expect(read).toMatchObject({ DepartmentId: 'D1', Order: -3 });
		expect(failureOf(await world.run(listing('department', {}, { apiVersion }))).message).toMatch(/Column Order|order/);
	});
});

describe('a check', () => {
	test('says that everything is valid, in one call, and changes nothing', async () => {
		const { items } = await world.run(importing('check'), { items: itemsOf(USER, DEPARTMENT) });
		expect(items).toEqual([{ json: { valid: true, errors: [] }, pairedItem: [{ item: 0 }, { item: 1 }] }]);
		expect(onlyCall(world.emulator).endpoint).toBe('E14');
		expect(world.emulator.organizationRecords('department').size + world.emulator.imports.list().length).toBe(0);
	});

	test('gives the records at fault with all their messages, and the departments alone when they are wrong', async () => {
		const stray = { ...USER, DepartmentId: 'D404' };
		const orphan = { ...DEPARTMENT, TempId: 'd2', ParentDepartmentId: 'D404' };
		const [users] = outputOf(await world.run(importing('check'), { items: itemsOf(stray) }));
		const ErrorMessage = expect.stringContaining('D404');
		expect(users).toEqual({
			valid: false,
			errors: [{ Type: 1, Id: null, TempId: 'u1', Completed: false, ErrorMessage }],
		});
		const [all] = outputOf(await world.run(importing('check'), { items: itemsOf(stray, orphan, DEPARTMENT) }));
		expect(all?.errors).toMatchObject([{ Type: 0, TempId: 'd2' }]);
	});

	test('may answer in the delimiter of its upload', async () => {
		world.emulator.faults.add({ kind: 'status', endpoint: 'E14', status: 200, body: '1;;u1;false;"No, thanks"\r\n' });
		const parameters = importing('check', { options: { delimiter: 'semicolon' } });
		const [checked] = outputOf(await world.run(parameters, { items: itemsOf(USER, DEPARTMENT) }));
		expect(checked?.errors).toMatchObject([{ TempId: 'u1', ErrorMessage: 'No, thanks' }]);
	});
});
