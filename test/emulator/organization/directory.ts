import { randomUUID } from 'node:crypto';
import { KINDS, type RecordKind } from './columns';

/** A user or department: cells by column name. Never altered in place. */
export type OrganizationRecord = Readonly<Record<string, string>>;

/** Departments and users at one moment, by id. */
export type Directory = Readonly<Record<RecordKind, Map<string, OrganizationRecord>>>;

/** Ids of the departments that a user record names. */
export function departmentIdsOf({ DepartmentId = '' }: OrganizationRecord): string[] {
	return DepartmentId.split(';').filter((id) => id !== '');
}

/** The company's users and departments. */
export class Organization {
	directory: Directory = { department: new Map(), user: new Map() };
	private departmentsMade = 0;

	/** Everything that is stored. The maps are the organization's own, so copy them before anything changes. */
	snapshot(): object {
		return { ...this };
	}

	/** Puts what `snapshot` gave in the place of everything that is stored. */
	restore(snapshot: object): void {
		Object.assign(this, snapshot);
	}

	newId(kind: RecordKind): string {
		if (kind === 'user') return randomUUID();
		this.departmentsMade += 1;
		return `D${String(this.departmentsMade).padStart(6, '0')}`;
	}

	/** Adds a record as it stands, without any check; cells left out are blank. Returns its id. */
	add(kind: RecordKind, cells: OrganizationRecord): string {
		const { columns, idColumn } = KINDS[kind];
		const id = cells[idColumn] ?? this.newId(kind);
		const defaults = Object.fromEntries(columns.map(({ name, blankMeans = '' }) => [name, blankMeans]));
		this.directory[kind].set(id, { ...defaults, ...cells, [idColumn]: id });
		return id;
	}
}
