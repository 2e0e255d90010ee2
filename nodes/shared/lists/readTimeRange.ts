import type { IDataObject } from 'n8n-workflow';
import { CALLS_PER_SECOND, PAGE_SIZE } from '../api/versions';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { List } from './list';
import type { ListPage, ListService } from './page';
import { Slice } from './slice';
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

/**
 * Reads a list that is sorted by update in slices, as many side by side as the latency needs to use up the allowance.
 *
 * Nothing is lost when records change meanwhile: a change moves a record to the newest end, and that end is looked at
 * again, forwards in time, when everything else is there.
 */
class TimeRangeReader {
	private readonly list: List;
	private readonly slices: Slice[] = [];
	private readonly sign: 1 | -1;
	private rereadings = 0;
	private hasLooked = false;
	private otherEnd: readonly IDataObject[] = [];

	constructor(
		service: ListService,
		private readonly request: ServiceRequest,
		direction: Direction,
		private readonly most: number,
	) {
		this.list = new List(service, { limit: PAGE_SIZE });
		this.sign = direction === 'asc' ? 1 : -1;
	}

	async read(): Promise<IDataObject[]> {
		const { list, sign } = this;
		const main = this.append(sign);
		const first = await main.fetch();
		const onlyPage = main.accept(first);
		if (main.hasEnded) return onlyPage;
		await this.readOtherEnd(main, first);
		await this.goOn();
		// In a list without order a change may hide from the tokens what the other end has shown.
		const isMissed = (id: string | undefined) => id !== undefined && !list.given.has(id);
		list.take(this.otherEnd.filter((record) => isMissed(idText(record.id))));
		const found = [...list.given.values()];
		if (list.isSorted) found.sort((a, b) => (a.second - b.second) * sign || 0);
		return found.map(({ record }) => record);
	}

	private append(sign: 1 | -1, start?: number, end?: number): Slice {
		const slice = new Slice(this.list, sign === this.sign ? this.request : this.opposite, sign, start, end);
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
	private async readOtherEnd(main: Slice, first: ListPage): Promise<void> {
		const { list, sign } = this;
		const [second, end] = await Promise.all([main.fetch(), list.fetch(this.opposite)]);
		const records = [...end.records].reverse();
		const firstPlaces = placesOf(first.records, sign);
		const places = placesOf(records, sign);
		const [edge = Infinity] = places;
		const mayBeSorted = isAscending(firstPlaces) && isAscending(places);
		list.isSorted = mayBeSorted && (places.at(-1) ?? -Infinity) > (firstPlaces.at(-1) ?? Infinity);
		const newest = (sign === 1 ? [...places].reverse() : firstPlaces).slice(0, NEWEST_RECORDS).at(-1);
		if (mayBeSorted && newest !== undefined) list.changesFrom = newest * sign;
		// Who goes to the newest end by token, or has been there, has nothing to look for.
		this.hasLooked = sign === 1;
		if (!list.isSorted) {
			this.slices.pop();
			this.append(sign).accept(first);
			this.otherEnd = records;
			return;
		}
		main.accept(second);
		this.hasLooked &&= main.hasEnded;
		main.endAt(edge);
		list.take(records.filter((record) => (placeOf(record, sign) ?? Infinity) > edge));
	}

	/** Lets as many slices be read as may; comes when nothing is left to be done. */
	private async goOn(): Promise<void> {
		const idle = Math.max(0, this.calls - this.busy);
		await Promise.all(Array.from({ length: idle }, async () => await this.readPage()));
	}

	private async readPage(): Promise<void> {
		const waiting = this.slices.find(({ isBusy, hasEnded }) => !isBusy && !hasEnded);
		const slice = waiting ?? this.cut() ?? this.remaining();
		if (!slice || this.list.given.size >= this.most) return;
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

	/** Cuts the slice with the most left into as many even parts as have a reader; gives the last of them. */
	private cut(): Slice | undefined {
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
		return this.append(sign, start, end);
	}

	/**
	 * What is left to be done when everything was read once: a look at the newest end, and what tokens may have passed
	 * over.
	 */
	private remaining(): Slice | undefined {
		const { list } = this;
		if (this.busy > 0 || list.changesFrom === Infinity) return undefined;
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
}

/**
 * Reads a list of a time range that is sorted by update (spec: E1, E9): every record once, in the order of the list,
 * side by side where that is faster.
 *
 * @param most records that are enough: no page is asked for any more once there are so many
 * @throws the first error of a call; none is begun after it
 */
export async function readTimeRange(
	service: ListService,
	request: ServiceRequest,
	direction: Direction,
	most = Infinity,
): Promise<IDataObject[]> {
	const ending = new AbortController();
	const reader = new TimeRangeReader(service.endedBy({ ended: ending.signal }), request, direction, most);
	return await reader.read().finally(() => ending.abort());
}
