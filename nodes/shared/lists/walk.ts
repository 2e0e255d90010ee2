import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../api/versions';
import { catchAs } from '../base/errors';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { fetchPage, PageRefused } from './page';
import type { ListPage, ListService } from './page';

/**
 * Pages in a row without a new record before a list is given up as endless: so many, and all that it has had so many
 * times.
 */
const MAX_BARREN_PAGES = 20;
const MAX_BARREN_READINGS = 4;

/** Tokens in a row that are refused before the list is given up. */
const MAX_REFUSED_TOKENS = 3;

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
	 * Fetches a page, of the service's own size when the one that is wanted is refused.
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
 * Goes through a list, or a part of it, page by page. A page token that expires on the way costs a new start that
 * passes over what was given already. A list without end (a token that leads in a circle, pages without records) ends
 * in an error.
 */
export abstract class PageWalk {
	private refusedTokens = 0;
	private barrenPages = 0;

	constructor(
		private readonly source: ListSource,
		private pageRequest: PageRequest | undefined,
	) {}

	/** What to take of a page, and where to go on. */
	protected abstract read(page: ListPage, pageRequest: PageRequest): PageResult;

	get hasEnded(): boolean {
		return this.pageRequest === undefined;
	}

	/** Whether the next page is asked for by a token. */
	get isByToken(): boolean {
		return this.pageRequest?.token !== undefined;
	}

	/** Goes on elsewhere, or ends. */
	protected goOn(next: PageRequest | undefined): void {
		this.pageRequest = next;
	}

	/**
	 * Fetches the next page; from the beginning where its token has expired.
	 *
	 * @throws NodeApiError for a refusal
	 */
	async fetch(): Promise<ListPage> {
		for (;;) {
			const { request, token } = this.pageRequest ?? {};
			if (!request) return { records: [], nextPageToken: undefined };
			const page = await catchAs(this.source.fetch({ request, token }), PageRefused);
			if (!(page instanceof PageRefused)) return page;
			this.refusedTokens += 1;
			if (this.refusedTokens > MAX_REFUSED_TOKENS) throw this.endless('keeps refusing its own page tokens');
			this.pageRequest = { request };
		}
	}

	/**
	 * Takes the page that was fetched.
	 *
	 * @returns what is new on it, in the service's order
	 * @throws NodeApiError for a list without end
	 */
	accept(page: ListPage): IDataObject[] {
		const { pageRequest, source } = this;
		if (!pageRequest) return [];
		const { records, next } = this.read(page, pageRequest);
		const taken = source.takeNew(records);
		this.barrenPages = taken.length > 0 ? 0 : this.barrenPages + 1;
		if (taken.length > 0) source.fruitfulPages += 1;
		if (pageRequest.token !== undefined) this.refusedTokens = 0;
		// What was read before brings nothing new when it is read again, and there is only so much of it.
		if (next && this.barrenPages > MAX_BARREN_PAGES + MAX_BARREN_READINGS * source.fruitfulPages) {
			throw this.endless(`sent ${this.barrenPages} pages in a row without a new record`);
		}
		this.pageRequest = next;
		return taken;
	}

	private endless(what: string): Error {
		return this.source.service.unusable(`The service ${what}, so the list cannot be read to its end`);
	}
}

class TokenWalk extends PageWalk {
	protected read({ records, nextPageToken: token }: ListPage, { request }: PageRequest): PageResult {
		return { records, next: token === undefined ? undefined : { request, token } };
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
	const source = new ListSource(service, Math.min(PAGE_SIZE, most));
	const walk = new TokenWalk(source, { request });
	let left = most;
	while (left > 0 && !walk.hasEnded) {
		const records = walk.accept(await walk.fetch()).slice(0, left);
		left -= records.length;
		if (records.length > 0) yield records;
	}
}
