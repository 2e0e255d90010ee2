import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IPollFunctions,
	PreSendAction,
} from 'n8n-workflow';
import { encodeId, fault, isApiVersion, queryPairs, resolveVersion, shownValue, versionText } from '../../shared';
import type { ApiVersion, ServiceRequest, Versioned } from '../../shared';
import type { Operation } from '../resources/operation';
import { isLeftToFirstItem } from './inputItems';
import { ParameterReader } from './parameters';
import type { Given } from './parameters';

/** What the checks of a request have come to. */
interface Checked {
	version?: ApiVersion;
	given: Given;
	/** Why it is not sent. */
	refusal?: unknown;
}

/** By the request that n8n's routing made for an item: it is the one thing that checks and executor both see. */
const CHECKED = new WeakMap<object, Checked>();

/** What was found of a request; nothing where no check ran, because the operation does not show in the version. */
export function checkedOf(options: object): Checked {
	return CHECKED.get(options) ?? { given: { values: {}, blanks: {} } };
}

/**
 * The check of a request as it is given to n8n: every value by its type, then the checks of the operation. What is
 * refused is kept for the executor: thrown here, n8n would pair the error of an item with nothing, and the items that
 * wait for this one would wait for ever.
 */
export function checkOf(operation: Operation): PreSendAction {
	return async function check(options) {
		if (isLeftToFirstItem(this, operation)) return options;
		const checked = checkedOf(options);
		CHECKED.set(options, checked);
		try {
			checked.version = versionOf(this, operation);
			const places = { query: (options.qs ??= {}), body: (options.body ??= {}) as IDataObject };
			checked.given = new ParameterReader(this, operation.fields, checked.version, places);
			for (const action of operation.routing.send?.preSend ?? []) await action.call(this, options);
		} catch (error) {
			checked.refusal = error;
		}
		return options;
	};
}

/**
 * The version that an operation or an event goes to (contract: apiVersion).
 *
 * @throws ParameterError for what is no version, and for one that does not have it
 */
export function versionOf(
	functions: IExecuteSingleFunctions | IPollFunctions,
	row: Versioned & { readonly name: string },
): ApiVersion {
	const given: unknown = functions.getNodeParameter('apiVersion');
	// A number that no expression gave stays one: n8n has dropped by it the fields that depend on the version.
	const choice = typeof functions.getNode().parameters.apiVersion === 'string' ? versionText(given) : given;
	if (choice !== 'auto' && !isApiVersion(choice)) {
		const message = `apiVersion is ${shownValue(choice)}, which is not a version of the service`;
		throw fault('apiVersion', message, 'choose auto, 3.2, 2.5 or 2.0.');
	}
	const version = resolveVersion(row, choice);
	if (version) return version;
	const rule = `it exists in API version ${row.versions.join(', ')}. Choose one of them, or Auto.`;
	throw fault('apiVersion', `API version ${choice} does not have '${row.name}'`, rule);
}

/** Fills the names in braces with encoded ids, and takes these out of the query. */
function filledPath(url: string, query: IDataObject): string {
	return url.replace(/\{(\w+)\}/g, (braces, name: string) => {
		if (!(name in query)) return encodeURIComponent(braces);
		const id = encodeId(name, query[name]);
		delete query[name];
		return id;
	});
}

/** The request that n8n's routing made of the description, as it goes over the wire. An id that is none is refused. */
export function toServiceRequest(
	options: IHttpRequestOptions,
	operation: Operation,
	version: ApiVersion,
): ServiceRequest {
	const { response, effect, record } = operation;
	const { url = '' } = options;
	const method = options.method === 'POST' ? 'POST' : 'GET';
	const query = { ...options.qs };
	const hasBody = Object.keys((options.body ?? {}) as object).length > 0;
	return {
		endpoint: { method, response, effect, record, namesRecord: url.includes('{') || undefined },
		version,
		path: filledPath(url, query),
		query: queryPairs(query),
		...(hasBody ? { body: JSON.stringify(options.body), contentType: 'application/json' } : {}),
	};
}
