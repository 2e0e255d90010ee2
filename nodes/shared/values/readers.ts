import type { INodePropertyTypeOptions } from 'n8n-workflow';
import { isBlank, parseJson, showsNothing } from '../base/json';
import { parameterError } from '../base/errors';
import { halfCharacterProblem } from './characters';
import { formatCount, shownValue } from './show';

/* A reader for each kind of value, which throws a ParameterError for every other value. */

/** The text that a spreadsheet writes into a cell whose formula failed or has not ended. */
export const SPREADSHEET_ERROR = /^(?:#N\/A|#NAME\?|#(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|ERROR)!|Loading\.\.\.)$/;

/** A text without the white space around it; empty for anything else. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/** The error of a value that is not what its field takes. */
function notReadable(name: string, value: unknown, problem: string, rule: string): Error {
	const message = `${name} is ${shownValue(value)}, ${problem}`;
	return parameterError(name, message, rule);
}

/** Reads a text with nothing lost. A number becomes its digits, if it still has them all. */
export function readText(name: string, value: unknown): string {
	switch (typeof value) {
		case 'string':
			return wholeText(name, value);
		case 'number':
			return digitsOf(name, value);
		case 'bigint':
			return String(value);
		default:
			throw notReadable(name, value, 'which is not text', 'enter text.');
	}
}

/** A text as it is. @throws ParameterError for an error of a spreadsheet, and for half of a character */
function wholeText(name: string, text: string): string {
	const trimmed = text.trim();
	if (SPREADSHEET_ERROR.test(trimmed)) {
		const message = `${name} contains the spreadsheet error ${trimmed}`;
		throw parameterError(name, message, 'correct the formula in the sheet.');
	}

	const problem = halfCharacterProblem(text);
	if (problem === undefined) return text;

	const message = `${name} ${problem}, because the text was cut in the wrong place`;
	throw parameterError(name, message, 'correct the text.');
}

/** The digits of a number. @throws ParameterError for one that is no value, or has lost digits */
function digitsOf(name: string, number: number): string {
	if (!Number.isFinite(number)) {
		const message = `${name} is ${number}, because its expression did not return a value`;
		throw parameterError(name, message, 'correct the expression.');
	}

	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
	if (isExact) return String(number);

	const largest = formatCount(Number.MAX_SAFE_INTEGER);
	const rule = `store it as text everywhere, because numbers above ${largest} are not exact.`;
	throw parameterError(name, `${name} is the number ${number} and may have lost digits`, rule);
}

/** A text that is no ID: a dot segment, which would lead to another address, or several lines. */
const NO_ID = /^\.{0,2}$|\p{Cc}/u;

/** Reads the ID of a record, as a person sees it: without invisible characters. */
export function readId(name: string, value: unknown): string {
	if (isBlank(value)) throw parameterError(name, `${name} is empty`, 'enter an ID, or check the expression.');

	const text = readText(name, value);
	const id = text.replace(/\p{Cf}/gu, '').trim();
	const isFraction = typeof value === 'number' && !Number.isInteger(value);
	const isId = !isFraction && !NO_ID.test(id);
	if (isId) return id;

	throw notReadable(name, value, 'which is not an ID', 'enter the ID of a record.');
}

/** The ID in a response, also of a whole number; `undefined` for one that has lost digits and may be another record's. */
export function idText(value: unknown): string | undefined {
	if (typeof value === 'number') {
		return Number.isSafeInteger(value) ? String(value) : undefined;
	}

	const isText = typeof value === 'string' && value !== '';
	return isText ? value : undefined;
}

/** The state of a switch, also from its text in any case; `undefined` for everything else. */
export function switchOf(value: unknown): boolean | undefined {
	const state = typeof value === 'string' ? value.trim().toLowerCase() : value;

	switch (state) {
		case true:
		case 'true':
			return true;
		case false:
		case 'false':
			return false;
		default:
			return undefined;
	}
}

/** Reads a switch: `true`, `false` or the text of one, in any case. */
export function readSwitch(name: string, value: unknown): boolean {
	const isOn = switchOf(value);
	if (isOn !== undefined) return isOn;

	throw notReadable(name, value, 'which is neither true nor false', 'it must be true or false.');
}

/** A number without fraction and with all its digits, from a number or its text; `undefined` for everything else. */
export function wholeNumberOf(value: unknown): number | undefined {
	const isDigits = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value);
	const number = isDigits ? Number(value) : value;

	const isWhole = typeof number === 'number' && Number.isSafeInteger(number);
	return isWhole ? number : undefined;
}

/** Reads a whole number, or the text of one, within the range of its field. */
export function readWholeNumber(name: string, value: unknown, range: INodePropertyTypeOptions = {}): number {
	const { minValue = 0, maxValue = Infinity } = range;
	const number = wholeNumberOf(value);
	const isInRange = number !== undefined && number >= minValue && number <= maxValue;
	if (isInRange) return number;

	const message = `${name} is ${shownValue(value)}`;
	const end = maxValue === Infinity ? '' : ` and at most ${formatCount(maxValue)}`;
	throw parameterError(name, message, `it must be a whole number of at least ${minValue}${end}.`);
}

/** The array that a text is in JSON; `undefined` for others. */
function jsonArray(text: string): unknown[] | undefined {
	// Ten thousand errors of the parser would take longer than all that is done with the texts.
	const mayBeArray = /^\s*\[/.test(text);
	if (!mayBeArray) return undefined;

	return parseJson(text) as unknown[] | undefined;
}

/** The list of texts that a text is in JSON; `undefined` for others: `[2024]` may be the name of something. */
export function jsonTexts(text: string): string[] | undefined {
	const array = jsonArray(text);
	const isText = (entry: unknown): entry is string => typeof entry === 'string';

	return array?.every(isText) ? array : undefined;
}

/** The entries of a list that say something. */
function entriesOf(list: unknown): unknown[] {
	const entries: unknown[] = [list].flat();
	return entries.filter((entry) => {
		const isNothing = typeof entry === 'string' && showsNothing(entry);
		return !isNothing;
	});
}

/** Reads a list of texts, without the white space around each: an array, a JSON array of texts, or a text with commas. */
export function readList(name: string, value: unknown): string[] {
	const isText = typeof value === 'string';
	const list = isText ? (jsonTexts(value) ?? value.split(',')) : value;
	const entries = entriesOf(list);

	return entries.map((entry) => {
		const text = readText(name, entry);
		return text.trim();
	});
}

/** Reads a list of ids, which is like one of texts but may be a JSON array of numbers, too: no id has brackets. */
export function readIds(name: string, value: unknown): string[] {
	const isText = typeof value === 'string';
	const list = isText ? (jsonArray(value) ?? value.split(',')) : value;
	const entries = entriesOf(list);

	return entries.map((entry) => readId(name, entry));
}
