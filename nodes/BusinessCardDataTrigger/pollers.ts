import { systemClock } from '../shared';

/** What is common to the states of all events. */
export interface Counted {
	/** Polls that led to it: of two states of one process the one with more is the newer. */
	polls: number;
	/** Event, credential, address and whose records: with another of them a state means nothing. */
	readonly scope: string;
}

/** n8n may take so long to store what a poll hands over; what is not stored by then never will be. */
const STORING_MS = 20_000;

/** Only n8n's durable scheduler gives a poll less than this, and its own copy of the static data. */
const DURABLE_BELOW_MS = 60_000;

/** A poll that is under way. */
export interface RunningPoll {
	readonly key: string;
	/** The node's static data. */
	readonly holder: Record<string, unknown>;
	/** Whether no poll was given that static data before. */
	readonly isFirst: boolean;
	/** Set when it is to hand nothing over and to remember nothing. */
	isVoid: boolean;
	/** What it goes on from. */
	from?: Counted;
}

/**
 * The polls of all nodes of this process. n8n may run several of one node at once, and give each its own copy of the
 * static data (contract: Trigger 7).
 */
export class Pollers {
	/** The poll of a node that is under way, the later one of two. */
	private readonly running = new Map<string, RunningPoll>();

	/** What the last poll of a node that succeeded came to, and the last one that handed records over. */
	private readonly successes = new Map<
		string,
		{ state: Counted; handed: { polls: number; at: number; from?: Counted } }
	>();

	/** Static data that a poll was given: the same for all polls of an activation, unless n8n has durable cursors. */
	private readonly known = new WeakSet<object>();

	/**
	 * Runs a poll. Of two that overlap, the later one leaves the records to the other. Only the first poll of another
	 * activation cannot know whether n8n takes over what a poll of the former one brings: that one is void.
	 *
	 * @param key of the node
	 * @returns `null` when another poll brings the records
	 */
	async run<T>(key: string, holder: RunningPoll['holder'], work: (poll: RunningPoll) => Promise<T>): Promise<T | null> {
		const isFirst = !this.known.has(holder);
		this.known.add(holder);
		const other = this.running.get(key);
		if (other) {
			if (!isFirst || other.isFirst) return null;
			other.isVoid = true;
		}
		const poll = { key, holder, isFirst, isVoid: false };
		this.running.set(key, poll);
		return await work(poll).finally(() => {
			if (this.running.get(key) === poll) this.running.delete(key);
		});
	}

	/**
	 * The newest state that counts. This process may know a newer one than n8n has given: of another live poller of the
	 * node, or of a poll that handed nothing over. What a poll handed over n8n is still storing, so that this poll is
	 * void, or has thrown away, so that it has to come again, from the state before. Another process may have led further
	 * what n8n has stored; n8n 2.41 with durable cursors does not store where the poll of an activation began.
	 *
	 * @param given what n8n has stored; of another scope it counts as nothing
	 * @param budget of n8n for this poll; one that is not durable may turn out to be so. An n8n before 2.40 has none: 0
	 * @returns a copy that can be changed freely
	 */
	newest<S extends Counted>(poll: RunningPoll, given: S | undefined, scope: string, budget: number): S | undefined {
		const isDurable = budget > 0 && budget < DURABLE_BELOW_MS;
		const stored = given?.scope === scope ? given : undefined;
		const last = this.lastOf(poll, scope);
		const polls = stored?.polls ?? 0;
		let newest: Counted | undefined = stored;
		if (last && last.state.polls > polls) {
			const isUnstored = last.handed.polls > polls;
			if (isDurable && isUnstored && systemClock.now() - last.handed.at < STORING_MS) poll.isVoid = true;
			if (isDurable ? !isUnstored : !poll.isFirst) newest = last.state;
			// An n8n without budgets stores where every activation began: what it has not stored was taken from it on purpose.
			else if (budget > 0) newest = isUnstored ? last.handed.from : last.state;
		}
		poll.from = newest;
		return structuredClone(newest) as S | undefined;
	}

	/** Notes a poll that succeeded. */
	note(poll: RunningPoll, state: Counted, hasRecords: boolean): void {
		const before = this.lastOf(poll, state.scope)?.handed ?? { polls: 0, at: 0 };
		const handed = hasRecords ? { polls: state.polls, at: systemClock.now(), from: poll.from } : before;
		this.successes.set(poll.key, { state, handed });
	}

	/** A success of another scope says nothing. */
	private lastOf({ key }: RunningPoll, scope: string) {
		const last = this.successes.get(key);
		return last?.state.scope === scope ? last : undefined;
	}
}
