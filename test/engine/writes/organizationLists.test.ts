import type { INodeParameters } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import { DEPARTMENT_COLUMNS, USER_COLUMNS, type Emulator } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import { failureOf, onlyCall, outputOf } from './support';

/** user.getAll and department.getAll: the service's CSV as items or as it is. */

const world = worldPerTest();
const NAME = '髙橋, "Bob"; 営業部\n2課';
const UUID = '5f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a10';

function listing(resource: 'user' | 'department', options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters {
	return { resource, operation: 'getAll', options, ...more };
}

function fill({ addOrganizationRecord: add }: Emulator): void {
	const top = add('department', { DepartmentId: 'D1', DepartmentName: NAME, DepartmentNamePhonetic: ' a\tb ', Order: '-3' });
	add('department', { DepartmentId: 'D2', DepartmentName: 'x y', ParentDepartmentId: top, Order: '0' });
	add('user', {
		UserUuid: UUID,
		DepartmentId: 'D1;D2',
		UserId: '0012',
		UserName: NAME,
		AlternativeName: '"',
		Email: 'bob@example.co.jp',
		EffectiveDateFrom: '2020-04-01',
		Culture: '2',
		DataDownloadPrivilege: '3',
	});
}

const BLANK_DEPARTMENT = Object.fromEntries(DEPARTMENT_COLUMNS.map(({ name }) => [name, null]));
const DEPARTMENTS = [
	{ ...BLANK_DEPARTMENT, DepartmentId: 'D1', DepartmentName: NAME, DepartmentNamePhonetic: ' a\tb ', Order: -3 },
	{ ...BLANK_DEPARTMENT, DepartmentId: 'D2', DepartmentName: 'x y', ParentDepartmentId: 'D1', Order: 0 },
];

/** The columns of the specification: text that was never given is null, and a permission that was never given is 0. */
const BLANK_USER = Object.fromEntries(
	USER_COLUMNS.map(({ name, blankMeans }) => [name, blankMeans === undefined ? null : Number(blankMeans)]),
);
const USERS = [
	{
		...BLANK_USER,
		UserUuid: UUID,
		DepartmentId: 'D1;D2',
		UserId: '0012',
		UserName: NAME,
		AlternativeName: '"',
		Email: 'bob@example.co.jp',
		EffectiveDateFrom: '2020-04-01',
		Culture: 2,
		DataDownloadPrivilege: 3,
	},
];

const LISTS = [
	['user', 'users', USERS],
	['department', 'departments', DEPARTMENTS],
] as const;
const DELIMITERS = ['comma', 'semicolon', 'tab', 'space'] as const;

describe.each(LISTS)('%s.getAll', (resource, path, rows) => {
	const names = fieldNames(resource);

	it.each(['2.0', '2.5'])('gives one item a row in version %s: integers as numbers, blanks as null', async (apiVersion) => {
		const { emulator, run } = world;
		fill(emulator);
		const { items } = await run(listing(resource, {}, { apiVersion }));
		expect(items).toEqual(rows.map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(items.map(({ json }) => Object.keys(json))).toEqual(rows.map((row) => Object.keys(row)));
		const call = onlyCall(emulator);
		expect([call.method, call.path, call.query]).toEqual(['GET', `/v${apiVersion}/organization/${path}`, []]);
	});

	it('gives the CSV untouched as a file', async () => {
		const { emulator, run } = world;
		fill(emulator);
		emulator.switches.csvCharset = 'sjis';
		const parameters = listing(resource, { delimiter: 'tab' }, { output: 'file', binaryPropertyName: 'csv' });
		const { items } = await run(parameters);
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({ json: {}, pairedItem: { item: 0 } });
		const { data = '', ...file } = items[0]?.binary?.csv ?? {};
		expect(file).toMatchObject({ fileName: `${path}.csv`, mimeType: 'text/csv' });
		const { path: asked } = onlyCall(emulator);
		const answer = await fetch(`${emulator.baseUrl}${asked}?delimiter=tab`, { headers: { 'X-Service-Api-Key': emulator.apiKey } });
		expect(Buffer.from(data, 'base64')).toEqual(Buffer.from(await answer.arrayBuffer()));
	});

	it('gives a file of nothing when there is nothing, and no items', async () => {
		const { run } = world;
		expect(outputOf(await run(listing(resource)))).toEqual([]);
		const { items } = await run(listing(resource, {}, { output: 'file' }));
		expect(items[0]?.binary?.data?.data).toBe('');
	});

	it('reads columns in the order that the option names', async () => {
		const { emulator, run } = world;
		fill(emulator);
		emulator.switches.csvColumnOrder = 'reversed';
		const columnOrder = [...names].reverse().join(' , ');
		expect(outputOf(await run(listing(resource, { columnOrder })))).toEqual(rows);
	});

	it('says so when the columns come in another order than expected', async () => {
		const { emulator, run } = world;
		fill(emulator);
		emulator.switches.csvColumnOrder = 'reversed';
		const error = failureOf(await run(listing(resource)));
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toMatch(/in row 1 of the CSV is not a whole number but ".*"; check Delimiter and Column Order$/);
		expect(emulator.calls).toHaveLength(1);
	});

	it.each([
		['another delimiter', 'a;b;c\r\n', /^Row 1 of the \w+ CSV has 1 columns instead of \d+; check Delimiter and Column Order$/],
		['a column too many in a later row', `${','.repeat(names.length - 1)}\r\n${','.repeat(names.length)}\r\n`, /^Row 2 of the \w+ CSV has \d+ columns instead of \d+/],
		['a quote that never ends', '"a,b\r\nc', /^Row 1 of the CSV is malformed: a quote is opened and never closed$/],
	])('gives a readable error for %s', async (_name, body, message) => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'status', status: 200, body, headers: { 'content-type': 'text/csv' } });
		const error = failureOf(await run(listing(resource)));
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toMatch(message);
		expect(emulator.calls).toHaveLength(1);
	});

	it.each(['items', 'file'])('asks again when a page of something in between comes, and never takes it for the list (%s)', async (output) => {
		const { emulator, run } = world;
		fill(emulator);
		const parameters = { ...listing(resource), output };
		const usual = await run(parameters);
		const body = '\ufeff\n<!-- page -->\n<!DOCTYPE html>\n<html></html>';
		emulator.faults.add({ kind: 'status', status: 200, body, headers: { 'content-type': 'text/csv' } });
		const { items, error } = await run(parameters);
		expect([error, items]).toEqual([undefined, usual.items]);
		expect(emulator.calls).toHaveLength(3);
	});

	it.each([
		['an unknown name', 'TempId,Nonsense', /"Nonsense" is not one of them/],
		['a name in small letters', `tempid,${names.slice(1).join()}`, /"tempid" is not one of them, write TempId/],
		['a missing name', names.slice(1).join(), /missing: TempId/],
		['a repeated name', `${names.join()},TempId`, /TempId is named twice/],
		['an empty name', `${names.join()},`, /"" is not one of them/],
	])('refuses a column order with %s before any call', async (_name, columnOrder, message) => {
		const { emulator, run } = world;
		const error = failureOf(await run(listing(resource, { columnOrder })));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(message);
		expect(error.context?.parameter).toBe('columnOrder');
		expect(emulator.calls).toHaveLength(0);
	});

	it('reads once for each input item, with the options of each', async () => {
		const { emulator, run } = world;
		fill(emulator);
		const items = DELIMITERS.map((delimiter) => ({ json: { delimiter } }));
		const output = await run(listing(resource, { delimiter: '={{ $json.delimiter }}' }), { items });
		expect(output.items).toEqual(
			items.flatMap((_, item) => rows.map((json) => ({ json, pairedItem: { item } }))),
		);
		expect(emulator.calls.map(({ query }) => query[0]?.[1])).toEqual([...DELIMITERS]);
	});
});

it.each(DELIMITERS)('reads line breaks that the service leaves unquoted, since its lines end in CR+LF: %s', async (delimiter) => {
	const { emulator, run } = world;
	const names = ['営業部\n2課', 'a\rb', '\n', 'x'];
	for (const DepartmentName of names) emulator.addOrganizationRecord('department', { DepartmentName });
	const rows = outputOf(await run(listing('department', { delimiter })));
	expect(rows.map(({ DepartmentName }) => DepartmentName)).toEqual(names);
});

it('knows the columns of the specification', () => {
	expect(fieldNames('user')).toEqual(Object.keys(USERS[0] ?? {}));
	expect(fieldNames('department')).toEqual(Object.keys(DEPARTMENTS[0] ?? {}));
});
