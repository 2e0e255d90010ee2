import type { IDataObject, INodeParameters, ResourceMapperField } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import { offeredColumns } from '../../support/engine/mappedColumns';
import { worldPerTest } from '../../support/engine/world';
import { callsOf, failureOf, importing, itemsOf, mappedRows, onlyCall, outputOf, rowsOf, USER } from './support';

/** Rows of an import whose columns are mapped from other columns of the input. */

const world = worldPerTest();
const ANN = '5f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a10';

/** Columns of a sheet that somebody keeps in words of his own. */
const SHEET: IDataObject[] = [
	{ nr: 7, who: '髙橋 太郎', mail: 'taro@example.co.jp', dept: 'tempId:d1', from: '2099-04-01', lang: '' },
	{ nr: 8, who: 'Smith, Ann', mail: 'ann@example.co.jp', dept: 'tempId:d1', from: '2099-04-01', lang: 1 },
];

const MAPPED: IDataObject = {
	TempId: '={{ "u" + $json.nr }}',
	UserId: '={{ String($json.nr).padStart(4, "0") }}',
	UserName: '={{ $json.who }}',
	Email: '={{ $json.mail }}',
	DepartmentId: '={{ $json.dept }}',
	EffectiveDateFrom: '={{ DateTime.fromISO($json.from) }}',
	Culture: '={{ $json.lang }}',
	UserUuid: null,
	UserType: 0,
};

async function run(rows: IDataObject[], more: INodeParameters, operation = 'create') {
	return await world.run(importing(operation, more), { items: itemsOf(...rows), timezone: 'Asia/Tokyo' });
}

/** A user with an id and a text that an import could empty. */
function furnish(): void {
	world.emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: '本社' });
	world.emulator.addOrganizationRecord('user', {
		...USER,
		TempId: '',
		UserUuid: ANN,
		DepartmentId: 'D1',
		SubEmail: 'sub@example.co.jp',
		EffectiveDateFrom: '2020-04-01',
	});
}

describe('mapped one by one', () => {
	it('gives each row what was mapped, evaluated for its item', async () => {
		const rows = SHEET.map((row) => ({ ...row, SubEmail: 'noise@example.co.jp', DeleteFlag: 1 }));
		outputOf(await run(rows, { recordType: 'user', ...mappedRows({ ...MAPPED, DepartmentId: 'D1' }) }));
		const rest = { DepartmentId: 'D1', EffectiveDateFrom: '2099-04-01', UserType: '0' };
		expect(rowsOf(onlyCall(world.emulator), 'user')).toEqual([
			{ TempId: 'u7', UserId: '0007', UserName: '髙橋 太郎', Email: 'taro@example.co.jp', ...rest },
			{ TempId: 'u8', UserId: '0008', UserName: 'Smith, Ann', Email: 'ann@example.co.jp', ...rest, Culture: '1' },
		]);
	});

	it.each([
		['$json.own', { own: 'Name' }],
		["$json['氏 名']", { '氏 名': '髙橋' }],
		['$json.氏名', { 氏名: '髙橋' }],
		['$json.own', { own: 12 }],
		['$json.own', {}],
		['$json["own"]', { own: ['a'] }],
		['$json.constructor', {}],
	])('reads %s of %j as n8n does, without its expressions', async (expression, row: IDataObject) => {
		const sent: string[] = [];
		for (const written of [expression, ` ${expression} `, `(${expression})`, `[${expression}][0]`]) {
			world.emulator.clearLog();
			const value = { ...MAPPED, DepartmentId: 'D1', UserId: 'u', AlternativeName: `={{${written}}}` };
			const { error } = await run([{ ...SHEET[0], ...row }], { recordType: 'user', ...mappedRows(value) });
			const [call] = callsOf(world.emulator, 'E13');
			sent.push(call ? JSON.stringify(rowsOf(call, 'user')) : (error?.message.replace(/\[item 0\]/, '') ?? ''));
		}
		expect(new Set(sent).size).toBe(1);
	});

	it('counts an empty cell as absent: what the service has stays', async () => {
		furnish();
		const value = { UserUuid: '={{ $json.id }}', UserName: '={{ $json.name }}', SubEmail: '={{ $json.second }}' };
		for (const second of ['', null, ' \u3000'])
			outputOf(await run([{ id: ANN, name: 'Ann', second }], { recordType: 'user', ...mappedRows(value) }));
		const sent = callsOf(world.emulator, 'E13').map((call) => rowsOf(call, 'user')[0]?.SubEmail);
		expect(sent).toEqual(Array(3).fill('sub@example.co.jp'));
	});

	it.each([[null], [{}]])('refuses %j, which maps nothing', async (value) => {
		const columns = { mappingMode: 'defineBelow', value };
		const error = failureOf(await run(SHEET, { recordType: 'user', dataMode: 'mapColumns', columns } as INodeParameters));
		expect(error.message).toContain(
			'No column is mapped under Values to Send: map at least the column that names the record',
		);
		expect(error.context?.parameter).toBe('columns');
		expect(world.emulator.calls).toEqual([]);
	});
});

it('mapped automatically, takes the columns of the input by their names, less what is empty', async () => {
	furnish();
	outputOf(await run([{ UserUuid: ANN, UserName: 'Ann', SubEmail: '', note: 'y' }], mappedRows(null)));
	const [call] = callsOf(world.emulator, 'E13');
	expect(call && rowsOf(call, 'user')).toMatchObject([
		{ UserUuid: ANN, UserName: 'Ann', SubEmail: 'sub@example.co.jp' },
	]);
});

describe('the columns that are offered', () => {
	async function columns(operation: string, recordType: string): Promise<ResourceMapperField[]> {
		return await offeredColumns({
			resource: operation === 'sync' ? 'organization' : 'organizationImport',
			operation,
			recordType,
		});
	}

	const idsOf = (fields: readonly ResourceMapperField[]) => fields.map(({ id }) => id);
	const offered = (kind: 'user' | 'department') => fieldNames(kind).filter((name) => name !== 'CrmIntegrationPrivilege');

	it('are those of the chosen kind, of both where the items tell', async () => {
		for (const operation of ['create', 'check']) {
			expect(idsOf(await columns(operation, 'user'))).toEqual(offered('user'));
			expect(idsOf(await columns(operation, 'department'))).toEqual(offered('department'));
			const both = [...new Set([...offered('user'), ...offered('department')])];
			expect(idsOf(await columns(operation, 'detect'))).toEqual(both);
			expect(idsOf(await columns(operation, '={{ $json.kind }}'))).toEqual(both);
		}
	});

	it('have a path in a sync, which makes up and finds ids by itself', async () => {
		expect(idsOf(await columns('sync', 'user')).slice(0, 5)).toEqual([
			'UserId',
			'UserName',
			'Email',
			'DepartmentPath',
			'DepartmentId',
		]);
		expect(idsOf(await columns('sync', 'department'))).toEqual([
			'DepartmentPath',
			...offered('department').filter((name) => name !== 'TempId'),
		]);
		expect(idsOf(await columns('sync', 'detect'))).not.toEqual(expect.arrayContaining(['TempId']));
	});

	it('have names of their own, need none of them, and leave out what changes permissions or deletes', async () => {
		const fields = await columns('create', 'detect');
		expect(new Set(fields.map(({ displayName }) => displayName)).size).toBe(fields.length);
		expect(fields.filter(({ required, display }) => required || !display)).toEqual([]);
		const leftOut = fields.filter(({ removed }) => removed === true).map(({ id }) => id);
		expect(leftOut).toEqual(expect.arrayContaining(['UserType', 'DealPrivilege', 'DeleteFlag']));
		expect(leftOut.some((name) => /Id$|Name|Email$|Order/.test(name))).toBe(false);
		// The editor fills a number with 0 by itself.
		expect(fields.filter(({ type, removed }) => removed !== true && ['number', 'boolean'].includes(type ?? ''))).toEqual(
			[],
		);
	});
});
