import type { IDataObject } from 'n8n-workflow';
import { MeasuredConcurrency, NARROW } from './concurrency';
import type { Concurrency } from './concurrency';
import type { ServiceRequest } from '../../http/client';
import { PAGE_SIZE } from '../../api/versions';
import { stampToSeconds } from '../../values/dateTime';
import type { EndableListService } from '../page';
import { ListSource } from '../pageWalk';
import { Slice } from './slice';
import type { Part } from './slice';
import { boundedAt, BOUNDS, inDirection, OPPOSITE, timesOf } from './timeRange';
import type { Direction } from './timeRange';
import { TimeRangeKnowledge, TimeRangeReading } from './timeRangeReading';
import type { TimeRange } from './timeRangeReading';
import { keepsUpdateOrder } from './updateOrder';

/**
 * Pages that are held at most because those before them are still to come. The slices that are read at once have as many
 * together: longer ones would stop each other, and the fewer there are, the fewer pages are not full.
 */
const MAX_PAGES_AHEAD = 100;

/** So much of a page has to be left for a reader from the other end: less may be nothing at all, and cost a call for it. */
const SMALLEST_REST = 0.2;

/** So much is left for two readers that go towards each other and read a page each: where it is a little more, they still meet. */
const TWO_PAGES = 1.7;

/** The same for one that reads a page between two others. */
const ONE_PAGE = 0.8;

/**
 * In a list of fewer pages a call weighs more than a round trip: it stays one slice, so that only the page where its two
 * readers meet is not full. A longer list is cut.
 */
const SHORT_LIST_PAGES = 20;

/** Crowded seconds are read again while records leave them, but not for ever. */
const MAX_REREADINGS = 5;

/** How a time range is to be read. */
export interface TimeRangeReadingOptions {
	/** The order of the list. */
	readonly direction: Direction;
	/** Records wanted; `Infinity` for all. */
	readonly most: number;
	/** How many calls may be on their way at once; as many as it takes to use up the allowance, unless said. */
	readonly concurrency?: Concurrency;
}

/**
 * Reads a list of a time range that is sorted by update, in slices that are read side by side.
 *
 * It begins with one reader. Where answers take longer than the allowance asks for, every slice is read from both ends, so
 * that only the page where two readers meet is not full; the last page of the list tells how far it goes. Free places are
 * filled: the slice with the most left is cut, and two more readers begin where it is cut. Records are handed on in the
 * order of the list, and no reader gets far ahead of what was handed on.
 *
 * Nothing is lost when records change meanwhile: a change moves a record to the newest end, and that end is looked at
 * again when the responses of all slices are there.
 */
class SliceReader {
	private readonly known = new TimeRangeKnowledge();

	private readonly source: ListSource;

	/** What was not handed on yet, in the order of the list. */
	private line: Part[];

	private readonly calls = new Set<Promise<void>>();

	private failure: { readonly error: unknown } | undefined;

	/** Ends the calls that are on their way, or wait for the allowance, when nobody needs their answers any more. */
	private readonly ending = new AbortController();

	/** The last seconds that pages which are on their way begin with, read from the end of the slice that has it. */
	private readonly ends = new Set<number | undefined>();

	/** So many pages may have been read without a change that nobody meets. One reader meets them all upwards, at the end. */
	private stillPages: number;

	/** Whether the newest end was looked at since other slices were read. */
	private hasLooked = false;

	private rereadings = 0;

	constructor(
		service: EndableListService,
		private readonly request: ServiceRequest,
		private readonly options: Required<TimeRangeReadingOptions>,
	) {
		this.source = new ListSource(service.endedBy(this.ending.signal), Math.min(PAGE_SIZE, options.most), (former) => {
			this.known.suspectRanges.hasLeft(stampToSeconds(former) ?? NaN);
		});
		this.line = [this.slice(options.direction)];
		this.stillPages = options.direction === 'asc' ? Infinity : 1;
	}

	/** @yields the new records of each page, at least one */
	async *read(): AsyncGenerator<IDataObject[], void, void> {
		try {
			yield* this.records();
		} finally {
			this.ending.abort();
		}
	}

	private async *records(): AsyncGenerator<IDataObject[], void, void> {
		let left = this.options.most;
		while (left > 0) {
			this.fillPlaces();
			const records = this.takeReady()?.slice(0, left);
			if (records) {
				left -= records.length;
				yield records;
			} else if (this.calls.size > 0) {
				await Promise.race(this.calls);
			} else {
				return;
			}
			if (this.failure) throw this.failure.error;
		}
	}

	private slice(direction: Direction, timeRange: TimeRange = {}, perSecond?: number): Slice {
		const isAsked = direction === this.options.direction;
		const directed = isAsked ? this.request : inDirection(this.request, direction);
		const reading = new TimeRangeReading(directed, direction, this.known, timeRange, perSecond);
		return new Slice(reading, this.source, this.known, !isAsked);
	}

	private takeReady(): IDataObject[] | undefined {
		for (;;) {
			const [front] = this.line;
			const records = front?.ready.shift();
			if (records || !front?.hasEnded) return records;
			this.line.shift();
		}
	}

	/** Those that are still being read. */
	private get slices(): Slice[] {
		return this.line.filter((part): part is Slice => part instanceof Slice && !part.hasEnded);
	}

	private get pagesAhead(): number {
		return this.line.reduce((pages, { ready }) => pages + ready.length, this.calls.size);
	}

	private fillPlaces(): void {
		while (this.calls.size < this.options.concurrency.calls) {
			const work = this.nextPage() ?? this.remaining();
			if (work) this.launch(work);
			else if (!this.cut()) return;
		}
	}

	private launch(work: () => Promise<void>): void {
		const call = this.options.concurrency
			.watch(work)
			.catch((error: unknown) => {
				this.failure ??= { error };
				this.ending.abort();
			})
			.finally(() => this.calls.delete(call));
		this.calls.add(call);
	}

	/** The first page that may be read: that of the front reader always, the others as long as not too much is held. */
	private nextPage(): (() => Promise<void>) | undefined {
		const isFull = this.pagesAhead >= MAX_PAGES_AHEAD;
		for (const [place, slice] of this.slices.entries()) {
			if (place > 0 && isFull) return undefined;
			if (!slice.isBusy && !this.isAwaited(slice)) return async () => await slice.readPage();
			if (!isFull && this.hasEndToRead(slice)) return async () => await this.readEnd(slice);
		}
		return undefined;
	}

	/** Whether a page that is on its way from the end of a slice may be all that is left of it. */
	private isAwaited({ lastSecond, pagesLeft }: Slice): boolean {
		return this.ends.has(lastSecond) && (lastSecond === undefined || pagesLeft < 1 + SMALLEST_REST);
	}

	private hasEndToRead(slice: Slice): boolean {
		const { isOneWay, isInOrder, lastSecond, pagesLeft } = slice;
		if (this.options.concurrency.calls === 1 || isOneWay || this.ends.has(lastSecond)) return false;
		return (lastSecond !== undefined || isInOrder) && pagesLeft > 1 + SMALLEST_REST;
	}

	/** Cuts the slice with the most left, where there is something that nobody reads yet; true when it did. */
	private cut(): boolean {
		const { slices } = this;
		const pagesInAll = slices.reduce((pages, { pagesLeft }) => pages + pagesLeft, this.known.questions);
		const [longest] = slices.sort((a, b) => b.pagesLeft - a.pagesLeft);
		if (!longest || pagesInAll < SHORT_LIST_PAGES || this.pagesAhead >= MAX_PAGES_AHEAD) return false;
		const { perSecond, lastSecond: end } = longest;
		const start = longest.secondAfter(this.pagesToCut(longest));
		if (start === undefined) return false;
		longest.endBefore(start);
		this.line.splice(this.line.indexOf(longest) + 1, 0, this.slice(this.options.direction, { start, end }, perSecond));
		return true;
	}

	/** How much of a slice lies before the second at which it is cut; none where what is on its way is all that is left. */
	private pagesToCut({ pagesLeft, isBusy, lastSecond }: Slice): number {
		const { calls } = this.options.concurrency;
		const onTheWay = Number(isBusy) + Number(this.ends.has(lastSecond));
		if (pagesLeft <= onTheWay) return 0;
		// One page is enough between two others, and reaches a little into both.
		if (onTheWay === 2 && pagesLeft < onTheWay + ONE_PAGE) return (pagesLeft - 1) / 2;
		const pairs = 1 + Math.ceil((calls - this.calls.size) / 2);
		const pieces = Math.min(pairs, Math.max(2, Math.ceil(pagesLeft / TWO_PAGES)));
		return Math.min(pagesLeft / pieces, (2 * MAX_PAGES_AHEAD) / calls);
	}

	/** Reads a page of a slice from its end; its earliest second may go on before the page. */
	private async readEnd({ lastSecond, reached }: Slice): Promise<void> {
		const { known, options } = this;
		const opposite = OPPOSITE[options.direction];
		const { start, end, step } = BOUNDS[opposite];
		const all = inDirection(this.request, opposite);
		// A second more, as everywhere: whether the bound belongs to what is shown is open.
		const begun = lastSecond === undefined ? all : boundedAt(all, start, lastSecond - step);
		const request = reached === undefined ? begun : boundedAt(begun, end, reached + step);
		this.ends.add(lastSecond);
		const page = await this.source.fetch({ request });
		this.ends.delete(lastSecond);
		known.questions += 1;
		const times = page.records.map(timesOf);
		const isProven = keepsUpdateOrder(times, opposite, known.order);
		// The slice may have been cut meanwhile.
		const slice = this.slices.find((other) => other.lastSecond === lastSecond);
		if (!slice) return;
		const edge = times.at(-1)?.updated ?? NaN;
		const isBehind = (updated: number) => lastSecond !== undefined && (updated - lastSecond) * step < 0;
		slice.isOneWay = !isProven || Number.isNaN(edge) || page.nextPageToken === undefined || edge === lastSecond || isBehind(edge);
		if (slice.isOneWay) return;
		known.density.add(times.length, Math.abs(edge - (lastSecond ?? times[0]?.updated ?? NaN)));
		slice.endAt(edge);
		const inside = page.records.filter((_, place) => {
			const { updated = NaN } = times[place] ?? {};
			return updated !== edge && !isBehind(updated);
		});
		const rest = this.source.takeNew(inside);
		if (rest.length > 0) this.line.splice(this.line.indexOf(slice) + 1, 0, { ready: [rest.reverse()], hasEnded: true });
		if (options.direction === 'desc' || lastSecond !== undefined) return;
		// What has changed until this page was made is on it, or still ahead of the reader.
		known.noteNewest(times);
		this.stillPages = 0;
	}

	/** What is left to be done when the responses of all slices are there. */
	private remaining(): (() => Promise<void>) | undefined {
		if (this.calls.size > 0 || this.slices.length > 0) return undefined;
		const slice = this.newestEnd() ?? this.rereading();
		return slice && (async () => await slice.readPage());
	}

	/**
	 * What may have changed while the slices were read: downwards, a record that changes before its turn jumps over the
	 * reader to the top.
	 */
	private newestEnd(): Slice | undefined {
		const { questions, changesFrom } = this.known;
		const isStill = this.rereadings === 0 && questions <= this.stillPages;
		if (this.hasLooked || isStill || changesFrom === undefined) return undefined;
		this.hasLooked = true;
		return this.append({ start: changesFrom });
	}

	/** Seconds whose tokens may have led past a record, because another one left them meanwhile. */
	private rereading(): Slice | undefined {
		const { known } = this;
		if (known.isMixed || this.rereadings === MAX_REREADINGS) return undefined;
		const slices = known.suspectRanges.settle().map(({ from, to }) => this.append({ start: from, end: to }));
		if (slices.length === 0) return undefined;
		this.rereadings += 1;
		this.hasLooked = false;
		return slices[0];
	}

	private append(timeRange: TimeRange): Slice {
		const slice = this.slice('asc', timeRange);
		slice.isOneWay = true;
		this.line.push(slice);
		return slice;
	}
}

/**
 * Reads a list of a time range that is sorted by update (spec: E1, E9): every record once, in the order of the list, side by
 * side where that is faster.
 *
 * @yields the new records of each page, at least one
 * @throws the first error of a call; none is begun after it, and none after the last record that is taken
 */
export function readTimeRange(
	service: EndableListService,
	request: ServiceRequest,
	{ direction, most, concurrency }: TimeRangeReadingOptions,
): AsyncGenerator<IDataObject[], void, void> {
	// A limit needs the beginning of the list alone.
	const suitable = most === Infinity ? new MeasuredConcurrency() : NARROW;
	return new SliceReader(service, request, { direction, most, concurrency: concurrency ?? suitable }).read();
}
