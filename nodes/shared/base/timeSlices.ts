import { systemClock, type Clock } from './clock';

/** How long a computation may hold the event loop before it lets others have their turn. */
const SLICE_MS = 25;

/**
 * Divides a long computation into short slices. n8n serves its editor, its webhooks and all other executions from one
 * event loop, which a job of 50,000 rows would otherwise hold for seconds.
 */
export class TimeSlices {
	private sliceEnd: number;

	/** @param sliceMs length of a slice */
	constructor(
		private readonly clock: Clock = systemClock,
		private readonly sliceMs = SLICE_MS,
	) {
		this.sliceEnd = clock.now() + sliceMs;
	}

	/** Whether the slice is over. Asked before {@link rest}, it spares a promise for each small step. */
	get isOver(): boolean {
		return this.clock.now() >= this.sliceEnd;
	}

	/** Lets everything go on that waits, and begins the next slice. */
	async rest(): Promise<void> {
		await this.clock.sleep(0);
		this.sliceEnd = this.clock.now() + this.sliceMs;
	}

	/** Rests if the slice is over. */
	async pause(): Promise<void> {
		if (this.isOver) await this.rest();
	}
}
