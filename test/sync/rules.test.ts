import { imported, planFor, shown, TODAY, USUAL_WISHES, type Snapshot, type SyncItem, type Wishes } from './world';

/** The planner's rules that random worlds do not tell, in the words of the contract. */

const UUID = '00000000-0000-4000-8000-00000000000';
const start = { EffectiveDateFrom: '2020-04-01' };

/** Sales with Asia below it, and Legal; Taro in Asia, Hanako, an administrator, in Sales and Legal. */
const BEFORE: Snapshot = shown({
	departments: [
		{ DepartmentId: 'D1', DepartmentName: 'Sales', Order: '1' },
		{ DepartmentId: 'D2', DepartmentName: 'Asia', ParentDepartmentId: 'D1', DepartmentNamePhonetic: 'ei-sha' },
		{ DepartmentId: 'D3', DepartmentName: 'Legal' },
	],
	users: [
		{
			...start,
			UserUuid: `${UUID}1`,
			UserId: 'taro',
			UserName: 'Taro',
			Email: 'taro@example.com',
			DepartmentId: 'D2',
			Culture: '1',
			SubEmail: 'sub@example.com',
		},
		{
			...start,
			UserUuid: `${UUID}2`,
			UserId: 'hanako',
			UserName: 'Hanako',
			Email: 'Hanako@example.com',
			DepartmentId: 'D1;D3',
			UserType: '1',
		},
	],
});

const user = (columns: SyncItem['columns']): SyncItem => ({ kind: 'user', columns: { UserId: 'taro', ...columns } });
const department = (columns: SyncItem['columns']): SyncItem => ({ kind: 'department', columns });
const hanako = (columns: SyncItem['columns'] = {}) => user({ UserId: 'hanako', ...columns });
const newcomer = (columns: SyncItem['columns'] = {}) =>
	user({ UserId: 'new', UserName: 'New', Email: 'new@example.com', ...columns });

const plan = (items: readonly SyncItem[], wishes: Partial<Wishes> = {}, before = BEFORE) =>
	planFor({ before, items, wishes: { ...USUAL_WISHES, ...wishes } });

/** What comes of items: the changes in short, or why they are refused, each with the item and column, or the parameter. */
function told(items: readonly SyncItem[], wishes: Partial<Wishes> = {}, before = BEFORE): string[] {
	const { violations, refusals, changes } = plan(items, wishes, before);
	if (violations.length > 0)
		return violations.map(({ itemIndex = '-', parameter, message }) => `${itemIndex} ${parameter}: ${message}`);
	if (refusals.length > 0)
		return refusals.map(({ parameter, message, records }) => `${parameter}: ${message}: ${records.join(', ')}`);
	return changes.map(({ kind, action, key }) => `${kind} ${key} ${action}`);
}

/** The one row that a plan writes: its change, and the cells that are not blank. */
function onlyRow(items: readonly SyncItem[], wishes: Partial<Wishes> = {}) {
	const { violations, jobs } = plan(items, wishes);
	const [change, ...others] = jobs.flat();
	if (!change || others.length > 0) throw new Error(`not one row: ${JSON.stringify([violations, others])}`);
	return { change, cells: Object.fromEntries(Object.entries(change.cells).filter(([, text]) => text !== '')) };
}

describe('a row', () => {
	it('of a user has all but what is documented to stay when it is blank', () => {
		const { change, cells } = onlyRow([user({ UserName: 'Jiro', EffectiveDateFrom: '2019-01-01' })]);
		expect(cells).toEqual({
			UserUuid: `${UUID}1`,
			DepartmentId: 'D2',
			UserId: 'taro',
			UserName: 'Jiro',
			Email: 'taro@example.com',
			SubEmail: 'sub@example.com',
		});
		expect(change).toMatchObject({
			key: 'taro',
			id: `${UUID}1`,
			itemIndexes: [0],
			fields: { UserName: { from: 'Taro', to: 'Jiro' } },
		});
	});

	it('of a department keeps what its item lacks, and tells of a move', () => {
		const { change, cells } = onlyRow([department({ DepartmentId: 'D2', DepartmentPath: 'Legal/Far East', Order: 3 })]);
		expect(cells).toEqual({
			DepartmentId: 'D2',
			DepartmentName: 'Far East',
			DepartmentNamePhonetic: 'ei-sha',
			ParentDepartmentId: 'D3',
			Order: '3',
		});
		expect(change).toMatchObject({
			key: 'Legal/Far East',
			move: 'Sales/Asia → Legal/Far East',
			fields: { Order: { from: null, to: 3 }, ParentDepartmentId: { from: 'D1', to: 'D3' } },
		});
	});

	it('of an added user begins today, unless the item says otherwise', () => {
		expect(onlyRow([newcomer({ DepartmentPath: 'Legal' })]).cells).toMatchObject({
			EffectiveDateFrom: TODAY,
			TempId: 'u1',
			DepartmentId: 'D3',
		});
		expect(
			onlyRow([newcomer({ DepartmentPath: 'Legal', EffectiveDateFrom: '2099-04-01' })]).cells.EffectiveDateFrom,
		).toBe('2099-04-01');
	});

	it('keeps blank cells, or clears texts that are not required, and never numbers', () => {
		const blank = user({ SubEmail: '', Culture: null, UserName: ' ', Email: '' });
		expect(told([blank])).toEqual([]);
		expect(onlyRow([blank], { blankCells: 'clear' }).change.fields).toEqual({
			SubEmail: { from: 'sub@example.com', to: null },
		});
	});
});

it.each<[string, readonly SyncItem[], Partial<Wishes>, string[][]]>([
	[
		'an address passes from somebody who is deleted in a second job',
		[hanako(), user({ DeleteFlag: 1 }), newcomer({ Email: 'taro@example.com', DepartmentPath: 'Legal/New' })],
		{},
		[['Legal/New', 'taro'], ['new']],
	],
	[
		'users leave before departments go, children before parents',
		[hanako({ DepartmentPath: 'Legal' }), department({ DepartmentPath: 'Legal' })],
		{ missingUsers: 'delete', missingDepartments: 'delete' },
		[['hanako', 'taro'], ['Sales/Asia'], ['Sales']],
	],
])('%s', (_name, items, wishes, should) => {
	const { jobs } = plan(items, wishes);
	expect(jobs.map((job) => job.map(({ key }) => key))).toEqual(should);
	expect(() => imported(BEFORE, jobs, { deletionsJudged: 'before' })).not.toThrow();
});

const byEmail = { matchUsersBy: 'Email' } as const;
const noMaking = { createMissingDepartments: false };
const leavers = { missingUsers: 'delete' } as const;
const missing = { ...leavers, missingDepartments: 'delete' } as const;
const unitsOnly = [department({ DepartmentPath: 'Sales' }), department({ DepartmentPath: 'Legal' })];

it.each<[string, readonly SyncItem[], Partial<Wishes>, ReadonlyArray<string | RegExp>]>([
	['numbers that are spelt otherwise', [user({ Culture: '01' })], {}, []],
	[
		'the names of directories',
		[user({ mail: 'x', Mail: 'w', name: 'y', displayName: 'T', department: 'Sales' })],
		{},
		[],
	],
	[
		'a name that looks like a column',
		[user({ sub_email: 'x' })],
		{},
		['0 sub_email: "sub_email" is not a column: write "SubEmail"'],
	],
	[
		'what the record table forbids',
		[user({ Culture: 7 }), user({ UserId: 'bad id', UserName: 'x', Email: 'x@x.jp', DepartmentPath: 'Legal' })],
		{},
		[/^0 Culture: Culture must be one of 0 \(Japanese\)/, /^1 UserId: User ID may contain only/],
	],
	[
		'a long name that only a user names',
		[user({ DepartmentPath: `Sales/${'x'.repeat(31)}` })],
		{},
		['0 DepartmentName: Department Name may have at most 30 characters; it has 31'],
	],
	[
		'a key in another case',
		[newcomer({ UserId: 'TARO', DepartmentPath: 'Legal' })],
		{},
		[/^0 UserId: User ID "TARO" looks like "taro", but is not the same/],
	],
	[
		'an address in another case',
		[user({ UserId: '', Email: 'TARO@example.com' }), hanako({ Email: 'hanako@EXAMPLE.com', UserName: 'H' })],
		byEmail,
		['user Hanako@example.com edited'],
	],
	[
		'another UserId of the same address',
		[user({ Email: 'taro@example.com', UserId: 'other' })],
		byEmail,
		[/^0 UserId: User ID "other" is not that of the user whom Email matches, which is "taro"/],
	],
	[
		'a UserId that somebody has',
		[newcomer({ UserId: 'taro', DepartmentPath: 'Legal' })],
		byEmail,
		['0 UserId: User ID "taro" is also used by taro@example.com; each user needs their own'],
	],
	[
		'an address that somebody has',
		[user({ Email: 'Hanako@example.com' })],
		{},
		['0 Email: Email "Hanako@example.com" is also used by hanako; each user needs their own'],
	],
	[
		'a row without key',
		[user({ UserId: '' }), user({})],
		{},
		['0 UserId: User ID is empty. Map a column to it, or fill the cell'],
	],
	[
		'two rows for one user',
		[user({}), hanako(), user({})],
		{},
		['- UserId: Items 0 and 2 are about the same user, "taro"; give it one item'],
	],
	[
		'two rows for one department',
		[department({ DepartmentId: 'D1' }), department({ DepartmentPath: 'Sales' })],
		{},
		['- DepartmentPath: Items 0 and 1 are about the same department, "Sales"; give it one item'],
	],
	[
		'an id of somebody else',
		[user({ UserUuid: `${UUID}2` })],
		{},
		[/^0 UserUuid: User UUID .* is not that of the user/],
	],
	[
		'a newcomer without department',
		[newcomer()],
		{},
		['0 DepartmentPath: Department Path or Department ID is required when a user is added'],
	],
	[
		'departments that must not be made',
		[user({ DepartmentPath: 'Sales/Europe' })],
		noMaking,
		['0 DepartmentPath: Department Path "Sales/Europe" fits no department, and Create Missing Departments is off'],
	],
	[
		'a path that is no text',
		[user({ DepartmentPath: NaN })],
		{},
		['0 DepartmentPath: Department Path must be a text; got NaN'],
	],
	[
		'an id that is not there',
		[user({ DepartmentId: 'D9' })],
		{},
		['0 DepartmentId: Department ID: the service shows no department with the ID "D9"'],
	],
	[
		'a department below itself',
		[department({ DepartmentId: 'D1', ParentDepartmentId: 'D2' })],
		{},
		[
			/^0 ParentDepartmentId: Parent Department ID must not lead back to the department itself/,
			/Sales \(D1\), Asia \(D2\)$/,
		],
	],
	[
		'a deleted department that is named',
		[user({ DepartmentPath: 'New' }), department({ DepartmentPath: 'New', DeleteFlag: 1 })],
		{},
		[/^1 DeleteFlag: The department "New" cannot be deleted while it has user taro Taro; /],
	],
	[
		'a deleted department with contents',
		[department({ DepartmentId: 'D1', DeleteFlag: 1 })],
		{},
		[
			/^0 DeleteFlag: The department "Sales" cannot be deleted while it has department D2 Sales\/Asia, user hanako Hanako; /,
		],
	],
	[
		'missing departments with contents',
		unitsOnly,
		{ missingDepartments: 'delete' },
		[/^missingDepartments: The department "Sales\/Asia" cannot be deleted while it has contents; .*: user taro Taro$/],
	],
	[
		'no item about a user',
		unitsOnly,
		leavers,
		['missingUsers: Missing Users deletes nobody when no item is about a user: user taro Taro'],
	],
	[
		'an administrator who is deleted',
		[hanako({ DeleteFlag: 1 })],
		{},
		['0 DeleteFlag: The user hanako is a system administrator, and Include Administrators is off'],
	],
	[
		'an administrator who is demoted',
		[hanako({ UserType: 0 })],
		{},
		['0 UserType: The user hanako is a system administrator, and Include Administrators is off'],
	],
	[
		'a protected entry in another case',
		[user({})],
		{ ...leavers, protectedUserIds: ['HANAKO'] },
		[/^- protectedUserIds: .*"HANAKO" looks like "hanako"/],
	],
	[
		'somebody under a damaged key',
		[newcomer({ Email: 'TARO@example.com', DepartmentPath: 'Legal' })],
		leavers,
		[
			'UserId: A user who would be added has the address of one who would be deleted as missing; correct the User ID: user new New has the Email of user taro Taro',
		],
	],
	[
		'more deletions than are allowed',
		[...unitsOnly, hanako()],
		{ ...missing, maxDeletions: 1 },
		['maxDeletions: The plan would delete 2 records; Max Deletions allows 1: department D2 Sales/Asia, user taro Taro'],
	],
	[
		'more changes than are allowed',
		[...unitsOnly, hanako()],
		{ ...missing, maxChanges: 1 },
		['maxChanges: The plan would change 2 records; Max Changes allows 1: department D2 Sales/Asia, user taro Taro'],
	],
])('takes %s as the contract says', (_name, items, wishes, should) => {
	expect(told(items, wishes)).toEqual(
		should.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
	);
});

it('keeps who is protected or an administrator, and their departments', () => {
	const { kept, changes } = plan([newcomer({ DepartmentPath: 'New' }), department({ DepartmentPath: 'New' })], {
		...missing,
		protectedUserIds: ['taro', 'nobody'],
	});
	expect(kept.map(({ kind, key, reason }) => `${kind} ${key}: ${reason}`)).toEqual([
		'department Legal: the user hanako, who is kept, is in it',
		'department Sales: the user taro, who is kept, is in it',
		'department Sales/Asia: the user taro, who is kept, is in it',
		'user hanako: is a system administrator, and Include Administrators is off',
		'user taro: is one of the Protected User IDs',
	]);
	expect(changes.map(({ action }) => action)).toEqual(['added', 'added']);
});

it('tells departments of one path apart by id, and finds a name that holds the separator', () => {
	const before = shown({
		departments: [
			{ DepartmentId: 'D1', DepartmentName: 'R/D' },
			{ DepartmentId: 'D2', DepartmentName: 'R/D' },
			{ DepartmentId: 'D3', DepartmentName: 'Q/A' },
		],
		users: [],
	});
	expect(told([department({ DepartmentPath: 'R/D' })], {}, before)).toEqual([
		expect.stringContaining('fits 2 departments (D1, D2); give the Department ID instead'),
	]);
	expect(
		told(
			[department({ DepartmentId: 'D2', DepartmentPath: 'R/D', Order: 1 }), department({ DepartmentPath: 'Q/A' })],
			{},
			before,
		),
	).toEqual(['department R/D edited']);
});

it('refuses characters that the encoding does not have, also in what an edit sends back', () => {
	const before = shown({ ...BEFORE, users: BEFORE.users.map((record) => ({ ...record, UserName: 'Taro 😀' })) });
	const { violations } = planFor(
		{ before, items: [user({ SubEmail: 'other@example.com' })], wishes: USUAL_WISHES },
		'sjis',
	);
	expect(violations).toEqual([
		{
			itemIndex: 0,
			parameter: 'UserName',
			message: 'User Name of the user "taro" contains \'😀\', which Shift JIS cannot encode',
		},
	]);
});
