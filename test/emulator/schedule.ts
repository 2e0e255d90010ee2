import type { EmulatorClock } from './clock';

/** Changes that wait for the emulator's clock. */
export class Schedule {
	constructor(private readonly clock: EmulatorClock) {}

	private waiting: Array<{ readonly at: number; readonly run: () => void }> = [];

	/** Runs `run` when the clock has reached `at`, at the latest before the next call is answered. */
	add(at: number, run: () => void): void {
		this.waiting.push({ at, run });
	}

	/** Lets everything happen that is due, earliest first. */
	settle(): void {
		const now = this.clock.now();
		const due = this.waiting.filter((entry) => entry.at <= now).sort((a, b) => a.at - b.at);
		if (due.length === 0) return;
		this.waiting = this.waiting.filter((entry) => entry.at > now);
		for (const entry of due) entry.run();
	}
}
