import { setTimeout as wait } from 'node:timers/promises';

/** The emulated service's own time; injected by tests that need hours to pass at once. */
export interface EmulatorClock {
	/** Milliseconds since the epoch. */
	now(): number;
}

/** The time that calls and answers take: never set, and of no concern to the records. */
export interface EmulatorPace {
	/** Milliseconds since an arbitrary start. */
	now(): number;
	/** Lets so many milliseconds pass, or fewer when the signal fires. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's monotonic time. */
export const machinePace: EmulatorPace = {
	now: () => performance.now(),
	sleep: async (ms, signal) => await wait(ms, undefined, { signal, ref: false }).catch(() => undefined),
};

/** A clock that stands still until it is told to move. */
export class ManualClock implements EmulatorClock {
	private time = 0;

	/** @param time milliseconds since the epoch, or an ISO date-time */
	constructor(time: number | string = '2024-06-03T00:00:00Z') {
		this.set(time);
	}

	now(): number {
		return this.time;
	}

	/** Moves the clock by `ms`; negative values set it back. */
	advance(ms: number): void {
		this.time += ms;
	}

	set(time: number | string): void {
		this.time = typeof time === 'number' ? time : Date.parse(time);
	}
}
