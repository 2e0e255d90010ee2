import { quote } from '../../values/characters';
import { unencodable } from '../../csv/encodings';
import { cellProblems } from '../cells';
import { fieldsOf } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import type { JobRow } from '../rows';
import { comparable, fieldOf, UNIQUE_COLUMNS } from './columns';
import type { Department } from './department';
import { append, least } from './lists';
import { each } from './steps';
import type { Steps } from './steps';
import type { PlannedJob, SyncRules } from './types';
import type { User } from './user';
import type { Violations } from './violations';

/** Columns that the plan fills in itself, or that have been checked where they are read. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['TempId', 'UserUuid', 'DepartmentId', 'ParentDepartmentId', 'DeleteFlag']);

const NOTHING: ReadonlySet<string> = new Set();

interface CheckedRecord {
	readonly kind: OrganizationRecordKind;
	readonly isAdded: boolean;
	/** New texts by column. */
	readonly texts: Readonly<Record<string, string>>;
	readonly itemIndex: number;
}

/** Checks what the plan writes against the record tables; what the service has already is not judged. */
function checkCells(record: CheckedRecord, { today }: SyncRules, violations: Violations): void {
	const { kind, isAdded, texts, itemIndex } = record;
	const row: JobRow = { kind, row: 1, item: itemIndex, cells: texts, adds: isAdded, deletes: false, lacks: NOTHING, isCompleted: false, faults: [] };
	for (const field of fieldsOf(kind)) {
		if (OWN_COLUMNS.has(field.name) || (!isAdded && !Object.hasOwn(texts, field.name))) continue;
		for (const message of cellProblems(field, row, today)) violations.ofItem(itemIndex, field.name, message);
	}
}

/** The columns of departments that the plan writes. */
export function checkDepartments(departments: readonly Department[], rules: SyncRules, violations: Violations): void {
	for (const { isAdded, isEdited, name, row, changed, item, namedBy } of departments) {
		if (!isAdded && !isEdited) continue;
		const texts = isAdded || name !== row?.DepartmentName ? { ...changed, DepartmentName: name } : changed;
		const itemIndex = item?.itemIndex ?? least(namedBy);
		checkCells({ kind: 'department', isAdded, texts, itemIndex }, rules, violations);
	}
}

/** The columns of users that the plan writes, and what no two users may share. */
export function* checkUsers(users: readonly User[], rules: SyncRules, violations: Violations): Steps<void> {
	yield* each(users, ({ isAdded, isEdited, changed, item }) => {
		if (!item || (!isAdded && !isEdited)) return;
		checkCells({ kind: 'user', isAdded, texts: changed, itemIndex: item.itemIndex }, rules, violations);
	});
	for (const column of UNIQUE_COLUMNS) checkUnique(column, users, violations);
}

function checkUnique(column: string, users: readonly User[], violations: Violations): void {
	const holders = new Map<string, User[]>();
	const field = fieldOf('user', column);
	for (const user of users) {
		const text = user.deletion === undefined ? comparable(field, user.text(column)) : '';
		if (text !== '') append(holders, text, user);
	}
	for (const [text, sharing] of holders) {
		if (sharing.length === 1) continue;
		for (const user of sharing) {
			if (!user.item || !Object.hasOwn(user.changed, column)) continue;
			const others = sharing.filter((other) => other !== user).map((other) => other.text('UserId'));
			const message = `${column} ${quote(text)} would be shared with ${others.sort().join(', ')}; two users cannot have the same`;
			violations.ofItem(user.item.itemIndex, column, message);
		}
	}
}

/** Characters that the CSV cannot hold, also in columns that an edit sends back as they are. */
export function* checkEncoding(jobs: readonly PlannedJob[], { encoding }: SyncRules, violations: Violations): Steps<void> {
	const rows = jobs.flatMap(({ department, user }) => [...department, ...user]);
	yield* each(rows, ({ change, cells }) => {
		for (const [column, text] of Object.entries(cells)) {
			const problem = unencodable(text, encoding);
			if (problem === undefined) continue;
			const [itemIndex] = change.itemIndexes;
			const message = `${column} of the ${change.kind} ${quote(change.key)} ${problem}`;
			if (itemIndex === undefined) violations.ofPlan('encoding', message);
			else violations.ofItem(itemIndex, column, message);
		}
	});
}
