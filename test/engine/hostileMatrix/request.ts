import { endpoint, isEndpointName } from '../../../nodes/shared';
import type { CallRecord } from '../../emulator';
import { nameOf, type Place } from './places';

/** A request without what differs from one run to the next. */
export interface PlainRequest {
	readonly method: string;
	readonly path: string;
	readonly query: ReadonlyArray<readonly [string, string]>;
	readonly fields: ReadonlyArray<readonly [string, string]>;
}

/** Ids that the service makes again for each import. */
export const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The fields of a body as texts; those inside an object with its name before them. */
function fieldsOf({ parts, bodyText = '' }: CallRecord): Array<[string, string]> {
	if (parts) return parts.map(({ name, data, filename }) => [name, data.toString(filename === undefined ? 'utf8' : 'latin1')]);
	if (bodyText === '') return [];
	return Object.entries(JSON.parse(bodyText) as object).flatMap(([name, value]: [string, unknown]): Array<[string, string]> => {
		if (typeof value !== 'object' || value === null) return [[name, String(value)]];
		return Object.entries(value).map(([key, inner]) => [`${name}.${key}`, String(inner)]);
	});
}

export function plainRequest(call: CallRecord): PlainRequest {
	return { method: call.method, path: call.path.replace(UUID, '<uuid>'), query: call.query, fields: fieldsOf(call) };
}

function isInPath(place: Place): boolean {
	return isEndpointName(place.operation) && endpoint(place.operation).path.includes(`{${nameOf(place)}}`);
}

/** Parts of a form that hold a file are called otherwise than the parameters that name the file. */
const PARTS: Readonly<Record<string, string>> = {
	binaryPropertyName: 'frontImage',
	backImageBinaryPropertyName: 'backImage',
	departmentBinaryPropertyName: 'department',
	userBinaryPropertyName: 'user',
};

/** Whether something travels under the name of a parameter. */
function belongsTo(place: Place): (pair: readonly [string, string]) => boolean {
	const [, ...inner] = place.path;
	const name = (inner.length > 0 ? inner : place.path).join('.');
	return ([key]) => key === (PARTS[name] ?? name) || key === `${name}[]`;
}

/** The texts that arrive under a parameter's name. */
export function arriving(place: Place, call: CallRecord): string[] {
	if (isInPath(place)) return [call.id];
	return [...call.query, ...fieldsOf(call)].filter(belongsTo(place)).map(([, value]) => value);
}

/** The request without what travels under the parameter's name. */
export function apartFrom(place: Place, call: CallRecord): PlainRequest {
	const belongs = belongsTo(place);
	const { method, path, query, fields } = plainRequest(call);
	return {
		method,
		path: isInPath(place) ? path.split('/').map((part) => (part === encodeURIComponent(call.id) || part === '<uuid>' ? '<id>' : part)).join('/') : path,
		query: query.filter((pair) => !belongs(pair)),
		fields: fields.filter((pair) => !belongs(pair)),
	};
}
