import type { IDataObject } from 'n8n-workflow';
import { hasCode, namesField, readRefusal } from './errors';
import { isObject } from './json';
import { orError } from './orError';
import type { ServiceAnswer, ServiceClient, ServiceRequest } from './client';
import { endpoint } from './versions';

/** One page of a list (spec: List envelope). */
export interface ListPage {
	readonly records: IDataObject[];
	/** Set exactly when more can be fetched. */
	readonly nextPageToken: string | undefined;
}

/** Pages in a row that bring nothing new before the list is given up as endless. */
const MOST_BARREN_PAGES = 20;

/** Restarts in a row that bring nothing new before the list is given up. */
const MOST_BARREN_RESTARTS = 3;

/** Thrown by {@link fetchPage} when the page can be had in another way: without its token, or smaller. */
export class PageRefused extends Error {
	constructor(readonly reason: 'token' | 'limit') {
		super(`The service refused the ${reason} of a page`);
	}
}

/**
 * Reads the envelope of a list.
 *
 * @throws NodeApiError when the answer is no list, or says that there is more without saying how to get it
 */
function readPage(client: ServiceClient, answer: ServiceAnswer): ListPage {
	const { json } = answer;
	if (!isObject(json) || !(Array.isArray(json.data) || json.data === null)) {
		throw client.unusable('The service gave an answer without the list that was asked for');
	}
	const records = ((json.data ?? []) as unknown[]).filter(isObject) as IDataObject[];
	const token = typeof json.nextPageToken === 'string' ? json.nextPageToken : '';
	const hasMore = json.hasMore === true;
	if (hasMore && token === '') {
		throw client.unusable('The service said that the list goes on, but not how to read on');
	}
	return { records, nextPageToken: hasMore ? token : undefined };
}

/** Which page of a list. */
export interface PagePosition {
	/** Records wanted on the page; the service's default (100) when absent. */
	readonly limit?: number;
	/** Token of the page before; the first page when absent. */
	readonly token?: string;
}

/**
 * Fetches one page. With a token the parameters of the first page are sent along unchanged: the service inherits
 * them anyway (spec: Common parameter rules), and one that still asked for the required ones would get them.
 *
 * @throws PageRefused when the token is unknown or older than 6 hours (spec: Rules 2), or when `limit` is out of
 *   bounds, which are not shown for reports (spec: Limits)
 * @throws NodeApiError for any other refusal
 */
export async function fetchPage(
	client: ServiceClient,
	request: ServiceRequest,
	{ limit, token }: PagePosition,
): Promise<ListPage> {
	const query = [...request.query];
	if (token !== undefined) query.push(['nextPageToken', token]);
	if (limit !== undefined) query.push(['limit', String(limit)]);
	const answer = await client.exchange({ ...request, query });
	if (answer.status === 200) return readPage(client, answer);
	const refusal = readRefusal(answer.status, answer.body);
	if (refusal.status === 400 && token !== undefined) {
		if (hasCode(refusal, 'expired_token') || namesField(refusal, 'nextPageToken')) throw new PageRefused('token');
	}
	if (refusal.status === 400 && limit !== undefined && namesField(refusal, 'limit')) throw new PageRefused('limit');
	throw client.refusal(answer);
}

function identity(record: IDataObject): string | undefined {
	const id = record.id ?? record.Id;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Notes the record as given; false when it was before. A record without id cannot be told from another. */
function isNew(given: Set<string>, record: IDataObject): boolean {
	const id = identity(record);
	if (id === undefined) return true;
	const known = given.has(id);
	given.add(id);
	return !known;
}

/** What a page is asked for with. */
export interface Question {
	readonly request: ServiceRequest;
	readonly token?: string;
}

/** How to read on after a page; `undefined` at the end of the list. */
export type ReadOn = (page: ListPage, question: Question) => Question | undefined;

/** Reads on the way the service documents it. */
const readOnByToken: ReadOn = ({ nextPageToken }, { request }) =>
	nextPageToken === undefined ? undefined : { request, token: nextPageToken };

/**
 * Reads a list page by page, as the pages come, in the service's order and no record twice.
 *
 * A page token that expires on the way costs a new start that passes over what was given already; nothing is
 * repeated and nothing left out. Endless lists (a token that leads in a circle, pages without records) end in
 * an error rather than in a loop.
 *
 * @param most records wanted; `Infinity` for all
 * @param readOn how to read on after a page; by its token unless said
 * @yields the new records of each page, at least one
 */
export async function* readRecords(
	client: ServiceClient,
	request: ServiceRequest,
	most: number,
	readOn: ReadOn = readOnByToken,
): AsyncGenerator<IDataObject[], void, void> {
	const given = new Set<string>();
	let limit: number | undefined = Math.min(endpoint(request.endpoint).pageSize ?? most, most);
	let question: Question = { request };
	let left = most;
	let fruitfulPages = 0;
	let barrenPages = 0;
	let barrenRestarts = 0;
	for (;;) {
		const { token } = question;
		const page = await orError(fetchPage(client, question.request, { limit, token }), PageRefused);
		if (page instanceof PageRefused) {
			if (page.reason === 'limit') {
				limit = undefined;
				continue;
			}
			barrenRestarts += 1;
			if (barrenRestarts > MOST_BARREN_RESTARTS) {
				throw client.unusable('The service keeps refusing its own page tokens, so the list cannot be read to its end');
			}
			question = { request: question.request };
			barrenPages = 0;
			continue;
		}
		const wanted = page.records.filter((record) => isNew(given, record)).slice(0, left);
		if (wanted.length > 0) {
			yield wanted;
			left -= wanted.length;
			fruitfulPages += 1;
			barrenPages = 0;
			barrenRestarts = 0;
		} else {
			barrenPages += 1;
		}
		const next = left === 0 ? undefined : readOn(page, question);
		if (!next) return;
		// After a restart the pages that were read before bring nothing new, and there are only so many of them.
		if (barrenPages > MOST_BARREN_PAGES + fruitfulPages) {
			throw client.unusable(`The service gave ${barrenPages} pages in a row without a new record, so the list cannot be read to its end`);
		}
		if (next.token !== undefined && next.token === token && wanted.length === 0) {
			throw client.unusable('The service gave the same page twice, so the list cannot be read to its end');
		}
		question = next;
	}
}
