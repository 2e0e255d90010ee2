import { Outcome, refusedLines } from '../../../nodes/BusinessCardData/execution/organization/outcome';
import type { Cells, ResultRow } from '../../../nodes/shared';
import { planFor, USUAL_WISHES, type SyncItem, type Wishes } from '../../../test/sync/world';

/** The largest syncs, in the time that they keep n8n's one thread busy: a second at most for each step. */

const ROWS = 20_000;
const LEVELS = 4_000;

const numbers = (count: number) => [...Array(count).keys()];
const named = (number: number) => `Department ${number}`;

const TOP: Cells = { DepartmentId: 'D0', DepartmentName: named(0) };

/** Departments each of which is below the one before it. */
const CHAIN: Cells[] = numbers(LEVELS).map((number) => ({
	DepartmentId: `D${number}`,
	DepartmentName: named(number),
	ParentDepartmentId: number === 0 ? '' : `D${number - 1}`,
}));
const PATH = numbers(LEVELS).map(named).join('/');

const PEOPLE: Cells[] = numbers(ROWS).map((number) => ({
	UserUuid: `uuid-${number}`,
	UserId: `u${number}`,
	UserName: 'Taro',
	Email: `u${number}@example.com`,
	DepartmentId: 'D0',
}));

const edit = (columns: SyncItem['columns']): SyncItem[] =>
	numbers(ROWS).map((number) => ({ kind: 'user', columns: { UserId: `u${number}`, ...columns } }));

function planned(departments: Cells[], users: Cells[], items: SyncItem[], wishes: Partial<Wishes> = {}) {
	return planFor({ before: { departments, users }, items, wishes: { ...USUAL_WISHES, ...wishes } });
}

const inPath: SyncItem[] = [{ kind: 'user', columns: { UserId: 'u0', DepartmentPath: PATH } }];
const leaving: SyncItem[] = [{ kind: 'department', columns: { DepartmentPath: named(0), Order: 1 } }];
const DELETING: Partial<Wishes> = { missing: { user: 'keep', department: 'delete' }, maxDeletions: LEVELS };

const edits = planned([TOP], PEOPLE, edit({ UserName: 'Hanako' }));
const refused = edits.changes.map(({ id }): ResultRow => ({
	Type: 1,
	Id: id,
	TempId: null,
	Completed: false,
	ErrorMessage: 'No',
}));

const STEPS: Readonly<Record<string, () => unknown>> = {
	[`a path of ${LEVELS} levels that is made`]: () => planned([TOP], PEOPLE.slice(0, 1), inPath),
	[`a path of ${LEVELS} levels that is there`]: () => planned(CHAIN, PEOPLE.slice(0, 1), inPath),
	[`${LEVELS} levels, all but one of which are missing`]: () => planned(CHAIN, [], leaving, DELETING),
	[`${ROWS} rows that break a rule of the tables`]: () => planned([TOP], PEOPLE, edit({ Culture: 9 })),
	[`${ROWS} rows with one address`]: () => planned([TOP], PEOPLE, edit({ Email: 'one@example.com' })),
	[`${ROWS} rows that the service refuses`]: () => refusedLines(refused, edits.changes),
	[`${ROWS} rows of which none took effect`]: () => {
		const outcome = new Outcome(new Map(), { plan: edits, departments: [TOP] });
		return edits.changes.map((change) => outcome.shown(change));
	},
};

console.table(
	Object.entries(STEPS).map(([step, work]) => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return { step, 'busy (ms)': Math.round((user + system) / 1_000) };
	}),
);
