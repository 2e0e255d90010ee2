import { systemClock } from '../shared';
import { loadState, markOf, saveState } from './watermark/savedState';
import type { SavedCount } from './watermark/savedState';

/** n8n may take so long to store what a poll hands over; what is not stored by then never will be. */
const STORING_MS = 20_000;

/**
 * Only n8n's durable scheduler gives a poll less than this, and static data that it has just read from its
 * database.
 */
const DURABLE_BELOW_MS = 60_000;

/** A state that a poll may go on from. */
interface Origin {
	/**
	 * Stands for what n8n had stored when the state was reached. While n8n still gives the same, nobody has handed records
	 * over since, in whatever process: the state is a continuation of what n8n gives, by polls that brought nothing.
	 */
	readonly mark: string;
	/** `undefined` where nothing was stored. */
	readonly state: SavedCount | undefined;
	/** The origin of the last poll that led to the state and handed records over, and when it did. */
	readonly handedOver?: Origin & { readonly at: number };
}

/** The knowledge of this process about static data; copies of the same share it. */
interface Acquaintance {
	/** Whether a poll has compared it with the memory. From then on nobody but this process changes it. */
	isCompared: boolean;
}

/** A poll that is under way. */
export interface RunningPoll {
	readonly key: string;
	/** The node's static data, and the mark of the state in it when the poll began. */
	readonly holder: Record<string, unknown>;
	readonly mark: string;
	readonly acquaintance: Acquaintance;
	/** Whether no poll was given that static data before. */
	readonly isFirst: boolean;
	/** Set when it is to hand nothing over and to remember nothing. */
	isVoid: boolean;
	/** The state that it goes on from. */
	origin: Origin;
}

const NOTHING: Origin = { mark: '', state: undefined };

/**
 * The polls of all nodes of this process. n8n may run several of one node at once, give each its own copy of the static
 * data, and let several processes take turns (contract: Trigger 2, 7).
 */
export class Pollers {
	/** The poll of a node that is under way, the later one of two. */
	private readonly running = new Map<string, RunningPoll>();

	/** The newest state that this process knows of each node: the one that its last poll came to, or began with. */
	private readonly memories = new Map<string, Origin>();

	/** Static data that a poll was given: the same for all polls of an activation, unless n8n reads it anew for each. */
	private readonly acquaintances = new WeakMap<object, Acquaintance>();

	/** @param clock tells how long ago records were handed over */
	constructor(private readonly clock: Pick<typeof systemClock, 'now'> = systemClock) {}

	/**
	 * Runs a poll. Of two that overlap, the later one leaves the records to the other. Only the first poll of another
	 * activation cannot know whether n8n takes over what a poll of the former one brings: that one is void.
	 *
	 * @param key of the node
	 * @returns `null` when another poll brings the records
	 */
	async run<T>(key: string, holder: RunningPoll['holder'], work: (poll: RunningPoll) => Promise<T>): Promise<T | null> {
		const mark = markOf(holder);
		const other = this.running.get(key);
		const known = this.acquaintances.get(holder);
		const isFirst = known === undefined;
		const acquaintance = known ?? (other?.mark === mark ? other.acquaintance : { isCompared: false });
		this.acquaintances.set(holder, acquaintance);

		if (other) {
			if (!isFirst || other.isFirst) return null;
			other.isVoid = true;
		}

		const poll: RunningPoll = {
			key,
			holder,
			mark,
			acquaintance,
			isFirst,
			isVoid: false,
			origin: NOTHING,
		};
		this.running.set(key, poll);
		try {
			return await work(poll);
		} finally {
			if (this.running.get(key) === poll) {
				this.running.delete(key);
			}
		}
	}

	/**
	 * Finds the state that a poll goes on from. What n8n has stored is the truth, unless the memory of this process is a
	 * continuation of exactly that. A poll that comes while n8n may still be storing what the one before handed over
	 * becomes void.
	 *
	 * @param scope of the poll; a state of another one counts as nothing
	 * @param budget of n8n for this poll, milliseconds; 0 in an n8n before 2.40, which has none
	 * @returns a copy that can be changed freely; `undefined` where the trigger starts
	 * @throws ParameterError when the stored state is damaged or newer than the package
	 */
	resume<S extends SavedCount>(poll: RunningPoll, scope: string, budget: number): S | undefined {
		const given = loadState<S>(poll.holder);
		const stored: Origin = { mark: poll.mark, state: given?.scope === scope ? given : undefined };

		const remembered = this.memories.get(poll.key);
		const memory = remembered?.state?.scope === scope ? remembered : undefined;
		const origin = memory ? chooseOrigin(poll, stored, memory, budget) : stored;

		// Records were handed over, and n8n has not stored that. It may still do so, or it has thrown them away, so that they
		// have to come again.
		const { handedOver } = memory ?? {};
		const isInDoubt = handedOver !== undefined && origin === handedOver;
		const isDurable = budget > 0 && budget < DURABLE_BELOW_MS;
		if (isInDoubt && isDurable && this.clock.now() - handedOver.at < STORING_MS) {
			poll.isVoid = true;
			return undefined;
		}

		poll.origin = origin;
		poll.acquaintance.isCompared = true;
		this.memories.set(poll.key, origin);
		return structuredClone(origin.state) as S | undefined;
	}

	/** Keeps what a poll came to: in the node's static data, which n8n stores when records are handed over, and here. */
	keep(poll: RunningPoll, state: SavedCount, handsOver: boolean): void {
		const { key, holder, origin } = poll;
		saveState(holder, state);

		if (handsOver) {
			const handedOver = {
				mark: origin.mark,
				state: origin.state,
				at: this.clock.now(),
			};
			this.memories.set(key, { mark: markOf(holder), state, handedOver });
		} else {
			this.memories.set(key, { ...origin, state });
		}
	}
}

/**
 * Chooses between what n8n gives a poll and what this process remembers of the same scope.
 *
 * @param stored what n8n gives
 */
function chooseOrigin(poll: RunningPoll, stored: Origin, memory: Origin, budget: number): Origin {
	if (poll.acquaintance.isCompared) return memory;

	// An n8n without budgets stores where every activation began. Nothing is stored where a person has emptied it.
	if (stored.mark === '' && budget === 0) return stored;

	if (stored.mark === memory.mark) return memory;
	if (memory.handedOver && stored.mark === memory.handedOver.mark) return memory.handedOver;
	return stored;
}
