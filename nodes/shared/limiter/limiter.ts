import { systemClock, unlessAborted } from '../base/clock';
import { Pace } from './pace';
import type { Permit } from './pace';
import { Shares } from './shares';
import type { Share } from './shares';

/** Who waits, and how. */
export interface Waiting {
	/** Whose call it is: each caller has its turn, however many calls the others wait with. */
	readonly caller?: string;
	/** What the credential of the call lets this process have of the allowance. */
	readonly share?: Share;
	/** Ends the waiting at once. */
	readonly signal?: AbortSignal;
	/** Goes before the other calls of the same caller: it is repeated. */
	readonly first?: boolean;
}

type Waiter = Waiting & { settle(permit: Permit): void };

/** Longest sleep before the wait is computed anew: a credential may have been edited, and timers hold 24 days. */
const MAX_REST_MS = 60_000;

/** Lets at most ten calls of one key through in any second (spec: Limits), or fewer where a credential says so. */
export class Limiter {
	/** The calls that wait, by their caller; the caller whose turn it is stands first. Aborted calls leave in their turn. */
	private readonly lines = new Map<string, Waiter[]>();

	private readonly shares = new Shares();
	private readonly pace = new Pace();

	/** Waits for a call's turn: gives its permit, or `undefined` when the signal fired first. */
	async acquire(waiting: Waiting = {}): Promise<Permit | undefined> {
		const { caller = '', share, signal, first } = waiting;
		if (signal?.aborted) return undefined;
		if (share) this.shares.use(share);

		const turn = new Promise<Permit>((settle) => {
			const isIdle = this.lines.size === 0;
			const line = this.lines.get(caller) ?? [];
			this.lines.set(caller, line);
			line.splice(first ? 0 : line.length, 0, { ...waiting, settle });
			if (isIdle) void this.serve();
		});
		return await unlessAborted(turn, signal);
	}

	/** Lets calls through, each when it may go, until none waits. */
	private async serve(): Promise<void> {
		while (this.lines.size > 0) {
			for (const [waiter] of this.lines.values()) {
				if (waiter?.share) this.shares.keep(waiter.share);
			}
			this.pace.allowed = this.shares.lowest();

			const wait = this.pace.wait();
			if (wait > 0) {
				await systemClock.sleep(Math.min(wait, MAX_REST_MS));
			} else {
				this.next()?.settle(this.pace.send());
			}
		}
	}

	/** Takes a call of the caller whose turn it is. */
	private next(): Waiter | undefined {
		const [[caller, line] = ['', []]] = this.lines;
		let waiter = line.shift();
		while (waiter?.signal?.aborted) waiter = line.shift();

		// The caller goes to the end, behind all others.
		this.lines.delete(caller);
		if (line.length > 0) this.lines.set(caller, line);
		return waiter;
	}
}
