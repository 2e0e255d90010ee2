import { keepsUpdateOrder, orError, OutOfTime, PageRefused } from '../shared';
import type { OrderEvidence } from '../shared';
import type { Budget } from './budget';
import { FIRST_SECOND, LAST_SECOND } from './source';
import type { RecordSource, SourcePage, SourceRecord } from './source';
import type { Pass, Position, Selection, Stretch } from './state';

/** What became of the records of a page. */
export interface Intake {
	/** How many of them were taken; fewer than there were when the poll is full. */
	readonly taken: number;
	/** Whether any of them had not been met before. */
	readonly fresh: boolean;
}

/** Takes records that were read completely, earliest change first. */
export type Taker = (records: readonly SourceRecord[]) => Intake;

export interface ReaderOptions {
	readonly source: RecordSource;
	readonly selection: Selection;
	readonly budget: Budget;
	readonly take: Taker;
	readonly evidence: Evidence;
	/** Pages this reader may read in this poll. */
	readonly maxPages?: number;
}

/** What the service's answers have shown of its ways. */
export interface Evidence extends OrderEvidence {
	/** Records on a page that has another after it, as many as it gave at most; the limit that is asked for until one came. */
	pageSize: number;
}

/**
 * A second whose passes differ although none brings anything new is left after so many of them: it is read again with
 * the overlap, and what lies behind it waits.
 */
const MOST_BARREN_PASSES = 3;

/** The same records, earliest change first; the service's order counts within a second. */
function byStamp(records: readonly SourceRecord[]): SourceRecord[] {
	return [...records].sort((a, b) => a.updated - b.updated);
}

/** A number that is the same for the same ids in any order, and hardly for others. */
function digestOf(records: readonly SourceRecord[], digest: number): number {
	let sum = digest;
	for (const { id } of records) {
		let hash = 2_166_136_261;
		for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619);
		sum = (sum + (hash >>> 0) + 1) % Number.MAX_SAFE_INTEGER;
	}
	return sum;
}

/**
 * Reads a term so that nothing in it can be missed, whatever changes meanwhile.
 *
 * Offsets between pages are not trusted: a record that changes leaves its place, the rest moves up, and one record at
 * the edge of a page is never shown. A page is read on its own instead, and reading goes on from the last second it
 * showed. What changes meanwhile gets a later stamp and is met further on. Page tokens are used only inside a second
 * with more records than a page, and such a second is read until two passes over it have met the same records: then
 * none has left its place between them, and nothing new was passed over.
 *
 * Where the service does not keep the order it was asked for, the term is halved until a slice fits a page.
 */
export class Reader {
	private pages = 0;

	constructor(private readonly options: ReaderOptions) {}

	/**
	 * Reads from a position to the end of a stretch.
	 *
	 * @returns where to go on another time, or `undefined` when everything was read
	 */
	async read(stretch: Stretch): Promise<Position | undefined> {
		const { end, ...start } = stretch;
		let position: Position = start;
		while (position.at <= end) {
			if (!this.mayRead) return position;
			const step = await orError(this.step(position, end), OutOfTime);
			if (step instanceof OutOfTime) {
				// Time that runs out after the first page ends the poll early; before it, there is nothing to show for it.
				if (this.options.budget.pages > 0) return position;
				throw step;
			}
			if (step.stopped) return step.position;
			position = step.position;
		}
		return undefined;
	}

	private get mayRead(): boolean {
		return this.options.budget.mayRead && this.pages < (this.options.maxPages ?? Infinity);
	}

	private async step(position: Position, end: number): Promise<Step> {
		if (position.pass) return await this.stepThroughSecond(position, position.pass);
		const { at, narrow } = position;
		const to = Math.min(position.to ?? end, end);
		const page = await this.page(position, to);
		const records = this.within(page, at, to);
		if (page.nextToken === undefined) {
			const step = this.takeAll(records, to + 1);
			const { full = to } = position;
			return step.stopped || to >= full ? step : goOn({ at: to + 1, to: full });
		}
		const last = records[records.length - 1];
		if (last && last.updated > at && keepsUpdateOrder(page.records, 'asc', this.options.evidence)) {
			// The last second of the page may go on: it is read again from its beginning.
			const isCrowd = records[0]?.updated === last.updated;
			const step = this.takeAll(records, last.updated);
			return isCrowd && !step.stopped ? goOn(passesOver({ at: last.updated })) : step;
		}
		// What follows reads the same seconds in another way; but what was shown may have changed until then.
		if (this.options.take(records).taken < records.length) return stop(position);
		if (!narrow && page.records.some(({ updated }) => updated < at)) return goOn({ ...position, narrow: true });
		if (last && last.updated === at) return goOn(passesOver(position));
		const half = at + Math.floor((to - at) / 2);
		const slice = Math.min(sliceEnd(records) ?? Infinity, half);
		return goOn(slice > at ? { at, narrow, to: slice, full: to } : passesOver(position));
	}

	/** One page of a second that has more than one. */
	private async stepThroughSecond(position: Position, pass: Pass): Promise<Step> {
		const { at, narrow, token } = position;
		const page = await orError(this.page(position, at), PageRefused);
		if (page instanceof PageRefused) return goOn(passesOver({ at, narrow }, { ...pass, digest: 0, before: undefined }));
		const records = this.within(page, at, at);
		const intake = this.options.take(records);
		const met = { ...pass, fresh: pass.fresh || intake.fresh, digest: digestOf(records, pass.digest) };
		if (intake.taken < records.length) return stop({ at, narrow, token, pass: { ...pass, fresh: true } });
		if (page.nextToken !== undefined && (page.nextToken !== token || intake.fresh)) {
			return goOn({ at, narrow, token: page.nextToken, pass: met });
		}
		// A single page is one moment of the service: nothing can have moved between its records.
		if (token === undefined || met.digest === met.before) return goOn({ at: at + 1 });
		const barren = met.fresh ? 0 : met.barren + 1;
		if (barren >= MOST_BARREN_PASSES) return goOn({ at: at + 1 });
		return goOn({ at, narrow, pass: { digest: 0, before: met.digest, fresh: false, barren } });
	}

	private takeAll(records: readonly SourceRecord[], next: number): Step {
		const { taken } = this.options.take(records);
		const untaken = records[taken];
		return untaken ? stop({ at: untaken.updated }) : goOn({ at: next });
	}

	private within(page: SourcePage, from: number, to: number): SourceRecord[] {
		return byStamp(page.records.filter(({ updated }) => updated >= from && updated <= to));
	}

	/**
	 * Asks for the seconds from a position to `to`, both included. Whether the service counts the bounds in is not shown,
	 * so a second more is asked for on either side; what lies outside is passed over.
	 */
	private async page({ at, narrow, token }: Position, to: number): Promise<SourcePage> {
		const { source, selection, budget, evidence } = this.options;
		const page = await source.page(selection, {
			from: narrow ? at : Math.max(FIRST_SECOND, at - 1),
			to: Math.min(LAST_SECOND, to + 1),
			token,
			orderBy: 'updatedAt',
			orderDirection: 'asc',
		});
		this.pages += 1;
		budget.pages += 1;
		notePageSize(page, evidence);
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
function passesOver({ at, narrow }: Position, pass: Pass = { digest: 0, fresh: false, barren: 0 }): Position {
	return { at, narrow, pass };
}

/** Where a slice may end that holds half of what one page has shown, earliest change first. */
function sliceEnd(records: readonly SourceRecord[]): number | undefined {
	const first = records[0]?.updated;
	const middle = records[Math.floor(records.length / 2)]?.updated;
	// A page full of one second says nothing of what lies before it; the second next to it is asked for with it.
	return middle === first && middle !== undefined ? middle - 2 : middle;
}

/** Notes how many records fit a page. */
export function notePageSize({ records, nextToken }: SourcePage, evidence: Evidence): void {
	if (nextToken === undefined || records.length === 0) return;
	evidence.pageSize = Math.max(evidence.pageSize, records.length);
}
