import { randomUUID } from 'node:crypto';
import { ApiError } from '../answers';
import type { ApiVersion } from '../endpoints';
import type { Organization } from './directory';
import type { Importer, Outcome, Upload } from './importer';

/** A reserved import. */
export interface ImportJob {
	readonly id: string;
	readonly upload: Upload;
	/** Spec, "Import status": reserved, running, completed, error. */
	status: 0 | 1 | 2 | 9;
	/** Known once the import has begun. */
	outcome?: Outcome;
	/** Whether its status has been asked for. */
	isPolled: boolean;
}

/** Whether an import has come to its end. */
export function isFinished({ status }: ImportJob): boolean {
	return status === 2 || status === 9;
}

/** Reserved, running and finished imports, one at a time at work. */
export class ImportJobs {
	/** How imports come along: with the questions for them, or by `advance` alone. */
	pace: 'auto' | 'manual' = 'auto';
	private readonly jobs = new Map<string, ImportJob>();

	constructor(
		private readonly importer: Importer,
		private readonly organization: Organization,
	) {}

	/**
	 * Reserves an import; with pace 'auto' those before it have come to their ends by then.
	 *
	 * @throws ApiError 409 in the versions that have it while another import is not finished
	 */
	reserve(upload: Upload, version: ApiVersion): ImportJob {
		for (let job = this.atWork(); job && this.pace === 'auto'; job = this.atWork()) this.advance(job.id);
		if (version !== '2.0' && this.atWork()) throw new ApiError(409, 'Another import is not finished');
		const job: ImportJob = { id: randomUUID(), upload, status: 0, isPolled: false };
		this.jobs.set(job.id, job);
		return job;
	}

	get(id: string): ImportJob | undefined {
		return this.jobs.get(id);
	}

	list(): ImportJob[] {
		return [...this.jobs.values()];
	}

	/** A client asks how far an import is: with pace 'auto' each answer is one step further than the last. */
	poll(job: ImportJob): ImportJob['status'] {
		if (this.pace === 'auto' && this.atWork() === job) {
			if (job.isPolled) this.advance(job.id);
			job.isPolled = true;
		}
		return job.status;
	}

	/** Takes an import one step further on its way from reserved to its end. @throws Error when there is no such import */
	advance(id: string): ImportJob {
		const job = this.jobs.get(id);
		if (!job) throw new Error(`There is no import ${id}`);
		if (isFinished(job)) return job;
		if (job.outcome) {
			job.status = job.outcome.valid ? 2 : 9;
			if (job.outcome.valid) this.organization.directory = job.outcome.directory;
			return job;
		}
		// All rows are checked when the import begins, and not again.
		job.outcome = this.importer.try(job.upload);
		job.status = 1;
		return job;
	}

	/** The oldest import that is not finished: the others wait for it. */
	private atWork(): ImportJob | undefined {
		return this.list().find((job) => !isFinished(job));
	}
}
