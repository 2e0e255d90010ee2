import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { TimeRange } from '../state';
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

/** Pages that may fail in a row before halves wait for the next poll: where only one page fails, one of its two halves can be read. */
export const MAX_FAILURES = 3;

/** Goes on with the search for pending cards, where one is under way: around what fails, of which the halves come last. */
export async function scanPending(run: Run): Promise<void> {
	const { state } = run;
	const { budget } = run.options;
	if (!state.scan) return;
	const { met, others = [], ...first } = state.scan;
	const found = met && new Set(met);
	const options = { handle: found ? noting(found) : awaiting(run), entryStatus: [PENDING_STATUS], isThrifty: true };
	let parts: TimeRange[] = [first, ...others];
	for (let failures = 0; parts.length > 0 && failures < MAX_FAILURES && budget.mayRead; ) {
		const [part = first, ...rest] = parts;
		const left = await run.readBeside(part, options);
		const hasFailed = left.some((one) => one.failures !== undefined);
		parts = hasFailed ? [...rest, ...left] : [...left, ...rest];
		failures = hasFailed ? failures + 1 : 0;
		// There was no time for more, or it is not worth its calls now.
		if (left.length > 0 && !hasFailed) break;
	}
	const [next, ...behind] = parts;
	if (next) {
		state.scan = { ...next, others: behind.length > 0 ? behind : undefined, met: found && [...found] };
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
