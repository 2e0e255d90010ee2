import { systemClock, unlessAborted } from '../base/clock';
import { Pace } from './pace';
import type { Permit } from './pace';

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

type Waiter = Waiting & { settle(permit: Permit): void };

/** So often is asked again when the next call may go: a credential may have been edited, and timers hold 24 days. */
const MAX_REST_MS = 60_000;

/** So long after its last use the former value of an edited credential counts: a run may go on that began with it. */
const OUTLIVED_MS = 60_000;

/** Lets at most ten calls of one key through in any second (spec: Limits), or fewer where a credential says so. */
export class Limiter {
	/** What each caller waits with, the one whose turn it is first. What was aborted leaves when its turn comes. */
	private readonly lines = new Map<string, Waiter[]>();

	/** When each value of each credential was used last. The lowest counts: who set it knows of others with the key. */
	private readonly shares = new Map<string, Map<number, number>>();
	private readonly pace = new Pace();

	/** Waits for a call's turn: gives its permit, or `undefined` when the signal fired first. */
	async acquire(waiting: Waiting = {}): Promise<Permit | undefined> {
		const { caller = '', share, signal, first } = waiting;
		if (signal?.aborted) return undefined;
		if (share) this.heed(share);
		const turn = new Promise<Permit>((settle) => {
			const isIdle = this.lines.size === 0;
			const line = this.lines.get(caller) ?? [];
			this.lines.set(caller, line);
			line.splice(first ? 0 : line.length, 0, { ...waiting, settle });
			if (isIdle) void this.serve();
		});
		return await unlessAborted(turn, signal);
	}

	private heed({ credential, callsPerSecond }: NonNullable<Waiting['share']>): void {
		const now = systemClock.now();
		const values = this.shares.get(credential) ?? new Map<number, number>();
		for (const [value, usedAt] of values) if (now - usedAt > OUTLIVED_MS) values.delete(value);
		this.shares.set(credential, values.set(callsPerSecond, now));
		this.pace.allowed = Math.min(...[...this.shares.values()].flatMap((each) => [...each.keys()]));
	}

	/** Hands out places until nobody waits. */
	private async serve(): Promise<void> {
		while (this.lines.size > 0) {
			const wait = this.pace.wait();
			if (wait > 0) await systemClock.sleep(Math.min(wait, MAX_REST_MS));
			else this.next()?.settle(this.pace.send());
		}
	}

	/** Takes a call of the caller whose turn it is. */
	private next(): Waiter | undefined {
		const [[caller, line] = ['', []]] = this.lines;
		let waiter = line.shift();
		while (waiter?.signal?.aborted) waiter = line.shift();
		this.lines.delete(caller);
		if (line.length > 0) this.lines.set(caller, line);
		return waiter;
	}
}
