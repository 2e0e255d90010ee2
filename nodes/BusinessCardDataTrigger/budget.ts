import type { Clock } from '../shared';

/** What one poll may use up: time, and records to emit. */
export class Budget {
	private readonly started: number;

	private emitted = 0;

	/** Pages that were read: a poll that runs out of time has done something when it read one. */
	pages = 0;

	/**
	 * @param clock the clock of `deadline`
	 * @param deadline moment on the clock after which no page is begun
	 * @param maxRecords records that one poll emits at most
	 */
	constructor(
		private readonly clock: Clock,
		private readonly deadline: number,
		private readonly maxRecords: number,
	) {
		this.started = clock.now();
	}

	/** Whether another record may be emitted. */
	get hasRoom(): boolean {
		return this.emitted < this.maxRecords;
	}

	/** Whether another page may be read. */
	get mayRead(): boolean {
		return this.hasRoom && this.clock.now() < this.deadline;
	}

	/** Milliseconds that are left. */
	get milliseconds(): number {
		return this.deadline - this.clock.now();
	}

	/** Whether more than half of the time is left. */
	get hasMostTime(): boolean {
		return this.deadline - this.clock.now() > (this.deadline - this.started) / 2;
	}

	/** Whole seconds since the poll began, rounded up. */
	get elapsedSeconds(): number {
		return Math.ceil((this.clock.now() - this.started) / 1_000);
	}

	/** Counts a record that is emitted. */
	spend(): void {
		this.emitted += 1;
	}
}
