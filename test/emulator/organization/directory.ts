import { randomUUID } from 'node:crypto';
import type { Company } from '../company';
import { KINDS, type RecordKind } from './columns';

/** A user or department: cells by column name. Never altered in place. */
export type OrganizationRecord = Readonly<Record<string, string>>;

/** Departments and users at one moment, by id. */
export type Directory = Readonly<Record<RecordKind, Map<string, OrganizationRecord>>>;

/** Ids of the departments that a user record names. */
export function departmentIdsOf({ DepartmentId = '' }: OrganizationRecord): string[] {
	return DepartmentId.split(';').filter((id) => id !== '');
}

/** The company's users and departments, and who of them holds cards. */
export class Organization {
	constructor(private readonly company: Company) {}

	directory: Directory = { department: new Map(), user: new Map() };
	private readonly personIds = new Map<string, string>();
	private departmentsMade = 0;

	newId(kind: RecordKind): string {
		if (kind === 'user') return randomUUID();
		this.departmentsMade += 1;
		const id = `D${String(this.departmentsMade).padStart(6, '0')}`;
		return this.directory.department.has(id) ? this.newId(kind) : id;
	}

	/** Adds a record as it stands, without any check; cells left out are blank. Returns its id. */
	add(kind: RecordKind, cells: OrganizationRecord, personId?: string): string {
		const { columns, idColumn } = KINDS[kind];
		const id = cells[idColumn] ?? this.newId(kind);
		const defaults = Object.fromEntries(columns.map(({ name, blankMeans = '' }) => [name, blankMeans]));
		this.directory[kind].set(id, { ...defaults, ...cells, [idColumn]: id });
		if (personId !== undefined) this.personIds.set(id, personId);
		return id;
	}

	/** Puts a changed directory in force: holders of records follow the users' names and addresses. */
	replace(next: Directory): void {
		for (const [uuid, user] of next.user) {
			if (this.directory.user.get(uuid) === user) continue;
			const { UserName: name = '', Email: email = '' } = user;
			this.personIds.set(uuid, this.company.addPerson({ id: this.personIds.get(uuid), name, email }).id);
		}
		this.directory = next;
	}
}
