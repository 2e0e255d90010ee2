import { fieldsOf, ID_FIELD } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import type { PresentRecord } from '../present';
import { keepsWhenBlank, valueOf } from './columns';
import type { Department } from './department';
import type { DepartmentTree } from './departmentTree';
import type { Change, ChangeAction, FieldChange, PlannedRow, SyncRules } from './types';
import type { User } from './user';

type Texts = Readonly<Record<string, string>>;

/** Columns that say how a row is imported and nothing about the record. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['TempId', 'DeleteFlag', 'CrmIntegrationPrivilege']);

function actionOf(record: User | Department): ChangeAction {
	if (record.isAdded) return 'added';
	return record.deletion === undefined ? 'edited' : 'deleted';
}

/** The columns of which a record loses, gains or changes the text. */
function fieldChanges(kind: OrganizationRecordKind, action: ChangeAction, before: Texts, after: Texts): Record<string, FieldChange> {
	const changes: Record<string, FieldChange> = {};
	for (const field of fieldsOf(kind)) {
		if (NOT_SHOWN.has(field.name) || field.name === ID_FIELD[kind]) continue;
		const from = action === 'added' ? '' : (before[field.name] ?? '');
		const to = action === 'deleted' ? '' : (after[field.name] ?? '');
		if (from !== to) changes[field.name] = { from: valueOf(field, from), to: valueOf(field, to) };
	}
	return changes;
}

/** The texts of a row that was read. */
function textsOf(kind: OrganizationRecordKind, row: PresentRecord | undefined): Texts {
	return Object.fromEntries(fieldsOf(kind).map(({ name }) => [name, row?.[name] ?? '']));
}

/** The row of an import: a whole record, less what need not be sent. */
function cellsOf(kind: OrganizationRecordKind, record: User | Department, before: Texts, after: Texts): Record<string, string> {
	const isNeedless = (field: OrganizationField) =>
		field.type === 'none' || (!record.isAdded && keepsWhenBlank(kind, field) && before[field.name] === after[field.name]);
	const cells = Object.fromEntries(
		fieldsOf(kind).map((field): [string, string] => [field.name, isNeedless(field) ? '' : (after[field.name] ?? '')]),
	);
	return { ...cells, TempId: record.tempId, [ID_FIELD[kind]]: record.id, DeleteFlag: record.deletion === undefined ? '' : '1' };
}

function move(from: readonly string[], to: readonly string[]): string | undefined {
	const [before, after] = [from, to].map((paths) => [...paths].sort().join('; '));
	return before === after ? undefined : `${before} → ${after}`;
}

/** The row and the change of a user who is added, edited or deleted. */
export function userRow(user: User, tree: DepartmentTree, { matchUsersBy }: SyncRules): PlannedRow {
	const before = textsOf('user', user.row);
	const departments = user.departments?.map(({ reference }) => reference).join(';');
	const after = { ...before, ...user.changed, ...(departments === undefined ? {} : { DepartmentId: departments }) };
	const action = actionOf(user);
	const pathsBefore = user.idsBefore.map((id) => tree.withId(id)).map((each) => each && tree.pathBefore(each));
	const change: Change = {
		kind: 'user',
		action,
		key: user.text(matchUsersBy),
		name: user.text('UserName'),
		id: user.id,
		fields: fieldChanges('user', action, before, after),
		itemIndexes: user.item ? [user.item.itemIndex] : [],
		move: action === 'edited' && user.departments
			? move(pathsBefore.filter((path) => path !== undefined), user.departments.map(({ path }) => path))
			: undefined,
	};
	return { change, cells: cellsOf('user', user, before, after) };
}

/** The row and the change of a department that is added, edited or deleted. */
export function departmentRow(department: Department, tree: DepartmentTree): PlannedRow {
	const before = textsOf('department', department.row);
	const after = {
		...before,
		...department.changed,
		DepartmentName: department.name,
		ParentDepartmentId: department.parentText,
	};
	const action = actionOf(department);
	const pathBefore = tree.pathBefore(department) ?? '';
	const change: Change = {
		kind: 'department',
		action,
		key: action === 'deleted' ? pathBefore : department.path,
		name: action === 'deleted' ? department.before('DepartmentName') : department.name,
		id: department.id,
		fields: fieldChanges('department', action, before, after),
		itemIndexes: department.item ? [department.item.itemIndex] : [...department.namedBy].sort((a, b) => a - b),
		move: action === 'edited' ? move([pathBefore], [department.path]) : undefined,
	};
	return { change, cells: cellsOf('department', department, before, after) };
}
