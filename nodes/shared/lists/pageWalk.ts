import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../http/client';
import { fetchPage, PageRefused } from './page';
import type { ListPage, ListService } from './page';
import { orError } from '../base/orError';

/** Pages in a row that bring nothing new before the list is given up as endless. */
const MOST_BARREN_PAGES = 20;

/** Restarts in a row that bring nothing new before the list is given up. */
const MOST_BARREN_RESTARTS = 3;

/** What a page is asked for with. */
export interface Question {
	readonly request: ServiceRequest;
	readonly token?: string;
}

/** How to read on after a page; `undefined` at the end of the list. */
export type ReadOn = (page: ListPage, question: Question) => Question | undefined;

/** Reads on the way the service documents it. */
export const readOnByToken: ReadOn = ({ nextPageToken }, { request }) =>
	nextPageToken === undefined ? undefined : { request, token: nextPageToken };

function identity(record: IDataObject): string | undefined {
	const { id } = record;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
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
			const id = identity(record);
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
	async fetch({ request, token }: Question): Promise<ListPage> {
		const page = await orError(fetchPage(this.service, request, { limit: this.limit, token }), PageRefused);
		if (!(page instanceof PageRefused)) return page;
		if (page.reason !== 'limit') throw page;
		this.limit = undefined;
		return await fetchPage(this.service, request, { token });
	}
}

/** Chooses what of a page is wanted; the rest counts as not new. */
export type Take = (page: ListPage, question: Question) => IDataObject[];

/**
 * Goes through a list, or a part of it, page by page.
 *
 * A page token that expires on the way costs a new start that passes over what was given already; nothing is
 * repeated and nothing left out. Endless lists (a token that leads in a circle, pages without records) end in
 * an error rather than in a loop.
 */
export class PageWalk {
	private question: Question | undefined;

	private barrenPages = 0;

	private barrenRestarts = 0;

	constructor(
		private readonly source: ListSource,
		first: Question,
		private readonly readOn: ReadOn,
		private readonly take: Take = ({ records }) => source.takeNew(records),
	) {
		this.question = first;
	}

	get hasEnded(): boolean {
		return this.question === undefined;
	}

	/** Stops here. */
	end(): void {
		this.question = undefined;
	}

	/**
	 * Reads the next page.
	 *
	 * @returns what is new on it, in the service's order; nothing at the end
	 * @throws NodeApiError for a refusal, and for a list without end
	 */
	async next(): Promise<IDataObject[]> {
		if (!this.question) return [];
		const { page, question } = await this.fetch(this.question);
		const taken = this.take(page, question);
		this.count(taken);
		const next = this.readOn(page, question);
		if (next) this.guard(next, question, taken);
		this.question = next;
		return taken;
	}

	private async fetch(asked: Question): Promise<{ page: ListPage; question: Question }> {
		let question = asked;
		for (;;) {
			const page = await orError(this.source.fetch(question), PageRefused);
			if (!(page instanceof PageRefused)) return { page, question };
			this.barrenRestarts += 1;
			if (this.barrenRestarts > MOST_BARREN_RESTARTS) {
				throw this.unusable('The service keeps refusing its own page tokens');
			}
			question = { request: question.request };
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

	private guard({ token }: Question, question: Question, taken: readonly IDataObject[]): void {
		// What was read before brings nothing new when it is read again, and there is only so much of it.
		if (this.barrenPages > MOST_BARREN_PAGES + this.source.fruitfulPages) {
			throw this.unusable(`The service sent ${this.barrenPages} pages in a row without a new record`);
		}
		if (token !== undefined && token === question.token && taken.length === 0) {
			throw this.unusable('The service sent the same page twice');
		}
	}

	private unusable(what: string): Error {
		return this.source.service.unusable(`${what}, so the list cannot be read to its end`);
	}
}
