import type { History } from './history';
import { TOKEN_LIFETIME_MS } from './model';

/** What can be expected of the polls of a history. */
export interface Expectation {
	/** Polls that a state may take that did not come on top. */
	patience(): number;
	/** Records that one poll can bring. */
	readonly perPoll: number;
	/** Records of one second that can be read within the life of a page token. */
	readonly crowd: number;
	/** Polls in which a range is halved until only the page is left that fails. */
	readonly halving: number;
}

/** Pages that each poll may be expected to read again, of a list in order and of one that has to be cut into slices. */
const PAGES_AGAIN = 8;
const SLICES_AGAIN = 3;

/** Times that what does not fit these pages may be read before something in it is met. */
const READINGS = 4;
const READINGS_OF_SLICES = 6;

/** Polls in which reading by and by gets under way. */
const FIRST_POLLS = 4;

/** Calls of a poll that go to the present, whatever else is to be read. */
const CALLS_BESIDE = 2;

/** Times that a range of a day is halved until a second is left. */
const HALVINGS = 17;

/** Calls in which that is done once: for each half one, as many for the overlap, and before each of them one for the present. */
const CALLS_OF_HALVING = 8;

/** Records that are read with the present when nothing is new, and the calls that each page takes of a list that has to be cut into slices. */
const RECORDS_OF_PRESENT = 50;
const CALLS_OF_SLICE = 3;

/** @param shown what lists have shown so far: how many states, and the most of one second */
export function expectationOf({ pace, traits }: History, shown: () => { readonly states: number; readonly mostInSecond: number }): Expectation {
	const { pageSize, keepsOrder } = traits;
	const allCalls = pace ? Math.max(1, Math.floor((pace.ms - 1) / pace.latency)) : Infinity;
	const calls = Math.max(1, allCalls - CALLS_BESIDE);
	const pollsOfToken = pace ? Math.max(1, Math.floor(TOKEN_LIFETIME_MS / pace.everyMs)) : 1;
	const pagesOfPoll = Math.min(keepsOrder ? PAGES_AGAIN : SLICES_AGAIN, calls);
	const pagesOfPresent = Math.ceil(RECORDS_OF_PRESENT / pageSize) * (keepsOrder ? 1 : CALLS_OF_SLICE);
	const callsForCrowd = Math.max(0, calls - pagesOfPresent);
	return {
		perPoll: (calls * pageSize) / (keepsOrder ? 1 : CALLS_OF_SLICE),
		// What a list does not show from its one end while a token lives, it shows from its other.
		crowd: Math.max(pageSize, (keepsOrder ? 2 : 1) * callsForCrowd * pageSize * pollsOfToken),
		halving: allCalls < CALLS_OF_HALVING ? HALVINGS * Math.ceil(CALLS_OF_HALVING / allCalls) : 0,
		patience: () => {
			const { states, mostInSecond } = shown();
			const pages = states / pageSize;
			// A second that fills a page is read until two passes agree: what lies before it is read again once that is done, in the next poll.
			const passes = mostInSecond < pageSize ? 1 : 2;
			if (passes * pages <= pagesOfPoll) return passes;
			return FIRST_POLLS + Math.ceil((keepsOrder ? READINGS : READINGS_OF_SLICES) * (pages / pagesOfPoll));
		},
	};
}
