import type { IDataObject } from 'n8n-workflow';
import { CALLS_PER_SECOND } from '../api/versions';
import { systemClock } from '../base/clock';
import type { Clock } from '../base/clock';
import type { ServiceRequest } from '../http/client';
import { List } from './list';
import type { EndableListService, ListPage, ListService } from './page';
import { Slice } from './slice';
import { isAscending } from './step';
import { inDirection, placesOf } from './timeRange';
import type { Direction } from './timeRange';

/** More calls side by side are not worth the memory: a service that is slower than this is in trouble anyway. */
const MAX_CALLS = 20;

/** What reading a page takes beside the call itself, and the calls that come at unlucky moments. */
const RESERVE = 1.1;

/** A slice with less left than so many pages is not cut: what lies behind the page on its way may be nothing at all. */
const LEAST_CUT = 1.5;

/** So much of a page is a part of a slice made to fill. */
const FULL = 0.95;

/**
 * In a list of fewer pages a call weighs more than a round trip: it is cut so often at most. Each cut ends in the
 * middle of a page.
 */
const SHORT_LIST_PAGES = 20;
const CUTS_OF_SHORT_LIST = 2;

/** Crowded seconds are read again while records leave them, but not for ever. */
const MAX_REREADINGS = 5;

/** How a time range is to be read. */
export interface TimeRangeOptions {
	/** The order of the list. */
	readonly direction: Direction;
	/** Records that are enough: no page is asked for any more once there are so many. */
	readonly most?: number;
	/** The time that calls are measured by. */
	readonly clock?: Clock;
}

/**
 * Reads a list that is sorted by update in slices, as many side by side as the latency needs to use up the allowance.
 *
 * Nothing is lost when records change meanwhile: a change moves a record to the newest end, and that end is looked at
 * again, forwards in time, when everything else is there.
 */
class TimeRangeReader {
	private readonly list: List;
	private readonly slices: Slice[] = [];

	/** What the page from the other end has shown, in the order of the list. */
	private otherEnd: IDataObject[] = [];

	private readonly sign: 1 | -1;
	private readonly clock: Clock;
	private readonly most: number;
	private count = 0;

	private busy = 0;
	private quickestMs = Infinity;
	private cuts = 0;
	private rereadings = 0;
	private hasLooked = false;

	constructor(
		service: ListService,
		private readonly request: ServiceRequest,
		{ direction, most = Infinity, clock = systemClock }: TimeRangeOptions,
	) {
		this.sign = direction === 'asc' ? 1 : -1;
		this.most = most;
		this.clock = clock;
		this.list = new List(service);
	}

	async read(): Promise<IDataObject[]> {
		const main = this.append(this.sign);
		const first = await this.timed(main.fetch());
		this.accept(main, first);
		if (main.hasEnded) return main.records;
		await this.readOtherEnd(main, first);
		await this.goOn();
		return this.inOrder();
	}

	private append(sign: 1 | -1, start?: number, end?: number): Slice {
		const slice = new Slice(this.list, sign === this.sign ? this.request : this.opposite, sign, start, end);
		this.slices.push(slice);
		return slice;
	}

	/** The same list the other way round. */
	private get opposite(): ServiceRequest {
		return inDirection(this.request, this.sign === 1 ? 'desc' : 'asc');
	}

	private async timed<T>(call: Promise<T>): Promise<T> {
		const began = this.clock.now();
		const result = await call;
		this.quickestMs = Math.min(this.quickestMs, this.clock.now() - began);
		return result;
	}

	private accept(slice: Slice, page: ListPage): void {
		this.count += slice.accept(page).length;
	}

	/**
	 * Reads the second page, and beside it one from the other end of the list. That one shows whether the service keeps
	 * the order that it is asked for (spec: which order wins is not shown), and how far the list goes.
	 */
	private async readOtherEnd(main: Slice, first: ListPage): Promise<void> {
		const { list, sign } = this;
		const [second, end] = await Promise.all([
			this.timed(main.fetch()),
			this.timed(list.fetch({ request: this.opposite })),
		]);
		const records = [...end.records].reverse();
		const places = readablePlaces(records, sign);
		const firstPlaces = readablePlaces(first.records, sign);
		const [edge] = places;
		const mayBeSorted = isAscending(firstPlaces) && isAscending(places);
		if (mayBeSorted) list.noteNewest(sign === 1 ? places : firstPlaces.map((place) => -place));
		const isProved = mayBeSorted && edge !== undefined && (places.at(-1) ?? edge) > (firstPlaces.at(-1) ?? Infinity);
		list.isSorted = isProved;
		if (isProved || main.isByToken) this.accept(main, second);
		else main.followToken(first.nextPageToken);
		// A reader that has gone to the newest end itself, or goes there by token, has nothing to look for there.
		this.hasLooked = sign === 1 && (main.hasEnded || !isProved);
		if (!isProved) return;
		main.endAt(edge);
		this.otherEnd = list.takeNew(records);
	}

	/** Lets as many slices be read as may; comes when nothing is left to be done. */
	private async goOn(): Promise<void> {
		const idle = Math.max(0, this.calls - this.busy);
		await Promise.all(Array.from({ length: idle }, async () => await this.readPage()));
	}

	private async readPage(): Promise<void> {
		const slice = this.waiting() ?? this.cut() ?? this.remaining();
		if (!slice || this.count >= this.most) return;
		this.busy += 1;
		this.accept(slice, await this.timed(slice.fetch()));
		this.busy -= 1;
		await this.goOn();
	}

	/** Calls that use up the allowance. */
	private get calls(): number {
		const measured = Math.ceil((this.quickestMs / 1_000) * CALLS_PER_SECOND * RESERVE);
		return Math.min(MAX_CALLS, Math.max(1, measured));
	}

	/** The first slice that nobody reads. */
	private waiting(): Slice | undefined {
		return this.slices.find(({ isBusy, hasEnded }) => !isBusy && !hasEnded);
	}

	/** Cuts the slice with the most left into as many parts as have a reader; gives the first of the new ones. */
	private cut(): Slice | undefined {
		const [longest] = [...this.slices].sort((a, b) => b.pagesLeft - a.pagesLeft);
		if (!longest || longest.pagesLeft < LEAST_CUT) return undefined;
		const { at, end, sign, pagesLeft } = longest;
		const pages = this.slices.reduce((sum, slice) => sum + slice.pagesLeft, this.list.pages);
		const cuts = pages < SHORT_LIST_PAGES ? CUTS_OF_SHORT_LIST - this.cuts : MAX_CALLS;
		const parts = Math.min(this.calls - this.busy, cuts, Math.ceil(pagesLeft / FULL) - 1) + 1;
		const starts = Array.from({ length: parts - 1 }, (_, part) => Math.ceil(at + ((end - at) / parts) * (part + 1)));
		const usable = starts.filter((start, index) => start > (starts[index - 1] ?? at + 1) && start <= end);
		if (usable.length === 0) return undefined;
		this.cuts += usable.length;
		longest.endAt((usable[0] ?? end) - 1);
		return usable.map((start, index) => this.append(sign, start, (usable[index + 1] ?? end + 1) - 1))[0];
	}

	/**
	 * What is left to be done when everything was read once: a look at the newest end, and what tokens may have passed
	 * over.
	 */
	private remaining(): Slice | undefined {
		const { list } = this;
		if (this.busy > 0 || list.changesFrom === -Infinity) return undefined;
		if (!this.hasLooked) {
			this.hasLooked = true;
			return this.append(1, list.changesFrom);
		}
		const doubtful = this.rereadings < MAX_REREADINGS ? list.takeDoubtful() : [];
		if (doubtful.length === 0) return undefined;
		this.rereadings += 1;
		this.hasLooked = false;
		return doubtful.map(({ sign, from, to }) => this.append(sign, from, to))[0];
	}

	/** Everything that was read: sorted where the service sorts, else as it came. */
	private inOrder(): IDataObject[] {
		const parts = this.slices.map(({ sign, records }) => (sign === this.sign ? records : [...records].reverse()));
		parts.push(this.otherEnd);
		if (!this.list.isSorted) return parts.flat();
		const placed = parts.flatMap((records) => {
			const places = placesOf(records, this.sign);
			// A record without a readable time stays behind the one before it.
			let last = places.find((place) => place !== undefined) ?? -Infinity;
			return records.map((record, index) => {
				last = places[index] ?? last;
				return { record, place: last };
			});
		});
		return placed.sort((a, b) => a.place - b.place || 0).map(({ record }) => record);
	}
}

function readablePlaces(records: readonly IDataObject[], sign: 1 | -1): number[] {
	return placesOf(records, sign).filter((place) => place !== undefined);
}

/**
 * Reads a list of a time range that is sorted by update (spec: E1, E9): every record once, in the order of the list,
 * side by side where that is faster.
 *
 * @throws the first error of a call; none is begun after it
 */
export async function readTimeRange(
	service: EndableListService,
	request: ServiceRequest,
	options: TimeRangeOptions,
): Promise<IDataObject[]> {
	const ending = new AbortController();
	const reader = new TimeRangeReader(service.endedBy(ending.signal), request, options);
	return await reader.read().finally(() => ending.abort());
}
