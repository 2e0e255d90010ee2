import type { Sight } from './stateSet';

/** What the workflow asks for. */
export interface Wish extends Sight {
	/** Statuses to emit; empty when the event knows none. */
	readonly statuses: readonly string[];
	/** Seconds since 1970 on the service's clock. */
	readonly startFrom: number | undefined;
}

/** When a poll ran, whether it succeeded or not. */
export interface AnyPoll {
	readonly wish: Wish;
	readonly startedAt: number;
	readonly endedAt: number;
	/** Nothing was in its way but the service as it always is. */
	readonly hadChance: boolean;
}

/** One poll that ran to its end and whose items arrived. */
export interface FinishedPoll extends AnyPoll {
	/** Items it may give at most. */
	readonly maxRecords: number;
	/** Ended early because time or room for records was used up. */
	readonly cutShort: boolean;
	/** Nothing changed in the service while it ran. */
	readonly undisturbed: boolean;
	/** The service did not take a selection any longer. */
	readonly formerRefused: boolean;
	/** The service had an empty answer for it although there are records: what comes needs another poll. */
	readonly wasMisled: boolean;
	/** The items, as text. */
	readonly items: readonly string[];
}
