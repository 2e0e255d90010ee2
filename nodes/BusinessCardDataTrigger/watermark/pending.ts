import { FIRST_SECOND, LAST_SECOND } from '../source';
import { keyOf } from './content';
import type { RecordHandler } from './reader';
import type { Run } from './run';

/** The status of cards whose data entry is not over; they are asked for alone. */
export const PENDING_STATUS = 'processing';

/** Pending cards that are remembered without asking whether they still are. */
const MAX_PENDING = 1_000;

/** Seconds between two such questions. */
const SCAN_EVERY = 23 * 3_600;

/** Cards that are remembered although they are not processing any more: one that was unreadable may be completed later. */
const MAX_ENDED = 500;

/** Goes on with the search for pending cards, where one is under way. */
export async function scanPending(run: Run): Promise<void> {
	const { state } = run;
	if (!state.scan) return;
	const { met } = state.scan;
	const found = met && new Set(met);
	const [rest] = await run.readBeside(state.scan, { handle: found ? noting(found) : awaiting(run), entryStatus: [PENDING_STATUS], isThrifty: true });
	if (rest) {
		// A search that fails goes on as a whole: it is one list, and asks for little.
		state.scan = { ...rest, end: LAST_SECOND, met: found && [...found] };
		return;
	}
	state.scan = undefined;
	state.scanned = state.elapsed.passed;
	if (found) keep(run, found);
}

/** Begins a search for cards that are gone, once a day when many are pending. */
export function limitPending({ state, pending }: Run): void {
	if (state.scan || pending.size <= MAX_PENDING) return;
	if (state.elapsed.passed - state.scanned < SCAN_EVERY) return;
	state.scan = { at: FIRST_SECOND, end: LAST_SECOND, met: [] };
}

function awaiting(run: Run): RecordHandler {
	const judge = run.judge();
	return (records) => ({
		taken: records.length,
		fresh: records.filter(({ record }) => judge.await(record).verdict !== 'duplicate').length > 0,
	});
}

function noting(found: Set<string>): RecordHandler {
	return (records) => {
		const before = found.size;
		for (const { record } of records) found.add(keyOf(record));
		return { taken: records.length, fresh: found.size > before };
	};
}

/** Keeps the cards that are still processing, and of the others those that were met last. */
function keep({ pending, window }: Run, processing: ReadonlySet<string>): void {
	const ended = [...pending].filter((card) => !processing.has(card));
	for (const card of ended.slice(0, -MAX_ENDED)) {
		pending.delete(card);
		window.delete(card);
	}
}
