import type { IDataObject } from 'n8n-workflow';
import { CALLS_PER_SECOND, PAGE_SIZE } from '../api/versions';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { List } from './list';
import type { FoundRecord } from './list';
import type { ListPage, ListService } from './page';
import { Slice } from './slice';
import type { SliceOptions } from './slice';
import { isAscending } from './step';
import { positionOf, positionsOf, withValue } from './timeRange';
import type { Direction, Sign } from './timeRange';

/** Most calls side by side: a service so slow that it needs more is in trouble anyway, and pages take memory. */
const MAX_CALLS = 20;

/** Allowance for the time that reading a page takes beside the call itself, and for calls at unlucky moments. */
const RESERVE = 1.1;

/** Size of a short list, and its most slices: a call in vain weighs more there than a round trip. */
const SHORT_LIST_PAGES = 20;
const SLICES_OF_SHORT_LIST = 3;

/** Times that crowded seconds are read again while records leave them. */
const MAX_REREADINGS = 5;

/** Number of newest records that may carry a time that lies ahead of all others. */
const NEWEST_RECORDS = 10;

/** The part of a list that is wanted. */
export interface Wanted {
	/** Number of records, the first in the order of the list; all of them when left out. */
	readonly limit?: number;
	/** Number of records that is too large: no page is asked for any more once it is reached. */
	readonly tooMany?: number;
}

function byPagesLeft(slices: readonly Slice[]): Slice[] {
	return [...slices].sort((a, b) => b.pagesLeft - a.pagesLeft);
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
	private readonly sign: Sign;
	private readonly limit: number;
	private readonly tooMany: number;
	private rereadings = 0;

	/** Whether the newest end has been looked at since the last call that could have missed a change. */
	private hasLooked = false;

	/** The records at the other end of the list, where the order is not known. */
	private otherEnd: readonly IDataObject[] = [];

	/** The slice at the beginning of the list; it ends where another one begins. */
	private main: Slice;

	constructor(
		service: ListService,
		private readonly request: ServiceRequest,
		direction: Direction,
		wanted: Wanted,
	) {
		const { limit = Infinity, tooMany = Infinity } = wanted;
		this.sign = direction === 'asc' ? 1 : -1;
		this.limit = limit;
		this.tooMany = tooMany;

		const pageLimit = Math.min(PAGE_SIZE, limit);
		this.list = new List(service, { limit: pageLimit });
		this.main = this.addSlice({ sign: this.sign });
	}

	async read(): Promise<IDataObject[]> {
		const first = await this.main.fetch();
		const firstRecords = this.main.accept(first);
		const isEnough = this.main.hasEnded || firstRecords.length >= this.limit;
		if (isEnough) {
			return firstRecords.slice(0, this.limit);
		}

		await this.readOtherEnd(first);
		await this.startReaders();
		return this.results();
	}

	private addSlice(options: SliceOptions): Slice {
		const isSameWay = options.sign === this.sign;
		const request = isSameWay ? this.request : this.oppositeRequest;
		const slice = new Slice(this.list, request, options);

		this.slices.push(slice);
		return slice;
	}

	/** The request for the same list the other way round. */
	private get oppositeRequest(): ServiceRequest {
		const opposite = this.sign === 1 ? 'desc' : 'asc';
		return withValue(this.request, 'orderDirection', opposite);
	}

	/**
	 * Reads the second page, and beside it one from the other end of the list. That one shows whether the service keeps
	 * the order that it is asked for (spec: which order wins is not shown), and how far the list goes.
	 */
	private async readOtherEnd(first: ListPage): Promise<void> {
		const { list, main, sign } = this;
		const fetchingSecond = main.fetch();
		const fetchingEnd = list.fetch(this.oppositeRequest);
		const [second, end] = await Promise.all([fetchingSecond, fetchingEnd]);

		const endRecords = [...end.records].reverse();
		const firstPositions = positionsOf(first.records, sign);
		const endPositions = positionsOf(endRecords, sign);
		const mayBeSorted = isAscending(firstPositions) && isAscending(endPositions);
		const lastOfFirst = firstPositions.at(-1) ?? Infinity;
		const lastOfEnd = endPositions.at(-1) ?? -Infinity;

		list.isSorted = mayBeSorted && lastOfEnd > lastOfFirst;
		if (mayBeSorted) {
			const newestFirst = sign === 1 ? [...endPositions].reverse() : firstPositions;
			this.noteNewest(newestFirst);
		}

		if (list.isSorted) this.goOnByTime(second, endRecords);
		else this.beginAgainByToken(first, endRecords);
	}

	/** Notes the second from which on records may change, by positions that begin with the newest. */
	private noteNewest(positions: readonly number[]): void {
		const newest = positions.slice(0, NEWEST_RECORDS).at(-1);
		if (newest !== undefined) {
			this.list.changesFrom = newest * this.sign;
		}
	}

	/** Goes on with the second page of a sorted list, whose other end is known already. */
	private goOnByTime(second: ListPage, endRecords: readonly IDataObject[]): void {
		const { list, main, sign } = this;
		main.accept(second);
		// A reader that follows time to the end of the list has been at its newest end.
		this.hasLooked = sign === 1 && main.hasEnded;

		const [edge = Infinity] = positionsOf(endRecords, sign);
		main.endAt(edge);
		const beyond = endRecords.filter((record) => {
			const position = positionOf(record, sign) ?? Infinity;
			return position > edge;
		});
		list.observe(beyond, 'otherEnd', edge * sign);
	}

	/** Begins again with the first page of a list without order, and follows its tokens. */
	private beginAgainByToken(first: ListPage, endRecords: readonly IDataObject[]): void {
		this.slices.pop();
		this.main = this.addSlice({ sign: this.sign });
		this.main.accept(first);
		this.otherEnd = endRecords;

		// All pages by token, to the newest end, leave nothing to look for.
		this.hasLooked = this.sign === 1 && this.limit === Infinity;
	}

	/** Starts as many readers as there are calls to spare, each of which starts others. Resolves when nothing is left. */
	private async startReaders(): Promise<void> {
		const spareCalls = Math.max(0, this.wantedCalls - this.busyCount);
		const readers: Array<Promise<void>> = [];
		while (readers.length < spareCalls) {
			readers.push(this.readNextPage());
		}

		await Promise.all(readers);
	}

	private async readNextPage(): Promise<void> {
		const slice = this.nextSlice();
		if (!slice || this.list.found.size >= this.tooMany) {
			return;
		}

		// A record that leaves its second from now on may be missed.
		if (slice === this.main && this.limit < Infinity) {
			this.hasLooked = false;
		}

		const page = await slice.fetch();
		slice.accept(page);
		await this.startReaders();
	}

	/** The slice to read a page of; `undefined` where nothing is left, or others have to be done first. */
	private nextSlice(): Slice | undefined {
		return this.openSlice() ?? this.cutLongestSlice() ?? this.sliceToReadAgain();
	}

	private get busyCount(): number {
		return this.slices.filter((slice) => slice.isBusy).length;
	}

	/** Number of calls side by side that uses up the allowance. */
	private get wantedCalls(): number {
		const secondsPerCall = this.list.quickestMs / 1_000;
		const measured = Math.ceil(secondsPerCall * CALLS_PER_SECOND * RESERVE);
		const atLeastOne = Math.max(1, measured);

		return Math.min(MAX_CALLS, atLeastOne);
	}

	/** A slice whose next page is wanted, and that nobody reads. */
	private openSlice(): Slice | undefined {
		return this.slices.find((slice) => {
			const isWaiting = !slice.isBusy && !slice.hasEnded;
			return isWaiting && !this.hasEnoughOf(slice);
		});
	}

	/** Whether a slice has come to the last record that is wanted. The look goes on to its end, to see all changes. */
	private hasEnoughOf(slice: Slice): boolean {
		if (this.limit === Infinity || slice.origin === 'look') {
			return false;
		}
		if (slice === this.main) return this.hasEnough;

		return slice.recordCount >= this.limit;
	}

	/** Whether as many records as are wanted lie in the part that was read from the beginning on. */
	private get hasEnough(): boolean {
		const { limit, main, list, sign } = this;
		// Counting at each page of a long list would take longer than reading it.
		if (list.found.size < limit) return false;

		const isAllRead = main.hasEnded || !list.isSorted;
		const isInReadPart = (found: FoundRecord) => {
			if (found.origin === 'look') return false;
			return isAllRead || found.firstSecond * sign <= main.position;
		};

		const found = [...list.found.values()];
		return found.filter(isInReadPart).length >= limit;
	}

	/** Cuts the slice with the most left into as many even parts as have a reader. @returns the last part */
	private cutLongestSlice(): Slice | undefined {
		if (this.limit < Infinity) return undefined;

		const open = this.slices.filter((slice) => !slice.hasEnded);
		const [longest] = byPagesLeft(open);
		if (!longest) return undefined;

		const spareReaders = this.wantedCalls - this.busyCount;
		const spareSlices = this.spareSlices(open);
		const pageEdges = Math.round(longest.pagesLeft) - 1;
		const cuts = Math.min(spareReaders, spareSlices, pageEdges);
		if (cuts < 1) return undefined;

		const { position, end, sign } = longest;
		const partLength = (end - position) / (cuts + 1);
		const start = Math.ceil(end - partLength);
		if (start <= position + 1) return undefined;

		longest.endAt(start - 1);
		return this.addSlice({ sign, start, end });
	}

	/** Number of slices that the list may have besides those that it has; as many as there are readers for a long one. */
	private spareSlices(open: readonly Slice[]): number {
		const pages = open.reduce((sum, slice) => sum + slice.pagesLeft, this.list.pages);
		if (pages >= SHORT_LIST_PAGES) return Infinity;

		return SLICES_OF_SHORT_LIST - this.slices.length;
	}

	/**
	 * A slice for what is left to be done when everything was read once: a look at the newest end, and the pages at which
	 * tokens may have passed over records.
	 */
	private sliceToReadAgain(): Slice | undefined {
		const { list } = this;
		if (this.busyCount > 0 || list.changesFrom === Infinity) {
			return undefined;
		}
		if (list.tokenSteps.size === 0 && this.hasEnough) {
			return undefined;
		}

		if (!this.hasLooked) {
			this.hasLooked = true;
			return this.addSlice({
				sign: 1,
				start: list.changesFrom,
				origin: 'look',
			});
		}

		if (this.rereadings >= MAX_REREADINGS) return undefined;

		const doubtful = list.removeDoubtfulSteps();
		if (doubtful.length === 0) return undefined;

		this.rereadings += 1;
		this.hasLooked = false;
		const slices = doubtful.map((tokenStep) => {
			return this.addSlice({
				sign: tokenStep.sign,
				origin: tokenStep.origin,
				start: tokenStep.from,
				end: tokenStep.to,
			});
		});
		return slices[0];
	}

	/** The records that are wanted: the first by where they were, in the order in which they are. */
	private results(): IDataObject[] {
		const { list, limit, sign } = this;
		this.addMissedAtOtherEnd();

		const found = [...list.found.values()];
		if (list.isSorted) {
			found.sort((a, b) => sign * (a.firstSecond - b.firstSecond) || 0);
		}

		// Records that have come or changed since the reading began hide none of the others: they come where there is room.
		const known = found.filter((each) => each.origin !== 'look');
		const late = found.filter((each) => each.origin === 'look');
		const wanted = [...known, ...late].slice(0, limit);

		if (list.isSorted) {
			wanted.sort((a, b) => sign * (a.second - b.second) || 0);
		}
		return wanted.map(({ record }) => record);
	}

	/** Adds the records of the other end that tokens have not shown: in a list without order, a change may hide them. */
	private addMissedAtOtherEnd(): void {
		if (!this.main.hasEnded) return;

		const missed = this.otherEnd.filter((record) => {
			const id = idText(record.id);
			return id !== undefined && !this.list.found.has(id);
		});
		this.list.observe(missed, 'otherEnd', Infinity * this.sign);
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
	const endingService = service.endedBy({ ended: ending.signal });
	const reader = new TimeRangeReader(endingService, request, direction, wanted);

	try {
		return await reader.read();
	} finally {
		ending.abort();
	}
}
