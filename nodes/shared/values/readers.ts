import type { INodePropertyTypeOptions } from 'n8n-workflow';
import { isBlank, parseJson, showsNothing } from '../base/json';
import { fault } from '../base/errors';
import { halfCharacterProblem } from './characters';
import { formatCount, shownValue } from './show';

/* One reader for each kind of value; what it does not take is refused by a ParameterError. */

/** What a spreadsheet writes into a whole cell whose formula failed or has not ended. */
export const SPREADSHEET_ERROR = /^(?:#N\/A|#NAME\?|#(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|ERROR)!|Loading\.\.\.)$/;

/** A text without the white space around it; empty for anything else. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/** Reads a text with nothing lost: no half of a character. A number becomes its digits, if it still has them all. */
export function readText(name: string, value: unknown): string {
	if (typeof value === 'string') {
		if (SPREADSHEET_ERROR.test(value.trim()))
			throw fault(name, `${name} is ${value.trim()}, an error of the spreadsheet`, 'correct the cell.');
		const half = halfCharacterProblem(value);
		if (half === undefined) return value;
		throw fault(name, `${name} ${half}, because the text was cut there`, 'correct the text.');
	}
	if (typeof value === 'bigint') return String(value);
	if (typeof value !== 'number') {
		throw fault(name, `${name} is ${shownValue(value)}, which is not a text`, 'it must be a text.');
	}
	if (!Number.isFinite(value)) {
		throw fault(name, `${name} is ${value}, which is not a value`, 'correct the expression that calculates it.');
	}
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return String(value);
	const largest = formatCount(Number.MAX_SAFE_INTEGER);
	const rule = `keep it as text from its source on, because numbers beyond ${largest} are not exact.`;
	throw fault(name, `${name} is the number ${value}, which has lost digits`, rule);
}

/** Reads the id of a record, as seen: no fraction, no dot segment, which would lead elsewhere, no several lines. */
export function readId(name: string, value: unknown): string {
	if (isBlank(value)) throw fault(name, `${name} is empty`, 'enter an ID, or check the expression.');

	const id = readText(name, value)
		.replace(/\p{Cf}/gu, '')
		.trim();
	const isFraction = typeof value === 'number' && !Number.isInteger(value);
	if (!isFraction && !/^\.{0,2}$|\p{Cc}/u.test(id)) return id;
	throw fault(name, `${name} is ${shownValue(value)}, which is not an ID`, 'enter the ID of a record.');
}

/** An id in a response, be it a whole number; `undefined` for one that has lost digits and may be another record's. */
export function idText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a switch says: `true`, `false` or the text of one in any case; `undefined` for everything else. */
export function switchOf(value: unknown): boolean | undefined {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	return text === true || text === 'true' ? true : text === false || text === 'false' ? false : undefined;
}

/** Reads a switch: `true`, `false` or the text of one, in any case. */
export function readSwitch(name: string, value: unknown): boolean {
	const on = switchOf(value);
	if (on !== undefined) return on;
	throw fault(name, `${name} is ${shownValue(value)}, which is neither true nor false`, 'it must be true or false.');
}

/** A number without fraction and with all its digits, from a number or its text; `undefined` for everything else. */
export function wholeNumberOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** Reads a whole number, or the text of one, within the range of its field. */
export function readWholeNumber(name: string, value: unknown, range: INodePropertyTypeOptions = {}): number {
	const { minValue = 0, maxValue = Infinity } = range;
	const number = wholeNumberOf(value);
	if (number !== undefined && number >= minValue && number <= maxValue) return number;
	const end = maxValue === Infinity ? '' : ` and at most ${formatCount(maxValue)}`;
	throw fault(name, `${name} is ${shownValue(value)}`, `it must be a whole number of at least ${minValue}${end}.`);
}

/** The array that a text is in JSON; `undefined` for others. */
function jsonArray(text: string): unknown[] | undefined {
	// Ten thousand errors of the parser would take longer than all that is done with the texts.
	return /^\s*\[/.test(text) ? (parseJson(text) as unknown[] | undefined) : undefined;
}

/** The list of texts that a text is in JSON; `undefined` for others: `[2024]` may be the name of something. */
export function jsonTexts(text: string): string[] | undefined {
	const array = jsonArray(text);
	const isText = (entry: unknown): entry is string => typeof entry === 'string';
	return array?.every(isText) ? array : undefined;
}

/** The entries of a list that say something. */
function entriesOf(list: unknown): unknown[] {
	return [list].flat().filter((entry) => typeof entry !== 'string' || !showsNothing(entry));
}

/** Reads a list of texts, without the white space around each: an array, a JSON array of texts, or a text with commas. */
export function readList(name: string, value: unknown): string[] {
	const list = typeof value === 'string' ? (jsonTexts(value) ?? value.split(',')) : value;
	return entriesOf(list).map((entry) => readText(name, entry).trim());
}

/** Reads a list of ids, which is like one of texts but may be a JSON array of numbers, too: no id has brackets. */
export function readIds(name: string, value: unknown): string[] {
	const list = typeof value === 'string' ? (jsonArray(value) ?? value.split(',')) : value;
	return entriesOf(list).map((entry) => readId(name, entry));
}
