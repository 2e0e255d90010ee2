import { parsePresent, PLURAL, writeRows } from '../../../../shared';
import type { OrganizationRecordKind, PlannedJob, PresentOrganization, ResultRow } from '../../../../shared';
import { jobCall, listCall } from '../calls';
import { csvForm, KINDS } from '../csvForm';
import type { JobFiles } from '../csvForm';
import { reservedId } from '../import';
import { understood } from '../present';
import { problemsOf } from '../status';
import type { Run } from '../../run';
import type { SyncSettings } from './parameters';

/** The organization as it is, and the files in which the service gave it. */
export interface ReadOrganization {
	readonly present: PresentOrganization;
	readonly files: Readonly<Record<OrganizationRecordKind, Buffer>>;
}

/** The calls of a sync, each of them by the one client. */
export class OrganizationService {
	constructor(
		private readonly run: Run,
		private readonly settings: SyncSettings,
	) {}

	/**
	 * Reads all departments and users (spec: E12, E11). Departments first: who is added in between may be in one of them.
	 *
	 * @throws NodeApiError when a list cannot be read or understood
	 */
	async read(): Promise<ReadOrganization> {
		const departments = await this.list('department');
		const users = await this.list('user');
		return {
			present: { departments: departments.records, users: users.records },
			files: { department: departments.file, user: users.file },
		};
	}

	/** The body of a job. */
	body(job: PlannedJob): FormData {
		const files: JobFiles = {};
		for (const kind of KINDS) {
			const layout = { ...this.settings.layouts[kind], encoding: this.settings.encoding };
			if (job[kind].length > 0) files[kind] = writeRows(kind, job[kind], layout);
		}
		return csvForm(files);
	}

	/** What the service finds wrong with a job. */
	async check(body: FormData): Promise<ResultRow[]> {
		const response = await this.run.client.send(jobCall(this.run, 'check', body, this.format()));
		return await problemsOf(this.run.client, response, this.settings.layouts.user.delimiter);
	}

	/**
	 * Reserves a job, once (spec: E13).
	 *
	 * @returns the id of the import
	 * @throws NodeApiError when the service refuses, or its response is lost
	 */
	async reserve(body: FormData): Promise<string> {
		const { json } = await this.run.client.send(jobCall(this.run, 'import', body, this.format()));
		return reservedId(this.run, json);
	}

	private format(): { delimiter: string; encoding: string } {
		const { layouts, encoding } = this.settings;
		return { delimiter: layouts.user.delimiter, encoding };
	}

	private async list(kind: OrganizationRecordKind): Promise<{ file: Buffer; records: PresentOrganization['users'] }> {
		const { client } = this.run;
		const { body: file } = await client.send(listCall(this.run, kind, this.format().delimiter));
		const reading = parsePresent(kind, file, this.settings.layouts[kind]);
		const records = await understood(client, reading, `The ${PLURAL[kind]} cannot be read from the service: `);
		return { file, records };
	}
}
