import type { Clock } from '../../nodes/shared';

/** Time that passes only when it is told to. Milliseconds since 1970. */
export class VirtualClock implements Clock {
	constructor(private milliseconds: number) {}

	now(): number {
		return this.milliseconds;
	}

	/** Moves on to a moment; one that has passed already changes nothing. */
	moveTo(moment: number): void {
		this.milliseconds = Math.max(this.milliseconds, moment);
	}

	async sleep(ms: number): Promise<void> {
		this.moveTo(this.milliseconds + ms);
	}
}
