import { keepsUpdateOrder, orError, OutOfTime, PageRefused } from '../../shared';
import type { RecordTimes } from '../../shared';
import type { Budget } from '../budget';
import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { RecordSource, SourcePage, SourceRecord } from '../source';
import type { Bounds, Evidence, Pass, Position, Selection, Stretch } from '../state';

/** A record of a page with its place in time: its own, or for one without a readable time that of the page request. */
export interface PlacedRecord {
	readonly record: SourceRecord;
	readonly time: number;
}

/** What became of the records of a page. */
export interface Intake {
	/** How many of them were taken; fewer than there were when the poll is full. */
	readonly taken: number;
	/** Whether any of them had not been met before. */
	readonly fresh: boolean;
}

/** Takes records that were read completely, earliest change first. */
export type RecordHandler = (records: readonly PlacedRecord[]) => Intake;

export interface ReaderOptions {
	readonly source: RecordSource;
	readonly selection: Selection;
	readonly budget: Budget;
	readonly handle: RecordHandler;
	readonly evidence: Evidence;
	/** What the service has shown of its bounds in this version; reading adds to it. */
	readonly bounds: Bounds;
	/** Records that a page may have. */
	readonly fullPage: number;
	/** Records to ask for at most, after larger pages have taken too long. */
	readonly maxLimit: number | undefined;
	/** Tells an error that ends no more than this reading from one that concerns the whole poll. */
	readonly isBorne: (error: unknown) => boolean;
	/** Pages this reader may read in this poll. */
	readonly maxPages?: number;
	/** Whether another page is worth its call. */
	readonly isWorthwhile?: () => boolean;
	/** Times that the reading of a crowded second may begin again. */
	readonly maxRestarts?: number;
	/** Seconds behind which little is to be expected, earliest first: ranges are cut there where no record says where. */
	readonly landmarks?: readonly number[];
}

/** What a reading came to. */
export interface Reading {
	/** Where to go on another time; absent when everything was read. */
	readonly rest?: Position;
	/** Records to ask for on a page then, where it cannot be the usual number. */
	readonly limit?: number;
	/** Records that were asked for when the page took so much longer than the one before that the time was over. */
	readonly tooSlow?: number;
	/** What ended it, unless it was the number of pages or records: a page that failed, or the time. */
	readonly ended?: unknown;
	/** Pages that were read. */
	readonly pages: number;
}

/**
 * A second whose passes differ although none brings anything new is left after so many of them: it is read again with
 * the overlap, and what lies behind it waits.
 */
const MAX_BARREN_PASSES = 3;

/**
 * Times that the reading of a crowded second begins again after its token was refused, each time from another end: a token
 * lives for six hours, and the next poll may be a day away.
 */
const MAX_RESTARTS = 6;

/** A page that takes so many times as long as the one before is too large. */
const MUCH_LONGER = 3;

/** The orders in which the pages of a crowded second can be asked for: each shows other records first. */
const ORDERS = [
	{ orderBy: 'updatedAt', orderDirection: 'asc' },
	{ orderBy: 'updatedAt', orderDirection: 'desc' },
	{ orderBy: 'registeredAt', orderDirection: 'asc' },
	{ orderBy: 'registeredAt', orderDirection: 'desc' },
] as const;

const FIRST_PASS: Omit<Pass, 'from' | 'to'> = { order: 0, digest: 0, fresh: false, barren: 0, restarts: 0 };

/** The times of a page that say something of its order. */
export function timesOf(records: readonly SourceRecord[]): RecordTimes[] {
	return records.flatMap(({ updated, registered }) => (updated === undefined ? [] : [{ updated, registered: registered ?? updated }]));
}

/** A number that is the same for the same ids in any order, and hardly for others. */
function digestOf(records: readonly PlacedRecord[], digest: number): number {
	let sum = digest;
	for (const { record } of records) {
		const { id } = record;
		let hash = 2_166_136_261;
		for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619);
		sum = (sum + (hash >>> 0) + 1) % Number.MAX_SAFE_INTEGER;
	}
	return sum;
}

/**
 * Reads a time range so that nothing in it can be missed, whatever changes meanwhile.
 *
 * Offsets between pages are not trusted: a record that changes leaves its place, the rest moves up, and one record at
 * the edge of a page is never shown. A page is read on its own instead, and reading goes on from the last second it
 * showed. What changes meanwhile gets a later time and is met further on. Page tokens are used only inside a second
 * with more records than a page, and such a second is read until two passes over it have met the same records: then
 * none has left its place between them, and nothing new was skipped.
 *
 * Where the service does not keep the order it was asked for, the range is halved until a slice fits a page.
 */
export class Reader {
	private pages = 0;

	private limit: number | undefined;

	/** Milliseconds that the last page took. */
	private lastPage: number | undefined;

	private tooSlow: number | undefined;

	constructor(private readonly options: ReaderOptions) {}

	/** Reads from a position to the end of a stretch, or until something ends it. */
	async read(stretch: Stretch): Promise<Reading> {
		const { end, limit, ...start } = stretch;
		this.limit = limit;
		let position: Position = start;
		while (position.at <= end) {
			if (!this.mayRead) return this.reading(position);
			const step = await this.tryStep(position, end);
			if ('ended' in step) return { ...this.reading(position), ended: step.ended };
			if (step.stopped) return this.reading(step.position);
			position = step.position;
		}
		return this.reading(undefined);
	}

	private reading(rest: Position | undefined): Reading {
		return { rest, limit: this.limit, tooSlow: this.tooSlow, pages: this.pages };
	}

	private async tryStep(position: Position, end: number): Promise<Step | { ended: unknown }> {
		return await this.step(position, end).catch((error: unknown) => {
			if (error instanceof OutOfTime || this.options.isBorne(error)) return { ended: error };
			throw error;
		});
	}

	private get mayRead(): boolean {
		const { budget, maxPages = Infinity, isWorthwhile = () => true } = this.options;
		return budget.mayRead && this.pages < maxPages && isWorthwhile();
	}

	private async step(position: Position, end: number): Promise<Step> {
		if (position.pass) return await this.stepThroughSecond(position, position.pass);
		const { at } = position;
		const to = Math.min(position.to ?? end, end);
		const asked = this.around(at, to);
		const page = await this.page(asked);
		const records = this.within(page, at, to);
		const isOrdered = keepsUpdateOrder(timesOf(page.records), 'asc', this.options.evidence);
		// In order, a record behind the end says that everything before it has been shown.
		if (page.nextToken === undefined || (isOrdered && page.records.some(({ updated = to }) => updated > to))) {
			const step = this.takeAll(records, to + 1);
			const { full = to, isBlind } = position;
			if (step.stopped || to >= full) return step;
			return goOn(isBlind ? this.nextBlindly(position.at, to, full) : { at: to + 1, to: full });
		}
		const times = records.flatMap(({ record, time }) => (record.updated === undefined ? [] : [time]));
		const first = times[0];
		const last = times[times.length - 1];
		if (last !== undefined && last > at && isOrdered) {
			// The last second of the page may go on: it is read again from its beginning.
			const step = this.takeAll(records, last);
			return first === last && !step.stopped ? goOn(this.beginPass(last)) : step;
		}
		// What follows reads the same seconds in another way; but what was shown may have changed until then.
		if (this.options.handle(records).taken < records.length) return stop(position);
		// What lies next to the range need not be asked for any more.
		if (!isEqualRange(this.around(at, to), asked)) return goOn(position);
		if (last === at) return goOn(this.beginPass(at));
		const half = at + Math.floor((to - at) / 2);
		const isBlind = times.length === 0;
		const slice = Math.min(sliceEnd(times) ?? this.landmarkIn(at, to) ?? half, Math.max(half, to - 1));
		return goOn(slice > at ? { at, to: slice, full: position.full ?? to, isBlind } : this.beginPass(at));
	}

	private landmarkIn(at: number, to: number): number | undefined {
		return this.options.landmarks?.filter((second) => second >= at && second < to).pop();
	}

	/** The slice that follows one which fitted a page, where records do not say how far apart they are. */
	private nextBlindly(from: number, to: number, full: number): Position {
		const at = to + 1;
		const bounds = this.options.landmarks?.filter((second) => second > at) ?? [];
		const [next = full] = bounds;
		const isBeyond = bounds.length < (this.options.landmarks?.length ?? 0);
		const end = Math.min(full, next, isBeyond ? Infinity : to + 2 * (at - from));
		return { at, to: end, full, isBlind: true };
	}

	/** One page of a second that has more than one. */
	private async stepThroughSecond(position: Position, pass: Pass): Promise<Step> {
		const { at, token } = position;
		const page = await orError(this.page({ ...pass, token }), PageRefused);
		if (page instanceof PageRefused) return this.restart(at, pass);
		const records = this.within(page, at, at);
		const intake = this.options.handle(records);
		const met = { ...pass, fresh: pass.fresh || intake.fresh, digest: digestOf(records, pass.digest) };
		if (intake.taken < records.length) return stop({ at, token, pass: { ...pass, fresh: true } });
		if (page.nextToken !== undefined && (page.nextToken !== token || intake.fresh)) {
			// What lies next to the second need not be asked for any more.
			if (token === undefined && !isEqualRange(this.around(at, at), pass)) return goOn(this.beginPass(at, pass));
			return goOn({ at, token: page.nextToken, pass: met });
		}
		// A single page is one moment of the service: nothing can have moved between its records.
		if (token === undefined || met.digest === met.before) return goOn({ at: at + 1 });
		const barren = met.fresh ? 0 : met.barren + 1;
		if (barren >= MAX_BARREN_PASSES) return goOn({ at: at + 1 });
		return goOn({ at, pass: { ...met, digest: 0, before: met.digest, fresh: false, barren } });
	}

	/** Begins a crowded second again from another end, or leaves it where that has not helped. */
	private restart(at: number, pass: Pass): Step {
		const restarts = pass.restarts + 1;
		if (restarts > (this.options.maxRestarts ?? MAX_RESTARTS)) return goOn({ at: at + 1 });
		return goOn(this.beginPass(at, { ...FIRST_PASS, order: (pass.order + 1) % ORDERS.length, restarts }));
	}

	/** The beginning of the reading of a second by its pages. */
	private beginPass(at: number, pass: Omit<Pass, 'from' | 'to'> = FIRST_PASS): Position {
		return { at, pass: { ...pass, ...this.around(at, at) } };
	}

	private takeAll(records: readonly PlacedRecord[], next: number): Step {
		const { taken } = this.options.handle(records);
		const untaken = records[taken];
		return untaken ? stop({ at: untaken.time }) : goOn({ at: next });
	}

	/** The records of some seconds, earliest first; the service's order counts within a second. */
	private within(page: SourcePage, from: number, to: number): PlacedRecord[] {
		const placed = page.records.map((record) => ({ record, time: record.updated ?? from }));
		return placed.filter(({ time }) => time >= from && time <= to).sort((a, b) => a.time - b.time);
	}

	/**
	 * What to ask for so as to be shown the seconds from `at` to `to`, both included: a second more on either side, as long as the
	 * service has not shown that it counts that bound in (the spec does not say).
	 */
	private around(at: number, to: number): AskedRange {
		const { isFromIncluded, isToIncluded } = this.options.bounds;
		return { from: isFromIncluded ? at : Math.max(FIRST_SECOND, at - 1), to: isToIncluded ? to : Math.min(LAST_SECOND, to + 1) };
	}

	private async page({ from, to, token, order = 0 }: AskedRange & { token?: string; order?: number }): Promise<SourcePage> {
		const { source, selection, budget, evidence, fullPage, bounds } = this.options;
		const limit = this.limit ?? (evidence.refusesLimit ? undefined : fullPage);
		const before = budget.milliseconds;
		const asked = orError(source.page(selection, { from, to, token, limit, ...(ORDERS[order] ?? ORDERS[0]) }), PageRefused);
		const page = await asked.catch((error: unknown) => {
			if (error instanceof OutOfTime && before > MUCH_LONGER * (this.lastPage ?? Infinity)) this.tooSlow = limit;
			throw error;
		});
		this.lastPage = before - budget.milliseconds;
		if (page instanceof PageRefused) {
			if (page.reason !== 'limit' || limit === undefined) throw page;
			evidence.refusesLimit = true;
			this.limit = undefined;
			return await this.page({ from, to, token, order });
		}
		this.pages += 1;
		budget.pages += 1;
		if (token === undefined) noteBounds(page, { from, to }, bounds);
		if (this.limit === undefined) notePageSize(page, evidence);
		// Where a smaller page has come, a larger one is tried next.
		else this.limit = this.larger(this.limit);
		return page;
	}

	private larger(limit: number): number | undefined {
		const { fullPage, maxLimit } = this.options;
		if (maxLimit !== undefined) return Math.max(limit, Math.min(2 * limit, maxLimit));
		return limit * 2 < fullPage ? limit * 2 : undefined;
	}
}

/** The seconds that a request names. */
interface AskedRange {
	readonly from: number;
	readonly to: number;
}

function isEqualRange(a: AskedRange, b: AskedRange): boolean {
	return a.from === b.from && a.to === b.to;
}

/** Where reading stands after a page. */
interface Step {
	readonly position: Position;
	/** Whether this poll reads no further. */
	readonly stopped: boolean;
}

function goOn(position: Position): Step {
	return { position, stopped: false };
}

function stop(position: Position): Step {
	return { position, stopped: true };
}

/** Where a slice may end that holds half of what one page has shown, by its times, earliest first. */
function sliceEnd(times: readonly number[]): number | undefined {
	const first = times[0];
	const middle = times[Math.floor(times.length / 2)];
	// A page full of one second says nothing of what lies before it.
	return middle === first && middle !== undefined ? middle - 1 : middle;
}

/** Notes which bounds the service counts in, as far as records on them show it. */
function noteBounds({ records }: SourcePage, { from, to }: AskedRange, bounds: Bounds): void {
	if (records.some(({ updated }) => updated === from)) bounds.isFromIncluded = true;
	if (records.some(({ updated }) => updated === to)) bounds.isToIncluded = true;
}

/** Notes how many records fit a page. */
export function notePageSize({ records, nextToken }: SourcePage, evidence: Evidence): void {
	if (nextToken === undefined || records.length === 0) return;
	evidence.pageSize = Math.max(evidence.pageSize, records.length);
}
