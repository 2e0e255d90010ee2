import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';
import { encodeId, fault, isApiVersion, ParameterError, resolveVersion, shownValue, versionText } from '../../shared';
import type { ApiVersion, QueryPair, ServiceRequest } from '../../shared';
import type { Operation } from '../resources/operation';
import { isLeftToFirstItem } from './inputItems';
import { entriesOfCollection, ParameterReader } from './parameters';
import type { Given } from './parameters';

/** What the checks of a request have come to. */
interface Checked {
	version?: ApiVersion;
	given?: Given;
	/** Why it is not sent. */
	refusal?: unknown;
}

/** By the request that n8n's routing made for an item: it is the one thing that checks and executor both see. */
const CHECKED = new WeakMap<object, Checked>();

/** What was found of a request; nothing where no check ran, because the operation does not show in the version. */
export function checkedOf(options: object): Checked {
	const checked = CHECKED.get(options) ?? {};
	CHECKED.set(options, checked);
	return checked;
}

/**
 * A check of the request that keeps what it refuses for the executor: thrown here, n8n would pair the error of an item
 * with nothing, and the items that wait for this one would wait for ever.
 */
function kept(operation: Operation, check: PreSendAction): PreSendAction {
	return async function keep(options) {
		const checked = checkedOf(options);
		if (checked.refusal !== undefined || isLeftToFirstItem(this, operation)) return options;
		try {
			return await check.call(this, options);
		} catch (error) {
			checked.refusal = error;
			return options;
		}
	};
}

/** The checks of an operation as they are given to n8n: every value by its type, then those of the operation. */
export function checksOf(operation: Operation): PreSendAction[] {
	return [valuesRead(operation), ...(operation.routing.send?.preSend ?? [])].map((check) => kept(operation, check));
}

/** What a check has been given to see of the parameters. */
export function givenFor(options: object): Given {
	return checkedOf(options).given ?? { values: {}, blanks: {} };
}

/**
 * The version that an operation goes to for an item (contract: apiVersion).
 *
 * @throws ParameterError for what is no version, and for one that does not have the operation
 */
export function versionOf(functions: IExecuteSingleFunctions, operation: Operation): ApiVersion {
	const given: unknown = functions.getNodeParameter('apiVersion');
	// A number that no expression gave stays one: n8n has dropped by it the fields that depend on the version.
	const choice = typeof functions.getNode().parameters.apiVersion === 'string' ? versionText(given) : given;
	if (choice !== 'auto' && !isApiVersion(choice)) {
		const message = `apiVersion is ${shownValue(choice)}, which is not a version of the service`;
		throw fault('apiVersion', message, 'choose auto, 3.2, 2.5 or 2.0.');
	}
	const version = resolveVersion(operation, choice);
	if (version) return version;
	throw new ParameterError({
		parameter: 'apiVersion',
		message: `API version ${choice} has no operation '${operation.name}' for this resource`,
		rule: `it exists in API version ${operation.versions.join(', ')}. Choose one of them, or Auto.`,
	});
}

function keyOf(functions: IExecuteSingleFunctions, property: string): string {
	if (!property.startsWith('=')) return property;
	return String(functions.evaluateExpression(property.slice(1), functions.getItemIndex()));
}

/** A field with the value that was read for it, and whether n8n's routing has not seen it. */
interface Routed {
	readonly field: INodeProperties;
	readonly value: unknown;
	readonly isUnseen: boolean;
}

function* routedFields(reader: ParameterReader, { fields }: Operation, { values }: Given): Generator<Routed> {
	for (const field of fields) {
		yield { field, value: values[field.name], isUnseen: false };
		const added = (values[field.name] ?? {}) as IDataObject;
		for (const entry of entriesOfCollection(field)) {
			yield { field: entry, value: added[entry.name], isUnseen: reader.isOneExpression(field) };
		}
	}
}

/**
 * Reads the values that routing has put into the query, and leaves out what is blank or what the version does not have.
 * What stands in a collection that is one expression is put where routing would have put it.
 */
function valuesRead(operation: Operation): PreSendAction {
	return async function readValues(options) {
		const checked = checkedOf(options);
		checked.version = versionOf(this, operation);
		const reader = new ParameterReader(this, operation.fields, checked.version);
		checked.given = reader.read();
		const places = { query: (options.qs ??= {}), body: (options.body ??= {}) as IDataObject };
		const sent = new Map<string, { place: IDataObject; value: unknown }>();
		for (const { field, value, isUnseen } of routedFields(reader, operation, checked.given)) {
			const { property, type = 'query' } = field.routing?.send ?? {};
			if (property === undefined || (type === 'body' && !isUnseen)) continue;
			if (value === undefined && field.required) {
				throw fault(field.name, `${field.name} is empty`, 'fill it in, or check its expression.');
			}
			const key = keyOf(this, property);
			if (value !== undefined || !sent.has(key)) sent.set(key, { place: places[type], value });
		}
		for (const [key, { place, value }] of sent) {
			if (value === undefined) delete place[key];
			else place[key] = value as IDataObject[string];
		}
		return options;
	};
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

function pairsOf(query: IDataObject): QueryPair[] {
	return Object.entries(query).flatMap(([key, value]) =>
		(Array.isArray(value) ? (value as unknown[]) : [value]).map((each): QueryPair => [key, String(each)]),
	);
}

/**
 * The request that n8n's routing made of the description, as it goes over the wire.
 *
 * @throws ParameterError for an id that is none
 */
export function toServiceRequest(
	options: IHttpRequestOptions,
	operation: Operation,
	version: ApiVersion,
): ServiceRequest {
	const { response, effect, record } = operation;
	const url = options.url ?? '';
	const query = { ...options.qs };
	const hasBody = Object.keys((options.body ?? {}) as object).length > 0;
	return {
		endpoint: {
			method: options.method === 'POST' ? 'POST' : 'GET',
			response,
			effect,
			record,
			...(url.includes('{') ? { namesRecord: true } : {}),
		},
		version,
		path: filledPath(url, query),
		query: pairsOf(query),
		...(hasBody ? { body: JSON.stringify(options.body), contentType: 'application/json' } : {}),
	};
}
