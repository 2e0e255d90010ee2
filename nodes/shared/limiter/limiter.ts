import { systemClock, unlessAborted } from '../base/clock';
import { Pace } from './pace';
import type { Permit } from './pace';
import { Shares } from './shares';
import type { Share } from './shares';

/** The options of a call that waits for its turn. */
export interface Waiting {
	/** Name of the caller: each caller has its turn, however many calls the others wait with. */
	readonly caller?: string;
	/** The credential of the call, and the part of the allowance that it lets this process have. */
	readonly share?: Share;
	/** Ends the waiting at once. */
	readonly signal?: AbortSignal;
	/** Goes before the other calls of the same caller: it is repeated. */
	readonly goesFirst?: boolean;
}

/** A call that waits, with the function that lets it go. */
type Waiter = Waiting & { settle(permit: Permit): void };

/** Longest sleep before the wait is computed anew: a credential may have been edited, and timers hold 24 days. */
const MAX_REST_MS = 60_000;

/** Lets at most ten calls of one key through in any second (spec: Limits), or fewer where a credential says so. */
export class Limiter {
	/** The calls that wait, by their caller; the caller whose turn it is stands first. Aborted calls leave in their turn. */
	private readonly lines = new Map<string, Waiter[]>();

	private readonly shares = new Shares();
	private readonly pace = new Pace();

	/** Waits for a call's turn. @returns its permit; `undefined` when the signal fired first */
	async acquire(waiting: Waiting = {}): Promise<Permit | undefined> {
		const { share, signal } = waiting;
		if (signal?.aborted) return undefined;
		if (share) this.shares.use(share);

		const turn = new Promise<Permit>((settle) => {
			const isIdle = this.lines.size === 0;
			this.queue({ ...waiting, settle });
			if (isIdle) void this.serve();
		});
		return await unlessAborted(turn, signal);
	}

	/** Puts a call in the line of its caller. */
	private queue(waiter: Waiter): void {
		const { caller = '', goesFirst } = waiter;
		const line = this.lines.get(caller) ?? [];
		this.lines.set(caller, line);

		if (goesFirst) line.unshift(waiter);
		else line.push(waiter);
	}

	/** Lets calls through, each when it may go, until none waits. */
	private async serve(): Promise<void> {
		while (this.lines.size > 0) {
			this.keepShares();
			this.pace.allowed = this.shares.lowest();

			const wait = this.pace.wait();
			if (wait > 0) {
				await systemClock.sleep(Math.min(wait, MAX_REST_MS));
			} else {
				const waiter = this.dequeue();
				waiter?.settle(this.pace.send());
			}
		}
	}

	/** Keeps the credentials of waiting calls from being forgotten. */
	private keepShares(): void {
		for (const [waiter] of this.lines.values()) {
			if (waiter?.share) {
				this.shares.keep(waiter.share);
			}
		}
	}

	/** Removes a call of the caller whose turn it is from its line. */
	private dequeue(): Waiter | undefined {
		const [[caller, line] = ['', []]] = this.lines;
		let waiter = line.shift();
		while (waiter?.signal?.aborted) {
			waiter = line.shift();
		}

		// The caller goes to the end, behind all others.
		this.lines.delete(caller);
		if (line.length > 0) {
			this.lines.set(caller, line);
		}
		return waiter;
	}
}
