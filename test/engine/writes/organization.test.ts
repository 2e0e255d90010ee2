import type { INodeParameters } from 'n8n-workflow';
import { DEPARTMENT_COLUMNS, USER_COLUMNS } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import { DEPARTMENT, failureOf, finishImportsAtOnce, importing, itemsOf, onlyCall, outputOf, USER } from './support';

/** Users and departments as items and as files, and what a check says; the imports are in import*.test.ts. */

const world = worldPerTest();

const NAME = '髙橋, "Bob"; 営業部\n2課';
const LAYOUTS = (['comma', 'semicolon', 'tab', 'space'] as const).flatMap((delimiter) =>
	(['utf8', 'sjis'] as const).map((encoding) => ({ delimiter, encoding })),
);

function listing(resource: string, options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters {
	return { resource, operation: 'getAll', options, ...more };
}

const blank = (columns: typeof USER_COLUMNS) =>
	Object.fromEntries(
		columns.map(({ name, blankMeans }) => [name, blankMeans === undefined ? null : Number(blankMeans)]),
	);

describe.each(['2.0', '2.5'])('lists in version %s', (apiVersion) => {
	beforeEach(() => {
		const add = world.emulator.addOrganizationRecord;
		add('department', { DepartmentId: 'D1', DepartmentName: NAME, DepartmentNamePhonetic: ' a\tb ', Order: '-3' });
		add('user', {
			UserUuid: 'u1',
			DepartmentId: 'D1',
			UserId: '0012',
			UserName: NAME,
			Email: 'bob@example.co.jp',
			Culture: '2',
		});
	});

	test.each([undefined, 'semicolon', 'tab', 'space'])(
		'are one item a row: integers as numbers, blanks as null (%p)',
		async (delimiter) => {
			const options = delimiter === undefined ? {} : { delimiter };
			expect(outputOf(await world.run(listing('department', options, { apiVersion })))).toEqual([
				{
					...blank(DEPARTMENT_COLUMNS),
					DepartmentId: 'D1',
					DepartmentName: NAME,
					DepartmentNamePhonetic: ' a\tb ',
					Order: -3,
				},
			]);
			expect(outputOf(await world.run(listing('user', options, { apiVersion })))).toEqual([
				{
					...blank(USER_COLUMNS),
					UserUuid: 'u1',
					DepartmentId: 'D1',
					UserId: '0012',
					UserName: NAME,
					Email: 'bob@example.co.jp',
					Culture: 2,
				},
			]);
		},
	);

	test('are files untouched, and come by the columns that are named', async () => {
		const file = await world.run(listing('user', {}, { apiVersion, output: 'file', binaryPropertyName: 'csv' }));
		expect(file.items[0]?.binary?.csv).toMatchObject({ fileName: 'users.csv', mimeType: 'text/csv' });
		world.emulator.switches.csvColumnOrder = 'reversed';
		const columnOrder = DEPARTMENT_COLUMNS.map(({ name }) => name)
			.reverse()
			.join(' , ');
		expect(outputOf(await world.run(listing('department', { columnOrder }, { apiVersion })))).toMatchObject([
			{ DepartmentId: 'D1', Order: -3 },
		]);
		expect(failureOf(await world.run(listing('department', {}, { apiVersion }))).message).toMatch(/Column Order|order/);
	});
});

test('a column order that names other columns is refused before any call', async () => {
	const error = failureOf(await world.run(listing('department', { columnOrder: 'TempId,Nonsense' })));
	expect([error.name, error.context?.parameter, error.message]).toEqual([
		'NodeOperationError',
		'columnOrder',
		expect.stringContaining('Nonsense'),
	]);
	expect(world.emulator.calls).toEqual([]);
});

test('a page of something in between is never taken for a list', async () => {
	world.emulator.addOrganizationRecord('department', { DepartmentName: 'A' });
	const body = '\ufeff\n<!-- page -->\n<!DOCTYPE html>\n<html></html>';
	world.emulator.faults.add({ kind: 'status', status: 200, body, headers: { 'content-type': 'text/csv' } });
	const run = await world.run(listing('department', {}, { output: 'file' }));
	const text = Buffer.from(run.items[0]?.binary?.data?.data ?? '', 'base64').toString();
	expect(run.error === undefined ? text : '').not.toContain('<html>');
});

test.each(LAYOUTS)('what is imported with $delimiter and $encoding is what is read', async (layout) => {
	finishImportsAtOnce(world.emulator);
	world.emulator.switches.csvCharset = layout.encoding === 'sjis' ? 'sjis' : 'utf8bom';
	const department = { ...DEPARTMENT, DepartmentName: NAME, DepartmentNamePhonetic: '\t "名', Order: -2 };
	const user = {
		...USER,
		UserName: 'line\r\nline 名',
		AlternativeName: ' "Ann", ;\n ',
		SamlNameId: '①㈱～',
		Culture: 1,
	};
	const parameters = importing('create', { options: { ...layout, waitForCompletion: true } });
	outputOf(await world.run(parameters, { items: itemsOf(department, user) }));
	const options = { delimiter: layout.delimiter };
	const { TempId: _, ...rest } = department;
	const [read] = outputOf(await world.run(listing('department', options)));
	expect(read).toMatchObject(rest);
	const { TempId: __, DepartmentId: ___, ...cells } = user;
	expect(outputOf(await world.run(listing('user', options)))).toMatchObject([
		{ ...cells, DepartmentId: read?.DepartmentId },
	]);
});

describe('a check', () => {
	test('says that everything is valid, in one call, and changes nothing', async () => {
		const { items } = await world.run(importing('check'), { items: itemsOf(USER, DEPARTMENT) });
		expect(items).toEqual([{ json: { valid: true, errors: [] }, pairedItem: [{ item: 0 }, { item: 1 }] }]);
		expect(onlyCall(world.emulator).endpoint).toBe('E14');
		expect(world.emulator.organizationRecords('department').size + world.emulator.imports.list().length).toBe(0);
	});

	test('gives the records at fault with all their messages, and the departments alone when they are wrong', async () => {
		const stray = { ...USER, DepartmentId: 'D404', Email: 'taro@example.com' };
		const orphan = { ...DEPARTMENT, TempId: 'd2', ParentDepartmentId: 'D404' };
		const [users] = outputOf(await world.run(importing('check'), { items: itemsOf(stray) }));
		expect(users?.errors).toMatchObject([
			{ Type: 1, Id: null, TempId: 'u1', Completed: false, ErrorMessage: expect.stringContaining('D404') },
		]);
		const [all] = outputOf(await world.run(importing('check'), { items: itemsOf(stray, orphan, DEPARTMENT) }));
		expect(all?.errors).toMatchObject([{ Type: 0, TempId: 'd2' }]);
	});
});
