import type { IDataObject } from 'n8n-workflow';
import { beginAgain, catchAs, OutOfTime, PAGE_SIZE } from '../../shared';
import type { Bounds } from '../../shared';
import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { SourceRecord } from '../source';
import type { Look, Present, Selection, TimeRange, TriggerState, View } from '../state';
import { unreadApart } from './besides';
import { isTimeless, keyOf, nextContentOf, secondOf } from './content';
import { Judge } from './judge';
import { surelyReached, withArrivals, WITNESSES } from './lowWatermark';
import type { WatermarkOptions } from './options';
import { endByClock, endOfMark, horizonOf, reachedBy, TRUSTED_AHEAD } from './present';
import type { Arrival, KnownTimes } from './present';
import { noteSlow, smallerThan } from './processMemory';
import { Reader } from './reader';
import type { ReaderOptions, Reading, RecordHandler } from './reader';
import { forgetRefusal, isLost, isProven, noteRefusal, refusalOf } from './refusals';
import { awaitedIn, SeenWindow } from './seenWindow';
import type { SeenRecord, WindowFigures } from './seenWindow';
import { showAlike, showsNoOthers } from './selections';

/** Pages that the present may have where pages are small. */
const TAIL_PAGES = 5;

/** Polls in which the same page token may fail before its second begins again. */
const MAX_TOKEN_FAILURES = 3;

/** Pages of a poll that has nothing new, of the usual size. */
const QUIET_PAGES = 12;

/** What a time range is read with. */
interface ReadOptions {
	readonly handle?: RecordHandler;
	readonly maxPages?: number;
	readonly maxRestarts?: number;
	/** Statuses to ask for, where they are not those of the selection. */
	readonly entryStatus?: string[];
	/** Whether a refusal, too, ends no more than this reading. */
	readonly bearsRefusals?: boolean;
	/** Whether it may take no more pages than a poll that finds nothing new. */
	readonly isThrifty?: boolean;
	/** Whether it was left to be read: what fails is divided like any other, and for a selection that is gone the next one is asked. */
	readonly isLeft?: boolean;
}

type ReaderChoice = Pick<ReaderOptions, 'handle' | 'maxPages' | 'maxRestarts' | 'selection' | 'bounds' | 'reach'> & Pick<ReadOptions, 'bearsRefusals' | 'isThrifty'>;

/** A reading across selections, and the one in which it ended. */
export interface RangeReading extends Reading {
	readonly view: View;
}

/** One poll under way: what it goes by, what it has met, and what it will remember. Nothing is stored before its end. */
export class Run {
	/** What will be emitted, with its time. */
	readonly emitted: Array<{ readonly time: number; readonly json: IDataObject }> = [];

	/** As what a record that is new, or has changed, was brought last in this poll. */
	readonly broughtAs = new Map<string, SourceRecord>();

	readonly window: SeenWindow;

	readonly pending: Set<string>;

	/** Behind it no time can be trusted. */
	horizon: number;

	/** What the window held at the beginning. */
	readonly figures: WindowFigures;

	/** Records that have shown a new time, as far as it can be trusted, and all such times. */
	readonly arrivals = new Map<string, number>();

	/** The records that had shown a new time last before this poll, with it. */
	private readonly arrivedBefore: ReadonlyMap<string, number>;

	readonly arrivalTimes: Arrival[] = [];

	/** Records that were met, each with the look in which it came last. */
	readonly met = new Map<string, Look>();

	/** Those of them that no readable time places. */
	readonly timeless = new Set<string>();

	/** Records that were not met before, or not like this. */
	readonly novelties: string[] = [];

	/** Up to here this poll may raise the low watermark. */
	ceiling = Infinity;

	/** Whether the present has been read from beginning to end, and nothing beside it is left to be read. */
	isWhole = false;

	/** Whether everything up to the poll before had been read, so that what is new has come since. */
	isUpToDate = false;

	/** Whether the repeated reading of what is too much for one call begins with this poll. */
	hasBegunRescan = false;

	/** Whether that was in one go. */
	isWindowRead = false;

	/** Whether the time was over before something beside the present could be read. */
	isOutOfTime = false;

	/** What the first page ran into that failed. */
	pageFailure: unknown;

	/** How records look to the selection of an edit, as it has shown them in this poll. */
	looks: ReadonlyMap<string, string> = new Map();

	/** What a page beside the present ran into. */
	trouble: unknown;

	constructor(
		readonly options: WatermarkOptions,
		readonly state: TriggerState,
	) {
		this.window = new SeenWindow(state.seen);
		this.pending = new Set(state.pending);
		this.arrivedBefore = new Map(state.arrivals);
		this.horizon = horizonOf(state.present, state.elapsed);
		this.figures = this.window.figures(this.horizon, options.local + TRUSTED_AHEAD, this.tailShare);
	}

	get pageSize(): number {
		const { pageSize } = this.state.evidence;
		return pageSize === 0 ? PAGE_SIZE : pageSize;
	}

	/**
	 * Records that are read with the present when the whole window is too large: half a page, or the last witnesses. Where pages are
	 * small, fewer, but for those of which nothing says that their time had come at the poll before: what is new may lie before them.
	 */
	private get tailShare(): number {
		const { pageSize, horizon, window, unsureFrom } = this;
		const unsure = window.keysOf(({ second }) => second >= unsureFrom && second <= horizon).length;
		return Math.max(Math.floor(pageSize / 2), Math.min(WITNESSES, TAIL_PAGES * pageSize + unsure));
	}

	/** The first second of which nothing says that it had come at the poll before. */
	get unsureFrom(): number {
		return endOfMark(this.state) - this.state.elapsed.gap + 1;
	}

	/** Pages of a poll that has nothing new. Where pages are tiny, or larger ones take too long, the witnesses alone take more than a dozen. */
	get quietPages(): number {
		const { pageSize, options } = this;
		return Math.max(QUIET_PAGES, Math.ceil((4 * WITNESSES) / Math.min(pageSize, options.memory.limit ?? pageSize)));
	}

	/** The selection in force. */
	get view(): View {
		const view = this.state.views[this.state.views.length - 1];
		if (!view) throw new Error('A trigger state has at least one selection');
		return view;
	}

	/** What the service's clock shows now, as far as anything tells. */
	get estimatedNow(): number | undefined {
		const { local } = this.options;
		const { present } = this.state;
		if (present) return present.second + Math.max(0, local - present.local);
		const { newest } = this.figures;
		return newest !== undefined && Math.abs(newest - local) <= TRUSTED_AHEAD ? local : undefined;
	}

	/** Goes by what the service has reached, where that was not known. */
	know(present: Present): void {
		const { state } = this;
		state.present = { ...present, passed: state.elapsed.passed };
		this.horizon = horizonOf(state.present, state.elapsed);
	}

	/**
	 * Raises the low watermark as far as the present has been read, where this machine's clock allows that: going half the way would forget
	 * the records which say that it is right.
	 */
	raiseLow(second: number): void {
		const { state, options } = this;
		const end = Math.min(second, state.tail?.at ?? Infinity);
		if (end <= endByClock(state.present, options.local)) state.low = Math.max(state.low, end);
	}

	/** The times that are known, as this machine's clock sees them. */
	knownByClock(): KnownTimes {
		const end = this.options.local + TRUSTED_AHEAD;
		return this.window.figures(end, end, 0);
	}

	/** The low watermark that follows from what is known: behind what is sure by the overlap and the length of this poll. */
	followed(): number {
		const { overlap, budget } = this.options;
		const { elapsed, marks, present, low } = this.state;
		const arrivals = withArrivals(this.state.arrivals, this.arrivals);
		const sure = surelyReached({ arrivals, marks, passed: elapsed.passed, reached: reachedBy(present, elapsed) });
		return sure === undefined ? low : Math.max(low, sure - overlap - budget.elapsedSeconds);
	}

	/**
	 * Takes records until the poll is full; what was there at activation is remembered and not emitted.
	 *
	 * @param isPresent whether what is new here tells of the time that the service has reached
	 * @param allBaseline whether nothing here is new but what is known and has changed
	 */
	handler(isPresent: boolean, allBaseline = false): RecordHandler {
		const { budget, event, passes } = this.options;
		const judge = this.judge();
		return (records) => {
			let taken = 0;
			let fresh = false;
			for (const { record, time } of records) {
				if (!budget.hasRoom) break;
				const isBaseline = (allBaseline && !this.window.get(keyOf(record))) || this.isBaseline(record, time);
				const { verdict, isArrival } = judge.judge(record, isBaseline);
				this.met.set(keyOf(record), record.shownBy);
				if (this.timeOf(record) === undefined) this.timeless.add(keyOf(record));
				if (isPresent && (isArrival || this.wasStampedLater(record))) this.noteArrival(record, isBaseline);
				if (verdict !== 'duplicate') {
					fresh = true;
					this.novelties.push(keyOf(record));
					this.awaitInOthers(record);
					this.broughtAs.set(record.id, record);
				}
				if (verdict === 'emit' && passes(record.json, record.shownBy.includeTags)) {
					this.emitted.push({ time: record.updated ?? (event.fires === 'once' ? (record.registered ?? time) : time), json: record.json });
					budget.spend();
				}
				taken += 1;
			}
			return { taken, fresh };
		};
	}

	/** The time that places a record: where each fires once, that of its registration if it has no readable update time. */
	timeOf({ updated, registered }: SourceRecord): number | undefined {
		return updated ?? (this.options.event.fires === 'once' ? registered : undefined);
	}

	judge(): Judge {
		const { event, statuses } = this.options;
		const { window, pending, horizon, figures, state } = this;
		const newest = figures.newest ?? Math.max(state.low, state.present?.second ?? state.low);
		return new Judge({ event, statuses, window, pending, cutoff: state.cutoff, horizon, newest, brought: this.broughtAs });
	}

	/** Reads a time range, each part of it with the selection that is in force there. */
	async read(timeRange: TimeRange, options: ReadOptions = {}): Promise<RangeReading> {
		const { handle = this.handler(true), maxPages = Infinity, entryStatus, isLeft = false, bearsRefusals = false, ...others } = options;
		let next = timeRange;
		let pages = 0;
		while (next.at <= timeRange.end) {
			const own = this.viewAt(next.at);
			const end = Math.min(timeRange.end, own.until ?? LAST_SECOND);
			const view = isLeft ? this.heirAt(next.at) : own;
			if (!view.isGone) {
				const selection = entryStatus ? { ...view.selection, entryStatus } : view.selection;
				const isFormer = view !== this.view;
				// What lies before the low watermark is forgotten, and would come again.
				const reach = timeRange.isBaseline || end + 1 < this.state.low ? end : (own.until ?? LAST_SECOND);
				const choice = { handle, maxPages: maxPages - pages, selection, bounds: view.bounds, reach, ...others };
				const refusal = isFormer ? refusalOf(this.options, view.selection, bearsRefusals) : undefined;
				const reading: Reading = refusal
					? { ended: refusal.error, pages: 0 }
					: await this.reader({ ...choice, bearsRefusals: bearsRefusals || isFormer }).read({ ...next, end });
				if (reading.pages > 0) forgetRefusal(this.options, view.selection);
				pages += reading.pages;
				if (reading.tooSlow !== undefined) noteSlow(this.options.memory, Math.floor(reading.tooSlow / 2));
				const hasFailed = reading.ended !== undefined && !(reading.ended instanceof OutOfTime);
				if (hasFailed && !refusal) this.pageFailure ??= reading.ended;
				if (isFormer && hasFailed && !refusal) noteRefusal(this.options, view.selection, reading.ended);
				const isGone = isFormer && hasFailed && (await catchAs(this.isNotGiven(view.selection, reading.ended, isLeft), OutOfTime));
				if (isGone instanceof OutOfTime) return { ...reading, ended: isGone, pages, view };
				if (isFormer && hasFailed && (!isLeft || isGone)) this.leaveFormer(view, { ...(reading.rest ?? next), end }, isGone, reading.ended);
				else if (reading.rest || reading.ended !== undefined) return { ...reading, pages, view };
			}
			next = { at: end + 1, end: timeRange.end, limit: timeRange.limit };
		}
		return { pages, view: this.view };
	}

	/**
	 * Reads a time range beside the present: what goes wrong there stops nothing else.
	 *
	 * @returns what is left of the range
	 */
	async readBeside(timeRange: TimeRange, options: ReadOptions = {}): Promise<TimeRange[]> {
		const { budget } = this.options;
		if (!budget.mayRead) {
			this.isOutOfTime ||= budget.hasRoom;
			return [timeRange];
		}
		const isPatient = budget.hasMostTime;
		const reading = await this.read(timeRange, { ...options, bearsRefusals: true });
		const { rest, ended, limit } = reading;
		const { end } = timeRange;
		if (ended === undefined) {
			return rest ? [{ ...rest, end, limit }] : [];
		}
		const left: TimeRange = { ...(rest ?? { at: timeRange.at }), end, limit };
		if (ended instanceof OutOfTime) {
			this.isOutOfTime = true;
			// A page that does not come in most of the time of a poll is asked for with fewer records.
			const isSlow = isPatient && reading.pages === 0;
			return [isSlow ? { ...left, limit: smallerThan(limit ?? this.pageSize) } : left];
		}
		this.trouble = ended;
		return this.halved({ ...left, failures: (reading.pages === 0 ? (timeRange.failures ?? 0) : 0) + 1 }, reading.view.bounds);
	}

	/**
	 * The two halves of a range of which a page fails, so that the page stops only itself. A second is asked for in smaller pages;
	 * the list behind a page token that keeps failing may show what is gone, and another end shows what lies behind the page.
	 */
	private halved(timeRange: TimeRange & { readonly failures: number }, bounds: Bounds): TimeRange[] {
		const { at, end, failures, second, limit = this.pageSize } = timeRange;
		if (end <= at) {
			const isStuck = second?.token !== undefined && failures >= MAX_TOKEN_FAILURES;
			const from = isStuck ? beginAgain({ at, second: { ...second, restarts: 0 } }, bounds, 1) : timeRange;
			return [{ ...from, end, failures, limit: smallerThan(limit) }];
		}
		const middle = this.window.middleOf(at, this.horizon > at ? Math.min(end, this.horizon) : end);
		return [
			{ at, end: middle, failures },
			{ at: middle + 1, end, failures: 0 },
		];
	}

	/** What a former selection cannot show now is read beside the present, or where it is gone, by the next one. */
	private leaveFormer(view: View, left: TimeRange, isGone: boolean, error: unknown): void {
		this.trouble = error;
		this.leave(left);
		if (isGone) this.leaveRest(view);
	}

	/**
	 * Whether the service does not give a former selection any longer: it fails again and again, and not because of a page.
	 *
	 * @param mayAsk whether there is time to ask: the present comes first
	 */
	private async isNotGiven(selection: Selection, error: unknown, mayAsk: boolean): Promise<boolean> {
		const { options } = this;
		if (!isLost(options, selection)) return false;
		if (isProven(options, selection, error)) return true;
		if (!mayAsk) return false;
		if (await this.isGiven(selection)) forgetRefusal(options, selection);
		else noteRefusal(options, selection, error, true);
		return isProven(options, selection, error);
	}

	/** Whether the service gives a selection where no record is in the way; where there is no time for its answer, nothing says so. */
	private async isGiven(selection: Selection): Promise<boolean> {
		const { source, budget, isPageFailure, isRefusal } = this.options;
		const asked = source.page(selection, { from: FIRST_SECOND, to: FIRST_SECOND, orderBy: 'updatedAt', orderDirection: 'asc' });
		const page = await asked.catch((error: unknown) => {
			if (isPageFailure(error) || isRefusal(error)) return undefined;
			throw error;
		});
		if (page) budget.pages += 1;
		return page !== undefined;
	}

	/**
	 * What a selection that is gone has not shown is left to the next one. Where that may show other records, its own time is read once
	 * more with it, as a baseline: of what is not known nobody can tell whether it was there before.
	 */
	leaveRest(view: View): void {
		const { state } = this;
		view.isGone = true;
		const { until = LAST_SECOND } = view;
		// A page token shows what it was given for, in the look of the selection that is gone.
		for (const part of [...(state.gaps ?? []), ...(state.rescan?.parts ?? [])]) if (part.at <= until) part.second = undefined;
		const heir = this.heirAt(until).selection;
		// What the heir has shown last in this poll has no other look to wait for.
		const awaited = (record: SeenRecord, key: string) => (showAlike(this.met.get(key) ?? view.selection, heir) ? record : awaitedIn(record, heir));
		if (!showAlike(heir, view.selection)) this.window.update((record, key) => this.asShown(awaited(this.byTime(record, until), key), key));
		if (showsNoOthers(heir, view.selection)) {
			state.views = state.views.filter((one) => one !== view);
			return;
		}
		const from = state.views[state.views.indexOf(view) - 1]?.until ?? -Infinity;
		const own: TimeRange = { at: Math.max(state.low, from + 1), end: until, isBaseline: true };
		if (own.at <= until) this.leave(own);
	}

	/** Leaves a time range to be read beside the present, but for what is left already. */
	leave(timeRange: TimeRange): void {
		const { gaps = [] } = this.state;
		this.state.gaps = [...gaps, ...unreadApart([timeRange], gaps)];
	}

	/** Leaves time ranges to be read beside the present, in place of what was left of their time before, but for a baseline. */
	leaveInstead(timeRanges: readonly TimeRange[]): void {
		const { gaps = [] } = this.state;
		const others = gaps.flatMap((gap) => (gap.isBaseline ? [gap] : unreadApart([gap], timeRanges)));
		this.state.gaps = [...others, ...timeRanges];
	}

	/**
	 * The same record, known by each time that it has shown up to an end, whatever it looks like. Which of them it shows now is not
	 * sure: it may have been stamped ahead before, or a page token may have brought what was overtaken.
	 */
	byTime({ second, prints }: SeenRecord, end = Infinity): SeenRecord {
		const inItsTime = (print: string) => nextContentOf(print, this.heirAt(secondOf(print, second)).selection);
		const known = prints.map((print) => (isTimeless(print) || secondOf(print, second) > end ? print : inItsTime(print)));
		return { second, prints: [...new Set(known)] };
	}

	/** The same record, known by how it looks to the selection of an edit where that was to show next what it has shown in this poll. */
	asShown({ second, prints }: SeenRecord, key: string): SeenRecord {
		const look = this.looks.get(key);
		const awaited = look && nextContentOf(look, this.view.selection);
		return { second, prints: prints.map((print) => (look && print === awaited ? look : print)) };
	}

	/** The selection that a second is read with once those that are gone are forgotten. */
	heirAt(second: number): View {
		return this.state.views.find(({ until, isGone }) => !isGone && (until === undefined || second <= until)) ?? this.view;
	}

	private viewAt(second: number): View {
		return this.state.views.find(({ until }) => until === undefined || second <= until) ?? this.view;
	}

	private reader({ bearsRefusals = false, isThrifty = false, ...options }: ReaderChoice): Reader {
		const { source, budget, isPageFailure, isRefusal, memory } = this.options;
		// A poll that finds nothing new stays cheap; what it has not come to is read by the next ones.
		const isWorthwhile = () => !isThrifty || this.novelties.length > 0 || budget.pages < this.quietPages;
		const isBorne = (error: unknown) => isPageFailure(error) || (bearsRefusals && isRefusal(error));
		const { newest } = this.figures;
		// Little is to be expected behind these seconds; before them, what is known says where the others lie.
		const landmarks = newest === undefined ? [this.horizon] : [newest, this.horizon];
		const landmarkIn = (at: number, to: number) => landmarks.filter((second) => second >= at && second <= to - 2).pop() ?? this.window.middleOf(at, to);
		const knownFrom = (second: number) => this.window.secondsFrom(second);
		return new Reader({ source, budget, isBorne, isWorthwhile, landmarkIn, knownFrom, evidence: this.state.evidence, memory, ...options });
	}

	private isBaseline(record: SourceRecord, time: number): boolean {
		const { baseline } = this.state;
		if (!baseline) return false;
		const shown = this.options.event.fires === 'once' ? (record.registered ?? time) : time;
		const { updated, registered = -Infinity } = record;
		const isUnplaced = updated === undefined ? registered <= (baseline.registered ?? Infinity) : updated > this.horizon;
		// One that was met with another content has changed since the activation began.
		return shown <= baseline.until || (baseline.unplaced && isUnplaced && !this.window.get(keyOf(record)));
	}

	/** Whether the time of a record counts that it has shown before, and it shows an earlier one: that was stamped wrongly. */
	private wasStampedLater(record: SourceRecord): boolean {
		return (this.arrivedBefore.get(keyOf(record)) ?? -Infinity) > (record.updated ?? Infinity);
	}

	/** Where two selections meet, both show a record that no readable time places: the others have still to show what one of them has brought. */
	private awaitInOthers(record: SourceRecord): void {
		const key = keyOf(record);
		const seen = this.window.get(key);
		if (record.updated !== undefined || !seen) return;
		const others = this.state.views.filter(({ selection, isGone }) => !isGone && !showAlike(selection, record.shownBy));
		this.window.set(key, others.reduce((known, { selection }) => awaitedIn(known, selection), seen));
	}

	private noteArrival(record: SourceRecord, isBaseline: boolean): void {
		if (record.updated === undefined) return;
		if (!isBaseline) this.arrivalTimes.push({ updated: record.updated, registered: record.registered });
		if (record.updated > this.horizon) return;
		const key = keyOf(record);
		this.arrivals.delete(key);
		this.arrivals.set(key, record.updated);
	}
}
