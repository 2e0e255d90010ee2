import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../http/client';
import type { ListPage } from './page';
import { isAscending, step } from './step';
import { around, updatedAt } from './timeRange';
import { PageWalk } from './walk';
import type { ListSource, PageRequest, PageResult } from './walk';

/**
 * A page whose last two seconds fill more than this part of it goes on by its token: they would all be shown once more.
 */
const CROWD = 1 / 8;

/** So many of the newest records may carry a time that lies ahead of all others. */
const NEWEST_RECORDS = 10;

/** Seconds, both included. */
export interface Seconds {
	readonly from: number;
	readonly to: number;
}

/** What the pages of a list have shown; shared by all who read it. */
export class ListKnowledge {
	/** Whether the service keeps the order that it is asked for; where that is not shown, pages are followed by token. */
	order: 'kept' | 'unknown' | 'other' = 'kept';

	/** What changes while the list is read has no earlier second than this. */
	changesFrom = -Infinity;

	/** Records on a page that has another after it. */
	pageSize = 1;

	/** Pages that were read, and how many records they had in how many seconds. */
	pages = 0;
	records = 0;
	seconds = 0;

	/** Where tokens have led on in a list, and the seconds that records have left. */
	private led: Array<{ list: Seconds; gap: Seconds }> = [];
	private left = new Set<number>();

	/** Notes the newest seconds of the list, before anything else was asked for that may have changed. */
	noteNewest(seconds: readonly number[]): void {
		const newest = [...seconds].sort((a, b) => b - a);
		this.changesFrom = newest[Math.min(NEWEST_RECORDS, newest.length) - 1] ?? -Infinity;
	}

	hasLeft(second: number | undefined): void {
		if (second !== undefined) this.left.add(second);
	}

	/** A token has led from a second to another in a list that began with a third. */
	hasLed(start: number, from: number, to: number): void {
		this.led.push({ list: span(start, from, to), gap: span(from, to) });
	}

	/**
	 * A token may stand for a number of records to pass over: one that leaves moves all that follow, and the first of the
	 * next page is never shown. Gives the seconds in which that may have happened, once.
	 */
	takeDoubtful(): Seconds[] {
		const left = [...this.left];
		const isDoubtful = ({ list }: { list: Seconds }) => left.some((at) => at >= list.from && at <= list.to);
		const gaps = this.led
			.filter(isDoubtful)
			.map(({ gap }) => gap)
			.sort((a, b) => a.from - b.from);
		this.led = this.led.filter((led) => !isDoubtful(led));
		this.left = new Set();
		return gaps.filter((gap, place) => !gaps.slice(0, place).some((before) => before.to >= gap.to));
	}
}

function span(...seconds: number[]): Seconds {
	return { from: Math.min(...seconds), to: Math.max(...seconds) };
}

/**
 * A part of a list that has a reader of its own. It goes on by the times of its records: offsets between pages are not
 * trusted, because a record that changes leaves its place, and the rest moves up. A page that ends in a crowded second
 * is followed by its token until that second is over.
 *
 * Its *places* are seconds, counted backwards where the list goes back: a reader always goes from small places to large
 * ones.
 */
export class Slice extends PageWalk {
	/** Pages that were read, and wait for their turn to be handed on. */
	readonly ready: IDataObject[][] = [];

	isBusy = false;

	/** The place up to which everything was read, and the one with which the list began that was asked for last. */
	at: number;
	private asked: number;

	/**
	 * @param sign 1 where it follows time, -1 where it goes back
	 * @param start its first place, and `end` the last one
	 */
	constructor(
		private readonly request: ServiceRequest,
		readonly sign: 1 | -1,
		private readonly known: ListKnowledge,
		source: ListSource,
		private readonly start = -Infinity,
		public end = Infinity,
	) {
		super(source, partOf(request, sign, start, end));
		this.at = start;
		this.asked = start;
	}

	override get hasEnded(): boolean {
		return super.hasEnded && !this.isBusy;
	}

	/** Pages that it probably still takes to the end; 0 where that cannot be said. */
	get pagesLeft(): number {
		const { records, seconds, pageSize } = this.known;
		const pages = ((this.end - this.at) * records) / Math.max(1, seconds) / pageSize;
		return Number.isFinite(pages) && !this.hasEnded ? Math.max(0, pages) : 0;
	}

	override async fetch(): Promise<ListPage> {
		this.isBusy = true;
		return await super.fetch();
	}

	/** Takes the page that was fetched: what is new on it waits in {@link ready}. */
	override accept(page: ListPage): IDataObject[] {
		const records = super.accept(page);
		if (records.length > 0) this.ready.push(records);
		this.isBusy = false;
		return records;
	}

	/** Goes on by a token of its whole list. */
	followToken(token: string | undefined): void {
		this.goOn(token === undefined ? undefined : { request: this.request, token });
		this.isBusy = false;
	}

	/** Ends with a place: what lies behind it is for another. */
	endAt(place: number): void {
		this.end = place;
		if (this.at > place) this.goOn(undefined);
	}

	protected read({ records, nextPageToken }: ListPage, { request, token }: PageRequest): PageResult {
		const { known, sign, start, end } = this;
		const places = placesOf(records, sign);
		const readable = places.filter((place) => place !== undefined);
		if (token !== undefined) known.hasLed(this.asked * sign, this.at * sign, (readable[0] ?? this.at) * sign);
		const shown = this.believed(readable, token !== undefined);
		const last = shown.length > 0 ? [Math.max(...shown)] : [];
		const inside = records.filter((_, index) => (places[index] ?? start) >= start && (places[index] ?? end) <= end);
		if (nextPageToken !== undefined) known.pageSize = Math.max(known.pageSize, records.length);
		const next = step({ at: this.at, to: end }, last, nextPageToken);
		const place = next ? Math.max(this.at, ...last) : end;
		// Behind a token the crowd lies in the second before, which would be asked for with it.
		const leadsOn = place > this.at + (token === undefined ? 0 : 1) && !this.isCrowded(readable, place);
		this.measure(readable, place);
		this.at = place;
		if (!next) return { records: inside, next: undefined };
		if (!leadsOn) return { records: inside, next: { request, token: nextPageToken } };
		this.asked = place;
		return { records: inside, next: partOf(this.request, sign, place, end) };
	}

	/** Whether a page ends in so many records of two seconds that it is better followed by its token. */
	private isCrowded(places: readonly number[], place: number): boolean {
		const { changesFrom } = this.known;
		const isTail = changesFrom > -Infinity && place * this.sign >= changesFrom;
		return !isTail && places.filter((other) => other >= place - 1).length > CROWD * places.length;
	}

	/**
	 * The places that tell how far a page has led. A page behind a token may come from a list that was made before: there
	 * a record that has changed since shows a later time than its place has.
	 */
	private believed(places: number[], isBehindToken: boolean): number[] {
		if (this.known.order !== 'kept') return [];
		if (!isBehindToken) return isAscending(places) ? places : [];
		return this.sign === 1 ? places.filter((place) => place < this.known.changesFrom) : places;
	}

	private measure(places: number[], place: number): void {
		const { known } = this;
		const first = this.at === -Infinity ? places[0] : this.at;
		const last = place === Infinity ? places.at(-1) : place;
		known.pages += 1;
		if (first === undefined || last === undefined) return;
		known.records += places.length;
		known.seconds += last - first;
	}
}

/** Asks for the places of a list from one to another. */
function partOf(request: ServiceRequest, sign: 1 | -1, from: number, to: number): PageRequest {
	return { request: sign === 1 ? around(request, from, to) : around(request, -to, -from) };
}

/** The places of records; a record without a readable time has none. */
export function placesOf(records: readonly IDataObject[], sign: 1 | -1): Array<number | undefined> {
	return records.map((record) => {
		const second = updatedAt(record);
		return second === undefined ? undefined : second * sign;
	});
}
