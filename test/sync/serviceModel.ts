import type { PlannedJob } from '../../nodes/shared/organization/plan';
import { ManualClock, type RecordKind, type Switches } from '../emulator';
import { Company } from '../emulator/company';
import { KINDS } from '../emulator/organization/columns';
import { Organization } from '../emulator/organization/directory';
import { Importer } from '../emulator/organization/importer';
import { DEFAULT_SWITCHES } from '../emulator/switches';
import type { Snapshot } from './wishes';

/** The day of all stories. */
export const TODAY = '2026-10-01';

const NOON = new ManualClock(`${TODAY}T12:00:00+09:00`);

const REFERENCE = /^tempId:(.+)$/;

/** The emulated service's organization without its HTTP: a plan is imported into it, job by job. */
export class ServiceModel {
	private readonly organization: Organization;

	private readonly importer: Importer;

	/** Ids of departments that earlier jobs added. */
	private readonly added = new Map<string, string>();

	constructor(snapshot: Snapshot, switches: Partial<Switches> = {}) {
		const all = { ...DEFAULT_SWITCHES, ...switches };
		this.organization = new Organization(new Company(NOON, all));
		this.importer = new Importer(this.organization, NOON, all);
		for (const cells of snapshot.departments) this.organization.add('department', cells);
		for (const cells of snapshot.users) this.organization.add('user', cells);
	}

	get snapshot(): Snapshot {
		const { departments, users } = this.organization.directory;
		return { departments: [...departments.values()], users: [...users.values()] };
	}

	/**
	 * Imports a job, all of it or nothing.
	 *
	 * @returns what is wrong with its rows
	 */
	import(job: PlannedJob): string[] {
		const upload: Partial<Record<RecordKind, string[][]>> = {};
		for (const kind of ['department', 'user'] as const) {
			if (job[kind].length > 0) upload[kind] = job[kind].map(({ cells }) => this.rowOf(kind, cells, job));
		}
		const { valid, records, directory } = this.importer.try(upload);
		if (!valid) return records.filter(({ faulty }) => faulty).map(({ kind, id, tempId, errorMessage }) => `${kind} ${id}${tempId}: ${errorMessage}`);
		for (const { kind, tempId, id } of records) if (kind === 'department' && tempId !== '') this.added.set(tempId, id);
		this.organization.replace(directory);
		return [];
	}

	private rowOf(kind: RecordKind, cells: Readonly<Record<string, string>>, { department }: PlannedJob): string[] {
		const own = new Set(department.map((row) => row.cells.TempId));
		const resolved = (reference: string) => {
			const tempId = REFERENCE.exec(reference)?.[1];
			return tempId === undefined || own.has(tempId) ? reference : (this.added.get(tempId) ?? reference);
		};
		return KINDS[kind].columns.map(({ name }) => {
			const text = cells[name] ?? '';
			return /^(?:Parent)?DepartmentId$/.test(name) ? text.split(';').map(resolved).join(';') : text;
		});
	}
}
