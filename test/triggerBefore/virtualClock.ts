import type { Clock } from '../../nodes/shared';

/** Time that passes only when it is told to. Milliseconds since 1970. */
export class VirtualClock implements Clock {
	/** Seconds by which the clock of n8n's machine is ahead of it. */
	localAhead = 0;

	constructor(private milliseconds: number) {}

	now(): number {
		return this.milliseconds;
	}

	/** What the clock of n8n's machine shows, right or wrong; seconds since 1970. */
	get localSeconds(): number {
		return Math.floor(this.milliseconds / 1_000) + this.localAhead;
	}

	/** Moves on to a moment; one that has passed already changes nothing. */
	moveTo(moment: number): void {
		this.milliseconds = Math.max(this.milliseconds, moment);
	}

	async sleep(ms: number): Promise<void> {
		this.moveTo(this.milliseconds + ms);
	}
}
