/** The emulated service's own time; injected by tests that need hours to pass at once. */
export interface EmulatorClock {
	/** Milliseconds since the epoch. */
	now(): number;
}

/** The machine's wall clock. */
export const wallClock: EmulatorClock = { now: () => Date.now() };

/** A clock that stands still until it is told to move. */
export class ManualClock implements EmulatorClock {
	/** @param time milliseconds since the epoch, or an ISO date-time */
	constructor(time: number | string = '2024-06-03T00:00:00Z') {
		this.time = typeof time === 'number' ? time : Date.parse(time);
	}

	private time: number;

	now(): number {
		return this.time;
	}

	/** Moves the clock by `ms`; negative values set it back. */
	advance(ms: number): void {
		this.time += ms;
	}

	/** Sets the clock to a moment. */
	set(time: number | string): void {
		this.time = typeof time === 'number' ? time : Date.parse(time);
	}
}

/** A clock that goes with another one, so many milliseconds ahead of it (or, negative, behind). */
export class OffsetClock implements EmulatorClock {
	constructor(private readonly base: EmulatorClock = wallClock) {}

	offsetMs = 0;

	now(): number {
		return this.base.now() + this.offsetMs;
	}
}
