import type { DeclarativeRestApiSettings } from 'n8n-workflow';
import { queryPairs, readId } from '../../shared';
import type { ApiVersion, ItemParameters, ServiceRequest } from '../../shared';
import type { OfferedOperation } from '../resources/operation';

/** The request that n8n's routing made of the description. */
type RoutedRequest = Partial<DeclarativeRestApiSettings.HttpRequestOptions>;

/** A name in braces in the path of an operation. */
const NAME_IN_PATH = /\{(\w+)\}/g;

/**
 * Turns the request that n8n's routing made into the one that goes over the wire: names in braces are filled with the
 * encoded IDs of the query.
 *
 * @throws ParameterError for an ID that is none
 */
export function toServiceRequest(
	routed: RoutedRequest,
	operation: OfferedOperation,
	version: ApiVersion,
	parameters: ItemParameters,
): ServiceRequest {
	const { method = 'GET', url = '' } = routed;
	const { response, effect, listsTags } = operation;
	const { query, body } = parameters;

	const path = url.replace(NAME_IN_PATH, (braces, name: string) => {
		if (!(name in query)) return encodeURIComponent(braces);
		const id = readId(name, query[name]);
		// The ID goes into the path alone.
		delete query[name];
		return encodeURIComponent(id);
	});

	const namesRecord = url.includes('{') || undefined;
	const request = {
		endpoint: { method, response, effect, listsTags, namesRecord },
		version,
		path,
		query: queryPairs(query),
	};
	const hasBody = Object.keys(body).length > 0;
	return hasBody ? { ...request, body: JSON.stringify(body), contentType: 'application/json' } : request;
}
