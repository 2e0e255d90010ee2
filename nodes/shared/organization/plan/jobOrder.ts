import { comparable, fieldOf, UNIQUE_COLUMNS } from './columns';
import type { Department } from './department';
import { append } from './lists';
import type { User } from './user';

/**
 * Says in which job each record's row stands: 1 for the first. As early as can be, so that there are as few jobs as can be.
 *
 * Whether the service judges a deletion before or after the other rows of its job is not shown. A department is therefore
 * deleted in a later job than the one in which the last user leaves it and the last child leaves it or is deleted, and an
 * address or another value that only one user may have passes from a deleted user to another one in a later job than the
 * deletion. Departments that are added may be referred to in the very job (spec: `tempId:`).
 */
export class JobOrder {
	private readonly children = new Map<string, Department[]>();

	private readonly members = new Map<string, User[]>();

	/** Who has a value now, by column and value. */
	private readonly holders = new Map<string, Map<string, User>>();

	private readonly known = new Map<Department, number>();

	constructor(users: readonly User[], departments: readonly Department[]) {
		for (const department of departments) {
			if (department.row) append(this.children, department.row.ParentDepartmentId ?? '', department);
		}
		for (const user of users) for (const id of user.idsBefore) append(this.members, id, user);
		for (const column of UNIQUE_COLUMNS) {
			const own = users.flatMap((user): Array<[string, User]> => (user.row ? [[comparable(fieldOf('user', column), user.before(column)), user]] : []));
			this.holders.set(column, new Map(own));
		}
	}

	/** The job of a user's row. */
	ofUser(user: User): number {
		return user.deletion === undefined && this.takesFromDeleted(user, new Set()) ? 2 : 1;
	}

	/** The job of a department's row. */
	ofDepartment(department: Department): number {
		if (department.deletion === undefined) return 1;
		const known = this.known.get(department);
		if (known !== undefined) return known;
		const children = (this.children.get(department.id) ?? []).map((child) => this.ofDepartment(child));
		const users = (this.members.get(department.id) ?? []).map((user) => this.ofUser(user));
		const job = 1 + Math.max(0, ...new Set([...children, ...users]));
		this.known.set(department, job);
		return job;
	}

	/** Whether a value comes from a deleted user, or from one who gives it away only when another one has been set free. */
	private takesFromDeleted(user: User, seen: Set<User>): boolean {
		if (seen.has(user)) return false;
		seen.add(user);
		return UNIQUE_COLUMNS.some((column) => {
			const text = comparable(fieldOf('user', column), user.changed[column] ?? '');
			const holder = text === '' ? undefined : this.holders.get(column)?.get(text);
			return holder !== undefined && holder !== user && (holder.deletion !== undefined || this.takesFromDeleted(holder, seen));
		});
	}
}
