import type { Clock } from '../shared';

/** What is common to the states of all events. */
export interface Counted {
	/** Polls that led to it: of two states of one process the one with more is the newer. */
	readonly polls: number;
	/** What it belongs to: a state of another scope says nothing. */
	readonly scope: string;
}

/** n8n may take so long to store what a poll hands over; what is not stored by then never will be. */
const STORING_MS = 20_000;

/** How n8n runs polls: since 2.40 it gives each a budget, and less of it where cursors are durable. */
export type Scheduler = 'plain' | 'budgeted' | 'durable';

/** A poll that is under way. */
export interface RunningPoll {
	readonly key: string;
	/** The node's static data. */
	readonly holder: Record<string, unknown>;
	/** Whether no poll was given that static data before. */
	readonly isFirst: boolean;
	/** Set when it is to hand nothing over and to remember nothing. */
	isVoid: boolean;
	/** What it goes on from, where n8n has stored nothing. */
	from?: Counted;
}

/**
 * The polls of all nodes of this process. n8n may run several of one node at once, and give each its own copy of the
 * static data (contract: Trigger 7).
 */
export class Pollers {
	private readonly running = new Map<string, { readonly poll: RunningPoll; readonly ended: Promise<unknown> }>();

	/** What the last poll of a node that succeeded came to, and the last one that handed records over. */
	private readonly successes = new Map<
		string,
		{ state: Counted; handed: { polls: number; at: number; from?: Counted } }
	>();

	/** Static data that a poll was given: the same for all polls of an activation, unless n8n has durable cursors. */
	private readonly known = new WeakSet<object>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Runs a poll. Of two that overlap, the later one leaves the records to the other. Only the first poll of another
	 * activation cannot know whether n8n takes over what a poll of the former one brings: that one is void, and it waits.
	 *
	 * @param key of the node
	 * @returns `null` when another poll brings the records
	 */
	async run<T>(key: string, holder: RunningPoll['holder'], work: (poll: RunningPoll) => Promise<T>): Promise<T | null> {
		const isFirst = !this.known.has(holder);
		this.known.add(holder);
		for (let other = this.running.get(key); other; other = this.running.get(key)) {
			if (!isFirst || other.poll.isFirst) return null;
			other.poll.isVoid = true;
			await other.ended;
		}
		const poll = { key, holder, isFirst, isVoid: false };
		const result = work(poll).finally(() => this.running.delete(key));
		this.running.set(key, { poll, ended: result.catch(() => {}) });
		return await result;
	}

	/**
	 * The newest state that counts. This process may know a newer one than n8n has given: of another live poller of the
	 * node, or of a poll that handed nothing over. What a poll handed over n8n is still storing, so that this poll is
	 * void, or has thrown away, so that it has to come again. The first poll of an activation goes by what n8n stored,
	 * which another process may have led further. n8n 2.41 with durable cursors does not store where the poll of an
	 * activation began: where nothing is stored, what this process knows from before the last handover is all there is.
	 *
	 * @param scheduler `durable` gives each poll its own copy of what n8n has stored; `budgeted` may turn out to be so
	 */
	newest<S extends Counted>(
		poll: RunningPoll,
		stored: S | undefined,
		scope: string,
		scheduler: Scheduler,
	): S | undefined {
		const isDurable = scheduler === 'durable';
		const last = this.successes.get(poll.key);
		const polls = stored?.polls ?? 0;
		let newest: Counted | undefined = stored;
		if (last && last.state.scope === scope && last.state.polls > polls) {
			const isUnstored = last.handed.polls > polls;
			if (isDurable && isUnstored && this.clock.now() - last.handed.at < STORING_MS) poll.isVoid = true;
			if (isDurable ? !isUnstored : !poll.isFirst) newest = structuredClone(last.state);
			// An n8n without budgets stores where every activation began: what it has not stored was taken from it on purpose.
			else if (!stored && scheduler !== 'plain') newest = structuredClone(isUnstored ? last.handed.from : last.state);
		}
		if (!stored) poll.from = structuredClone(newest);
		return newest as S | undefined;
	}

	/** Notes a poll that succeeded. */
	note({ key, from }: RunningPoll, state: Counted, hasRecords: boolean): void {
		const before = this.successes.get(key)?.handed ?? { polls: 0, at: 0 };
		this.successes.set(key, { state, handed: hasRecords ? { polls: state.polls, at: this.clock.now(), from } : before });
	}
}
