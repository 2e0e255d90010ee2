import type { DeclarativeRestApiSettings, IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';
import { ALL_VERSIONS, fault, queryPairs, readId, resolveVersion, shownValue } from '../../shared';
import type { ApiVersion, ServiceRequest, Versioned } from '../../shared';
import type { OfferedOperation } from '../resources/operation';
import type { Given } from './parameters';

/** The version that an operation or an event goes to. @throws ParameterError for one that there is not, or lacks it */
export function versionOf(
	functions: IExecuteSingleFunctions | IPollFunctions,
	row: Versioned & { readonly name: string },
): ApiVersion {
	const given: unknown = functions.getNodeParameter('apiVersion');
	// An expression may make a number of it, and of 2.0 a 2. By a number without one n8n has dropped fields of the
	// version.
	const isText = typeof functions.getNode().parameters.apiVersion === 'string';
	const choice = (isText && ALL_VERSIONS.find((version) => Number(version) === given)) || given;
	if (!resolveVersion({ versions: ALL_VERSIONS }, choice)) {
		const message = `apiVersion is ${shownValue(choice)}, which is not a version of the service`;
		throw fault('apiVersion', message, 'choose auto, 3.2, 2.5 or 2.0.');
	}
	const version = resolveVersion(row, choice);
	if (version) return version;
	const rule = `it exists in API version ${row.versions.join(', ')}. Choose one of them, or Auto.`;
	throw fault('apiVersion', `API version ${String(choice)} does not have '${row.name}'`, rule);
}

/**
 * The request that n8n's routing made of the description, as it goes over the wire: names in braces are filled with the
 * encoded ids of the query. An id that is none is refused.
 */
export function toServiceRequest(
	{ method, url = '' }: Partial<DeclarativeRestApiSettings.HttpRequestOptions>,
	{ response, effect, listsTags }: OfferedOperation,
	version: ApiVersion,
	{ query, body }: Given,
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
