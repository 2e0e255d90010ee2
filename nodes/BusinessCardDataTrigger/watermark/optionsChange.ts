import { LAST_SECOND } from '../source';
import type { Selection, TimeRange, View } from '../state';
import { compare, lastSecondOf, lastToBeTrusted, looksOf } from './comparison';
import type { Comparison } from './comparison';
import { isSameTime, isTimeless, keyOf, nextContentOf, secondOf } from './content';
import type { Newest } from './newest';
import type { Run } from './run';
import { awaitedIn } from './seenWindow';
import { canShow, showAlike, showsNoOthers } from './selections';
import { planned } from './tail';

/** Selections that may be in force side by side, each for its time. */
const MAX_VIEWS = 10;

/**
 * Takes up an edit of the options, so that nothing old is emitted because it newly belongs or looks different, and no change
 * is lost.
 *
 * The new selection shows what there is, then the former one brings what has changed until then. From there on the new one is
 * in force, for all that it has shown and for all that comes; for what lies further back the former one stays in force until it
 * is final. Where the former one cannot be read to its end now, it stays in force for everything stamped up to now.
 *
 * @throws what the service says to the new selection
 */
export async function changeOptions(run: Run): Promise<void> {
	const { state, options } = run;
	const { selection } = options;
	const former = run.view;
	const inForce = [...state.views];
	const isLookKept = inForce.every((one) => showAlike(one.selection, selection));
	// A poll that was full at a stamp ahead leaves a tail behind which nothing comes for long.
	const tail = state.tail && state.tail.at <= lastToBeTrusted(run, []) ? state.tail : undefined;
	const { ceiling = Infinity, ...begin }: TimeRange & { ceiling?: number } = tail ?? { at: planned(run).at, end: LAST_SECOND };
	run.ceiling = Math.min(run.ceiling, ceiling);
	const { gaps = [] } = state;
	const comparison = await compare(run, begin);
	if (!comparison) return;
	const { rest, ended, before, after } = comparison;
	run.looks = looksOf(run, after);
	// What an earlier selection did not show now stays in the time of those: the new one cannot say that it was there before.
	const left = state.gaps?.filter((gap) => !gaps.includes(gap)).map(({ end }) => end) ?? [];
	state.tail = undefined;
	// Tokens belong to the former selection: what they were for begins again.
	state.rescan = undefined;
	state.gaps = state.gaps?.map((gap) => ({ ...gap, second: undefined }));
	addView(run, selection);
	if (options.isGone(ended)) {
		former.until = begin.at - 1;
		run.leaveRest(former);
		run.window.update((record, key) => run.asShown(run.byTime(record), key));
		if (!isLookKept) rememberTimeless(run, after, showsAllFrom(state.low, run, after) && !state.gaps?.length);
		return;
	}
	const hidden = rest ? Infinity : Math.max(before.shownFrom - 1, after.shownFrom - 1, begin.at - 1, ...left);
	const until = Math.min(hidden, lastSecondOf(run, after));
	// What comes behind that can have been left out only by those that were in force there.
	const cut = inForce.filter(({ until: end = LAST_SECOND }) => end > until);
	for (const view of cut) view.until = until;
	// One to which no second is left is never asked for.
	state.views = state.views.filter(({ until: end = LAST_SECOND }, place, views) => end > (views[place - 1]?.until ?? -Infinity));
	if (rest && rest.at <= until) run.leave({ ...rest, end: until });
	// What the former ones have left is read beside the present.
	if (rest) state.tail = { at: until + 1, end: LAST_SECOND, ceiling: state.low };
	limitViews(run);
	if (!cut.every((one) => showsNoOthers(selection, one.selection))) rememberOld(run, comparison, until, cut);
	if (isLookKept) return;
	takeOverLooks(run, until);
	// What the new selection will be asked for begins with the last second of the former one.
	rememberTimeless(run, after, showsAllFrom(until, run, after));
}

/** Puts a selection in force beside the former ones. */
function addView({ state, view }: Run, selection: Selection): void {
	const isSameVersion = view.selection.version === selection.version;
	view.since = state.elapsed.passed;
	state.views.push({ selection, bounds: isSameVersion ? { ...view.bounds } : {} });
}

/** Where more selections are in force than can be, the oldest is left like one that is gone. */
function limitViews(run: Run): void {
	const [oldest, ...others] = run.state.views.filter(({ isGone }) => !isGone);
	if (oldest && others.length >= MAX_VIEWS) run.leaveRest(oldest);
}

/**
 * Remembers what the former selections have not shown: it was there before. Where that was not read completely, what was never met, but
 * for records without a readable time that they can show: those may lie in what is left to it, and be new.
 */
function rememberOld(run: Run, { before, after, rest }: Comparison, until: number, formers: readonly View[]): void {
	const judge = run.judge();
	for (const record of [...before.records, ...after.records]) {
		const key = keyOf(record);
		const isKnown = rest ? run.window.get(key) !== undefined : run.met.has(key);
		const isLeft = rest && formers.some(({ selection }) => canShow(selection, record));
		// A registration does not place what shows no update time: that may lie behind all others.
		if ((record.updated ?? (isLeft ? -Infinity : Infinity)) > until && !isKnown) judge.judge(record, true);
	}
}

/**
 * Remembers how the new selection shows records whose times cannot be read: nothing but their contents tells them apart. One that
 * it has not shown yet as it was met last looks different when it does, and has not changed.
 *
 * @param isThrough whether the new selection has shown all that it will be asked for: what it did not show, it shows only when that has changed
 */
function rememberTimeless(run: Run, after: Newest, isThrough: boolean): void {
	const judge = run.judge();
	const { looks } = run;
	for (const record of after.records) {
		// One that had another time before has changed since, whether that could be read or not.
		const known = run.window.get(keyOf(record))?.prints.at(-1);
		const look = looks.get(keyOf(record));
		if (record.updated === undefined && look !== undefined && known !== undefined && isSameTime(known, look)) judge.judge(record, true);
	}
	run.window.update((record, key) => {
		const isOver = isThrough && !run.met.has(key);
		return looks.has(key) || isOver ? record : awaitedIn(record, run.options.selection);
	});
}

/** Whether the newest records are all that there are from a second on. */
function showsAllFrom(second: number, { state }: Run, { shownFrom, isAheadUnread, times }: Newest): boolean {
	const isBehind = state.evidence.ordered && (times.at(-1) ?? Infinity) < second;
	return isBehind || (!isAheadUnread && shownFrom <= second);
}

/** What is known looks different to the new selection, and has not changed. */
function takeOverLooks(run: Run, until: number): void {
	const goneUntil = Math.max(-Infinity, ...run.state.views.map((view) => (view.isGone ? (view.until ?? -Infinity) : -Infinity)));
	run.window.update((record, key) => {
		const look = run.looks.get(key);
		// The time of a selection that is gone is read with the one in force, whichever that is.
		const { second, prints } = run.byTime(record, goneUntil);
		const taken = prints.flatMap((print) => {
			// A time that cannot be read does not say which selection shows the record.
			if (isTimeless(print) || secondOf(print, second) <= until) return print;
			// With a time that it had before, should the clock have been set back or a stamp ahead been given up, it has changed again.
			if (look !== undefined && !isTimeless(look)) return isSameTime(look, print) ? look : [];
			return secondOf(print, second) > second ? [] : nextContentOf(print, run.options.selection);
		});
		return { second, prints: [...new Set(taken)] };
	});
}
