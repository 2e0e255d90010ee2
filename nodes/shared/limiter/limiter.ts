import { AbortWatch } from './abortWatch';
import type { Clock } from '../base/clock';
import { FairQueue } from './fairQueue';
import { Pace } from './pace';
import type { Call } from './pace';
import { Shares } from './shares';

/** A call that was let through; say what became of it. */
export interface Permit {
	/** The response is there: the service has counted the call by now. `bytes` is its size. */
	answered(bytes?: number): void;
	/** No answer will come. */
	failed(): void;
	/** The response, noted before or not, says that it was one call too many: wait `pauseMs` with every call of the key. */
	refused(pauseMs: number): void;
}

/** Who waits, and how. */
export interface Waiting {
	/** Whose call it is: each caller has its turn, however many calls the others wait with. */
	readonly caller?: string;
	/** What the credential of the call lets this process have of the allowance. */
	readonly share?: { readonly credential: string; readonly callsPerSecond: number };
	/** Ends the waiting at once. */
	readonly signal?: AbortSignal;
	/** Goes before the other calls of the same caller: it is repeated. */
	readonly first?: boolean;
}

/** Longest sleep at a time: a timer of Node.js that is told to sleep for more than 24 days wakes at once. */
const MAX_REST_MS = 86_400_000;

/** Ends the waiting, with a permit or, after an abort, without. */
type Settle = (permit: Permit | undefined) => void;

/**
 * Lets at most ten calls of one key through in any second (spec: Limits), or fewer where a credential says so. It is the whole process's view of one key:
 * nodes, triggers and lists share it, in turn.
 */
export class Limiter {
	private readonly waiting = new FairQueue<Settle>();

	private readonly aborts = new AbortWatch();

	private readonly pace: Pace;

	private readonly shares = new Shares();

	/** Ends the sleep of the loop that hands out places: a response may have made one free. */
	private wake = new AbortController();

	private draining = false;

	/**
	 * @param clock the time it goes by
	 * @param random numbers in [0, 1) that keep processes out of step with each other
	 */
	constructor(
		private readonly clock: Clock,
		random: () => number = Math.random,
	) {
		this.pace = new Pace(random);
	}

	/** Goes by what a credential of the key lets this process have, and by the lowest where several do. */
	heed(credential: string, callsPerSecond: number): void {
		const allowed = this.shares.note(credential, callsPerSecond, this.clock.now());
		if (allowed === this.pace.allowed) return;
		this.pace.allowed = allowed;
		this.wake.abort();
	}

	/**
	 * Waits for a place in the window.
	 *
	 * @returns the permit, or `undefined` when the signal fired first
	 */
	async acquire({ caller = '', share, signal, first }: Waiting = {}): Promise<Permit | undefined> {
		if (signal?.aborted) return undefined;
		if (share) this.heed(share.credential, share.callsPerSecond);
		return await new Promise<Permit | undefined>((resolve) => {
			let unwatch: (() => void) | undefined;
			const settle: Settle = (permit) => {
				unwatch?.();
				resolve(permit);
			};
			const leave = this.waiting.add(caller, settle, first);
			if (signal) {
				unwatch = this.aborts.add(signal, () => {
					leave();
					settle(undefined);
				});
			}
			void this.drain();
		});
	}

	/** Milliseconds until the next call could go if none waited; 0 when it could go now. */
	delay(): number {
		return this.pace.wait(this.clock.now());
	}

	/** One loop at a time hands out places; it ends when nobody waits. */
	private async drain(): Promise<void> {
		if (this.draining) return;
		this.draining = true;
		while (!this.waiting.isEmpty) {
			const wait = this.delay();
			if (wait > 0) await this.rest(wait);
			else this.waiting.take()?.(this.permit(this.pace.send(this.clock.now())));
		}
		this.draining = false;
	}

	private async rest(milliseconds: number): Promise<void> {
		this.wake = new AbortController();
		await this.clock.sleep(Math.min(milliseconds, MAX_REST_MS), this.wake.signal);
	}

	private permit(call: Call): Permit {
		return {
			answered: (bytes = 0) => {
				this.pace.answered(call, this.clock.now(), bytes);
				this.wake.abort();
			},
			failed: () => {
				this.pace.failed(call, this.clock.now());
				this.wake.abort();
			},
			refused: (pauseMs) => {
				this.pace.answered(call, this.clock.now(), 0);
				this.pace.refused(call, this.clock.now(), pauseMs);
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
