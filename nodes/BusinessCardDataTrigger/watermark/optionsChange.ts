import { LAST_SECOND } from '../source';
import type { SourceRecord } from '../source';
import type { Selection, Stretch } from '../state';
import { keyOf } from './content';
import { readNewest } from './newest';
import { byTime } from './run';
import type { Run } from './run';

/** Selections that may be in force side by side, each for its time. */
const MAX_VIEWS = 5;

/** Pages of the former selection that are read before the new one takes over; what is left of it is read beside. */
const MAX_PAGES = 10;

/** A time that is further ahead than this of what the service is known to have reached does not say when the edit was. */
const SLACK = 600;

/** Whether two selections show the same records in the same way. */
export function isSame(a: Selection, b: Selection): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two selections show the same records, whatever they look like. */
function showSameRecords(a: Selection, b: Selection): boolean {
	return isSame({ ...a, version: '', includeTags: false }, { ...b, version: '', includeTags: false });
}

/**
 * Takes up an edit of the options. The new selection is in force for everything that is stamped later than what the service
 * shows now; for what is stamped earlier the former one stays in force until it is final. So nothing old is emitted
 * because it newly belongs or looks different, no change is lost, and the edit is in force at once.
 *
 * First the new selection shows what there is, then the former one brings what has changed: what only the new one has shown
 * was there before.
 *
 * @throws what the service says to the new selection
 */
export async function changeOptions(run: Run): Promise<void> {
	const { state, options, horizon } = run;
	const { selection, source, budget } = options;
	const former = run.view;
	const shown = await readNewest({ source, budget }, selection, state.evidence, horizon);
	const begin: Stretch = state.tail ?? { at: surelyRead(run), end: LAST_SECOND };
	if (state.tail) run.ceiling = Math.min(run.ceiling, state.tail.ceiling);
	const { rest, ended } = await run.read(begin, { maxPages: MAX_PAGES, bearsRefusals: true });
	state.tail = undefined;
	// Its tokens belong to the former selection; it begins again.
	state.rescan = undefined;
	state.views = [...state.views, { selection }].slice(-MAX_VIEWS);
	if (options.isRefusal(ended)) {
		former.until = begin.at - 1;
		run.leaveRest(former);
		return;
	}
	former.failures = undefined;
	former.until = lastSecondOf(run, shown.times);
	const { until } = former;
	if (ended !== undefined || rest) {
		const unread = rest ?? begin;
		if (unread.at <= until) state.gaps = [...(state.gaps ?? []), { ...unread, end: until }];
	}
	// What lies ahead looks different now, and has not changed.
	run.window.update((record) => (record.second <= until ? record : byTime(record)));
	const isWhole = ended === undefined && !rest;
	const isComparable = isWhole || !showSameRecords(former.selection, selection);
	if (isComparable) rememberAhead(run, shown.records, until);
}

/** The second from which on there may be something that the former selection has not shown yet. */
function surelyRead({ state, figures }: Run): number {
	const { low, present } = state;
	return Math.max(low, Math.min(present?.second ?? low, figures.newest ?? low));
}

/** The last second of the former selection: the newest that was shown, unless that is still to come. */
function lastSecondOf({ state, options, emitted, figures }: Run, times: readonly number[]): number {
	const { present } = state;
	const passed = Math.max(0, options.local - (present?.local ?? options.local));
	const latest = present ? present.second + passed + options.overlap + SLACK : Infinity;
	const known = [...times, ...emitted.map(({ time }) => time), figures.newest ?? -Infinity];
	return known.reduce((newest, time) => (time <= latest ? Math.max(newest, time) : newest), state.low);
}

/** Of what lies ahead, remembers what the former selection has not shown: it was there before, and newly belongs. */
function rememberAhead(run: Run, records: readonly SourceRecord[], until: number): void {
	const judge = run.judge();
	for (const record of records) {
		const isAhead = record.updated === undefined || record.updated > until;
		if (isAhead && !run.window.get(keyOf(record))) judge.judge(record, true);
	}
}
