import { quote } from '../../values/show';
import { columnLabel } from '../fields';
import type { ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import type { Draft } from './draft';
import type { PlanRecord } from './record';

/* Items that ask for two things that exclude each other. */

/** Refuses items of departments that contradict themselves or another department. Asked when all items are matched. */
export function refuseContradictions(draft: Draft): void {
	for (const department of draft.departments) {
		const [item] = department.items;
		if (!item) continue;

		refuseOtherPlace(draft, department, item);
		refuseTakenPath(draft, department, item);
	}
}

/** Refuses an item with a column that says something else than its path. */
export function refuseContradiction(draft: Draft, item: ReadItem, column: string): void {
	const label = columnLabel(column);
	const entered = quote(item.cells[column] ?? '');
	const path = quote(item.paths.join('; '));
	const message = `${label} ${entered} does not fit Department Path ${path}; give one of the two`;
	draft.refuse(item, column, message);
}

/** Refuses a name or a parent beside a path that says another one. */
function refuseOtherPlace(draft: Draft, department: PlanRecord, item: ReadItem): void {
	if (item.paths.length === 0) return;

	for (const column of ['DepartmentName', 'ParentDepartmentId']) {
		const entered = draft.departmentPaths.normalised(item.cells[column] ?? '');
		const wanted = draft.departmentPaths.normalised(department.wanted(column));
		if (entered !== '' && entered !== wanted) refuseContradiction(draft, item, column);
	}
}

/** Refuses a move to a path where another department stands: the path would fit both. */
function refuseTakenPath(draft: Draft, department: PlanRecord, item: ReadItem): void {
	const { path } = department;
	const changesPath = department.isChanged('DepartmentName') || department.isMoved;
	if (!changesPath) return;

	const others = draft.departmentPaths.at(path).filter((other) => other !== department && other.stays);
	if (others.length === 0) return;
	const otherIds = others.map((other) => other.id || 'one that is being added').sort();
	const ids = ['this department', ...otherIds].join(' and ');
	draft.refuse(item, DEPARTMENT_PATH, `Department Path ${quote(path)} would fit ${ids}`);
}
