import type { IDataObject } from 'n8n-workflow';
import { CALLS_PER_SECOND, PAGE_SIZE } from '../api/versions';
import { systemClock } from '../base/clock';
import type { Clock } from '../base/clock';
import type { ServiceRequest } from '../http/client';
import { stampToSeconds } from '../values/dateTime';
import type { EndableListService, ListPage } from './page';
import { ListKnowledge, placesOf, Slice } from './slice';
import { isAscending } from './step';
import { inDirection } from './timeRange';
import type { Direction } from './timeRange';
import { ListSource } from './walk';

/** More calls side by side are not worth the memory: a service that is slower than this is in trouble anyway. */
const MAX_CALLS = 20;

/** What reading a page takes beside the call itself, and the calls that come at unlucky moments. */
const RESERVE = 1.1;

/** n8n takes no more pages from one input item, so no more are held at once. */
const MAX_PAGES_AHEAD = 334;

/**
 * So much of a page has to be left behind the one that is on its way: less may be nothing at all, and cost a call for
 * it.
 */
const SMALLEST_REST = 0.5;

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
	/** The time that calls are measured by. */
	readonly clock?: Clock;
	/** Calls that may be under way at once; as many as it takes to use up the allowance, unless said. */
	readonly calls?: number;
}

/**
 * Reads a list that is sorted by update in slices, as many side by side as the latency needs to use up the allowance.
 *
 * Nothing is lost when records change meanwhile: a change moves a record to the newest end, and that end is looked at
 * again, forwards in time, when everything else is there.
 */
class TimeRangeReader {
	private readonly known = new ListKnowledge();
	private readonly source: ListSource;
	private readonly ending = new AbortController();
	private readonly sign: 1 | -1;
	private readonly clock: Clock;

	/** The same list the other way round. */
	private readonly opposite: ServiceRequest;

	/** What was not handed on yet, in the order of the list. */
	private readonly line: Array<Pick<Slice, 'ready' | 'hasEnded'>> = [];

	private readonly calls = new Set<Promise<void>>();
	private failure: { readonly error: unknown } | undefined;
	private quickestMs = Infinity;
	private cuts = 0;
	private rereadings = 0;
	private hasLooked = false;

	constructor(
		service: EndableListService,
		private readonly request: ServiceRequest,
		private readonly options: TimeRangeOptions,
	) {
		const { direction, clock = systemClock } = options;
		this.sign = direction === 'asc' ? 1 : -1;
		this.clock = clock;
		this.opposite = inDirection(request, direction === 'asc' ? 'desc' : 'asc');
		const onChange = (former: unknown) => this.known.hasLeft(stampToSeconds(former));
		this.source = new ListSource(service.endedBy(this.ending.signal), PAGE_SIZE, onChange);
	}

	/** @yields the new records of each page, at least one */
	async *read(): AsyncGenerator<IDataObject[], void, void> {
		try {
			const main = this.append(this.sign);
			const first = await this.timed(main.fetch());
			main.accept(first);
			let hasBegun = main.hasEnded;
			for (;;) {
				const records = this.takeReady();
				if (records) {
					yield records;
				} else if (!hasBegun) {
					hasBegun = true;
					await this.readOtherEnd(main, first);
				} else if (!(await this.goOn())) {
					return;
				}
			}
		} finally {
			this.ending.abort();
		}
	}

	private takeReady(): IDataObject[] | undefined {
		for (;;) {
			const [front] = this.line;
			const records = front?.ready.shift();
			if (records || !front?.hasEnded) return records;
			this.line.shift();
		}
	}

	private append(sign: 1 | -1, start?: number, end?: number, place = this.line.length): Slice {
		const slice = new Slice(sign === this.sign ? this.request : this.opposite, sign, this.known, this.source, start, end);
		this.line.splice(place, 0, slice);
		return slice;
	}

	private async timed<T>(call: Promise<T>): Promise<T> {
		const began = this.clock.now();
		const result = await call;
		this.quickestMs = Math.min(this.quickestMs, this.clock.now() - began);
		return result;
	}

	/**
	 * Reads the second page, and beside it one from the other end of the list. That one shows whether the service keeps
	 * the order that it is asked for (spec: which order wins is not shown), and how far the list goes.
	 */
	private async readOtherEnd(main: Slice, first: ListPage): Promise<void> {
		const { known, sign } = this;
		const asked = { request: this.opposite };
		const [second, end] = await Promise.all([this.timed(main.fetch()), this.timed(this.source.fetch(asked))]);
		const records = [...end.records].reverse();
		const places = readablePlaces(records, sign);
		const firstPlaces = readablePlaces(first.records, sign);
		const [edge] = places;
		if (!isAscending(firstPlaces) || !isAscending(places)) known.order = 'other';
		else if (edge === undefined || (places.at(-1) ?? edge) <= (firstPlaces.at(-1) ?? Infinity)) known.order = 'unknown';
		if (known.order !== 'other') known.noteNewest(sign === 1 ? places : firstPlaces.map((place) => -place));
		const { isByToken } = main;
		if (known.order === 'kept' || isByToken) main.accept(second);
		else main.followToken(first.nextPageToken);
		// A reader that has gone to the newest end itself, or on in a single second, has nothing to look for there.
		const isOneSecond = edge !== undefined && places.at(-1) === firstPlaces[0];
		this.hasLooked = sign === 1 && ((main.hasEnded && !isByToken) || isOneSecond);
		if (known.order !== 'kept' || edge === undefined) return;
		main.endAt(edge);
		this.line.push({ ready: [this.source.takeNew(records)], hasEnded: true });
	}

	/** Lets as many work as may, and waits for one of them; false when nothing is left to be done. */
	private async goOn(): Promise<boolean> {
		const { options } = this;
		const measured = Math.ceil((this.quickestMs / 1_000) * CALLS_PER_SECOND * RESERVE);
		const most = options.calls ?? Math.min(MAX_CALLS, Math.max(1, measured));
		while (this.calls.size < most) {
			const slice = this.waiting() ?? this.remaining();
			if (slice) this.launch(slice);
			else if (!this.cut(most - this.calls.size)) break;
		}
		if (this.calls.size === 0) return false;
		await Promise.race(this.calls);
		if (this.failure) throw this.failure.error;
		return true;
	}

	private launch(slice: Slice): void {
		const work = async () => void slice.accept(await this.timed(slice.fetch()));
		const call = work()
			.catch((error: unknown) => {
				this.failure ??= { error };
				this.ending.abort();
			})
			.finally(() => this.calls.delete(call));
		this.calls.add(call);
	}

	private get slices(): Slice[] {
		return this.line.filter((part): part is Slice => part instanceof Slice && !part.hasEnded);
	}

	/** The first slice that nobody reads; only the front one when too many pages wait to be handed on. */
	private waiting(): Slice | undefined {
		const { slices } = this;
		return (this.isFull ? slices.slice(0, 1) : slices).find(({ isBusy }) => !isBusy);
	}

	private get isFull(): boolean {
		return this.line.reduce((pages, { ready }) => pages + ready.length, this.calls.size) >= MAX_PAGES_AHEAD;
	}

	/** Cuts the slice with the most left into as many parts as have a reader; true when it did. */
	private cut(idle: number): boolean {
		const { slices } = this;
		const pages = slices.reduce((sum, { pagesLeft }) => sum + pagesLeft, this.known.pages);
		const cuts = pages < SHORT_LIST_PAGES ? CUTS_OF_SHORT_LIST - this.cuts : idle;
		const [longest] = slices.sort((a, b) => b.pagesLeft - a.pagesLeft);
		if (!longest || this.isFull) return false;
		const { at, end, pagesLeft } = longest;
		if (pagesLeft < 1 + SMALLEST_REST) return false;
		const parts = Math.min(idle, cuts, Math.ceil(pagesLeft / FULL) - 1) + 1;
		const secondsEach = (end - at) / parts;
		const starts = Array.from({ length: parts - 1 }, (_, part) => Math.ceil(at + secondsEach * (part + 1)));
		const usable = starts.filter((start, index) => start > (starts[index - 1] ?? at + 1) && start <= end);
		if (usable.length === 0) return false;
		const place = this.line.indexOf(longest) + 1;
		usable.forEach((start, index) => this.append(longest.sign, start, (usable[index + 1] ?? end + 1) - 1, place + index));
		longest.endAt((usable[0] ?? end + 1) - 1);
		this.cuts += usable.length;
		return true;
	}

	/**
	 * What is left to be done when everything was read once: a look at the newest end, and what tokens may have passed
	 * over.
	 */
	private remaining(): Slice | undefined {
		const { known } = this;
		if (this.calls.size > 0 || this.slices.length > 0 || known.order === 'other') return undefined;
		if (!this.hasLooked && known.changesFrom > -Infinity) {
			this.hasLooked = true;
			return this.append(1, known.changesFrom);
		}
		const doubtful = this.rereadings < MAX_REREADINGS ? known.takeDoubtful() : [];
		if (doubtful.length === 0) return undefined;
		this.rereadings += 1;
		this.hasLooked = false;
		return doubtful.map(({ from, to }) => this.append(1, from, to))[0];
	}
}

function readablePlaces(records: readonly IDataObject[], sign: 1 | -1): number[] {
	return placesOf(records, sign).filter((place) => place !== undefined);
}

/**
 * Reads a list of a time range that is sorted by update (spec: E1, E9): every record once, in the order of the list,
 * side by side where that is faster.
 *
 * @yields the new records of each page, at least one
 * @throws the first error of a call; none is begun after it, and none after the last record that is taken
 */
export function readTimeRange(
	service: EndableListService,
	request: ServiceRequest,
	options: TimeRangeOptions,
): AsyncGenerator<IDataObject[], void, void> {
	return new TimeRangeReader(service, request, options).read();
}
