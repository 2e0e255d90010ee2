import type { IDataObject } from 'n8n-workflow';
import { isEmpty, isObject } from '../base/json';
import type { ServiceClient, ServiceRequest } from '../http/client';
import { readRefusal } from '../http/response';
import type { RefusalDetail, ServiceResponse } from '../http/response';
import { switchOf } from '../values/readers';
import { shownValue } from '../values/show';

/** The part of the client that reading a list needs. */
export interface ListService extends Pick<ServiceClient, 'exchange' | 'refusal' | 'unusable'> {
	endedBy(end: { ended: AbortSignal }): ListService;
}

/** A page of a list (spec: List envelope). */
export interface ListPage {
	readonly records: IDataObject[];
	/** Set exactly when more can be fetched. */
	readonly nextPageToken: string | undefined;
}

/** The number of records to ask for on each page, shared by all calls of a list; the service chooses where it is unset. */
interface PageSize {
	limit?: number;
}

/** Thrown by {@link fetchPage} when the service does not accept the token of a page (any longer). */
export class PageRefused extends Error {}

/** The records of an envelope. @throws NodeApiError when it has none, or something else among them */
function recordsIn(service: ListService, data: unknown): IDataObject[] {
	if (data === null) return [];
	if (!Array.isArray(data)) {
		throw service.unusable('The response of the service does not contain the requested list');
	}

	const oddOnes = data.filter((record) => !isObject(record));
	if (oddOnes.length === 0) {
		return data as IDataObject[];
	}

	throw service.unusable(`The service sent ${shownValue(oddOnes[0])} in a list, where a record was expected`);
}

/**
 * The token of the next page. A list ends where `hasMore` is false, whatever token stands beside it, or where there is
 * neither.
 *
 * @throws NodeApiError when the envelope does not say whether there is more, or not how to get it
 */
function nextTokenIn(service: ListService, hasMore: unknown, nextPageToken: unknown): string | undefined {
	if (isEmpty(hasMore) && isEmpty(nextPageToken)) {
		return undefined;
	}

	const goesOn = switchOf(hasMore);
	if (goesOn === false) return undefined;

	const hasToken = typeof nextPageToken === 'string' && nextPageToken !== '';
	if (goesOn && hasToken) return nextPageToken;

	const said = `${shownValue(hasMore)}, ${hasToken ? 'with' : 'without'} a page token`;
	throw service.unusable(`The service did not say whether the list has another page: hasMore is ${said}`);
}

/** Reads the envelope of a list. @throws NodeApiError when it is none */
function readPage(service: ListService, response: ServiceResponse): ListPage {
	const envelope = isObject(response.json) ? response.json : {};
	const { data, hasMore, nextPageToken } = envelope;
	const records = recordsIn(service, data);

	return {
		records,
		nextPageToken: nextTokenIn(service, hasMore, nextPageToken),
	};
}

/** The request for one page of a list. */
function pageRequest(request: ServiceRequest, limit?: number, token?: string): ServiceRequest {
	const query = [...request.query];
	if (token !== undefined) {
		query.push(['nextPageToken', token]);
	}
	if (limit !== undefined) {
		query.push(['limit', String(limit)]);
	}

	return { ...request, query };
}

function isDetailAbout(detail: RefusalDetail, name: string): boolean {
	return detail.field === name || detail.code === name;
}

/** Lets the service choose how many records a page has, for all calls of the list. */
function forgetLimit(size: PageSize): void {
	size.limit = undefined;
}

/**
 * Fetches one page: the first one without a token. With a token the parameters of the first page are sent along
 * unchanged: the service inherits them anyway (spec: Common parameter rules), and one that still asked for the required
 * ones would get them. A service that refuses them is sent the token alone.
 *
 * @param size the records wanted on each page; loses a limit that the service refuses, because its bounds are not shown
 *   for reports (spec: Limits)
 * @throws PageRefused when the token is unknown or older than 6 hours (spec: Rules 2)
 * @throws NodeApiError for any other refusal
 */
export async function fetchPage(
	service: ListService,
	request: ServiceRequest,
	size: PageSize,
	token?: string,
): Promise<ListPage> {
	const { limit } = size;
	const response = await service.exchange(pageRequest(request, limit, token));
	if (response.status === 200) {
		return readPage(service, response);
	}
	if (response.status !== 400) {
		throw service.refusal(response);
	}

	const { details } = readRefusal(response.json);
	const isAbout = (name: string) => details.some((detail) => isDetailAbout(detail, name));
	const isAboutToken = isAbout('expired_token') || isAbout('nextPageToken');
	if (token !== undefined && isAboutToken) {
		throw new PageRefused('The service refused the token of a page');
	}

	if (limit !== undefined && isAbout('limit')) {
		forgetLimit(size);
		return await fetchPage(service, request, size, token);
	}

	// The first page was given for the same parameters: they are refused for standing beside the token.
	const namesField = details.some((detail) => detail.field !== '');
	const mayTokenGoAlone = token !== undefined && request.query.length > 0 && namesField;
	if (mayTokenGoAlone) {
		return await fetchPage(service, { ...request, query: [] }, {}, token);
	}

	throw service.refusal(response);
}
