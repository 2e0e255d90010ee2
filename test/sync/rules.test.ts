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
	return changes.map(({ kind, action, key, fields, where }) => {
		const columns = Object.entries(fields).map(([name, { from, to }]) => `, ${name} ${from} → ${to}`);
		return `${kind} ${key} ${action}${columns.join('')}${where ? `, ${where}` : ''}`;
	});
}

const byEmail = { matchUsersBy: 'Email' } as const;
const leavers = { missing: { user: 'delete', department: 'keep' } } as const;
const missing = { missing: { user: 'delete', department: 'delete' } } as const;

it('frees an address and a UserId in an earlier import than the one in which somebody takes it', () => {
	const keys = (...given: Parameters<typeof plan>) =>
		plan(...given).imports.map((changes) => changes.map(({ key }) => key));
	expect(keys([hanako({ Email: 'taro@example.com' })], leavers)).toEqual([['taro'], ['hanako']]);
	const leaver = user({ Email: 'taro@example.com', DeleteFlag: 1 });
	const heir = newcomer({ ...inLegal, UserId: 'taro' });
	expect(keys([leaver, heir], byEmail)).toEqual([['taro@example.com'], ['new@example.com']]);
});

const unitsOnly = [department({ DepartmentPath: 'Sales' }), department(inLegal)];
const SAME_PERSON = (column: string, who: string, by: string) =>
	`${column}: A user who would be added seems to be one who would be deleted as missing; correct the ${column === 'Email' ? 'Email, or match users by User ID' : 'User ID'}: user ${who} has the ${by} of user taro Taro`;
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
		['0 DepartmentPath: A department needs Department Path or'],
	],
	'ids that are not there': [
		[user({ DepartmentId: 'D9' }), department({ DepartmentId: 'D9' })],
		[
			'0 DepartmentId: The service shows no department with the ID "D9"',
			'1 DepartmentId: The service shows no department with the ID "D9"',
		],
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
		['missingUsers: Missing Users deletes nobody, because no item is about a user who stays: user taro'],
		leavers,
	],
	'a list of leavers alone': [
		[user({ UserId: 'jiro', DeleteFlag: 1 }), user({ UserId: 'saburo', DeleteFlag: '1' })],
		['missingUsers: Missing Users deletes nobody, because no item is about a user who stays: user taro Taro'],
		leavers,
	],
	'a list of closed departments alone': [
		[user(inLegal), hanako(inLegal), department({ DepartmentPath: 'Sales/Asia', DeleteFlag: 1 })],
		['missingDepartments: Missing Departments deletes nothing, because no item is about a department that stays: '],
		{ missing: { user: 'keep', department: 'delete' } },
	],
	'an administrator who is deleted': [[hanako({ DeleteFlag: 1 })], ['0 DeleteFlag: The user hanako is a system admin']],
	'a protected entry in another case': [
		[user({})],
		['- protectedUserIds: In Protected User IDs, "HANAKO" looks like "hanako"'],
		{ ...leavers, protectedUserIds: ['HANAKO'] },
	],
	'somebody under a damaged key': [
		[newcomer({ Email: 'TARO@example.com', ...inLegal })],
		['UserId: A user who would be added seems to be one who would be deleted as missing; correct the User ID: user new'],
		leavers,
	],
	'somebody under a new address': [
		[newcomer({ UserId: 'taro', ...inLegal })],
		[SAME_PERSON('Email', 'taro New', 'User ID')],
		{ ...leavers, ...byEmail },
	],
	'somebody under a User ID that has lost something': [
		[newcomer({ UserId: ' ta\u200bro', ...inLegal })],
		[SAME_PERSON('Email', 'taro New', 'User ID')],
		{ ...leavers, ...byEmail },
	],
	'somebody whose address looks like the former one': [
		[newcomer({ Email: 'TARO@EXAMPLE.COM\u00a0', ...inLegal })],
		[SAME_PERSON('UserId', 'new New', 'Email')],
		leavers,
	],
	'somebody whom Entra has deleted': [
		[newcomer({ Email: `5c5b2c9f6a1b4ea2aa6bb2ce9d0e1a34taro@example.com`, ...inLegal })],
		[SAME_PERSON('UserId', 'new New', 'Email')],
		leavers,
	],
	'somebody who takes over what an item frees': [
		[
			user({ Email: 'taro@example.com', DeleteFlag: 1 }),
			hanako({ Email: 'hanako@example.com' }),
			newcomer({ UserId: 'taro', ...inLegal }),
		],
		['user taro@example.com deleted', 'user new@example.com added'].reverse(),
		{ ...leavers, ...byEmail },
	],
};

it.each(Object.entries(CASES))('takes %s as the contract says', (_name, [items, should, wishes]) => {
	expect(told(items, wishes)).toEqual(should.map((start) => expect.stringContaining(start)));
});

it('puts no colon into a reason: the error puts one before it, behind its items', () => {
	const reasons = Object.values(CASES).flatMap(([items, , wishes]) => {
		const { violations, refusals } = plan(items, wishes);
		return [...violations, ...refusals].map(({ message }) => message);
	});
	expect(reasons.length).toBeGreaterThan(20);
	expect(reasons.filter((reason) => /:\s/.test(reason))).toEqual([]);
});

describe('a change says in paths where its record is put', () => {
	type Told = [key: string, where: string | undefined, from: string | null, to: string | null];
	const renamed = department({ DepartmentId: 'D1', DepartmentName: 'Trade' });

	it.each<[what: string, SyncItem[], Told[]]>([
		['a new department at the top', [department({ DepartmentPath: 'New' })], [['New', 'at the top level', null, 'New']]],
		['a new department below another', [department(inEurope)], [['Sales/Europe', 'into Sales', null, 'Sales/Europe']]],
		[
			'a new user in several departments',
			[newcomer({ DepartmentPath: 'Sales; Legal' })],
			[['new', 'into Legal; Sales', null, 'Legal; Sales']],
		],
		[
			'a user who moves',
			[hanako({ DepartmentPath: 'Sales/Asia' })],
			[['hanako', 'from Legal; Sales to Sales/Asia', 'Legal; Sales', 'Sales/Asia']],
		],
		[
			'a department that moves to the top',
			[department({ DepartmentId: 'D2', DepartmentPath: 'Asia' })],
			[['Asia', 'from Sales/Asia to Asia', 'Sales/Asia', 'Asia']],
		],
		['a department with another name', [renamed, user({})], [['Trade', 'from Sales to Trade', 'Sales', 'Trade']]],
		[
			'a user who moves below a department with another name',
			[renamed, user({ DepartmentPath: 'Trade' })],
			[
				['Trade', 'from Sales to Trade', 'Sales', 'Trade'],
				['taro', 'from Sales/Asia to Trade', 'Sales/Asia', 'Trade'],
			],
		],
		['a user who is deleted', [user({ DeleteFlag: 1 })], [['taro', undefined, 'Sales/Asia', null]]],
	])('%s', (_what, items, should) => {
		const shownOf = plan(items).changes.map(({ key, where, path }) => [key, where, path?.from, path?.to]);
		expect(shownOf).toEqual(should);
	});

	it('and nothing where it stays', () => {
		const [, edited] = plan([renamed, hanako({ Culture: 1 })]).changes;
		expect(edited).toMatchObject({ key: 'hanako', where: undefined, path: undefined });
	});
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

it('takes two people for two whose names for SAML are digits before one domain', () => {
	const idOf = (digit: string) => `${digit.repeat(32)}@example.com`;
	const [taro = {}, ...others] = BEFORE.users;
	const before = shown({ ...BEFORE, users: [{ ...taro, SamlNameId: idOf('a') }, ...others] });
	expect(told([newcomer({ ...inLegal, SamlNameId: idOf('b') })], leavers, before)).toEqual([
		expect.stringContaining('user new added'),
		expect.stringContaining('user taro deleted'),
	]);
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

it('leaves users in departments that the service does not show, and adds none then: it may be one of those', () => {
	const before = shown({ ...BEFORE, departments: BEFORE.departments.slice(0, 2) });
	expect(told([hanako({ Culture: 2 })], {}, before)).toEqual(['user hanako edited, Culture 0 → 2']);
	for (const items of [[department(inLegal)], [user(inLegal)], [department({ DepartmentPath: 'Sales/New' })]]) {
		expect(told(items, {}, before)).toEqual([
			expect.stringMatching(/^DepartmentPath: The list of departments is incomplete.*: user hanako Hanako in D1;D3$/),
		]);
	}
	const withoutTop = shown({ ...BEFORE, departments: BEFORE.departments.slice(1) });
	expect(told([user({ DepartmentPath: 'Sales/Asia' })], {}, withoutTop).join()).toContain('department D2 Asia in D1');
});

/** Two departments called Legal below the top, with these people and departments in them. */
function twins(users: Snapshot['users'], departments: Snapshot['departments'] = []): Snapshot {
	const both = ['D8', 'D9'].map((DepartmentId) => ({ DepartmentId, DepartmentName: 'Legal' }));
	return shown({ departments: [...both, ...departments], users });
}

const patents = (DepartmentId: string, ParentDepartmentId: string) => ({
	DepartmentId,
	ParentDepartmentId,
	DepartmentName: 'Patents',
});
const inD9 = { ...TARO, DepartmentId: 'D9' };

describe('a department that exists twice', () => {
	it.each<[string, Snapshot]>([
		['has nobody', twins([inD9])],
		['has nobody, and the other one departments', twins([], [patents('D7', 'D9')])],
		['has only what the other one has as well', twins([inD9], [patents('D7', 'D9'), patents('D6', 'D8')])],
	])('is the one in use where the second %s, which is said with both ids', (_name, before) => {
		const { violations, refusals, changes, kept } = plan([newcomer({ ...inLegal })], {}, before);
		expect([violations, refusals, changes.map(({ key }) => key)]).toEqual([[], [], ['new']]);
		expect(changes[0]?.cells.DepartmentId).toBe('D9');
		expect(kept).toEqual([expect.objectContaining({ kind: 'department', key: 'Legal', name: 'Legal' })]);
		expect(kept[0]?.reason).toMatch(/exists twice, as D9, .* and as D8, which is empty/);
	});

	it('and is above itself, is refused like any circle', () => {
		const departments = [
			{ DepartmentId: 'D1', DepartmentName: 'A', ParentDepartmentId: 'D2' },
			{ DepartmentId: 'D2', DepartmentName: 'A', ParentDepartmentId: 'D1' },
		];
		const before = shown({ departments, users: [{ ...TARO, DepartmentId: 'D1' }] });
		expect(told([user({ DepartmentPath: 'A/A' })], {}, before).join()).toContain('must not lead back');
	});

	it('loses the empty one where missing departments are deleted, or an item deletes it', () => {
		const deletes = { missing: { user: 'keep', department: 'delete' } } as const;
		const gone = expect.stringContaining('department Legal deleted');
		expect(told([department(inLegal), user(inLegal)], deletes, twins([inD9]))).toEqual([gone]);
		const byId = department({ DepartmentId: 'D8', DeleteFlag: 1 });
		expect(told([byId, user(inLegal)], {}, twins([inD9]))).toEqual([gone]);
	});

	it.each<[string, Snapshot, Partial<SyncItem['columns']>]>([
		['both are empty', twins([]), {}],
		['both are in use', twins([inD9, { ...HANAKO, DepartmentId: 'D8' }]), {}],
		['each has what the other lacks', twins([inD9], [patents('D7', 'D8')]), {}],
		['one is to be deleted by its path', twins([inD9]), { DeleteFlag: 1 }],
	])('is refused where %s', (_name, before, columns) => {
		expect(told([department({ ...inLegal, ...columns })], {}, before)).toEqual([
			expect.stringContaining('fits 2 departments (D8, D9); give the Department ID instead'),
		]);
	});
});

describe('a path', () => {
	it.each(['[2024]', '[1]', '[1.0]', '[true]', '[null]', '[["a"]]', '[{"a":1}]', '["a", 1]', ' [2024]'])(
		'that happens to be JSON is a text: %j',
		(DepartmentPath) => {
			const name = DepartmentPath.trim();
			expect(told([user({ DepartmentPath })])).toEqual([
				expect.stringMatching(/^department /),
				expect.stringMatching(/^user taro edited/),
			]);
			expect(plan([user({ DepartmentPath })]).changes[0]?.key).toBe(name);
			const before = shown({
				...BEFORE,
				departments: [...BEFORE.departments, { DepartmentId: 'D4', DepartmentName: name }],
			});
			const [edited, deleted] = [user({ DepartmentPath }), department({ DepartmentPath, DeleteFlag: 1 })];
			expect(plan([edited], {}, before).changes.map(({ cells }) => cells.DepartmentId)).toEqual(['D4']);
			expect(plan([deleted], {}, before).changes.map(({ id }) => id)).toEqual(['D4']);
		},
	);

	it.each(['["Legal"]', '["Legal", "Sales"]', '[]', '[""]'])(
		'that is a list of texts in JSON is one unless a department is called so, or looks so: %j',
		(DepartmentPath) => {
			const paths = JSON.parse(DepartmentPath) as string[];
			expect(told([user({ DepartmentPath })])).toEqual(told([user({ DepartmentPath: paths })]));
			const called = (DepartmentName: string) =>
				shown({ ...BEFORE, departments: [...BEFORE.departments, { DepartmentId: 'D4', DepartmentName }] });
			const [change] = plan([user({ DepartmentPath })], {}, called(DepartmentPath)).changes;
			expect(change?.cells.DepartmentId).toBe('D4');
			const similar = called(DepartmentPath.replace('[', '［'));
			expect(told([user({ DepartmentPath })], {}, similar).join()).toContain('looks like');
		},
	);

	it.each(['[object Object]', 'undefined', 'null', 'NaN', '#REF!', '[object Object],[object Object]'])(
		'with %s in place of a name is refused',
		(name) => {
			const paths = [name, ` ${name}\u200b`, `Sales/${name}`, `${name}/Asia`, `Legal; Sales/${name}`];
			for (const DepartmentPath of [...paths, ['Legal', name], JSON.stringify(['Legal', name])]) {
				expect(told([user({ DepartmentPath })]).join()).toMatch(/0 DepartmentPath: Department Path (?:has|is) /);
			}
			const described: Array<SyncItem['columns']> = [
				{ DepartmentPath: `Sales/${name}` },
				{ DepartmentPath: name, DeleteFlag: 1 },
			];
			for (const columns of [...described, { DepartmentId: 'D1', DepartmentName: name }]) {
				expect(told([department(columns)]).join()).toMatch(
					/^0 Department(?:Path|Name): Department (?:Path|Name) (?:has|is) /,
				);
			}
		},
	);

	it.each(['Nullarbor', 'undefined behaviour', 'NANO', 'object'])('may have %s in it, which is a name', (name) => {
		expect(told([department({ DepartmentPath: `Sales/${name}` })]).join()).toContain(`Sales/${name} added`);
	});
});

it('takes the ids of a list as they are, and refuses one that has lost digits', () => {
	expect(told([user({ DepartmentId: '["D3", "", "D1"]' })]).join()).toContain('DepartmentId D2 → D3;D1');
	expect(told([user({ DepartmentId: '[3]' })]).join()).toContain('no department with the ID "[3]"');
	const columns = { DepartmentId: [Number('12345678901234567890')] } as unknown as SyncItem['columns'];
	expect(told([user(columns)]).join()).toContain('has lost digits');
});

it('refuses characters that the encoding does not have, also in what an edit sends back', () => {
	const before = shown({ ...BEFORE, users: BEFORE.users.map((record) => ({ ...record, UserName: 'Taro 😀' })) });
	const items = [user({ SubEmail: 'other@example.com' })];
	const { violations } = planFor({ before, items, wishes: USUAL_WISHES }, 'sjis');
	const message = 'User Name of the user "taro" contains \'😀\', which Shift JIS cannot encode';
	expect(violations).toEqual([{ itemIndex: 0, parameter: 'UserName', message }]);
});
