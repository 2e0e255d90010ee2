import type { Wish } from './polls';
import type { ServiceModel } from './model';
import type { RecordState } from './records';

/** A quiet poll makes no more calls than this, with any number of records. */
const MAX_CALLS = 12;

/** And where more than half a page of records say nothing of where they lie (docs/trigger.md). */
const MAX_BLIND_CALLS = 150;

/** Where pages are smaller than this, the records behind the overlap alone need many calls. */
const LEAST_PAGE = 50;

/** Records behind the overlap that a poll may read beside it. */
const FURTHER = 100;

/** Newer changes by other records after which a burst is over. */
const NEWER = 50;

/** Seconds that a reading may take, which it stays behind by. */
const SLACK = 120;

/** So many records, over a day, say that it is n8n's clock which is wrong; without them, docs/trigger.md promises nothing of the memory. */
const WITNESSES = 50;
const DAY = 86_400;
const TRUSTED_AHEAD = 25 * 3_600;

/** Bytes of a memory for each record that it may hold, and beside them. */
const BYTES_A_RECORD = 60;
const FRAME_BYTES = 6_000;

/** Cards that waited and are gone: so many may be remembered for ever. */
const MAX_GONE = 2_500;
const BYTES_A_CARD = 15;

/** Contents that are remembered of a record which shows another one at each reading. */
const CONTENTS = 5;

/** What the trigger may cost, by the records that are there. */
export interface Allowance {
	/** Calls of a quiet poll, as a rule and at most. */
	readonly usualCalls: number;
	readonly mostCalls: number;
	/** Bytes of the memory. */
	readonly bytes: number;
}

function countFrom(states: readonly RecordState[], second: number): number {
	return states.filter(({ updated }) => updated >= second).reduce((sum, { unsteady }) => sum + (unsteady === 'value' ? CONTENTS : 1), 0);
}

/** Whether n8n's clock is behind, and the records do not say so: each of their times may be a stamp ahead. */
function isClockUnsure(model: ServiceModel, local: number, times: readonly number[]): boolean {
	const [newest = 0] = times;
	const says = times.length >= WITNESSES && newest - (times.at(-1) ?? 0) >= DAY;
	return model.second > local + TRUSTED_AHEAD && !says;
}

/**
 * What a quiet poll may cost. It knows the records and nothing of how the trigger reads them.
 *
 * @param local what n8n's clock shows, seconds since 1970
 */
export function allowanceOf(model: ServiceModel, { selection }: Wish, overlap: number, local: number): Allowance {
	const shown = model.shownStates.filter((state) => model.matches(state, selection));
	const honest = shown.map(({ updated }) => updated).filter((updated) => updated <= model.second);
	honest.sort((a, b) => b - a);
	const reach = overlap + SLACK;
	const inOverlap = honest.filter((updated) => updated >= (honest[0] ?? 0) - reach).length;
	// Records that are gone may come back: they are remembered like the others. Each with its latest state.
	const ever = [...new Map(model.showings.map(({ state }) => [state.id, state])).values()];
	// Seconds are read as a whole, also that of the last record behind the overlap.
	const window = countFrom(ever, honest[inOverlap + FURTHER - 1] ?? 0);
	const { pageSize, saysMoreWhenFull, refusesLimitAbove = Infinity } = model.traits;
	const isPlain = shown.every(({ updatedForm, unsteady }) => updatedForm === 'stamp' && unsteady === undefined);
	// A page that is full may say that there is more, although nothing follows.
	const fitsPage = isPlain && window <= Math.min(pageSize - Number(saysMoreWhenFull), refusesLimitAbove);
	const waiting = new Set(model.showings.filter(({ state }) => state.status === 'processing').map(({ state }) => state.id));
	const stillWaiting = shown.filter(({ status }) => status === 'processing').length;
	const remembered = Math.min(countFrom(shown, (honest[NEWER - 1] ?? 0) - reach) + FURTHER, countFrom(shown, 0)) + stillWaiting;
	const isBlind = shown.filter(({ updatedForm }) => updatedForm !== 'stamp').length > pageSize / 2;
	const mostCalls = pageSize < LEAST_PAGE ? Infinity : isBlind ? MAX_BLIND_CALLS : MAX_CALLS;
	if (isClockUnsure(model, local, honest)) return { usualCalls: mostCalls, mostCalls, bytes: Infinity };
	return {
		usualCalls: fitsPage ? 1 : mostCalls,
		mostCalls,
		bytes: FRAME_BYTES + BYTES_A_RECORD * remembered + BYTES_A_CARD * Math.min(MAX_GONE, waiting.size),
	};
}
