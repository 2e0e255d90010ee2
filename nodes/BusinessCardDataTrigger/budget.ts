import type { Clock } from '../shared';

/** What one poll may use up: time, and records to emit. */
export class Budget {
	/** Pages that were read: a poll that runs out of time has done something when it read one. */
	pages = 0;

	private emitted = 0;

	/**
	 * @param deadline moment on the clock after which no page is begun
	 * @param maxRecords records that one poll emits at most
	 */
	constructor(
		private readonly clock: Clock,
		private deadline: number,
		private readonly maxRecords: number,
	) {}

	/** Whether another record may be emitted. */
	get hasRoom(): boolean {
		return this.emitted < this.maxRecords;
	}

	/** Whether another page may be read. */
	get mayRead(): boolean {
		return this.hasRoom && this.clock.now() < this.deadline;
	}

	/** Counts a record that is emitted. */
	spend(): void {
		this.emitted += 1;
	}

	end(): void {
		this.deadline = -Infinity;
	}
}
