import { InputFault } from './errors';
import { readDateTime, toServiceDateTime } from './dateTime';
import { valuesIn } from './versions';
import type { ApiVersion, EndpointRow, QueryParameter } from './versions';

/** Key and value as they go into the query string, in order. */
export type QueryPair = readonly [key: string, value: string];

/** Parameters as a person filled them in, by the service's names. */
export type GivenParameters = Readonly<Record<string, unknown>>;

/** Ids are opaque; nothing real is longer, and a longer one would only fill logs and proxies. */
const LONGEST_ID = 200;

/** Control characters, and halves of a surrogate pair, which cannot be encoded. */
const IMPOSSIBLE_CHARACTER = /[\p{Cc}\p{Cs}]/u;

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function fault(parameter: string, message: string, rule: string): InputFault {
	return new InputFault({ parameter, message, rule });
}

function shown(value: unknown): string {
	const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function readBoolean(name: string, value: unknown): string {
	if (value === true || value === 'true') return 'true';
	if (value === false || value === 'false') return 'false';
	throw fault(name, `${name} is ${shown(value)}, which is neither true nor false`, 'it must be true or false.');
}

function readText(name: string, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw fault(name, `${name} is ${shown(value)}, which is no text`, 'it must be a text.');
}

/** A list as n8n gives it: an array, or one text with commas (from an expression, or typed in). */
export function readList(name: string, value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : readText(name, value).split(',');
	return entries.map((entry) => readText(name, entry).trim()).filter((entry) => entry !== '');
}

function readDate(name: string, value: unknown, zone: string): string {
	const moment = readDateTime(value, zone);
	if (moment) return toServiceDateTime(moment);
	throw fault(
		name,
		`${name} is ${shown(value)}, which is no date and time`,
		'give a date and time such as 2026-04-01T09:00:00 (read in the time zone of the workflow) or 2026-04-01T09:00:00+09:00.',
	);
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
			: `${name} is ${shown(value)}, which the service does not know`,
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
			return [readDate(name, value, zone)];
		case 'boolean':
			return [readBoolean(name, value)];
		case 'string':
			return [readText(name, value)];
		case 'strings':
			return readList(name, value);
		case 'enum':
			return [checkEnum(name, readText(name, value), parameter, version)];
		case 'enums':
			return [...new Set(readList(name, value))].map((entry) => checkEnum(name, entry, parameter, version));
	}
}

/** `updatedFrom` and `updatedTo` are the only pair that can contradict each other. */
function checkTerm(given: GivenParameters, row: EndpointRow, zone: string): void {
	if (!row.query.updatedFrom || !row.query.updatedTo) return;
	const from = readDateTime(given.updatedFrom, zone);
	const to = readDateTime(given.updatedTo, zone);
	if (from && to && from > to) {
		throw fault(
			'updatedFrom',
			`updatedFrom (${toServiceDateTime(from)}) is after updatedTo (${toServiceDateTime(to)})`,
			'the start of the term must not be after its end.',
		);
	}
}

/**
 * Turns what a person filled in into the query of one endpoint and version, checking every value by the table
 * of the spec. What the version does not have is left out; what is blank is left out unless it is required.
 *
 * @param zone IANA zone in which a date-time without zone is read
 * @returns key-value pairs in the table's order; arrays as repeated keys in the version's notation
 * @throws InputFault naming the parameter and the rule
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
	checkTerm(given, row, zone);
	return pairs;
}

/**
 * Encodes an id for its place in a path. Every character but the unreserved ones is escaped, so an id can never
 * reach another path; what no id can be is refused.
 *
 * @throws InputFault for an empty id, a dot segment, control characters, a lone surrogate or absurd length
 */
export function encodeId(name: string, value: unknown): string {
	const id = isBlank(value) ? '' : readText(name, value).trim();
	if (id === '') throw fault(name, `${name} is empty`, 'it is required.');
	if (id === '.' || id === '..') throw fault(name, `${name} is ${shown(id)}, which is no id`, 'give the id of a record.');
	if (id.length > LONGEST_ID) {
		throw fault(name, `${name} has ${id.length} characters`, `an id has at most ${LONGEST_ID} characters.`);
	}
	if (IMPOSSIBLE_CHARACTER.test(id)) {
		throw fault(name, `${name} contains a character that no id has`, 'control characters are not allowed.');
	}
	return encodeURIComponent(id);
}

/** Fills the names in braces of a path with encoded ids. */
export function fillPath(path: string, given: GivenParameters): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(name, given[name]));
}

/** The query string, escaped the strict way: a plus sign and square brackets survive every server. */
export function toQueryString(pairs: readonly QueryPair[]): string {
	return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}

/**
 * Reads the number of items a person wants from a list.
 *
 * @throws InputFault unless it is a whole number of at least 1
 */
export function readLimit(value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= 1) return number;
	throw fault('limit', `limit is ${shown(value)}`, 'it must be a whole number of at least 1.');
}
