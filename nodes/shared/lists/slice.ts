import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../api/versions';
import { catchAs } from '../base/errors';
import type { ServiceRequest } from '../http/client';
import { List } from './list';
import type { Origin } from './list';
import { PageRefused } from './page';
import type { ListPage, ListService } from './page';
import { step } from './step';
import { around, placesOf } from './timeRange';

/** A page whose last two seconds fill more than this of it goes on by its token: they would all be shown once more. */
const CROWD = 1 / 8;

/**
 * Pages in a row without a new record before a list is given up as endless: so many, and all that it has had so many
 * times. A refused token counts as several.
 */
const MAX_BARREN_PAGES = 20;
const MAX_BARREN_READINGS = 4;
const REFUSED_TOKEN_PAGES = 8;

/** Which part of a list is read: all of it, following time, where nothing else is said. */
export interface Part {
	readonly sign?: 1 | -1;
	readonly start?: number;
	readonly end?: number;
	readonly origin?: Origin;
}

/**
 * A list, or a part of it, that is read page by page. It goes on by the times of its records, because one that changes
 * leaves its place, and the rest moves up. Where the order is not known, and in a crowded second until that is over, it
 * goes on by token. A token that has expired costs a new start, which passes over what was given already.
 */
export class Slice {
	isBusy = false;
	hasEnded = false;

	/** The place up to which everything was read. */
	at: number;
	/** The last place that a page has shown. */
	private shown: number;
	/** How many records its pages had. */
	records = 0;
	/** What the next page is asked for with. */
	private asked: ServiceRequest;
	private token: string | undefined;
	private barrenPages = 0;

	/** 1 where it follows time, -1 where it goes back. */
	readonly sign: 1 | -1;
	/** Its first place, and the last one (see {@link placeOf}). */
	private readonly start: number;
	end: number;
	readonly origin: Origin;

	/** @param request what all of the list is asked for with */
	constructor(
		private readonly list: List,
		private readonly request: ServiceRequest,
		{ sign = 1, start = -Infinity, end = Infinity, origin = 'beginning' }: Part = {},
	) {
		this.sign = sign;
		this.start = start;
		this.end = end;
		this.origin = origin;
		this.at = start;
		this.shown = start;
		this.asked = this.askedFrom(start);
	}

	/** Pages that it probably still takes to the end; 0 where that cannot be said. */
	get pagesLeft(): number {
		const { pages, seconds } = this.list;
		const left = ((this.end - this.at) / Math.max(1, seconds)) * pages;
		return Number.isFinite(left) ? left : 0;
	}

	/** Fetches the next page; from the beginning where its token has expired. @throws NodeApiError for a refusal */
	async fetch(): Promise<ListPage> {
		const { list, asked, token } = this;
		this.isBusy = true;
		const page = await catchAs(list.fetch(asked, token), PageRefused);
		if (!(page instanceof PageRefused)) return page;
		this.barrenPages += REFUSED_TOKEN_PAGES;
		this.token = undefined;
		return await list.fetch(asked);
	}

	/**
	 * Takes the page that was fetched.
	 *
	 * @returns what is new on it, in the service's order
	 * @throws NodeApiError for a list without end: a token that leads in a circle, or pages without records
	 */
	accept(page: ListPage): IDataObject[] {
		const { list, sign } = this;
		// Those of the seconds around it too: who knows where a record was knows what its leaving has moved.
		const taken = list.take(page.records, this.origin, this.shown * sign);
		const places = placesOf(page.records, sign);
		this.shown = places.at(-1) ?? this.shown;
		this.records += page.records.length;
		this.isBusy = false;
		this.barrenPages = taken.length > 0 ? 0 : this.barrenPages + 1;
		if (this.barrenPages > MAX_BARREN_PAGES + MAX_BARREN_READINGS * list.fruitfulPages) {
			throw list.service.unusable(
				'The service sent page after page without a new record, so the list cannot be read to its end',
			);
		}
		this.goOn(places, page.nextPageToken);
		return taken;
	}

	/** Ends with a place: what lies behind it is for another. */
	endAt(place: number): void {
		this.end = place;
		if (this.at > place) this.hasEnded = true;
	}

	/** Goes on at the last time of a page, or by its token. */
	private goOn(places: readonly number[], token: string | undefined): void {
		const { list, sign, at } = this;
		const isByToken = this.token !== undefined;
		const to = Math.max(at, places[0] ?? this.end);
		if (isByToken) list.tokenSteps.add({ sign, origin: this.origin, start: this.start, from: at, to });
		// A page behind a token may come from a list that was made before: there a record that has changed since shows a
		// later time than its place has.
		const believed = places.filter((place) => list.isSorted && (!isByToken || place * sign < list.changesFrom));
		const position = step({ at, to: this.end }, believed, token);
		this.at = position?.at ?? this.end;
		if (Number.isFinite(this.at - at)) {
			list.pages += 1;
			list.seconds += this.at - at;
		}
		this.hasEnded = position === undefined;
		if (this.hasEnded) return;
		const crowd = places[Math.ceil(places.length * (1 - CROWD)) - 1] ?? -Infinity;
		const leadsOn = this.at > at && crowd < this.at - 1;
		if (leadsOn) this.asked = this.askedFrom(this.at);
		this.token = leadsOn ? undefined : token;
	}

	private askedFrom(place: number): ServiceRequest {
		const { request, sign, end } = this;
		return sign === 1 ? around(request, place, end) : around(request, -end, -place);
	}
}

/**
 * Reads a list by its page tokens, as the pages come, in the service's order and no record twice.
 *
 * @param most records wanted; `Infinity` for all
 * @yields the new records of each page, at least one
 * @throws NodeApiError for a refusal, and for a list without end
 */
export async function* readRecords(
	service: ListService,
	request: ServiceRequest,
	most: number,
): AsyncGenerator<IDataObject[], void, void> {
	const list = new List(service, { limit: Math.min(PAGE_SIZE, most) });
	list.isSorted = false;
	const slice = new Slice(list, request);
	for (let left = most; left > 0 && !slice.hasEnded;) {
		const records = slice.accept(await slice.fetch()).slice(0, left);
		left -= records.length;
		if (records.length > 0) yield records;
	}
}
