import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { leapOverPauses } from '../../support/engine/leapClock';
import { worldPerTest } from '../../support/engine/world';
import { failureOf, mappedRows } from '../writes/support';
import { calledOf, furnish, summaryOf, sync, told, users } from './support';

/** Directories whose columns have other names: rows as their nodes give them, mapped to those of the service. */

leapOverPauses();
const world = worldPerTest();

beforeEach(() => furnish(world.emulator));

/** As the node of Microsoft Entra gives users. */
const ENTRA: IDataObject[] = [
	{
		id: 'e1',
		userPrincipalName: 'TARO@example.com',
		mail: 'taro@example.com',
		mailNickname: 'taro',
		displayName: 'Taro T',
		department: 'Legal',
		jobTitle: null,
		userType: 'Member',
	},
	{
		id: 'e2',
		userPrincipalName: 'jiro@example.com',
		mail: 'jiro@example.com',
		mailNickname: 'jiro',
		displayName: 'Jiro Y',
		department: 'Legal',
		jobTitle: 'x',
		userType: 'Member',
	},
];

const OF_ENTRA: IDataObject = {
	UserId: '={{ $json.mailNickname }}',
	UserName: '={{ $json.displayName }}',
	Email: '={{ $json.mail }}',
	DepartmentPath: '={{ $json.department }}',
	SubEmail: '={{ $json.otherMail }}',
};

/** As the node of Google Workspace gives users. */
const WORKSPACE: IDataObject[] = [
	{ primaryEmail: 'taro@example.com', name: { fullName: 'Taro T' }, orgUnitPath: '/Sales/Asia', suspended: false },
	{ primaryEmail: 'jiro@example.com', name: { fullName: 'Jiro Y' }, orgUnitPath: '/Legal/Patents', suspended: false },
];

const OF_WORKSPACE: IDataObject = {
	Email: '={{ $json.primaryEmail }}',
	UserId: '={{ $json.primaryEmail.split("@")[0] }}',
	UserName: '={{ $json.name.fullName }}',
	DepartmentPath: '={{ $json.orgUnitPath.slice(1) }}',
};

it('takes the users of Microsoft Entra as they come', async () => {
	const summary = summaryOf(await sync(world, 'apply', ENTRA, mappedRows(OF_ENTRA)));
	expect(told(summary)).toEqual(['user jiro added', 'user taro edited']);
	expect(summary.converged).toBe(true);
	// Nothing came in for it, so it stays.
	expect(users(world.emulator).taro).toMatchObject({
		UserName: 'Taro T',
		DepartmentId: 'D3',
		SubEmail: 'sub@example.com',
	});
	world.emulator.clearLog();
	expect(summaryOf(await sync(world, 'apply', ENTRA, mappedRows(OF_ENTRA))).changes).toEqual([]);
	expect(calledOf(world.emulator)).toBe('E12 E11');
});

it('takes the users of Google Workspace as they come, and pairs each change with its item', async () => {
	const more: INodeParameters = { ...mappedRows(OF_WORKSPACE), matchUsersBy: 'Email', output: 'changes' };
	const { items } = await sync(world, 'apply', WORKSPACE, more);
	expect(items.map(({ json, pairedItem }) => [json.key, json.action, json.done, pairedItem])).toEqual([
		['Legal/Patents', 'added', true, [{ item: 1 }]],
		['jiro@example.com', 'added', true, [{ item: 1 }]],
		['taro@example.com', 'edited', true, [{ item: 0 }]],
	]);
	expect(users(world.emulator).jiro?.UserName).toBe('Jiro Y');
});

it('never empties what is mapped from an empty cell, whatever Blank Cells says', async () => {
	const more = { ...mappedRows({ ...OF_ENTRA, SubEmail: '' }), options: { blankCells: 'clear' } };
	await sync(world, 'apply', [{ ...ENTRA[0], otherMail: '' }], more);
	expect(users(world.emulator).taro?.SubEmail).toBe('sub@example.com');
	await sync(world, 'apply', [{ UserId: 'taro', UserName: 'T', SubEmail: '' }], {
		...mappedRows(null),
		options: { blankCells: 'clear' },
	});
	expect(users(world.emulator).taro).toMatchObject({ UserName: 'T', SubEmail: 'sub@example.com' });
	await sync(world, 'apply', [{ UserId: 'taro', SubEmail: '' }], { options: { blankCells: 'clear' } });
	expect(users(world.emulator).taro?.SubEmail).toBe('');
});

it('refuses a row without what names its record, by the number of its item', async () => {
	const error = failureOf(
		await sync(world, 'apply', [...ENTRA, { displayName: 'Nobody', department: 'Legal' }], {
			...mappedRows(OF_ENTRA),
			recordType: 'user',
			missingUsers: 'delete',
		}),
	);
	expect([error.message, error.context?.itemIndex]).toEqual([expect.stringContaining('Item 2: User ID is empty'), 2]);
	expect(calledOf(world.emulator)).toBe('E12 E11');
});

it('says once what is wrong with many rows, as when a whole column is not mapped, and what to do', async () => {
	const rows = Array.from({ length: 14 }, (_, number) => (number === 3 ? { login: 'taro' } : { name: `No ${number}` }));
	const error = failureOf(
		await sync(world, 'plan', rows, { ...mappedRows({ UserId: '={{ $json.login }}' }), recordType: 'user' }),
	);
	expect(error.message).toBe('Items 0-2, 4-13: User ID is empty. Map a column to it, or fill the cell');
	expect(error.context).not.toMatchObject({ itemIndex: expect.anything() });
});
