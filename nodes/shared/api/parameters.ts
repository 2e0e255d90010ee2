import { isBlank } from '../base/blankValue';
import { countCharacters, formatCount, halfCharacterProblem } from '../values/characters';
import { entriesOfText } from '../values/listText';
import { readDateTime, readMoment, toServiceDateTime } from '../values/dateTime';
import { fault } from '../base/parameterError';
import { shownValue } from '../values/shownValue';
import { readSwitch } from '../values/switchValue';
import { readId, readText } from '../values/textValue';
import { valuesIn } from './versions';
import type { ApiVersion, EndpointRow, QueryParameter } from './versions';

/** Key and value as they go into the query string, in order. */
export type QueryPair = readonly [key: string, value: string];

/** Parameters as a person filled them in, by the service's names. */
export type GivenParameters = Readonly<Record<string, unknown>>;

/** A text becomes part of an address, which no server takes at any length. */
const MAX_QUERY_CHARACTERS = 500;

/** The entries of a list as n8n gives it: an array, or one text (from an expression, or typed in). */
function entriesOf(value: unknown): unknown[] {
	const given: unknown = typeof value === 'string' ? entriesOfText(value) : value;
	const entries: unknown[] = Array.isArray(given) ? given : [given];
	return entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
}

/**
 * Reads a list of texts, without the white space around each and without empty ones.
 *
 * @throws ParameterError for an entry that is no text
 */
export function readList(name: string, value: unknown): string[] {
	return entriesOf(value).map((entry) => readText(name, entry).trim());
}

function checkText(name: string, text: string): string {
	const length = countCharacters(text);
	if (length > MAX_QUERY_CHARACTERS) {
		throw fault(name, `${name} has ${formatCount(length)} characters`, `it may have at most ${MAX_QUERY_CHARACTERS}.`);
	}
	const half = halfCharacterProblem(text);
	if (half !== undefined) throw fault(name, `${name} ${half}`, 'correct the text.');
	return text;
}

function checkEnum(name: string, value: string, parameter: QueryParameter, version: ApiVersion): string {
	if (parameter.kind !== 'enum' && parameter.kind !== 'enums') return value;
	const known = valuesIn(parameter, version);
	if (known.includes(value)) return value;
	const elsewhere = parameter.valueVersions?.[value];
	throw fault(
		name,
		elsewhere
			? `${name} "${value}" does not exist in API version ${version}`
			: `${name} is ${shownValue(value)}, which the service does not know`,
		elsewhere
			? `"${value}" exists in API version ${elsewhere.join(', ')}; version ${version} knows ${known.join(', ')}.`
			: `it must be ${parameter.kind === 'enums' ? 'any of' : 'one of'} ${known.join(', ')}.`,
	);
}

function readValues(
	name: string,
	value: unknown,
	parameter: QueryParameter,
	version: ApiVersion,
	zone: string,
): string[] {
	switch (parameter.kind) {
		case 'dateTime':
			return [toServiceDateTime(readMoment(name, value, zone))];
		case 'boolean':
			return [String(readSwitch(name, value))];
		case 'string':
			return [checkText(name, readText(name, value))];
		case 'strings':
			return readList(name, value).map((entry) => checkText(name, entry));
		case 'ids':
			return entriesOf(value).map((entry) => readId(name, entry));
		case 'enum':
			return [checkEnum(name, readText(name, value), parameter, version)];
		case 'enums':
			return [...new Set(readList(name, value))].map((entry) => checkEnum(name, entry, parameter, version));
	}
}

/**
 * What one parameter of an endpoint would send.
 *
 * @returns nothing where the endpoint does not have it or the value is blank
 * @throws ParameterError as {@link buildQuery} does
 */
export function readQueryValues(row: EndpointRow, version: ApiVersion, name: string, value: unknown, zone: string): string[] {
	const parameter = row.query[name];
	return parameter && !isBlank(value) ? readValues(name, value, parameter, version, zone) : [];
}

/** `updatedFrom` and `updatedTo` are the only pair that can contradict each other. */
function checkTimeRange(given: GivenParameters, row: EndpointRow, zone: string): void {
	if (!row.query.updatedFrom || !row.query.updatedTo) return;
	const from = readDateTime(given.updatedFrom, zone);
	const to = readDateTime(given.updatedTo, zone);
	if (from && to && from > to) {
		throw fault(
			'updatedFrom',
			`updatedFrom (${toServiceDateTime(from)}) is after updatedTo (${toServiceDateTime(to)})`,
			'the start of the time range must not be after its end.',
		);
	}
}

/**
 * Turns what a person filled in into the query of one endpoint and version, checking every value by the table
 * of the spec. What the version does not have is left out; what is blank is left out unless it is required.
 *
 * @param zone IANA zone in which a date-time without zone is read
 * @returns key-value pairs in the table's order; arrays as repeated keys in the version's notation
 * @throws ParameterError naming the parameter and the rule
 */
export function buildQuery(
	row: EndpointRow,
	version: ApiVersion,
	given: GivenParameters,
	zone: string,
): QueryPair[] {
	const pairs: QueryPair[] = [];
	for (const [name, parameter] of Object.entries(row.query)) {
		if (parameter.versions && !parameter.versions.includes(version)) continue;
		const value = given[name];
		if (isBlank(value)) {
			if (!parameter.required) continue;
			throw fault(name, `${name} is empty`, 'it is required.');
		}
		const key = parameter.wireName?.[version] ?? name;
		for (const entry of readValues(name, value, parameter, version, zone)) pairs.push([key, entry]);
	}
	checkTimeRange(given, row, zone);
	return pairs;
}

/**
 * Encodes an id for its place in a path. Every character but the unreserved ones is escaped, so an id can never
 * reach another path; what no id can be is refused.
 *
 * @throws ParameterError for what {@link readId} refuses
 */
export function encodeId(name: string, value: unknown): string {
	return encodeURIComponent(readId(name, value));
}

/** Fills the names in braces of a path with encoded ids. */
export function fillPath(path: string, given: GivenParameters): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(name, given[name]));
}

/** The query string, escaped the strict way: a plus sign and square brackets survive every server. */
export function toQueryString(pairs: readonly QueryPair[]): string {
	return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}
