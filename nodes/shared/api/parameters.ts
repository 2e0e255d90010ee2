import { countCharacters, formatCount, halfCharacterProblem } from '../values/characters';
import { entriesOfText } from '../values/listText';
import { fault } from '../base/violation';
import { readId, readText } from '../values/textValue';
import type { QueryPair } from './versions';

/** Parameters as a person filled them in, by the service's names. */
export type GivenParameters = Readonly<Record<string, unknown>>;

/** A text becomes part of an address, which no server takes at any length. */
const MAX_QUERY_CHARACTERS = 500;

/** The entries of a list as n8n gives it: an array, or one text (from an expression, or typed in). */
export function entriesOf(value: unknown): unknown[] {
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

/**
 * Reads a text that goes into the query.
 *
 * @throws ParameterError for one that is too long or holds half of a character
 */
export function readQueryText(name: string, value: unknown): string {
	const text = readText(name, value);
	const length = countCharacters(text);
	if (length > MAX_QUERY_CHARACTERS) {
		throw fault(name, `${name} has ${formatCount(length)} characters`, `it may have at most ${MAX_QUERY_CHARACTERS}.`);
	}
	const half = halfCharacterProblem(text);
	if (half !== undefined) throw fault(name, `${name} ${half}`, 'correct the text.');
	return text;
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

/** The query string, escaped the strict way: a plus sign and square brackets survive every server. */
export function toQueryString(pairs: readonly QueryPair[]): string {
	return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}
