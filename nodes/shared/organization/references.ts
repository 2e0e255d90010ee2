import { quote } from '../values/characters';
import { TEMP_ID_PREFIX, type OrganizationField } from './fields';
import type { JobRow } from './rows';

const PARENT = 'ParentDepartmentId';

/** Everything the job's own departments say about each other and about who refers to them. */
export class DepartmentReferences {
	/** The rows by what refers to them: `tempId:<TempId>` and the DepartmentId. */
	private readonly rows = new Map<string, JobRow>();

	private readonly circles: ReadonlyMap<JobRow, readonly number[]>;

	/** @param departments the job's department rows, in their order */
	constructor(departments: readonly JobRow[]) {
		for (const department of departments) {
			const { TempId: tempId = '', DepartmentId: id = '' } = department.cells;
			for (const reference of [tempId && `${TEMP_ID_PREFIX}${tempId}`, id]) {
				if (reference !== '') this.rows.set(reference, department);
			}
		}
		this.circles = findCircles(departments, (row) => this.parentOf(row));
	}

	/**
	 * What is wrong with the department references in one column of a row: an empty entry, a `tempId:` that
	 * no department of the job has, a department that the job deletes (which the service refuses while it has
	 * users or children), a department that is its own parent, directly or through others. An id without
	 * `tempId:` stands for an existing department and cannot be checked here. What the service itself shows is in a form
	 * that it knows, whatever that is.
	 * @returns messages that start with the column's name
	 */
	problems(field: OrganizationField, row: JobRow): string[] {
		const text = row.cells[field.name] ?? '';
		if (text === '' || !field.departments) return [];
		const references = text.split(';');
		const isGiven = !row.lacks.has(field.name);
		if (isGiven && field.departments === 'one' && references.length > 1) {
			return [`${field.name} takes one department; got ${quote(text)}`];
		}
		const problems = references.map(
			(reference) => (isGiven ? formProblem(reference) : undefined) ?? this.targetProblem(reference, row, isGiven),
		);
		if (field.name === PARENT) problems.push(this.circleProblem(row));
		return problems
			.filter((problem) => problem !== undefined)
			.map((problem) => `${field.name} ${problem}`);
	}

	private targetProblem(reference: string, row: JobRow, isGiven: boolean): string | undefined {
		const department = this.rows.get(reference);
		if (department?.deletes && !row.deletes) {
			return `refers to ${quote(reference)}, which row ${department.row} of the departments deletes`;
		}
		if (department || !isGiven || !/^tempid:/iu.test(reference)) return undefined;
		if (!reference.startsWith(TEMP_ID_PREFIX)) {
			return `must write ${TEMP_ID_PREFIX} exactly like this; got ${quote(reference)}`;
		}
		return `refers to ${quote(reference)}, but no department of this job has that TempId`;
	}

	private circleProblem(row: JobRow): string | undefined {
		const circle = this.circles.get(row);
		if (!circle) return undefined;
		if (circle.length === 1) return 'must not be the department itself';
		const more = circle.length > 10 ? ` and ${circle.length - 10} more` : '';
		return `must not lead back to the department itself; rows ${circle.slice(0, 10).join(', ')}${more} form a circle`;
	}

	private parentOf(row: JobRow): JobRow | undefined {
		return row.deletes ? undefined : this.rows.get(row.cells[PARENT] ?? '');
	}
}

function formProblem(reference: string): string | undefined {
	if (reference.trim() === '') return 'has an empty entry between its semicolons';
	return reference.trim() === reference ? undefined : `has white space around ${quote(reference.trim())}`;
}

/**
 * The circles among rows that each have at most one parent, each under its first row with the numbers of its
 * rows. Every row is visited once, since a path stops where an earlier one has been.
 */
function findCircles(
	departments: readonly JobRow[],
	parentOf: (row: JobRow) => JobRow | undefined,
): ReadonlyMap<JobRow, readonly number[]> {
	const circles = new Map<JobRow, readonly number[]>();
	const pathOf = new Map<JobRow, JobRow>();
	for (const start of departments) {
		const path: JobRow[] = [];
		let row: JobRow | undefined = start;
		while (row && !pathOf.has(row)) {
			pathOf.set(row, start);
			path.push(row);
			row = parentOf(row);
		}
		if (!row || pathOf.get(row) !== start || path.length === 0) continue;
		const circle = path.slice(path.indexOf(row));
		const first = circle.reduce((least, member) => (member.row < least.row ? member : least));
		circles.set(
			first,
			circle.map((member) => member.row),
		);
	}
	return circles;
}
