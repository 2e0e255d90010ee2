import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../http/client';
import { fetchPage, PageRefused } from './page';
import type { ListPage, ListService } from './page';
import { catchAs } from '../base/catchAs';
import { idText } from '../values/textValue';

/** Pages in a row that bring nothing new before the list is given up as endless. */
const MAX_BARREN_PAGES = 20;

/** Restarts in a row that bring nothing new before the list is given up. */
const MAX_BARREN_RESTARTS = 3;

/** What a page is asked for with. */
export interface PageRequest {
	readonly request: ServiceRequest;
	readonly token?: string;
}

/** What a page comes to: what of it belongs to the list, and how to read on; no next page at the end. */
export interface PageResult {
	readonly records: readonly IDataObject[];
	readonly next: PageRequest | undefined;
}

export type ReadPage = (page: ListPage, pageRequest: PageRequest) => PageResult;

/** Reads on the way the service documents it. */
export const readByToken: ReadPage = ({ records, nextPageToken }, { request }) => ({
	records,
	next: nextPageToken === undefined ? undefined : { request, token: nextPageToken },
});

/** What all who read one list share: where it comes from, how large its pages are, and what it has given. */
export class ListSource {
	/** The time stamp of each record that was given, by its id. */
	private readonly given = new Map<string, unknown>();

	/** Pages that brought something new. */
	fruitfulPages = 0;

	/**
	 * @param limit records wanted on a page; the service's default once it has refused the number
	 * @param onChange told the former time stamp of a record that was given, and is met with another
	 */
	constructor(
		readonly service: ListService,
		private limit: number | undefined,
		private readonly onChange: (formerStamp: unknown) => void = () => {},
	) {}

	/** The records that were not given before, noted as given. A record without id cannot be told from another. */
	takeNew(records: readonly IDataObject[]): IDataObject[] {
		return records.filter((record) => {
			const id = idText(record.id);
			if (id === undefined) return true;
			const isNew = !this.given.has(id);
			const former = this.given.get(id);
			if (!isNew && former !== record.updatedTime) this.onChange(former);
			this.given.set(id, record.updatedTime);
			return isNew;
		});
	}

	/**
	 * Fetches a page, smaller when its size is refused.
	 *
	 * @throws PageRefused when the service does not know its token
	 * @throws NodeApiError for any other refusal
	 */
	async fetch({ request, token }: PageRequest): Promise<ListPage> {
		const page = await catchAs(fetchPage(this.service, request, { limit: this.limit, token }), PageRefused);
		if (!(page instanceof PageRefused)) return page;
		if (page.reason !== 'limit') throw page;
		this.limit = undefined;
		return await fetchPage(this.service, request, { token });
	}
}

/**
 * Goes through a list, or a part of it, page by page.
 *
 * A page token that expires on the way costs a new start that passes over what was given already; nothing is
 * repeated and nothing left out. Endless lists (a token that leads in a circle, pages without records) end in
 * an error rather than in a loop.
 */
export class PageWalk {
	private pageRequest: PageRequest | undefined;

	private barrenPages = 0;

	/** The records of the page before. */
	private before: readonly IDataObject[] | undefined;

	private barrenRestarts = 0;

	constructor(
		private readonly source: ListSource,
		first: PageRequest,
		private readonly read: ReadPage,
	) {
		this.pageRequest = first;
	}

	get hasEnded(): boolean {
		return this.pageRequest === undefined;
	}

	/** Stops here. */
	end(): void {
		this.pageRequest = undefined;
	}

	/**
	 * Reads the next page.
	 *
	 * @returns what is new on it, in the service's order; nothing at the end
	 * @throws NodeApiError for a refusal, and for a list without end
	 */
	async next(): Promise<IDataObject[]> {
		if (!this.pageRequest) return [];
		const { page, pageRequest } = await this.fetch(this.pageRequest);
		const { records, next } = this.read(page, pageRequest);
		const taken = this.source.takeNew(records);
		this.count(taken);
		if (next) this.guard(next, pageRequest, taken, page);
		this.pageRequest = next;
		return taken;
	}

	private async fetch(asked: PageRequest): Promise<{ page: ListPage; pageRequest: PageRequest }> {
		let pageRequest = asked;
		for (;;) {
			const page = await catchAs(this.source.fetch(pageRequest), PageRefused);
			if (!(page instanceof PageRefused)) return { page, pageRequest };
			this.barrenRestarts += 1;
			if (this.barrenRestarts > MAX_BARREN_RESTARTS) {
				throw this.unusable('The service keeps refusing its own page tokens');
			}
			pageRequest = { request: pageRequest.request };
			this.barrenPages = 0;
		}
	}

	private count(taken: readonly IDataObject[]): void {
		if (taken.length === 0) {
			this.barrenPages += 1;
			return;
		}
		this.source.fruitfulPages += 1;
		this.barrenPages = 0;
		this.barrenRestarts = 0;
	}

	private guard({ token }: PageRequest, pageRequest: PageRequest, taken: readonly IDataObject[], page: ListPage): void {
		// What was read before brings nothing new when it is read again, and there is only so much of it.
		if (this.barrenPages > MAX_BARREN_PAGES + this.source.fruitfulPages) {
			throw this.unusable(`The service sent ${this.barrenPages} pages in a row without a new record`);
		}
		// A service may give one token for a whole list. It stands still where it gives the same page as well.
		const isSameToken = token !== undefined && token === pageRequest.token && taken.length === 0;
		if (isSameToken && JSON.stringify(page.records) === JSON.stringify(this.before)) throw this.unusable('The service sent the same page twice');
		this.before = page.records;
	}

	private unusable(what: string): Error {
		return this.source.service.unusable(`${what}, so the list cannot be read to its end`);
	}
}
