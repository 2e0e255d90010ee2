import {
	advance,
	askedAt,
	beginAgain,
	beginPass,
	keepsUpdateOrder,
	noteBounds,
	notePageSize,
	catchAs,
	ORDERS,
	OutOfTime,
	PAGE_SIZE,
	PageRefused,
} from '../../shared';
import type { Bounds, Intake, PlacedRecord, Position, RecordTimes, Seconds } from '../../shared';
import type { Budget } from '../budget';
import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { RecordSource, SourcePage, SourceRecord } from '../source';
import type { Evidence, Selection, TimeRange } from '../state';
import { usualLimit } from './processMemory';
import type { ProcessMemory } from './processMemory';

/** Takes records that were read completely, earliest change first; fewer than there are when the poll is full. */
export type RecordHandler = (records: ReadonlyArray<PlacedRecord<SourceRecord>>) => Intake;

export interface ReaderOptions {
	readonly source: RecordSource;
	readonly selection: Selection;
	readonly budget: Budget;
	readonly handle: RecordHandler;
	readonly evidence: Evidence;
	/** What the service has shown of its bounds in this version; reading adds to it. */
	readonly bounds: Bounds;
	/** Says how many records may be asked for, after larger pages have taken too long or a limit was refused. */
	readonly memory: Pick<ProcessMemory, 'limit' | 'refusesLimit'>;
	/** Tells an error that ends no more than this reading from one that concerns the whole poll. */
	readonly isBorne: (error: unknown) => boolean;
	/** Pages this reader may read in this poll. */
	readonly maxPages?: number;
	/** Whether another page is worth its call. */
	readonly isWorthwhile?: () => boolean;
	/** The last second of which records are taken that are shown beside the range; its own end unless given. */
	readonly reach?: number;
	/** Times that the reading of a crowded second may begin again. */
	readonly maxRestarts?: number;
	/** Where a range from a second to another is cut, should no record of its page say where. */
	readonly landmarkIn?: (at: number, to: number) => number;
	/** The seconds of the records that are known from a second on, earliest first. */
	readonly knownFrom?: (second: number) => ArrayLike<number>;
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

/** Where reading stands after a page. */
interface Step {
	/** Absent when everything was read. */
	readonly position?: Position;
	/** Whether the poll is full. */
	readonly isFull?: boolean;
	/** What ended the reading. */
	readonly ended?: unknown;
}

/** Times that the reading of a crowded second begins again after its token was refused, each time from another end. */
const MAX_RESTARTS = 6;

/** A page that takes so many times as long as the one before is too large. */
const MUCH_LONGER = 3;

/** The times of a page that say something of its order. */
export function timesOf(records: readonly SourceRecord[]): RecordTimes[] {
	return records.flatMap(({ updated, registered }) => (updated === undefined ? [] : [{ updated, registered }]));
}

/** A record with its time, where that lies between two seconds. */
function placedWithin(record: SourceRecord, from: number, to: number): Array<PlacedRecord<SourceRecord>> {
	const { updated: time } = record;
	return time !== undefined && time >= from && time <= to ? [{ record, time }] : [];
}

/** Reads a time range page by page, as far as the poll goes: which page comes next is said by the cursor. */
export class Reader {
	private pages = 0;

	private limit: number | undefined;

	/** Milliseconds that the last page took. */
	private lastPage: number | undefined;

	private tooSlow: number | undefined;

	constructor(private readonly options: ReaderOptions) {}

	/** Reads from a position to the end of a time range, or until something ends it. */
	async read({ end, limit, ...start }: TimeRange): Promise<Reading> {
		this.limit = limit;
		let position: Position | undefined = start;
		while (position && position.at <= end) {
			if (!this.mayRead(position)) return this.reading(position);
			const step: Step = await this.tryStep(position, end);
			if (step.isFull || step.ended !== undefined) return { ...this.reading(step.position), ended: step.ended };
			position = step.position;
		}
		return this.reading(undefined);
	}

	private reading(rest: Position | undefined): Reading {
		return { rest, limit: this.limit, tooSlow: this.tooSlow, pages: this.pages };
	}

	private async tryStep(position: Position, end: number): Promise<Step> {
		return await this.step(position, end).catch((error: unknown) => {
			if (error instanceof OutOfTime || this.options.isBorne(error)) return { position, ended: error };
			throw error;
		});
	}

	private mayRead({ second }: Position): boolean {
		const { budget, maxPages = Infinity, isWorthwhile = () => true } = this.options;
		// What has outlived its token is read through: the next token would not live until the next poll, either.
		const hasBegunAgain = second !== undefined && second.restarts > 0;
		return budget.mayRead && (hasBegunAgain || this.pages < maxPages) && isWorthwhile();
	}

	private async step(from: Position, end: number): Promise<Step> {
		const { bounds, evidence, landmarkIn, knownFrom, handle, maxRestarts = MAX_RESTARTS, reach = end } = this.options;
		const position = this.withLimit(from);
		const { second } = position;
		const asked = askedAt(position, { end, bounds });
		const limit = this.limitOf(second);
		const page = await catchAs(this.page(asked, second, limit), PageRefused);
		if (page instanceof PageRefused) {
			if (page.reason === 'limit' && limit !== undefined) return { position: this.withoutLimit(position) };
			if (!second) throw page;
			// What small pages have not shown while a token lived, pages of the usual size may.
			this.limit = undefined;
			return { position: beginAgain(position, bounds, maxRestarts) };
		}
		// The pages of a second may come in another order.
		const isOrdered = !second && keepsUpdateOrder(timesOf(page.records), 'asc', evidence);
		const most = Math.min(limit ?? PAGE_SIZE, evidence.pageSize || PAGE_SIZE);
		const knownToFit = (at: number) => (knownFrom?.(at - 1)[most] ?? Infinity) - 2;
		const { records, next } = advance(position, page, { end, asked, bounds, isOrdered, fallback: 'passes', landmarkIn, knownToFit });
		const intake = handle(records);
		// What is shown behind that is taken as well: by its turn it may be hidden behind a crowd.
		if (intake.taken === records.length) handle(page.records.flatMap((record) => placedWithin(record, asked.to, reach)));
		return { position: next(intake), isFull: intake.taken < records.length };
	}

	/** A page token keeps the number of records it was given with: for smaller pages a second begins again, without it. */
	private withLimit(position: Position): Position {
		const { limit } = this;
		const { at, second } = position;
		if (!second) return position;
		if (second.token === undefined) return { at, second: { ...second, limit } };
		const isSmaller = limit !== undefined && limit < (second.limit ?? Infinity);
		return isSmaller ? this.afresh(at, second) : position;
	}

	/** Records to ask for on a page. */
	private limitOf(pass: Position['second']): number | undefined {
		return (pass?.token === undefined ? this.limit : pass.limit) ?? usualLimit(this.options.memory);
	}

	/** The same position for a service that has refused a limit: from then on it is left out. */
	private withoutLimit(position: Position): Position {
		this.options.memory.refusesLimit = true;
		this.limit = undefined;
		const { at, second } = position;
		return second ? this.afresh(at, second) : position;
	}

	/** The beginning of a pass that is under way, with the number of records that are asked for now. */
	private afresh(at: number, second: NonNullable<Position['second']>): Position {
		return beginPass(at, this.options.bounds, { ...second, digest: 0, token: undefined, limit: this.limit });
	}

	private async page(asked: Seconds, pass: Position['second'], limit: number | undefined): Promise<SourcePage> {
		const { source, selection, budget, evidence, bounds } = this.options;
		const { token, order = 0 } = pass ?? {};
		const before = budget.milliseconds;
		const range = { from: Math.max(FIRST_SECOND, asked.from), to: Math.min(LAST_SECOND, asked.to) };
		const request = source.page(selection, { ...range, token, limit, ...(ORDERS[order] ?? ORDERS[0]) });
		const page = await request.catch((error: unknown) => {
			if (error instanceof OutOfTime && before > MUCH_LONGER * (this.lastPage ?? Infinity)) this.tooSlow = limit;
			throw error;
		});
		this.lastPage = before - budget.milliseconds;
		this.pages += 1;
		budget.pages += 1;
		if (token === undefined) noteBounds(page, asked, bounds);
		if (this.limit === undefined) notePageSize(page, evidence);
		// Where a smaller page has come, a larger one is tried next.
		else if (token === undefined) this.limit = this.larger(this.limit);
		return page;
	}

	private larger(limit: number): number | undefined {
		const { memory } = this.options;
		if (memory.limit !== undefined) return Math.max(limit, Math.min(2 * limit, memory.limit));
		return limit * 2 < PAGE_SIZE ? limit * 2 : undefined;
	}
}
