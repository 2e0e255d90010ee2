import { planFor, shown, TODAY, USUAL_WISHES, type Snapshot, type SyncItem, type Wishes } from './world';

/** The planner's rules that random worlds do not tell, in the words of the contract. */

const UUID = '00000000-0000-4000-8000-00000000000';
const start = { EffectiveDateFrom: '2020-04-01' };
const TARO = { ...start, UserUuid: `${UUID}1`, UserId: 'taro', UserName: 'Taro', Email: 'taro@example.com' };
const HANAKO = { ...start, UserUuid: `${UUID}2`, UserId: 'hanako', UserName: 'Hanako', Email: 'Hanako@example.com' };

/** Sales with Asia below it, and Legal; Taro in Asia, Hanako, an administrator, in Sales and Legal. */
const BEFORE: Snapshot = shown({
	departments: [
		{ DepartmentId: 'D1', DepartmentName: 'Sales', Order: '1' },
		{ DepartmentId: 'D2', DepartmentName: 'Asia', ParentDepartmentId: 'D1', DepartmentNamePhonetic: 'ei-sha' },
		{ DepartmentId: 'D3', DepartmentName: 'Legal' },
	],
	users: [
		{ ...TARO, DepartmentId: 'D2', Culture: '1', SubEmail: 'sub@example.com' },
		{ ...HANAKO, DepartmentId: 'D1;D3', UserType: '1' },
	],
});

const inLegal = { DepartmentPath: 'Legal' };
const user = (columns: SyncItem['columns']): SyncItem => ({ kind: 'user', columns: { UserId: 'taro', ...columns } });
const department = (columns: SyncItem['columns']): SyncItem => ({ kind: 'department', columns });
const hanako = (columns: SyncItem['columns'] = {}) => user({ UserId: 'hanako', ...columns });
const newcomer = (columns: SyncItem['columns'] = {}) =>
	user({ UserId: 'new', UserName: 'New', Email: 'new@example.com', ...columns });

const plan = (items: readonly SyncItem[], wishes: Partial<Wishes> = {}, before = BEFORE) =>
	planFor({ before, items, wishes: { ...USUAL_WISHES, ...wishes } });

/** What comes of items: each change, or why they are refused, each reason with its item and column, or its parameter. */
function told(items: readonly SyncItem[], wishes: Partial<Wishes> = {}, before = BEFORE): string[] {
	const { violations, refusals, changes } = plan(items, wishes, before);
	if (violations.length > 0)
		return violations.map(({ itemIndex = '-', parameter, message }) => `${itemIndex} ${parameter}: ${message}`);
	if (refusals.length > 0)
		return refusals.map(({ parameter, message, records }) => `${parameter}: ${message}: ${records.join(', ')}`);
	return changes.map(({ kind, action, key, fields, move }) => {
		const columns = Object.entries(fields).map(([name, { from, to }]) => `, ${name} ${from} → ${to}`);
		return `${kind} ${key} ${action}${columns.join('')}${move ? `, ${move}` : ''}`;
	});
}

const byEmail = { matchUsersBy: 'Email' } as const;
const leavers = { missing: { user: 'delete', department: 'keep' } } as const;
const missing = { missing: { user: 'delete', department: 'delete' } } as const;

it('frees an address and a UserId in an earlier job than the one in which somebody takes it', () => {
	const keys = (...given: Parameters<typeof plan>) => plan(...given).jobs.map((job) => job.map(({ key }) => key));
	expect(keys([hanako({ Email: 'taro@example.com' })], leavers)).toEqual([['taro'], ['hanako']]);
	const heir = newcomer({ ...inLegal, UserId: 'taro' });
	expect(keys([heir], { ...leavers, ...byEmail })).toEqual([['taro@example.com'], ['new@example.com']]);
});

const unitsOnly = [department({ DepartmentPath: 'Sales' }), department(inLegal)];
const inEurope = { DepartmentPath: 'Sales/Europe' };
const blank = user({ SubEmail: '', Culture: null, UserName: ' ', Email: '' });
const longName = { DepartmentPath: `Sales/${'x'.repeat(31)}` };

/** What items, with these wishes, come to: a text for each line that is told. */
const CASES: Readonly<Record<string, [items: readonly SyncItem[], should: string[], wishes?: Partial<Wishes>]>> = {
	'numbers that are spelt otherwise': [[user({ Culture: '01' })], []],
	'departments in another order': [[hanako({ DepartmentId: 'D3;D1' })], []],
	'blank cells': [[blank], []],
	'blank cells that clear': [[blank], ['user taro edited, SubEmail sub@example.com → null'], { blankCells: 'clear' }],
	'a start of use': [
		[
			newcomer(inLegal),
			newcomer({ ...inLegal, UserId: 'later', Email: 'l@example.com', EffectiveDateFrom: '2099-04-01' }),
		],
		[
			'user later added, DepartmentId null → D3, UserId null → later, UserName null → New, Email null → l@example.com, EffectiveDateFrom null → 2099-04-01',
			`user new added, DepartmentId null → D3, UserId null → new, UserName null → New, Email null → new@example.com, EffectiveDateFrom null → ${TODAY}`,
		],
	],
	'a move under another name': [
		[department({ DepartmentId: 'D2', DepartmentPath: 'Legal/Far East', Order: 3 })],
		['department Legal/Far East edited, DepartmentName Asia → Far East, ParentDepartmentId D1 → D3, Order null → 3'],
	],
	'a start of use of somebody who is there': [[user({ EffectiveDateFrom: '2019-01-01' })], []],
	'a long name that only a user names': [[user(longName)], ['0 DepartmentName: Department Name may have at most 30']],
	'an address in another case': [[user({ UserId: '', Email: 'TARO@EXAMPLE.com' })], [], byEmail],
	'a UserId that looks like another': [
		[newcomer({ UserId: 'TARO', ...inLegal })],
		['0 UserId: User ID "TARO" looks like "taro"'],
		byEmail,
	],
	'a path with other spaces': [
		[user({ DepartmentPath: 'Sales>Asia' })],
		['0 DepartmentPath: Department Path "Sales>Asia" looks like "Sales > Asia"'],
		{ pathSeparator: ' > ' },
	],
	'another UserId of the same address': [
		[user({ Email: 'taro@example.com', UserId: 'other' })],
		['0 UserId: User ID "other" is not that of the user whom Email matches, which is "taro"'],
		byEmail,
	],
	'a UserId that somebody has': [
		[newcomer({ UserId: 'taro', ...inLegal })],
		['0 UserId: User ID "taro" is also used by taro@example.com'],
		byEmail,
	],
	'an address that somebody has': [
		[user({ Email: 'hanako@example.com' })],
		['0 Email: Email "hanako@example.com" is also used by hanako'],
	],
	'two rows for one newcomer': [
		[newcomer({ DeleteFlag: 1 }), newcomer(inLegal)],
		['- UserId: Items 0 and 1 are about the same user, "new"'],
	],
	'an id of somebody else': [[user({ UserUuid: `${UUID}2` })], [`0 UserUuid: User UUID "${UUID}2" is not that of`]],
	'an id of nobody': [[newcomer({ UserUuid: `${UUID}9`, ...inLegal })], [`0 UserUuid: User UUID "${UUID}9" is filled`]],
	'a newcomer without department': [[newcomer()], ['0 DepartmentPath: Department Path or Department ID is required']],
	'departments that must not be made': [
		[user(inEurope)],
		['0 DepartmentPath: Department Path "Sales/Europe" fits no department, and Create Missing Departments is off'],
		{ createMissingDepartments: false },
	],
	'departments that items describe': [
		[user(inEurope), department(inEurope)],
		['department Sales/Europe added', 'user taro edited'],
		{ createMissingDepartments: false },
	],
	'a name with a semicolon': [
		[user({ DepartmentPath: ['Sales/R;D'] }), department({ DepartmentPath: 'Sales/R;D' })],
		['department Sales/R;D added', 'user taro edited'],
	],
	'a path with a blank name': [
		[user({ DepartmentPath: 'Sales//X' })],
		['0 DepartmentName: Department Path "Sales//X" has'],
	],
	'a name that is not that of the path': [
		[department({ ...inLegal, DepartmentName: 'Law', ParentDepartmentId: 'D1' })],
		[
			'0 DepartmentName: Department Name "Law" does not fit',
			'0 ParentDepartmentId: Parent Department ID "D1" does not fit',
		],
	],
	'a new name that is taken': [
		[department({ DepartmentId: 'D1', DepartmentName: 'Legal' })],
		['0 DepartmentPath: Department Path "Legal" would fit this department and D3'],
	],
	'two different places': [
		[user({ ...inLegal, DepartmentId: 'D1' })],
		['0 DepartmentId: Department ID "D1" does not fit'],
	],
	'a department without a key': [
		[department({ Order: 1 })],
		['0 DepartmentPath: a department needs Department Path or'],
	],
	'ids that are not there': [
		[user({ DepartmentId: 'D9' }), department({ DepartmentId: 'D9' })],
		['0 DepartmentId: Department ID: the service shows no', '1 DepartmentId: Department ID: the service shows no'],
	],
	'a blank parent': [
		[department({ DepartmentId: 'D2', ParentDepartmentId: '' })],
		['department Asia edited, ParentDepartmentId D1 → null'],
		{ blankCells: 'clear' },
	],
	'a department at two places': [
		[department({ DepartmentPath: ['A', 'B'] })],
		['0 DepartmentPath: Department Path takes one'],
	],
	'a deleted department at another path': [
		[department({ DepartmentId: 'D2', DepartmentPath: 'Old/Asia', DeleteFlag: 1 }), user(inLegal)],
		['department Sales/Asia deleted, DepartmentName Asia → null', 'user taro edited'],
	],
	'a deleted department with contents': [
		[department({ DepartmentId: 'D1', DeleteFlag: 1 })],
		[
			'0 DeleteFlag: The department "Sales" cannot be deleted while it has department D2 Sales/Asia, user hanako Hanako; ',
		],
	],
	'missing departments with contents': [
		unitsOnly,
		['missingDepartments: The department "Sales/Asia" cannot be deleted while it has contents'],
		{ missing: { user: 'keep', department: 'delete' } },
	],
	'no item about a user': [
		unitsOnly,
		['missingUsers: Missing Users deletes nobody when no item is about a user: '],
		leavers,
	],
	'an administrator who is deleted': [[hanako({ DeleteFlag: 1 })], ['0 DeleteFlag: The user hanako is a system admin']],
	'a protected entry in another case': [
		[user({})],
		['- protectedUserIds: Protected User IDs: "HANAKO" looks like "hanako"'],
		{ ...leavers, protectedUserIds: ['HANAKO'] },
	],
	'somebody under a damaged key': [
		[newcomer({ Email: 'TARO@example.com', ...inLegal })],
		[
			'UserId: A user who would be added has the address of one who would be deleted as missing; correct the User ID: user new',
		],
		leavers,
	],
};

it.each(Object.entries(CASES))('takes %s as the contract says', (_name, [items, should, wishes]) => {
	expect(told(items, wishes)).toEqual(should.map((start) => expect.stringContaining(start)));
});

it.each([undefined, '', 'Delete', 'remove'])(
	'deletes nothing as missing where it is told %p in place of delete',
	(word) => {
		const wishes = { missing: { user: word, department: word } } as unknown as Partial<Wishes>;
		expect(told([hanako(), department(inLegal)], wishes)).toEqual([]);
	},
);

it('keeps who is protected or an administrator, and their departments', () => {
	const items = [newcomer({ DepartmentPath: 'New' }), department({ DepartmentPath: 'New' }), department(inLegal)];
	const { kept, changes } = plan(items, { ...missing, protectedUserIds: ['taro', 'nobody'] });
	expect(kept.map(({ kind, key, reason }) => `${kind} ${key}: ${reason}`)).toEqual([
		'department Sales: the user taro, who is kept, is in it',
		'department Sales/Asia: the user taro, who is kept, is in it',
		'user hanako: is a system administrator, and Include Administrators is off',
		'user taro: is one of the Protected User IDs',
	]);
	expect(changes.map(({ action }) => action)).toEqual(['added', 'added']);
});

it('tells departments of one path apart by id, and finds a name that holds the separator', () => {
	const names = ['R/D', 'R/D', 'Q/A'];
	const departments = names.map((DepartmentName, index) => ({ DepartmentId: `D${index + 1}`, DepartmentName }));
	const before = shown({ departments, users: [] });
	expect(told([department({ DepartmentPath: 'R/D' })], {}, before)).toEqual([
		expect.stringContaining('fits 2 departments (D1, D2); give the Department ID instead'),
	]);
	const byId = department({ DepartmentId: 'D2', DepartmentPath: 'R/D', Order: 1 });
	expect(told([byId, department({ DepartmentPath: 'Q/A' })], {}, before)).toEqual([
		'department R/D edited, Order null → 1',
	]);
});

it('leaves users in departments that the service does not show', () => {
	const before = shown({ ...BEFORE, departments: BEFORE.departments.slice(0, 2) });
	expect(told([hanako({ Culture: 2 })], {}, before)).toEqual(['user hanako edited, Culture 0 → 2']);
});

it('refuses characters that the encoding does not have, also in what an edit sends back', () => {
	const before = shown({ ...BEFORE, users: BEFORE.users.map((record) => ({ ...record, UserName: 'Taro 😀' })) });
	const items = [user({ SubEmail: 'other@example.com' })];
	const { violations } = planFor({ before, items, wishes: USUAL_WISHES }, 'sjis');
	const message = 'User Name of the user "taro" contains \'😀\', which Shift JIS cannot encode';
	expect(violations).toEqual([{ itemIndex: 0, parameter: 'UserName', message }]);
});
