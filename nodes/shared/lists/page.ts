import type { IDataObject } from 'n8n-workflow';
import { shownValue } from '../values/show';
import { readRefusal } from '../http/response';
import type { ServiceResponse } from '../http/response';
import { isEmpty, isObject } from '../base/json';
import { switchOf } from '../values/readers';
import type { ServiceClient, ServiceRequest } from '../http/client';

/** What reading a list needs of the way to the wire. */
export interface ListService extends Pick<ServiceClient, 'exchange' | 'refusal' | 'unusable'> {
	endedBy(end: { ended: AbortSignal }): ListService;
}

/** One page of a list (spec: List envelope). */
export interface ListPage {
	readonly records: IDataObject[];
	/** Set exactly when more can be fetched. */
	readonly nextPageToken: string | undefined;
}

/** Thrown by {@link fetchPage} when the service does not accept the token of a page (any longer). */
export class PageRefused extends Error {}

/**
 * Reads the envelope of a list, which ends where `hasMore` is false, whatever token stands beside it, or where there is
 * neither. @throws NodeApiError when the response is no list, or does not say whether there is more and how to get it
 */
function readPage(service: ListService, { json }: ServiceResponse): ListPage {
	if (!isObject(json) || !(Array.isArray(json.data) || json.data === null)) {
		throw service.unusable('The service sent a response without the requested list');
	}
	const { hasMore, nextPageToken } = json;
	const records = (json.data ?? []) as unknown[];
	const odd = records.filter((record) => !isObject(record));
	if (odd.length > 0) throw service.unusable(`The service sent ${shownValue(odd[0])} in a list in place of a record`);
	const token = typeof nextPageToken === 'string' ? nextPageToken : '';
	const goesOn = isEmpty(hasMore) && isEmpty(nextPageToken) ? false : switchOf(hasMore);
	if (goesOn === undefined || (goesOn && token === '')) {
		const said = `${shownValue(hasMore)}, ${token === '' ? 'without' : 'with'} a page token`;
		throw service.unusable(`The service did not say clearly whether the list continues: hasMore is ${said}`);
	}
	return { records: records as IDataObject[], nextPageToken: goesOn ? token : undefined };
}

/** Lets the service choose how many records a page has, for all who read the list. */
function forgetLimit(size: { limit?: number }): void {
	size.limit = undefined;
}

/**
 * Fetches one page: the first one without a token. With a token the parameters of the first page are sent along
 * unchanged: the service inherits them anyway (spec: Common parameter rules), and one that still asked for the required
 * ones would get them. One that refuses them is asked with the token alone.
 *
 * @param size the records wanted on each page; loses a limit out of bounds, which are not shown for reports (spec:
 *   Limits), so that the service chooses
 * @throws PageRefused when the token is unknown or older than 6 hours (spec: Rules 2)
 * @throws NodeApiError for any other refusal
 */
export async function fetchPage(
	service: ListService,
	request: ServiceRequest,
	size: { limit?: number },
	token?: string,
): Promise<ListPage> {
	const { limit } = size;
	const query = [...request.query];
	if (token !== undefined) query.push(['nextPageToken', token]);
	if (limit !== undefined) query.push(['limit', String(limit)]);
	const response = await service.exchange({ ...request, query });
	if (response.status === 200) return readPage(service, response);
	if (response.status !== 400) throw service.refusal(response);
	const { details } = readRefusal(response.json);
	const isAbout = (name: string) => details.some(({ code, field }) => field === name || code === name);
	const isOld = token !== undefined && (isAbout('expired_token') || isAbout('nextPageToken'));
	if (isOld) throw new PageRefused('The service refused the token of a page');
	if (limit !== undefined && isAbout('limit')) {
		forgetLimit(size);
		return await fetchPage(service, request, size, token);
	}
	// The first page was given for the same parameters: they are refused for standing beside the token.
	const isAloneBetter = token !== undefined && request.query.length > 0 && details.some(({ field }) => field !== '');
	if (!isAloneBetter) throw service.refusal(response);
	return await fetchPage(service, { ...request, query: [] }, {}, token);
}
