import { formatCount } from './characters';
import { fault } from '../base/violation';
import { shownValue } from './shownValue';

/** Ids are opaque; nothing real is longer, and a longer one would only fill logs and proxies. */
const MAX_ID_CHARACTERS = 200;

/** The names of all columns of a CSV have some 400. */
const MAX_SHORT_TEXT = 1_000;

/** Control characters, and halves of a surrogate pair, which cannot be encoded. */
const IMPOSSIBLE_CHARACTER = /[\p{Cc}\p{Cs}]/u;

/**
 * Why a number cannot stand for a text: it is none, or it is an integer beyond the safe range, which has lost digits
 * before it came here.
 *
 * @returns the end of a sentence that starts with the parameter's name, or `undefined`
 */
function numberProblem(number: number): string | undefined {
	if (!Number.isFinite(number)) return `is ${number}, which is not a value`;
	if (!Number.isInteger(number) || Number.isSafeInteger(number)) return undefined;
	return `is the number ${number}, which has lost digits`;
}

function ruleFor(number: number): string {
	if (!Number.isFinite(number)) return 'correct the expression that calculates it.';
	return `keep it as text from its source on, because numbers beyond ${formatCount(Number.MAX_SAFE_INTEGER)} are not exact.`;
}

/**
 * Reads a text. A number becomes its digits.
 *
 * @throws ParameterError for what is neither, for NaN and for a number that has lost digits
 */
export function readText(name: string, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint') return String(value);
	if (typeof value !== 'number') throw fault(name, `${name} is ${shownValue(value)}, which is not a text`, 'it must be a text.');
	const problem = numberProblem(value);
	if (problem !== undefined) throw fault(name, `${name} ${problem}`, ruleFor(value));
	return String(value);
}

/**
 * The name of a field, a list of columns and the like, as it was given; who uses it reads it.
 *
 * @throws ParameterError for a text that is too long to be one, and to be repeated in a message
 */
export function checkShortText<T>(name: string, value: T): T {
	if (typeof value !== 'string' || value.length <= MAX_SHORT_TEXT) return value;
	throw fault(name, `${name} has ${formatCount(value.length)} characters`, `it may have at most ${formatCount(MAX_SHORT_TEXT)}.`);
}

/**
 * Reads the id of a record, without the white space that copying brings along.
 *
 * @throws ParameterError for a blank one, a number that is not whole or has lost digits, a dot segment, control characters,
 *   a lone surrogate or absurd length
 */
export function readId(name: string, value: unknown): string {
	const id = value === undefined || value === null ? '' : readText(name, value).trim();
	if (id === '') throw fault(name, `${name} is empty`, 'it is required.');
	const isFraction = typeof value === 'number' && !Number.isInteger(value);
	if (isFraction || id === '.' || id === '..') {
		throw fault(name, `${name} is ${shownValue(value)}, which is not an ID`, 'enter the ID of a record.');
	}
	if (id.length > MAX_ID_CHARACTERS) {
		throw fault(name, `${name} has ${formatCount(id.length)} characters`, `an ID has at most ${MAX_ID_CHARACTERS} characters.`);
	}
	if (IMPOSSIBLE_CHARACTER.test(id)) {
		throw fault(name, `${name} contains a character that IDs cannot have`, 'control characters are not allowed.');
	}
	return id;
}

/**
 * An id in a response. The spec has texts; a service that gives whole numbers means the same by them.
 *
 * @returns `undefined` where there is none, or one that has lost digits and would be another record's
 */
export function idText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}
