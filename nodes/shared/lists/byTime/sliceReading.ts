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
 * together: longer ones would stop each other, and the fewer there are, the fewer end in the middle of a page.
 */
const MAX_PAGES_AHEAD = 100;

/** So much of a page has to be left for another reader: less may be nothing at all, and cost a call for it. */
const SMALLEST_REST = 0.2;

/**
 * In a list of fewer pages a call weighs more than a round trip: two readers go towards each other, so that only the page
 * where they meet is not full. A longer list is cut, and each part may end in the middle of a page.
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
 * It begins with one reader. Where answers take longer than the allowance asks for and more than one page is expected,
 * the last page is read from the other end, which tells how far the list goes. A short list is read on from both ends. In
 * a long one the free places are filled: the slice with the most left is cut, and what is cut off gets a reader of its own.
 * Records are handed on in the order of the list, and no reader gets far ahead of what was handed on.
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

	/** Whether the next page is read from the other end, too. */
	private otherEnd: 'due' | 'running' | 'done' = 'due';

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
		const [first] = this.slices;
		const isDue = this.otherEnd === 'due' && this.options.concurrency.calls > 1;
		if (isDue && first?.isInOrder && first.pagesLeft > 1 + SMALLEST_REST) {
			this.otherEnd = 'running';
			this.launch(async () => await this.readOtherEnd(first));
		}
		while (this.otherEnd !== 'running' && this.calls.size < this.options.concurrency.calls) {
			const slice = this.nextToRead() ?? this.cut() ?? this.remaining();
			if (!slice) return;
			this.launch(async () => await slice.readPage());
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

	/** The first slice that may be read on: the front one always, the others as long as not too much is held. */
	private nextToRead(): Slice | undefined {
		const { slices } = this;
		const isFull = this.pagesAhead >= MAX_PAGES_AHEAD;
		return slices.find((slice, place) => !slice.isBusy && (place === 0 || !isFull));
	}

	/** Cuts off what is to be read next to what is being read. */
	private cut(): Slice | undefined {
		if (this.pagesAhead >= MAX_PAGES_AHEAD) return undefined;
		const [longest] = this.slices.sort((a, b) => b.pagesLeft - a.pagesLeft);
		if (!longest) return undefined;
		const { calls } = this.options.concurrency;
		const { pagesLeft, perSecond, lastSecond: end } = longest;
		const share = pagesLeft / (calls - this.calls.size + 1);
		const pages = Math.max(1, Math.floor(Math.min(share, MAX_PAGES_AHEAD / calls)));
		const start = pagesLeft - pages < SMALLEST_REST ? undefined : longest.secondAfter(pages);
		if (start === undefined) return undefined;
		this.otherEnd = 'done';
		longest.endBefore(start);
		const rest = this.slice(this.options.direction, { start, end }, perSecond);
		this.line.splice(this.line.indexOf(longest) + 1, 0, rest);
		return rest;
	}

	/**
	 * Reads the last page of what is left from the other end, beside the next one: a list of few pages takes no longer for it.
	 * Its last second may go on before the page.
	 */
	private async readOtherEnd(whole: Slice): Promise<void> {
		const { direction } = this.options;
		const opposite = OPPOSITE[direction];
		const { lastSecond } = whole;
		const { start, step } = BOUNDS[opposite];
		const all = inDirection(this.request, opposite);
		// A second more, as everywhere: whether the bound belongs to what is shown is open.
		const left = lastSecond === undefined ? all : boundedAt(all, start, lastSecond - step);
		const [page] = await Promise.all([this.source.fetch({ request: left }), whole.readPage()]);
		this.otherEnd = 'done';
		this.known.questions += 1;
		if (whole.hasEnded) return;
		const times = page.records.map(timesOf);
		const edge = times[times.length - 1]?.updated;
		const isProven = keepsUpdateOrder(times, opposite, this.known.order);
		if (!isProven || edge === undefined || page.nextPageToken === undefined) return;
		if (lastSecond !== undefined && (edge - lastSecond) * step <= 0) return;
		this.known.density.add(times.length, Math.abs(edge - (times[0]?.updated ?? NaN)));
		whole.endAt(edge);
		const rest = this.source.takeNew(page.records.filter((_, place) => times[place]?.updated !== edge));
		if (rest.length > 0) this.line.splice(this.line.indexOf(whole) + 1, 0, { ready: [rest.reverse()], hasEnded: true });
		if (this.known.questions + whole.pagesLeft < SHORT_LIST_PAGES) this.otherEnd = 'due';
		if (direction === 'desc' || lastSecond !== undefined) return;
		// What has changed until this page was made is on it, or still ahead of the reader.
		this.known.noteNewest(times);
		this.stillPages = 0;
	}

	/** What is left to be done when the responses of all slices are there. */
	private remaining(): Slice | undefined {
		if (this.calls.size > 0 || this.slices.length > 0) return undefined;
		return this.newestEnd() ?? this.rereading();
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
		this.otherEnd = 'done';
		const slice = this.slice('asc', timeRange);
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
