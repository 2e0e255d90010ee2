import type { NodeApiError } from 'n8n-workflow';
import { apiError, joined, TEMP_ID_PREFIX } from '../../../../shared';
import type { Change, PlannedJob, ResultRow } from '../../../../shared';
import { listed } from '../../run';
import type { Run } from '../../run';

/** How many records a sentence names; the context of an error has all. */
const MAX_NAMED = 50;

const GOES_ON = 'Nothing is undone. The next run reads again and continues from there.';

/** What a run has done so far. */
export class Progress {
	readonly importIds: string[] = [];

	/** Changes whose jobs have been imported. */
	readonly done = new Set<Change>();

	/** How rows refer to departments that have been added, and their ids. */
	readonly addedIds = new Map<string, string>();

	private readonly idsOfChanges = new Map<Change, string>();

	constructor(
		private readonly run: Run,
		private readonly jobs: number,
	) {}

	/** The id of a record that was added. */
	idOf(change: Change): string {
		return this.idsOfChanges.get(change) ?? change.id;
	}

	/** Notes a job that has been imported, with the ids that the service generated. */
	finish(job: PlannedJob, results: readonly ResultRow[]): void {
		const ids = new Map(results.flatMap(({ Type, TempId, Id }) => (TempId !== null && Id !== null ? [[`${Type} ${TempId}`, Id]] : [])));
		for (const [type, rows] of [job.department, job.user].entries()) {
			for (const { change, cells } of rows) {
				this.done.add(change);
				const id = ids.get(`${type} ${cells.TempId ?? ''}`);
				if (id === undefined) continue;
				this.idsOfChanges.set(change, id);
				if (type === 0) this.addedIds.set(`${TEMP_ID_PREFIX}${cells.TempId ?? ''}`, id);
			}
		}
	}

	/** The error for a job that the service does not take, with what it says of each record. */
	refused(job: PlannedJob, number: number, results: readonly ResultRow[], importId?: string): NodeApiError {
		const failed = results.filter(({ Completed }) => Completed !== true);
		const lines = failed.slice(0, MAX_NAMED).map((row) => `${recordOf(job, row)}: ${row.ErrorMessage ?? 'not imported'}`);
		const reasons = lines.length > 0 ? listed(lines, failed.length) : 'it names no record';
		const message = `The service refused job ${number} of ${this.jobs} and imported none of its rows: ${reasons}`;
		const error = apiError(this.run.client.errorContext, message, 'Correct the named records, and run the node again.');
		error.context.errors = failed.map((row) => ({ ...row }));
		if (importId !== undefined) error.context.importId = importId;
		return error;
	}

	/** Puts into an error what has been done before it. */
	tell(error: NodeApiError): NodeApiError {
		const done = [...this.done];
		error.context.importIds = [...this.importIds];
		error.context.done = done.map(({ kind, action, key }) => ({ type: kind, action, key }));
		const names = done.slice(0, MAX_NAMED).map(({ kind, action, key }) => `${kind} ${key} ${action}`);
		const more = done.length > MAX_NAMED ? ` and ${done.length - MAX_NAMED} more` : '';
		const told = [
			error.description ?? '',
			this.importIds.length > 0 ? `Imports of this run: ${this.importIds.join(', ')}.` : '',
			done.length > 0 ? `Done before: ${names.join(', ')}${more}. ${GOES_ON}` : '',
		];
		error.description = joined(told, '\n');
		return error;
	}
}

/** The record that a row of a result is about, in the words of the plan and with its item. */
function recordOf(job: PlannedJob, { Type, Id, TempId }: ResultRow): string {
	const rows = Type === 0 ? job.department : job.user;
	const row = rows.find(({ change, cells }) => (TempId === null ? change.id !== '' && change.id === Id : cells.TempId === TempId));
	const kind = Type === 0 ? 'department' : 'user';
	if (!row) return `${kind} ${Id ?? TempId ?? ''}`.trim();
	const [itemIndex] = row.change.itemIndexes;
	return `${kind} ${row.change.key}${itemIndex === undefined ? '' : ` (item ${itemIndex})`}`;
}
