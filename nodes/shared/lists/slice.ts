import type { IDataObject } from 'n8n-workflow';
import { catchAs } from '../base/errors';
import type { ServiceRequest } from '../http/client';
import type { List, PageRequest, TokenRun } from './list';
import { PageRefused } from './page';
import type { ListPage } from './page';
import { step } from './step';
import { around, placesOf } from './timeRange';

/**
 * A page whose last two seconds fill more than this part of it goes on by its token: they would all be shown once more.
 */
const CROWD = 1 / 8;

/**
 * Pages in a row without a new record before a list is given up as endless: so many, and all that it has had so many
 * times.
 */
const MAX_BARREN_PAGES = 20;
const MAX_BARREN_READINGS = 4;

/** Tokens in a row that are refused before the list is given up. */
const MAX_REFUSED_TOKENS = 3;

/**
 * A list, or a part of it, that is read page by page. It goes on by the times of its records: offsets between pages are
 * not trusted, because a record that changes leaves its place, and the rest moves up. Where the order is not known, and
 * in a crowded second until that is over, it goes on by token. A token that has expired costs a new start, which passes
 * over what was given already.
 */
export class Slice {
	/** What was new on its pages. */
	readonly records: IDataObject[] = [];

	isBusy = false;

	/** The place up to which everything was read, and the one with which the list begins that is being read. */
	at: number;
	private listStart: number;

	private next: PageRequest | undefined;
	private run: TokenRun | undefined;
	private refusedTokens = 0;
	private barrenPages = 0;

	/**
	 * @param request what all of the list is asked for with
	 * @param sign 1 where it follows time, -1 where it goes back
	 * @param start its first place, and `end` the last one (see {@link placesOf})
	 */
	constructor(
		private readonly list: List,
		private readonly request: ServiceRequest,
		readonly sign: 1 | -1 = 1,
		private readonly start = -Infinity,
		public end = Infinity,
	) {
		this.at = start;
		this.listStart = start;
		this.next = this.askedFrom(start);
	}

	get hasEnded(): boolean {
		return this.next === undefined;
	}

	/** Whether the next page is asked for by a token. */
	get isByToken(): boolean {
		return this.next?.token !== undefined;
	}

	/** Pages that it probably still takes to the end; 0 where that cannot be said. */
	get pagesLeft(): number {
		const { records, seconds, pageSize } = this.list;
		const pages = ((this.end - this.at) * records) / Math.max(1, seconds) / pageSize;
		return Number.isFinite(pages) && !this.hasEnded ? Math.max(0, pages) : 0;
	}

	/**
	 * Fetches the next page; from the beginning where its token has expired.
	 *
	 * @throws NodeApiError for a refusal
	 */
	async fetch(): Promise<ListPage> {
		const { list, next } = this;
		if (!next) return { records: [], nextPageToken: undefined };
		this.isBusy = true;
		const page = await catchAs(list.fetch(next), PageRefused);
		if (!(page instanceof PageRefused)) return page;
		this.refusedTokens += 1;
		if (this.refusedTokens > MAX_REFUSED_TOKENS) throw this.endless('keeps refusing its own page tokens');
		this.next = { request: next.request };
		return await list.fetch(this.next);
	}

	/**
	 * Takes the page that was fetched.
	 *
	 * @returns what is new on it, in the service's order
	 * @throws NodeApiError for a list without end
	 */
	accept(page: ListPage): IDataObject[] {
		const { list, sign, start, end } = this;
		const places = placesOf(page.records, sign);
		const inside = page.records.filter((_, index) => {
			const place = places[index];
			return place === undefined || (place >= start && place <= end);
		});
		const taken = list.takeNew(inside);
		this.records.push(...taken);
		this.isBusy = false;
		this.barrenPages = taken.length > 0 ? 0 : this.barrenPages + 1;
		if (this.barrenPages > MAX_BARREN_PAGES + MAX_BARREN_READINGS * list.fruitfulPages) {
			throw this.endless(`sent ${this.barrenPages} pages in a row without a new record`);
		}
		this.goOn(
			page,
			places.filter((place) => place !== undefined),
		);
		return taken;
	}

	/** Drops the page that was fetched, and goes on by a token of all of the list. */
	followToken(token: string | undefined): void {
		this.isBusy = false;
		this.next = { request: this.request, token };
		this.listStart = this.start;
		this.run = this.list.beginRun({ sign: this.sign, start: this.start, from: this.at, to: this.at });
	}

	/** Ends with a place: what lies behind it is for another. */
	endAt(place: number): void {
		this.end = place;
		if (this.at > place) this.next = undefined;
	}

	private endless(what: string): Error {
		return this.list.service.unusable(`The service ${what}, so the list cannot be read to its end`);
	}

	/** Goes on at the last time of a page, or by its token. */
	private goOn({ records, nextPageToken: token }: ListPage, places: readonly number[]): void {
		const { list, sign, next: asked } = this;
		const { isByToken } = this;
		if (isByToken) this.refusedTokens = 0;
		if (isByToken && this.run) this.run.to = Math.max(this.run.to, places[0] ?? this.run.to);
		// A page behind a token may come from a list that was made before: there a record that has changed since shows a
		// later time than its place has.
		const believed = places.filter((place) => list.isSorted && (!isByToken || place * sign < list.changesFrom));
		const position = step({ at: this.at, to: this.end }, believed, token);
		const place = position?.at ?? this.end;
		this.measure(places, place);
		if (token !== undefined) list.pageSize = Math.max(list.pageSize, records.length);
		// Behind a token the crowd lies in the second before, which would be asked for with it.
		const leadsOn = place > this.at + (isByToken ? 1 : 0) && !this.isCrowded(places, place);
		this.at = place;
		if (!asked || !position) {
			this.next = undefined;
		} else if (leadsOn) {
			this.listStart = place;
			this.run = undefined;
			this.next = this.askedFrom(place);
		} else {
			this.run = list.beginRun({ sign, start: this.listStart, from: place, to: place });
			this.next = { request: asked.request, token };
		}
	}

	/** Whether a page ends in so many records of two seconds that it is better followed by its token. */
	private isCrowded(places: readonly number[], place: number): boolean {
		const { changesFrom } = this.list;
		const isTail = changesFrom > -Infinity && place * this.sign >= changesFrom;
		return !isTail && places.filter((other) => other >= place - 1).length > CROWD * places.length;
	}

	private measure(places: readonly number[], place: number): void {
		const { list } = this;
		const first = this.at === -Infinity ? places[0] : this.at;
		const last = place === Infinity ? places.at(-1) : place;
		list.pages += 1;
		if (first === undefined || last === undefined) return;
		list.records += places.length;
		list.seconds += last - first;
	}

	private askedFrom(place: number): PageRequest {
		const { request, sign, end } = this;
		return { request: sign === 1 ? around(request, place, end) : around(request, -end, -place) };
	}
}
