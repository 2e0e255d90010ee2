import type { DeclarativeRestApiSettings } from 'n8n-workflow';
import { queryPairs, readId } from '../../shared';
import type { ApiVersion, ItemParameters, ServiceRequest } from '../../shared';
import type { OfferedOperation } from '../resources/operation';

/**
 * The request that n8n's routing made of the description, as it goes over the wire: names in braces are filled with the
 * encoded ids of the query. An id that is none is refused.
 */
export function toServiceRequest(
	{ method, url = '' }: Partial<DeclarativeRestApiSettings.HttpRequestOptions>,
	{ response, effect, listsTags }: OfferedOperation,
	version: ApiVersion,
	{ query, body }: ItemParameters,
): ServiceRequest {
	const path = url.replace(/\{(\w+)\}/g, (braces, name: string) => {
		if (!(name in query)) return encodeURIComponent(braces);
		const id = encodeURIComponent(readId(name, query[name]));
		delete query[name];
		return id;
	});
	const namesRecord = url.includes('{') || undefined;
	return {
		endpoint: { method: method ?? 'GET', response, effect, listsTags, namesRecord },
		version,
		path,
		query: queryPairs(query),
		...(Object.keys(body).length > 0 ? { body: JSON.stringify(body), contentType: 'application/json' } : {}),
	};
}
