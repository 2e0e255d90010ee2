import type { Clock } from './clock';

/** Calls the service allows per key in one second (spec: Limits). */
export const CALLS_PER_SECOND = 10;

const WINDOW_MS = 1_000;

/**
 * The service counts a call when it arrives, we know when it was sent and when its answer came. A call that took longer
 * than others is taken to have lost that time on its way there: otherwise ten slow calls, followed by fast ones, put more
 * than ten into one second of the service. Nothing holds a place longer than this because of it.
 */
const LONGEST_DELAY_MS = 1_000;

/** As many answers have to be known before the quickest of them tells what a way without delay takes. */
const ENOUGH_ANSWERS = 10;

/** The quickest of so many answers counts; older ones may have come by another way. */
const REMEMBERED_ANSWERS = 100;

/** Keeps the edge of the window from being met exactly: timers may fire a fraction early. */
const EDGE_MS = 20;

/** How far a refusal may stretch the window (to one call a second), and how it shrinks back. */
const SLOWEST_WINDOW_MS = 10_000;
const SLOW_DOWN = 1.25;
const RECOVERY_MS_PER_CALL = 10;

/** A call that was let through; say when its answer is there. */
export interface Permit {
	/** The answer (or its failure) has come: the service has counted the call by now. */
	answered(): void;
	/** The service refused the call as too many: wait `pauseMs` with every call of the key. */
	refused(pauseMs: number): void;
}

/** A call that was let through. */
interface Call {
	readonly sentAt: number;
	/** How much later than it was sent it counts as arrived; known once its answer is there. */
	delay?: number;
}

interface Waiter {
	/** Ends the waiting, with a permit or, after an abort, without. */
	settle(permit: Permit | undefined): void;
}

/**
 * Lets at most ten calls of one key through in any second, in the order in which they asked (a call
 * that is repeated goes first). It is the whole process's view of one key: nodes, triggers and lists
 * share it. Other processes may use the same key; only the service's 429 tells, so a refusal widens the
 * window and every call that gets through narrows it again (spec: Limits, Errors 2).
 */
export class Limiter {
	private readonly waiting: Waiter[] = [];

	/** The latest calls, as many as a window holds, in the order in which they were sent. */
	private readonly calls: Call[] = [];

	/** How long the latest answers took, milliseconds. */
	private readonly answers: number[] = [];

	/** Ends the sleep of the loop that hands out places: an answer may have made one free. */
	private wake = new AbortController();

	private windowMs = WINDOW_MS;

	private pausedUntil = -Infinity;

	private slowedDownAt = -Infinity;

	private draining = false;

	constructor(
		private readonly clock: Clock,
		private readonly callsPerWindow = CALLS_PER_SECOND,
	) {}

	/**
	 * Waits for a place in the window.
	 *
	 * @param options `signal` ends the waiting at once; `first` puts the call before all others
	 * @returns the permit, or `undefined` when the signal fired first
	 */
	async acquire(options: { signal?: AbortSignal; first?: boolean } = {}): Promise<Permit | undefined> {
		const { signal, first } = options;
		if (signal?.aborted) return undefined;
		return await new Promise<Permit | undefined>((resolve) => {
			const onAbort = () => this.giveUp(waiter);
			const waiter: Waiter = {
				settle(permit) {
					signal?.removeEventListener('abort', onAbort);
					resolve(permit);
				},
			};
			if (first) this.waiting.unshift(waiter);
			else this.waiting.push(waiter);
			signal?.addEventListener('abort', onAbort);
			void this.drain();
		});
	}

	/** Milliseconds until the next call could go if none waited; 0 when it could go now. */
	delay(): number {
		const now = this.clock.now();
		const oldest = this.calls.length >= this.callsPerWindow ? this.calls[0] : undefined;
		const freeAt = oldest ? oldest.sentAt + this.delayOf(oldest, now) + this.windowMs + EDGE_MS : -Infinity;
		return Math.max(0, freeAt - now, this.pausedUntil - now);
	}

	/** How late a call counts as arrived. One without answer may still be on its way. */
	private delayOf({ sentAt, delay }: Call, now: number): number {
		if (delay !== undefined) return delay;
		const usual = this.answers.length >= ENOUGH_ANSWERS ? Math.min(...this.answers) : 0;
		return Math.min(LONGEST_DELAY_MS, Math.max(0, now - sentAt - usual));
	}

	private noteAnswer(call: Call): void {
		if (call.delay !== undefined) return;
		const now = this.clock.now();
		call.delay = this.delayOf(call, now);
		this.answers.push(now - call.sentAt);
		if (this.answers.length > REMEMBERED_ANSWERS) this.answers.shift();
		this.wake.abort();
	}

	private giveUp(waiter: Waiter): void {
		const place = this.waiting.indexOf(waiter);
		if (place < 0) return;
		this.waiting.splice(place, 1);
		waiter.settle(undefined);
	}

	/** One loop at a time hands out places; it ends when nobody waits. */
	private async drain(): Promise<void> {
		if (this.draining) return;
		this.draining = true;
		while (this.waiting.length > 0) {
			const wait = this.delay();
			if (wait > 0) await this.rest(wait);
			else this.waiting.shift()?.settle(this.admit());
		}
		this.draining = false;
	}

	/** Once a window: the ten calls of one window that are refused together tell one thing, not ten. */
	private slowDown(): void {
		if (this.clock.now() - this.slowedDownAt < this.windowMs) return;
		this.slowedDownAt = this.clock.now();
		this.windowMs = Math.min(SLOWEST_WINDOW_MS, this.windowMs * SLOW_DOWN);
	}

	private async rest(milliseconds: number): Promise<void> {
		this.wake = new AbortController();
		await this.clock.sleep(milliseconds, this.wake.signal);
	}

	private admit(): Permit {
		const call: Call = { sentAt: this.clock.now() };
		this.calls.push(call);
		if (this.calls.length > this.callsPerWindow) this.calls.shift();
		return {
			answered: () => {
				this.noteAnswer(call);
				this.windowMs = Math.max(WINDOW_MS, this.windowMs - RECOVERY_MS_PER_CALL);
			},
			refused: (pauseMs) => {
				this.noteAnswer(call);
				this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + pauseMs);
				this.slowDown();
			},
		};
	}
}

/**
 * The limiters of one process, one for each service address and key. Keys are not kept: an entry is
 * found by a fingerprint that the caller computes.
 */
export class LimiterRegistry {
	private readonly limiters = new Map<string, Limiter>();

	constructor(private readonly clock: Clock) {}

	for(fingerprint: string): Limiter {
		const known = this.limiters.get(fingerprint);
		if (known) return known;
		const limiter = new Limiter(this.clock);
		this.limiters.set(fingerprint, limiter);
		return limiter;
	}
}
