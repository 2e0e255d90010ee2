import { randomUUID } from 'node:crypto';
import { ApiError } from '../answers';
import type { EmulatorClock } from '../clock';
import type { ApiVersion } from '../endpoints';
import type { Organization } from './directory';
import type { Importer, Outcome, Upload } from './importer';

/** A reserved import. */
export interface ImportJob {
	readonly id: string;
	readonly version: ApiVersion;
	readonly upload: Upload;
	/** Spec, "Import status": reserved, running, completed, error. */
	status: 0 | 1 | 2 | 9;
	/** Known once the import has begun. */
	outcome?: Outcome;
	/** Whether its status has been asked for. */
	isPolled: boolean;
	/** Clock time of the last step. */
	steppedAt: number;
}

/** Whether an import has come to its end. */
export function isFinished({ status }: ImportJob): boolean {
	return status === 2 || status === 9;
}

/** Reserved, running and finished imports, one at a time at work. */
export class ImportJobs {
	/** How imports come along: by status polls and time, or by `advance` alone. */
	pace: 'auto' | 'manual' = 'auto';
	/** Clock time after which an import takes its next step even when nobody asks. */
	stepMs = 1000;
	private readonly jobs = new Map<string, ImportJob>();

	constructor(
		private readonly importer: Importer,
		private readonly organization: Organization,
		private readonly clock: EmulatorClock,
	) {}

	/** Reserves an import. @throws ApiError 409 in the versions that have it while another import is not finished */
	reserve(upload: Upload, version: ApiVersion): ImportJob {
		this.catchUp();
		if (version !== '2.0' && this.atWork()) throw new ApiError(409, 'Another import is not finished');
		const job: ImportJob = { id: randomUUID(), version, upload, status: 0, isPolled: false, steppedAt: this.clock.now() };
		this.jobs.set(job.id, job);
		return job;
	}

	/** The import with this id, brought up to the present. */
	get(id: string): ImportJob | undefined {
		this.catchUp();
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
		job.steppedAt = this.clock.now();
		if (job.outcome) {
			job.status = job.outcome.valid ? 2 : 9;
			if (job.outcome.valid) this.organization.replace(job.outcome.directory);
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

	private catchUp(): void {
		if (this.pace === 'manual') return;
		const isDue = (job: ImportJob) => this.clock.now() - job.steppedAt >= this.stepMs;
		for (let job = this.atWork(); job && isDue(job); job = this.atWork()) this.advance(job.id);
	}
}
