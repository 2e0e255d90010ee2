import type { EmulatorClock } from '../../emulator';

/** The service's time, so many times faster than the machine's: an hour passes in a few minutes. */
export class FastClock implements EmulatorClock {
	private readonly started = Date.now();

	/** @param rate milliseconds of the service for each one of the machine */
	constructor(private readonly rate: number) {}

	now(): number {
		return this.started + (Date.now() - this.started) * this.rate;
	}
}
