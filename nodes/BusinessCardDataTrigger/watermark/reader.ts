import { keepsUpdateOrder, orError, OutOfTime, PageRefused } from '../../shared';
import type { RecordTimes } from '../../shared';
import type { Budget } from '../budget';
import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { RecordSource, SourcePage, SourceRecord } from '../source';
import type { Evidence, Pass, Position, Selection, Stretch } from '../state';

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
	/** Records that a page may have. */
	readonly fullPage: number;
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

/** The orders in which the pages of a crowded second can be asked for: each shows other records first. */
const ORDERS = [
	{ orderBy: 'updatedAt', orderDirection: 'asc' },
	{ orderBy: 'updatedAt', orderDirection: 'desc' },
	{ orderBy: 'registeredAt', orderDirection: 'asc' },
	{ orderBy: 'registeredAt', orderDirection: 'desc' },
] as const;

const FIRST_PASS: Pass = { order: 0, digest: 0, fresh: false, barren: 0, restarts: 0 };

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
		return { rest, limit: this.limit, pages: this.pages };
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
		const { at, narrow } = position;
		const to = Math.min(position.to ?? end, end);
		const page = await this.page(position, to);
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
			return first === last && !step.stopped ? goOn(beginPass({ at: last })) : step;
		}
		// What follows reads the same seconds in another way; but what was shown may have changed until then.
		if (this.options.handle(records).taken < records.length) return stop(position);
		if (!narrow && page.records.some(({ updated = at }) => updated < at)) return goOn({ ...position, narrow: true });
		if (last === at) return goOn(beginPass(position));
		const half = at + Math.floor((to - at) / 2);
		const isBlind = times.length === 0;
		// What lies next to the end of a slice is asked for with it, so a longer one would meet the same crowd.
		const isCrowdBehind = page.records.every(({ updated = to }) => updated > to);
		const blind = isCrowdBehind ? to - 2 : (this.landmarkIn(at, to) ?? half);
		const slice = Math.min(sliceEnd(times) ?? blind, Math.max(half, to - 2));
		return goOn(slice > at ? { at, narrow, to: slice, full: position.full ?? to, isBlind } : beginPass(position));
	}

	private landmarkIn(at: number, to: number): number | undefined {
		return this.options.landmarks?.filter((second) => second >= at && second <= to - 2).pop();
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
		const { at, narrow, token } = position;
		const page = await orError(this.page(position, at), PageRefused);
		if (page instanceof PageRefused) return this.restart(position, pass);
		const records = this.within(page, at, at);
		const intake = this.options.handle(records);
		const met = { ...pass, fresh: pass.fresh || intake.fresh, digest: digestOf(records, pass.digest) };
		if (intake.taken < records.length) return stop({ at, narrow, token, pass: { ...pass, fresh: true } });
		if (page.nextToken !== undefined && (page.nextToken !== token || intake.fresh)) {
			return goOn({ at, narrow, token: page.nextToken, pass: met });
		}
		// A single page is one moment of the service: nothing can have moved between its records.
		if (token === undefined || met.digest === met.before) return goOn({ at: at + 1 });
		const barren = met.fresh ? 0 : met.barren + 1;
		if (barren >= MAX_BARREN_PASSES) return goOn({ at: at + 1 });
		return goOn({ at, narrow, pass: { ...met, digest: 0, before: met.digest, fresh: false, barren } });
	}

	/** Begins a crowded second again from another end, or leaves it where that has not helped. */
	private restart({ at, narrow }: Position, pass: Pass): Step {
		const restarts = pass.restarts + 1;
		if (restarts > (this.options.maxRestarts ?? MAX_RESTARTS)) return goOn({ at: at + 1 });
		return goOn(beginPass({ at, narrow }, { ...FIRST_PASS, order: (pass.order + 1) % ORDERS.length, restarts }));
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
	 * Asks for the seconds from a position to `to`, both included. Whether the service counts the bounds in is not shown,
	 * so a second more is asked for on either side; what lies outside is skipped.
	 */
	private async page(position: Position, to: number): Promise<SourcePage> {
		const { source, selection, budget, evidence, fullPage } = this.options;
		const { at, narrow, token, pass } = position;
		const limit = this.limit ?? (evidence.refusesLimit ? undefined : fullPage);
		const page = await orError(
			source.page(selection, {
				from: narrow ? at : Math.max(FIRST_SECOND, at - 1),
				to: Math.min(LAST_SECOND, to + 1),
				token,
				limit,
				...(ORDERS[pass?.order ?? 0] ?? ORDERS[0]),
			}),
			PageRefused,
		);
		if (page instanceof PageRefused) {
			if (page.reason !== 'limit' || limit === undefined) throw page;
			evidence.refusesLimit = true;
			this.limit = undefined;
			return await this.page(position, to);
		}
		this.pages += 1;
		budget.pages += 1;
		if (this.limit === undefined) notePageSize(page, evidence);
		// Where a smaller page has come, a larger one is tried next.
		else this.limit = this.limit * 2 < fullPage ? this.limit * 2 : undefined;
		return page;
	}
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

/** The beginning of the reading of a second by its pages. */
function beginPass({ at, narrow }: Position, pass: Pass = FIRST_PASS): Position {
	return { at, narrow, pass };
}

/** Where a slice may end that holds half of what one page has shown, by its times, earliest first. */
function sliceEnd(times: readonly number[]): number | undefined {
	const first = times[0];
	const middle = times[Math.floor(times.length / 2)];
	// A page full of one second says nothing of what lies before it; the second next to it is asked for with it.
	return middle === first && middle !== undefined ? middle - 2 : middle;
}

/** Notes how many records fit a page. */
export function notePageSize({ records, nextToken }: SourcePage, evidence: Evidence): void {
	if (nextToken === undefined || records.length === 0) return;
	evidence.pageSize = Math.max(evidence.pageSize, records.length);
}
