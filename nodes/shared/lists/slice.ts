import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../api/versions';
import { catchAs } from '../base/errors';
import type { ServiceRequest } from '../http/client';
import { List } from './list';
import type { Origin } from './list';
import { PageRefused } from './page';
import type { ListPage, ListService } from './page';
import { step } from './step';
import { narrowed, positionsOf } from './timeRange';
import type { Sign } from './timeRange';

/**
 * Part of a page from which on its last two seconds are crowded: then reading goes on by token, because a page asked for
 * by time would show all records of these seconds once more.
 */
const CROWD = 1 / 8;

/**
 * Pages in a row without a new record before a list counts as endless: this many, and this many times the pages that had
 * one. A refused token counts as several.
 */
const MAX_BARREN_PAGES = 20;
const MAX_BARREN_READINGS = 4;
const REFUSED_TOKEN_PAGES = 8;

/** The part of a list to be read: all of it, following time, where nothing else is said. */
export interface SliceOptions {
	readonly sign?: Sign;
	/** The first position and the last one. */
	readonly start?: number;
	readonly end?: number;
	readonly origin?: Origin;
}

/**
 * A part of a list that is read page by page. It goes on by the times of its records, because one that changes leaves
 * its position, and the rest moves up. Where the order is not known, and in a crowded second until that is over, it goes
 * on by token. A token that has expired costs a new start, which passes over the records that are known already.
 */
export class Slice {
	isBusy = false;
	hasEnded = false;

	/** The position up to which everything was read, and the last position (see {@link positionOf}). */
	position: number;
	end: number;
	readonly sign: Sign;
	readonly origin: Origin;

	/** Number of records on its pages. */
	recordCount = 0;

	private readonly start: number;
	/** The last position that a page has shown. */
	private lastShown: number;
	/** The request for the next page, and the token where it goes on by token. */
	private nextRequest: ServiceRequest;
	private token: string | undefined;
	private barrenPages = 0;

	/** @param request the whole list, in the order in which this slice is read */
	constructor(
		private readonly list: List,
		private readonly request: ServiceRequest,
		options: SliceOptions = {},
	) {
		const { sign = 1, start = -Infinity, end = Infinity, origin = 'beginning' } = options;
		this.sign = sign;
		this.start = start;
		this.end = end;
		this.origin = origin;

		this.position = start;
		this.lastShown = start;
		this.nextRequest = this.requestFrom(start);
	}

	/** Number of pages that are probably left to the end; 0 where that cannot be told. */
	get pagesLeft(): number {
		const { pages, seconds } = this.list;
		const distance = this.end - this.position;
		const left = (distance / Math.max(1, seconds)) * pages;

		return Number.isFinite(left) ? left : 0;
	}

	/** Fetches the next page; from the beginning where its token has expired. @throws NodeApiError for a refusal */
	async fetch(): Promise<ListPage> {
		const { list, nextRequest } = this;
		this.isBusy = true;
		const page = await catchAs(list.fetch(nextRequest, this.token), PageRefused);
		if (!(page instanceof PageRefused)) return page;

		this.barrenPages += REFUSED_TOKEN_PAGES;
		this.token = undefined;
		return await list.fetch(nextRequest);
	}

	/**
	 * Takes note of the page that was fetched, and moves on behind it.
	 *
	 * @returns the new records on it, in the service's order
	 * @throws NodeApiError for a list without end: a token that leads in a circle, or pages without records
	 */
	accept(page: ListPage): IDataObject[] {
		const { list, sign } = this;
		this.isBusy = false;
		this.recordCount += page.records.length;

		// Records just outside are noted, too: where one was tells which pages its move shifted.
		const newRecords = list.observe(page.records, this.origin, this.lastShown * sign);
		const positions = positionsOf(page.records, sign);
		this.lastShown = positions.at(-1) ?? this.lastShown;

		this.barrenPages = newRecords.length > 0 ? 0 : this.barrenPages + 1;
		this.refuseEndlessList();
		this.moveOn(positions, page.nextPageToken);
		return newRecords;
	}

	/** Ends at a position: what lies behind it is read by another slice. */
	endAt(position: number): void {
		this.end = position;
		if (this.position > position) this.hasEnded = true;
	}

	private refuseEndlessList(): void {
		const mostBarrenPages = MAX_BARREN_PAGES + MAX_BARREN_READINGS * this.list.fruitfulPages;
		if (this.barrenPages <= mostBarrenPages) return;

		throw this.list.service.unusable(
			'The service keeps sending pages without new records, so the node cannot read the list to its end',
		);
	}

	/** Moves behind a page, and prepares the request for the next one unless it was the last. */
	private moveOn(positions: readonly number[], nextToken: string | undefined): void {
		const { list, position: from } = this;
		if (this.wasReadByToken) this.noteTokenStep(positions);

		const credible = this.credible(positions);
		const progress = step({ at: from, to: this.end }, credible, nextToken);
		this.position = progress?.at ?? this.end;
		list.observeProgress(this.position - from);
		this.hasEnded = progress === undefined;
		if (this.hasEnded) return;

		const goesByTime = this.position > from && !this.isCrowded(positions);
		if (goesByTime) {
			this.nextRequest = this.requestFrom(this.position);
		}
		this.token = goesByTime ? undefined : nextToken;
	}

	private get wasReadByToken(): boolean {
		return this.token !== undefined;
	}

	private noteTokenStep(positions: readonly number[]): void {
		const { sign, origin, start: sliceStart, position: from } = this;
		const to = Math.max(from, positions[0] ?? this.end);

		this.list.tokenSteps.add({
			sign,
			origin,
			sliceStart,
			from,
			to,
		});
	}

	/**
	 * The positions of a page that say how far it reaches. A page behind a token may come from a list that was made before:
	 * there a record that has changed since shows a later time than it stands at.
	 */
	private credible(positions: readonly number[]): number[] {
		const { list, sign } = this;
		if (!list.isSorted) return [];
		if (!this.wasReadByToken) return [...positions];

		return positions.filter((position) => position * sign < list.changesFrom);
	}

	/** Whether the last two seconds that were read fill more than a part of the page. */
	private isCrowded(positions: readonly number[]): boolean {
		const uncrowded = Math.ceil(positions.length * (1 - CROWD));
		const edge = positions[uncrowded - 1] ?? -Infinity;

		return edge >= this.position - 1;
	}

	/** The request for what this slice has from a position on. */
	private requestFrom(position: number): ServiceRequest {
		const { request, sign, end } = this;
		if (sign === 1) {
			return narrowed(request, position, end);
		}

		return narrowed(request, -end, -position);
	}
}

/**
 * Reads a list by its page tokens, as the pages come, in the service's order and no record twice.
 *
 * @param most number of records wanted; `Infinity` for all
 * @yields the new records of each page, at least one
 * @throws NodeApiError for a refusal, and for a list without end
 */
export async function* readRecords(
	service: ListService,
	request: ServiceRequest,
	most: number,
): AsyncGenerator<IDataObject[], void, void> {
	const limit = Math.min(PAGE_SIZE, most);
	const list = new List(service, { limit });
	list.isSorted = false;
	const slice = new Slice(list, request);
	let left = most;

	while (left > 0 && !slice.hasEnded) {
		const page = await slice.fetch();
		const records = slice.accept(page).slice(0, left);
		left -= records.length;

		if (records.length > 0) yield records;
	}
}
