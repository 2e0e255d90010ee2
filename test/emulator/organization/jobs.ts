import { randomUUID } from 'node:crypto';
import { ApiError } from '../apiError';
import type { EmulatorClock } from '../clock';
import type { ApiVersion } from '../endpoints';
import type { Organization } from './directory';
import type { Switches } from '../switches';
import type { Importer, Outcome, Upload } from './importer';

/** importStatus values (spec: "Import status"). */
export const IMPORT_STATUS = { reserved: 0, running: 1, completed: 2, error: 9 } as const;

/** One of the importStatus values. */
export type ImportStatus = (typeof IMPORT_STATUS)[keyof typeof IMPORT_STATUS];

/** A reserved import. */
export interface ImportJob {
	readonly id: string;
	readonly version: ApiVersion;
	readonly upload: Upload;
	status: ImportStatus;
	/** Known once the import has begun. */
	outcome?: Outcome;
	/** Whether its status has been asked for since its turn came. */
	polled: boolean;
	/** Steps taken so far. */
	steps: number;
	/** Clock time of the last step. */
	steppedAt: number;
}

/** What an import goes through after it was reserved, before it ends (spec: transitions not shown). */
const PATHS: Readonly<Record<Switches['importStatusPath'], ReadonlyArray<'reserved' | 'running'>>> = {
	stepwise: ['running'],
	skipsRunning: [],
	requeued: ['running', 'reserved', 'running'],
};

/** How imports come along: by status polls and time, or by control alone. */
export type ImportPace = 'auto' | 'manual';

/** Reserved, running and finished imports, one at a time at work. */
export class ImportJobs {
	constructor(
		private readonly importer: Importer,
		private readonly organization: Organization,
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {}

	pace: ImportPace = 'auto';
	/** Clock time after which an import takes its next step even when nobody asks. */
	stepMs = 1000;
	private readonly jobs = new Map<string, ImportJob>();

	/**
	 * Reserves an import.
	 *
	 * @throws ApiError 409 `conflict` in the versions that have it while another import is not finished
	 */
	reserve(upload: Upload, version: ApiVersion): ImportJob {
		this.catchUp();
		if (version !== '2.0' && this.atWork()) {
			throw new ApiError(409, 'Another import is not finished', [{ Code: 'conflict' }]);
		}
		const job: ImportJob = {
			id: randomUUID(),
			version,
			upload,
			status: IMPORT_STATUS.reserved,
			polled: false,
			steps: 0,
			steppedAt: this.clock.now(),
		};
		this.jobs.set(job.id, job);
		return job;
	}

	/** The import with this id, brought up to the present. */
	get(id: string): ImportJob | undefined {
		this.catchUp();
		return this.jobs.get(id);
	}

	/** Every import, oldest first. */
	list(): ImportJob[] {
		return [...this.jobs.values()];
	}

	/** A client asks how far an import is: with pace 'auto' each answer is one step further than the last. */
	poll(job: ImportJob): ImportStatus {
		if (this.pace === 'auto' && this.atWork() === job) {
			if (job.polled) this.step(job);
			job.polled = true;
		}
		return job.status;
	}

	/**
	 * Takes an import one step further on its way from reserved to its end.
	 *
	 * @throws Error when there is no such import
	 */
	advance(id: string): ImportJob {
		const job = this.jobs.get(id);
		if (!job) throw new Error(`There is no import ${id}`);
		this.step(job);
		return job;
	}

	/** The oldest import that is not finished: the others wait for it. */
	private atWork(): ImportJob | undefined {
		return this.list().find(
			(job) => job.status === IMPORT_STATUS.reserved || job.status === IMPORT_STATUS.running,
		);
	}

	private catchUp(): void {
		if (this.pace !== 'auto') return;
		for (
			let job = this.atWork();
			job && this.clock.now() - job.steppedAt >= this.stepMs;
			job = this.atWork()
		) {
			this.step(job);
		}
	}

	private step(job: ImportJob): void {
		job.steppedAt = this.clock.now();
		if (job.status === IMPORT_STATUS.completed || job.status === IMPORT_STATUS.error) return;
		const next = PATHS[this.switches.importStatusPath][job.steps];
		job.steps += 1;
		// All rows are checked when the import begins, and not again.
		job.outcome ??= this.importer.try(job.upload);
		if (next !== undefined) {
			job.status = IMPORT_STATUS[next];
			return;
		}
		job.status = job.outcome.valid ? IMPORT_STATUS.completed : IMPORT_STATUS.error;
		if (job.outcome.valid) this.organization.replace(job.outcome.directory);
	}
}
