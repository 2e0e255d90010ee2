import type { OrganizationPlan, PlannedRow } from '../../nodes/shared/organization/plan';
import { carriedOut, planFor } from './planModel';
import { ServiceModel, TODAY } from './serviceModel';
import { USUAL_WISHES, type Snapshot, type SyncItem, type Wishes } from './wishes';

/** The planner's rules, one by one, in the words of the contract. */

const UUID = '00000000-0000-4000-8000-00000000000';

/** Sales with Asia below it, and Legal; Taro in Asia, Hanako in Sales and Legal. */
const BEFORE: Snapshot = new ServiceModel({
	departments: [
		{ DepartmentId: 'D1', DepartmentName: 'Sales', Order: '1' },
		{ DepartmentId: 'D2', DepartmentName: 'Asia', ParentDepartmentId: 'D1', DepartmentNamePhonetic: 'ei-sha' },
		{ DepartmentId: 'D3', DepartmentName: 'Legal' },
	],
	users: [
		{ UserUuid: `${UUID}1`, UserId: 'taro', UserName: 'Taro', Email: 'taro@example.com', DepartmentId: 'D2', Culture: '1', SubEmail: 'sub@example.com', EffectiveDateFrom: '2020-04-01' },
		{ UserUuid: `${UUID}2`, UserId: 'hanako', UserName: 'Hanako', Email: 'Hanako@example.com', DepartmentId: 'D1;D3', UserType: '1', EffectiveDateFrom: '2020-04-01' },
	],
}).snapshot;

const TARO = { UserId: 'taro' };
const NEWCOMER = { UserId: 'new', UserName: 'New', Email: 'new@example.com' };

function user(columns: SyncItem['columns']): SyncItem {
	return { kind: 'user', columns };
}

function department(columns: SyncItem['columns']): SyncItem {
	return { kind: 'department', columns };
}

interface Given {
	readonly before?: Snapshot;
	readonly wishes?: Partial<Wishes>;
}

function plan(items: readonly SyncItem[], { before = BEFORE, wishes = {} }: Given = {}): OrganizationPlan {
	const made = planFor(before, items, { ...USUAL_WISHES, ...wishes });
	if (made.violations.length > 0) throw new Error(made.violations.map(({ message }) => message).join('\n'));
	if (made.refusals.length > 0) throw new Error(made.refusals.map(({ message }) => message).join('\n'));
	return made;
}

/** What is said of a plan that is refused, each with its item. */
function refusal(items: readonly SyncItem[], { before = BEFORE, wishes = {} }: Given = {}): string[] {
	const made = planFor(before, items, { ...USUAL_WISHES, ...wishes });
	if (made.violations.length === 0) return made.refusals.map(({ parameter, message, records }) => `- ${parameter}: ${message}: ${records.join(', ')}`);
	return made.violations.map(({ itemIndex, parameter, message }) => `${itemIndex ?? '-'} ${parameter}: ${message}`);
}

/** The changes in short. */
function told({ changes }: OrganizationPlan): string[] {
	return changes.map(({ kind, action, key }) => `${kind} ${key} ${action}`);
}

function onlyRow({ jobs }: OrganizationPlan): PlannedRow {
	const rows = jobs.flatMap((job) => [...job.department, ...job.user]);
	const [row] = rows;
	if (!row || rows.length > 1) throw new Error(`${rows.length} rows instead of one`);
	return row;
}

/** Cells that are not blank. */
function filled({ cells }: PlannedRow): Record<string, string> {
	return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));
}

describe('columns of a user', () => {
	it('sends the whole row of an edit but what is documented to stay when it is blank', () => {
		const row = onlyRow(plan([user({ ...TARO, UserName: 'Jiro' })]));
		expect(filled(row)).toEqual({
			UserUuid: `${UUID}1`,
			DepartmentId: 'D2',
			UserId: 'taro',
			UserName: 'Jiro',
			Email: 'taro@example.com',
			SubEmail: 'sub@example.com',
		});
		expect(row.change).toMatchObject({ key: 'taro', id: `${UUID}1`, itemIndexes: [0], fields: { UserName: { from: 'Taro', to: 'Jiro' } } });
		expect(Object.keys(row.change.fields)).toEqual(['UserName']);
	});

	it('gives an added user today as the start of use, where the item has none', () => {
		const given = { ...NEWCOMER, DepartmentPath: 'Legal' };
		expect(onlyRow(plan([user(given)])).cells).toMatchObject({ EffectiveDateFrom: TODAY, UserUuid: '', TempId: 'u1', DepartmentId: 'D3' });
		expect(onlyRow(plan([user({ ...given, EffectiveDateFrom: '2099-04-01' })])).cells.EffectiveDateFrom).toBe('2099-04-01');
		expect(refusal([user({ ...given, EffectiveDateFrom: '2020-04-01' })])).toEqual([
			expect.stringMatching(/^0 EffectiveDateFrom: Effective Date From must be today/),
		]);
	});

	it('never sends the start of use of a user who is there', () => {
		expect(told(plan([user({ ...TARO, EffectiveDateFrom: '2019-01-01' })]))).toEqual([]);
		expect(onlyRow(plan([user({ ...TARO, UserName: 'J', EffectiveDateFrom: '2099-01-01' })])).cells.EffectiveDateFrom).toBe('');
	});

	it('leaves blank cells alone, or clears texts that are not required with them, and never numbers', () => {
		const blank = user({ ...TARO, SubEmail: '', Culture: null, UserName: ' ', Email: '' });
		expect(told(plan([blank]))).toEqual([]);
		const { fields } = onlyRow(plan([blank], { wishes: { blankCells: 'clear' } })).change;
		expect(fields).toEqual({ SubEmail: { from: 'sub@example.com', to: null } });
	});

	it('takes numbers, texts and switches of a sheet for the same, and gives numbers as numbers', () => {
		expect(told(plan([user({ ...TARO, Culture: '01' })]))).toEqual([]);
		expect(onlyRow(plan([user({ ...TARO, Culture: 2 })])).change.fields).toEqual({ Culture: { from: 1, to: 2 } });
	});

	it('checks what it would write against the record table, each item under its number', () => {
		const items = [user({ ...TARO, Culture: 7 }), user({ UserId: 'bad id', UserName: 'x', Email: 'x@example.com', DepartmentPath: 'Legal' })];
		expect(refusal(items)).toEqual([
			expect.stringMatching(/^0 Culture: Culture must be one of 0 \(Japanese\)/),
			expect.stringMatching(/^1 UserId: User ID may contain only/),
		]);
	});

	it('refuses names that look like a column, but not the names of directories', () => {
		const directory = { mail: 'x', Mail: 'w', name: 'y', id: 'z', emails: 'v', displayName: 'T', department: 'Sales' };
		expect(told(plan([user({ ...TARO, ...directory })]))).toEqual([]);
		for (const [wrong, right] of [
			['email', 'Email'],
			['User Name', 'UserName'],
			['sub_email', 'SubEmail'],
			['userType', 'UserType'],
			['department-path', 'DepartmentPath'],
		] as const) {
			expect(refusal([user({ ...TARO, [wrong]: 'x' })])).toEqual([`0 ${wrong}: "${wrong}" is not a column: write "${right}"`]);
		}
	});

	it('refuses characters that the encoding does not have, also in what an edit sends back', () => {
		const before: Snapshot = { ...BEFORE, users: BEFORE.users.map((record) => ({ ...record, UserName: 'Taro 😀' })) };
		const made = planFor(before, [user({ ...TARO, SubEmail: 'other@example.com' })], USUAL_WISHES, { encoding: 'sjis' });
		expect(made.violations).toEqual([
			{ itemIndex: 0, parameter: 'UserName', message: expect.stringContaining("User Name of the user \"taro\" contains '😀'") },
		]);
	});

	it('refuses a deletion flag that is neither 1 nor 0', () => {
		expect(refusal([user({ ...TARO, DeleteFlag: 'yes' })])).toEqual([expect.stringContaining('Delete Flag must be 1')]);
		expect(told(plan([user({ ...TARO, DeleteFlag: 0 })]))).toEqual([]);
	});
});

describe('who a user item means', () => {
	it('finds users by UserId with upper and lower case, and takes a mere difference of case for a slip', () => {
		expect(refusal([user({ ...NEWCOMER, UserId: 'TARO', DepartmentPath: 'Legal' })])).toEqual([
			expect.stringMatching(/^0 UserId: User ID "TARO" looks like that of a user, "taro", but is not the same/),
		]);
	});

	it('finds users by address whatever the case, and leaves an address that differs by case alone alone', () => {
		const wishes = { matchUsersBy: 'Email' } as const;
		expect(told(plan([user({ Email: 'TARO@example.com' })], { wishes }))).toEqual([]);
		const made = plan([user({ Email: 'hanako@EXAMPLE.com', UserName: 'H' })], { wishes });
		expect(told(made)).toEqual(['user Hanako@example.com edited']);
		expect(onlyRow(made).change.fields).toEqual({ UserName: { from: 'Hanako', to: 'H' } });
	});

	it('takes an address that differs by its case alone for the same', () => {
		expect(told(plan([user({ ...TARO, Email: 'Taro@example.com' })]))).toEqual([]);
	});

	it('never changes a UserId', () => {
		const wishes = { matchUsersBy: 'Email' } as const;
		expect(refusal([user({ Email: 'taro@example.com', UserId: 'other' })], { wishes })).toEqual([
			expect.stringMatching(/^0 UserId: User ID "other" is not that of the user whom Email matches, which is "taro"/),
		]);
		expect(refusal([user({ ...NEWCOMER, UserId: 'taro', DepartmentPath: 'Legal' })], { wishes })).toEqual([
			'0 UserId: User ID "taro" is also used by taro@example.com; each user needs their own',
		]);
	});

	it('refuses an item without key, two items for one user, and an id of somebody else', () => {
		expect(refusal([user({ UserName: 'x' }), user(TARO)])).toEqual(['0 UserId: User ID is empty. Map a column to it, or fill the cell']);
		expect(refusal([user({ UserName: 'x' })])).toEqual(['0 UserId: No item has a value for User ID. Does your sheet have such a column?']);
		expect(refusal([user(TARO), user({ UserId: 'hanako' }), user(TARO)])).toEqual([
			'0 UserId: Items 0 and 2 have the same User ID, "taro"; give each user one item',
		]);
		expect(refusal([user({ ...TARO, UserUuid: `${UUID}2` })])).toEqual([expect.stringMatching(/^0 UserUuid: User UUID .* is not that/)]);
		expect(refusal([user({ ...NEWCOMER, UserUuid: `${UUID}2`, DepartmentPath: 'Legal' })])).toEqual([
			'0 UserUuid: User UUID is filled, but no user has the User ID "new"',
		]);
	});

	it('refuses an address that another user has and keeps', () => {
		expect(refusal([user({ ...TARO, Email: 'Hanako@example.com' })])).toEqual([
			'0 Email: Email "hanako@example.com" is also used by hanako; each user needs their own',
		]);
		const exchanged = [user({ ...TARO, Email: 'Hanako@example.com' }), user({ UserId: 'hanako', Email: 'taro@example.com' })];
		expect(plan(exchanged).jobs).toHaveLength(1);
	});

	it('lets an address pass from a deleted user to another one in a second job', () => {
		const items = [user({ UserId: 'hanako' }), user({ ...TARO, DeleteFlag: 1 }), user({ ...NEWCOMER, Email: 'taro@example.com', DepartmentPath: 'Legal/New' })];
		const made = plan(items);
		expect(made.jobs.map((job) => [...job.department, ...job.user].map(({ change }) => `${change.key} ${change.action}`))).toEqual([
			['Legal/New added', 'taro deleted'],
			['new added'],
		]);
		expect(carriedOut(BEFORE, made, { deletionsJudged: 'before' }).users.map(({ UserId }) => UserId)).toEqual(['hanako', 'new']);
	});
});

describe('departments of a user', () => {
	it('are given by paths, in a text or a list, or by ids', () => {
		const places: ReadonlyArray<SyncItem['columns']> = [
			{ DepartmentPath: 'Legal; Sales / Asia' },
			{ DepartmentPath: ['Legal', 'Sales/Asia', ''] },
			{ DepartmentId: 'D3;D2' },
			{ DepartmentId: ['D3', 'D2'] },
			{ DepartmentId: 'D2;D3', DepartmentPath: 'Legal;Sales/Asia' },
		];
		for (const place of places) {
			const made = plan([user({ ...TARO, ...place })]);
			expect(onlyRow(made).cells.DepartmentId?.split(';').sort()).toEqual(['D2', 'D3']);
			expect(onlyRow(made).change.move).toBe('Sales/Asia → Legal; Sales/Asia');
		}
	});

	it('are no change in another order, twice, or where they are blank', () => {
		const places: ReadonlyArray<SyncItem['columns']> = [
			{ DepartmentPath: 'Legal;Sales' },
			{ DepartmentId: 'D3;D1;D3' },
			{ DepartmentPath: [] },
			{ DepartmentId: '', DepartmentPath: null },
		];
		for (const place of places) {
			expect(told(plan([user({ UserId: 'hanako', ...place })]))).toEqual([]);
		}
	});

	it('are made with their parents, unless that is off', () => {
		const items = [user({ ...TARO, DepartmentPath: 'Sales/Europe/North' })];
		expect(told(plan(items))).toEqual(['department Sales/Europe added', 'department Sales/Europe/North added', 'user taro edited']);
		expect(plan(items).changes[1]).toMatchObject({ itemIndexes: [0], id: '', fields: { ParentDepartmentId: { from: null, to: 'tempId:d1' } } });
		expect(refusal(items, { wishes: { createMissingDepartments: false } })).toEqual([
			'0 DepartmentPath: Department Path: no department has the path "Sales/Europe/North", and Create Missing Departments is off',
		]);
	});

	it('are refused where a path is no text, and taken from a whole number', () => {
		for (const [path, got] of [
			[NaN, 'NaN'],
			[Infinity, 'Infinity'],
			[true, 'a boolean'],
			[{ name: 'Sales' }, 'an object'],
			[['Sales', NaN], 'NaN'],
			[new Date(0), 'a date'],
		] as const) {
			expect(refusal([user({ ...TARO, DepartmentPath: path as never })])).toEqual([`0 DepartmentPath: Department Path must be a text; got ${got}`]);
		}
		expect(refusal([user({ ...TARO, DepartmentPath: Number('7100000000000000293') })])).toEqual([expect.stringContaining('has lost digits')]);
		expect(told(plan([user({ ...TARO, DepartmentPath: 2026 })]))).toEqual(['department 2026 added', 'user taro edited']);
	});

	it('are refused where an id is not there, two names do not agree, or a newcomer has none', () => {
		expect(refusal([user({ ...TARO, DepartmentId: 'D9' })])).toEqual(['0 DepartmentId: Department ID: the service shows no department with the ID "D9"']);
		expect(refusal([user({ ...TARO, DepartmentId: 'D1', DepartmentPath: 'Legal' })])).toEqual([
			'0 DepartmentId: Department ID "D1" does not fit Department Path "Legal"; give one of the two',
		]);
		expect(refusal([user(NEWCOMER)])).toEqual(['0 DepartmentPath: Department Path or Department ID is required when a user is added']);
		expect(refusal([user({ ...TARO, DepartmentPath: 'Sales//Asia' })])).toEqual([expect.stringContaining('has a blank name in it')]);
	});
});

describe('departments', () => {
	it('are named by path, and keep what the item lacks', () => {
		const row = onlyRow(plan([department({ DepartmentPath: 'Sales/Asia', Order: 3 })]));
		expect(filled(row)).toEqual({ DepartmentId: 'D2', DepartmentName: 'Asia', DepartmentNamePhonetic: 'ei-sha', ParentDepartmentId: 'D1', Order: '3' });
		expect(row.change).toMatchObject({ key: 'Sales/Asia', fields: { Order: { from: null, to: 3 } } });
	});

	it('move and are renamed by id and path, to the top by a path of one name', () => {
		const moved = onlyRow(plan([department({ DepartmentId: 'D2', DepartmentPath: 'Legal/Far East' })]));
		expect(moved.change).toMatchObject({
			key: 'Legal/Far East',
			move: 'Sales/Asia → Legal/Far East',
			fields: { DepartmentName: { from: 'Asia', to: 'Far East' }, ParentDepartmentId: { from: 'D1', to: 'D3' } },
		});
		expect(onlyRow(plan([department({ DepartmentId: 'D2', DepartmentPath: 'Asia' })])).change.fields).toEqual({
			ParentDepartmentId: { from: 'D1', to: null },
		});
		expect(onlyRow(plan([department({ DepartmentId: 'D2', DepartmentName: 'Far East' })])).change.key).toBe('Sales/Far East');
		expect(onlyRow(plan([department({ DepartmentId: 'D2', ParentDepartmentId: 'D3' })])).change.key).toBe('Legal/Asia');
	});

	it('are called by the paths of the wanted tree', () => {
		const renamed = department({ DepartmentId: 'D1', DepartmentPath: 'Trade' });
		expect(told(plan([renamed, user({ ...TARO, DepartmentPath: 'Trade/Asia' })]))).toEqual(['department Trade edited']);
		expect(told(plan([renamed, user({ ...TARO, DepartmentPath: 'Sales' })]))).toEqual(['department Sales added', 'department Trade edited', 'user taro edited']);
		const exchanged = [department({ DepartmentId: 'D1', DepartmentPath: 'Legal' }), department({ DepartmentId: 'D3', DepartmentPath: 'Sales' })];
		expect(plan(exchanged).jobs).toHaveLength(1);
		const inverted = [department({ DepartmentId: 'D2', DepartmentPath: 'Asia' }), department({ DepartmentId: 'D1', DepartmentPath: 'Asia/Sales' })];
		expect(carriedOut(BEFORE, plan(inverted), {}).departments).toMatchObject([{ ParentDepartmentId: 'D2' }, { ParentDepartmentId: '' }, {}]);
	});

	it('get their missing parents whatever Create Missing Departments says', () => {
		const wishes = { createMissingDepartments: false };
		expect(told(plan([department({ DepartmentPath: 'Legal/Patents/Japan' })], { wishes }))).toEqual([
			'department Legal/Patents added',
			'department Legal/Patents/Japan added',
		]);
	});

	it('with the separator in their names are found by the path that a person writes', () => {
		const before: Snapshot = { departments: [{ DepartmentId: 'D1', DepartmentName: 'R/D' }, { DepartmentId: 'D2', DepartmentName: 'Lab', ParentDepartmentId: 'D1' }], users: [] };
		expect(told(plan([department({ DepartmentPath: 'R/D' }), department({ DepartmentPath: 'R/D / Lab' })], { before }))).toEqual([]);
		expect(plan([department({ DepartmentPath: 'R/D/Plant' })], { before }).changes).toMatchObject([{ fields: { ParentDepartmentId: { to: 'D1' } } }]);
		expect(refusal([department({ DepartmentPath: 'Q/A', DepartmentName: 'Q/A' })], { before })).toHaveLength(1);
		expect(told(plan([department({ DepartmentPath: 'Q > A' })], { before, wishes: { pathSeparator: '>' } }))).toEqual(['department Q added', 'department Q>A added']);
	});

	it('of equal paths are refused, and told apart by id', () => {
		const before = { departments: [{ DepartmentId: 'D1', DepartmentName: 'Sales' }, { DepartmentId: 'D2', DepartmentName: 'Sales' }], users: [] };
		expect(refusal([department({ DepartmentPath: 'Sales' })], { before })).toEqual([
			'0 DepartmentPath: Department Path: the path "Sales" fits 2 departments (D1, D2); give the Department ID instead',
		]);
		expect(told(plan([department({ DepartmentId: 'D2', DepartmentPath: 'Sales', Order: 1 })], { before }))).toEqual(['department Sales edited']);
		expect(told(plan([department({ DepartmentId: 'D2', DepartmentPath: 'Sales 2' })], { before }))).toEqual(['department Sales 2 edited']);
	});

	it('must not move to where another one is', () => {
		expect(refusal([department({ DepartmentId: 'D3', DepartmentPath: 'Sales' })])).toEqual([
			'0 DepartmentPath: Department Path "Sales" would fit this department and D1',
		]);
	});

	it('must not be below themselves, nor have two items, two names or two parents', () => {
		expect(refusal([department({ DepartmentId: 'D1', ParentDepartmentId: 'D2' })])).toEqual([
			'0 ParentDepartmentId: Parent Department ID must not lead back to the department itself',
		]);
		expect(refusal([department({ DepartmentId: 'D1', Order: 1 }), department({ DepartmentPath: 'Sales', Order: 1 })])).toEqual([
			'0 DepartmentPath: Items 0 and 1 are about the same department, "Sales"; give it one item',
		]);
		expect(refusal([department({ DepartmentPath: 'Sales', DepartmentName: 'Trade' })])).toEqual([
			'0 DepartmentName: Department Name "Trade" does not fit Department Path "Sales"; give one of the two',
		]);
		expect(refusal([department({ DepartmentPath: 'Sales/Asia', ParentDepartmentId: 'D3' })])).toEqual([
			expect.stringMatching(/^0 ParentDepartmentId: Parent Department ID "D3" does not fit/),
		]);
		expect(refusal([department({ Order: 1 })])).toEqual([expect.stringContaining('needs Department Path or Department ID')]);
	});

	it('have names that the record table allows, also those that only users name', () => {
		const long = 'x'.repeat(31);
		expect(refusal([user({ ...TARO, DepartmentPath: `Sales/${long}` })])).toEqual([
			'0 DepartmentName: Department Name may have at most 30 characters; it has 31',
		]);
	});
});

describe('records that no item names', () => {
	const both = { missingUsers: 'delete', missingDepartments: 'delete' } as const;

	it('stay unless they are to be deleted', () => {
		const items = [user({ UserId: 'hanako' }), department({ DepartmentPath: 'Sales' }), department({ DepartmentPath: 'Legal' })];
		expect(told(plan(items))).toEqual([]);
		expect(told(plan(items, { wishes: both }))).toEqual(['department Sales/Asia deleted', 'user taro deleted']);
	});

	it('are deleted as whole rows, users before the departments that they leave, children before parents', () => {
		const items = [user({ UserId: 'hanako', DepartmentPath: 'Legal' }), department({ DepartmentPath: 'Legal' })];
		const made = plan(items, { wishes: both });
		expect(made.jobs.map((job) => [...job.department, ...job.user].map(({ change }) => `${change.key} ${change.action}`))).toEqual([
			['hanako edited', 'taro deleted'],
			['Sales/Asia deleted'],
			['Sales deleted'],
		]);
		const [job] = made.jobs;
		expect(job?.user.map(filled)[1]).toMatchObject({ UserUuid: `${UUID}1`, UserId: 'taro', UserName: 'Taro', DepartmentId: 'D2', DeleteFlag: '1' });
		expect(made.changes.find(({ key }) => key === 'taro')).toMatchObject({ itemIndexes: [], fields: { UserName: { from: 'Taro', to: null } } });
	});

	it('go in one job where nothing waits for anything', () => {
		const before = new ServiceModel({ ...BEFORE, users: [] }).snapshot;
		const items = [department({ DepartmentPath: 'Sales' }), department({ DepartmentPath: 'Other' })];
		expect(plan(items, { before, wishes: both }).jobs).toHaveLength(1);
	});

	it('stay where they are needed: what stands above a department that is named', () => {
		const items = [department({ DepartmentId: 'D2', Order: 1 }), user({ UserId: 'hanako', DepartmentPath: 'Sales' })];
		expect(told(plan(items, { wishes: { missingDepartments: 'delete' } }))).toEqual([
			'department Sales/Asia edited',
			'department Legal deleted',
			'user hanako edited',
		]);
	});

	it('are never deleted with somebody in them', () => {
		const wishes = { missingDepartments: 'delete' } as const;
		expect(refusal([department({ DepartmentPath: 'Sales' })], { wishes })).toEqual([
			expect.stringMatching(/^- missingDepartments: The department "Sales\/Asia" cannot be deleted .*: user taro Taro$/),
			expect.stringMatching(/^- missingDepartments: The department "Legal" cannot be deleted .*: user hanako Hanako$/),
		]);
		expect(refusal([department({ DepartmentId: 'D1', DeleteFlag: 1 })])).toEqual([
			'0 DeleteFlag: The department "Sales" cannot be deleted while it has department D2 Sales/Asia, user hanako Hanako; move or delete these as well, or keep it',
		]);
	});

	it('are never deleted when no item of that kind came in', () => {
		expect(refusal([department({ DepartmentPath: 'Sales' })], { wishes: { missingUsers: 'delete', includeAdministrators: true } })).toEqual([
			'- missingUsers: Missing Users deletes nobody when no item is about a user: user hanako Hanako, user taro Taro',
		]);
		const items = [user({ ...TARO, DepartmentPath: 'Sales' }), user({ UserId: 'hanako', DepartmentPath: 'Sales' })];
		expect(refusal(items, { wishes: { missingDepartments: 'delete' } })).toEqual([
			'- missingDepartments: Missing Departments deletes nothing when no item is about a department: department D2 Sales/Asia, department D3 Legal',
		]);
	});

	it('are no more counted as named than a department which only stands where it is', () => {
		const { counts } = plan([user({ ...TARO, DepartmentPath: 'Sales/Asia' })]);
		expect(counts).toEqual({
			user: { added: 0, edited: 0, deleted: 0, unchanged: 1, kept: 0 },
			department: { added: 0, edited: 0, deleted: 0, unchanged: 2, kept: 0 },
		});
	});
});

describe('deletions that an item asks for', () => {
	it('go through the protections, and ask for nothing once the record is gone', () => {
		expect(told(plan([user({ ...TARO, DeleteFlag: 1 })]))).toEqual(['user taro deleted']);
		expect(refusal([user({ ...TARO, DeleteFlag: 1 })], { wishes: { maxDeletions: 0 } })).toHaveLength(1);
		for (const item of [user({ UserId: 'gone', DeleteFlag: 1 }), department({ DepartmentId: 'D9', DeleteFlag: 1 }), department({ DepartmentPath: 'Gone', DeleteFlag: '1' })]) {
			expect(told(plan([item]))).toEqual([]);
		}
	});

	it('are refused for a department that another item names or makes', () => {
		expect(refusal([department({ DepartmentId: 'D3', DeleteFlag: 1 }), user({ UserId: 'hanako', DepartmentPath: 'Legal' })])).toContain(
			'0 DeleteFlag: The department "Legal" is deleted by its item, but also named by item 1',
		);
		expect(refusal([user({ ...TARO, DepartmentPath: 'New' }), department({ DepartmentPath: 'New', DeleteFlag: 1 })])).toEqual([
			'1 DeleteFlag: The department "New" is deleted by its item, but also named by item 0',
		]);
	});
});

describe('protections', () => {
	const leavers = { missingUsers: 'delete' } as const;

	it('keep system administrators from being deleted or demoted', () => {
		expect(plan([user(TARO)], { wishes: leavers })).toMatchObject({ changes: [], kept: [{ kind: 'user', key: 'hanako', name: 'Hanako' }] });
		expect(refusal([user({ UserId: 'hanako', DeleteFlag: 1 })])).toEqual([expect.stringMatching(/^0 DeleteFlag: The user hanako is a system administrator/)]);
		expect(refusal([user({ UserId: 'hanako', UserType: 0 })])).toEqual([expect.stringMatching(/^0 UserType: The user hanako is a system administrator/)]);
		const wishes = { ...leavers, includeAdministrators: true };
		expect(told(plan([user(TARO)], { wishes }))).toEqual(['user hanako deleted']);
		expect(told(plan([user({ UserId: 'hanako', UserName: 'H' })]))).toEqual(['user hanako edited']);
	});

	it('keep protected users from being deleted, also with Include Administrators', () => {
		const wishes = { ...leavers, includeAdministrators: true, protectedUserIds: ['hanako', 'nobody'] };
		expect(plan([user(TARO)], { wishes })).toMatchObject({ changes: [], kept: [{ key: 'hanako', reason: 'is one of the Protected User IDs' }] });
		expect(refusal([user({ UserId: 'hanako', DeleteFlag: 1 })], { wishes })).toEqual([expect.stringContaining('Protected User IDs')]);
		expect(refusal([user(TARO)], { wishes: { ...wishes, protectedUserIds: ['HANAKO'] } })).toEqual([
			expect.stringMatching(/^- protectedUserIds: .*"HANAKO" looks like "hanako"/),
		]);
	});

	it('limit deletions of both kinds together, and all changes, and list everything', () => {
		const items = [department({ DepartmentPath: 'Sales' }), department({ DepartmentPath: 'Legal' }), user({ UserId: 'hanako' })];
		const wishes = { missingUsers: 'delete', missingDepartments: 'delete' } as const;
		expect(refusal(items, { wishes: { ...wishes, maxDeletions: 1 } })).toEqual([
			'- maxDeletions: The plan would delete 2 records; Max Deletions allows 1: department D2 Sales/Asia, user taro Taro',
		]);
		expect(refusal(items, { wishes: { ...wishes, maxDeletions: 2, maxChanges: 1 } })).toEqual([
			'- maxChanges: The plan would change 2 records; Max Changes allows 1: department D2 Sales/Asia, user taro Taro',
		]);
		expect(told(plan(items, { wishes: { ...wishes, maxDeletions: 2, maxChanges: 2 } }))).toHaveLength(2);
	});
});
