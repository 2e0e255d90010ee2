import type { IDataObject } from 'n8n-workflow';
import { CALLS_PER_SECOND, PAGE_SIZE } from '../api/versions';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { List } from './list';
import type { Given } from './list';
import type { ListPage, ListService } from './page';
import { Slice } from './slice';
import type { Part } from './slice';
import { isAscending } from './step';
import { placeOf, placesOf, withValue } from './timeRange';
import type { Direction } from './timeRange';

/** More calls side by side are not worth the memory: a service that is slower than this is in trouble anyway. */
const MAX_CALLS = 20;

/** What reading a page takes beside the call itself, and the calls that come at unlucky moments. */
const RESERVE = 1.1;

/** A list of fewer pages has so many slices at most: a call in vain weighs more there than a round trip. */
const SHORT_LIST_PAGES = 20;
const SLICES_OF_SHORT_LIST = 3;

/** Crowded seconds are read again while records leave them, but not for ever. */
const MAX_REREADINGS = 5;

/** So many of the newest records may carry a time that lies ahead of all others. */
const NEWEST_RECORDS = 10;

/** How much of a list is wanted. */
export interface Wanted {
	/** The first so many records in the order of the list; all of them when left out. */
	readonly limit?: number;
	/** So many records are too many: no page is asked for any more once there are so many. */
	readonly tooMany?: number;
}

/**
 * Reads a list that is sorted by update: all of it in slices, as many side by side as the latency needs to use up the
 * allowance, or its beginning in one.
 *
 * Nothing is lost when records change meanwhile: a change moves a record to the newest end, and that end is looked at
 * again, forwards in time, when everything else is there. The beginning of a list needs that look only where page tokens
 * have led through it: times alone lead past nothing.
 */
class TimeRangeReader {
	private readonly list: List;
	private readonly slices: Slice[] = [];
	private readonly sign: 1 | -1;
	private readonly limit: number;
	private readonly tooMany: number;
	private rereadings = 0;
	private hasLooked = false;
	/** What the other end of the list has shown, where the order is not known. */
	private otherEnd: readonly IDataObject[] = [];

	/** Reads from the beginning of the list; it ends where another slice begins. */
	private main: Slice;

	constructor(
		service: ListService,
		private readonly request: ServiceRequest,
		direction: Direction,
		{ limit = Infinity, tooMany = Infinity }: Wanted,
	) {
		this.sign = direction === 'asc' ? 1 : -1;
		this.limit = limit;
		this.tooMany = tooMany;
		this.list = new List(service, { limit: Math.min(PAGE_SIZE, limit) });
		this.main = this.append({ sign: this.sign });
	}

	async read(): Promise<IDataObject[]> {
		const first = await this.main.fetch();
		const firstRecords = this.main.accept(first);
		if (this.main.hasEnded || firstRecords.length >= this.limit) return firstRecords.slice(0, this.limit);

		await this.readOtherEnd(first);
		await this.goOn();
		return this.found();
	}

	private append(part: Part): Slice {
		const slice = new Slice(this.list, part.sign === this.sign ? this.request : this.opposite, part);
		this.slices.push(slice);
		return slice;
	}

	/** The same list the other way round. */
	private get opposite(): ServiceRequest {
		return withValue(this.request, 'orderDirection', this.sign === 1 ? 'desc' : 'asc');
	}

	/**
	 * Reads the second page, and beside it one from the other end of the list. That one shows whether the service keeps
	 * the order that it is asked for (spec: which order wins is not shown), and how far the list goes.
	 */
	private async readOtherEnd(first: ListPage): Promise<void> {
		const { list, main, sign } = this;
		const [second, end] = await Promise.all([main.fetch(), list.fetch(this.opposite)]);

		const records = [...end.records].reverse();
		const firstPlaces = placesOf(first.records, sign);
		const places = placesOf(records, sign);
		const [edge = Infinity] = places;
		const mayBeSorted = isAscending(firstPlaces) && isAscending(places);
		list.isSorted = mayBeSorted && (places.at(-1) ?? -Infinity) > (firstPlaces.at(-1) ?? Infinity);

		const newest = (sign === 1 ? [...places].reverse() : firstPlaces).slice(0, NEWEST_RECORDS).at(-1);
		if (mayBeSorted && newest !== undefined) list.changesFrom = newest * sign;

		if (!list.isSorted) {
			this.slices.pop();
			this.main = this.append({ sign });
			this.main.accept(first);
			this.otherEnd = records;
			// Who goes to the newest end by token has nothing to look for.
			this.hasLooked = sign === 1 && this.limit === Infinity;
			return;
		}

		main.accept(second);
		// Nor has who has been there.
		this.hasLooked = sign === 1 && main.hasEnded;
		main.endAt(edge);
		const beyond = records.filter((record) => (placeOf(record, sign) ?? Infinity) > edge);
		list.take(beyond, 'otherEnd', edge * sign);
	}

	/** Lets as many slices be read as may; comes when nothing is left to be done. */
	private async goOn(): Promise<void> {
		const idle = Math.max(0, this.calls - this.busy);
		await Promise.all(Array.from({ length: idle }, async () => await this.readPage()));
	}

	private async readPage(): Promise<void> {
		const slice = this.waiting() ?? this.cut() ?? this.remaining();
		if (!slice || this.list.given.size >= this.tooMany) return;

		// What leaves its second from now on is not known yet.
		if (slice === this.main && this.limit < Infinity) this.hasLooked = false;
		slice.accept(await slice.fetch());
		await this.goOn();
	}

	private get busy(): number {
		return this.slices.filter(({ isBusy }) => isBusy).length;
	}

	/** Calls that use up the allowance. */
	private get calls(): number {
		const measured = Math.ceil((this.list.quickestMs / 1_000) * CALLS_PER_SECOND * RESERVE);
		return Math.min(MAX_CALLS, Math.max(1, measured));
	}

	/** A slice whose next page is wanted, and that nobody reads. */
	private waiting(): Slice | undefined {
		return this.slices.find((slice) => !slice.isBusy && !slice.hasEnded && !this.hasEnoughOf(slice));
	}

	/** Whether a slice has come to the last record that is wanted. The look goes on to its end, to see all changes. */
	private hasEnoughOf(slice: Slice): boolean {
		if (this.limit === Infinity || slice.origin === 'look') return false;
		return slice === this.main ? this.hasEnough : slice.records >= this.limit;
	}

	/** Whether so many records as are wanted lie in the part that was read from the beginning on. */
	private get hasEnough(): boolean {
		const { limit, main, list, sign } = this;
		// Counting at each page of a long list would take longer than reading it.
		if (list.given.size < limit) return false;

		const isAnywhere = main.hasEnded || !list.isSorted;
		const isIn = ({ firstSecond, origin }: Given) => origin !== 'look' && (isAnywhere || firstSecond * sign <= main.at);
		return [...list.given.values()].filter(isIn).length >= limit;
	}

	/** Cuts the slice with the most left into as many even parts as have a reader; gives the last of them. */
	private cut(): Slice | undefined {
		if (this.limit < Infinity) return undefined;
		const { slices, list, calls, busy } = this;
		const open = slices.filter(({ hasEnded }) => !hasEnded);
		const [longest] = open.sort((a, b) => b.pagesLeft - a.pagesLeft);
		if (!longest) return undefined;

		const { at, end, sign } = longest;
		const pages = open.reduce((sum, { pagesLeft }) => sum + pagesLeft, list.pages);
		const cuts = pages < SHORT_LIST_PAGES ? SLICES_OF_SHORT_LIST - slices.length : Infinity;
		const parts = Math.min(calls - busy, cuts, Math.round(longest.pagesLeft) - 1) + 1;
		const start = Math.ceil(end - (end - at) / parts);
		if (parts < 2 || start <= at + 1) return undefined;

		longest.endAt(start - 1);
		return this.append({ sign, start, end });
	}

	/**
	 * What is left to be done when everything was read once: a look at the newest end, and what tokens may have passed
	 * over.
	 */
	private remaining(): Slice | undefined {
		const { list } = this;
		if (this.busy > 0 || list.changesFrom === Infinity) return undefined;
		if (list.tokenSteps.size === 0 && this.hasEnough) return undefined;
		if (!this.hasLooked) {
			this.hasLooked = true;
			return this.append({ sign: 1, start: list.changesFrom, origin: 'look' });
		}

		const doubtful = this.rereadings < MAX_REREADINGS ? list.takeDoubtful() : [];
		if (doubtful.length === 0) return undefined;
		this.rereadings += 1;
		this.hasLooked = false;
		return doubtful.map(({ sign, origin, from, to }) => this.append({ sign, origin, start: from, end: to }))[0];
	}

	/** What is wanted of all that was given: the first by where they were, in the order in which they are. */
	private found(): IDataObject[] {
		const { list, main, limit, sign } = this;
		// In a list without order a change may hide from the tokens what the other end has shown.
		if (main.hasEnded) {
			const isMissed = (id: string | undefined) => id !== undefined && !list.given.has(id);
			const missed = this.otherEnd.filter((record) => isMissed(idText(record.id)));
			list.take(missed, 'otherEnd', Infinity * sign);
		}

		const given = [...list.given.values()];
		if (list.isSorted) given.sort((a, b) => (a.firstSecond - b.firstSecond) * sign || 0);
		// What has come or changed since the reading began hides none of the others: it comes where there is room.
		const known = given.filter(({ origin }) => origin !== 'look');
		const late = given.filter(({ origin }) => origin === 'look');
		const wanted = [...known, ...late].slice(0, limit);

		if (list.isSorted) wanted.sort((a, b) => (a.second - b.second) * sign || 0);
		return wanted.map(({ record }) => record);
	}
}

/**
 * Reads a list of a time range that is sorted by update (spec: E1, E9): every record once, in the order of the list,
 * side by side where that is faster. A record that changes or disappears meanwhile hides no other; with a limit, records
 * are the first of those that were there when the reading began.
 *
 * @throws the first error of a call; none is begun after it
 */
export async function readTimeRange(
	service: ListService,
	request: ServiceRequest,
	direction: Direction,
	wanted: Wanted = {},
): Promise<IDataObject[]> {
	const ending = new AbortController();
	const reader = new TimeRangeReader(service.endedBy({ ended: ending.signal }), request, direction, wanted);
	return await reader.read().finally(() => ending.abort());
}
