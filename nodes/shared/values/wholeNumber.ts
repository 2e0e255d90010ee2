import { formatCount } from './characters';
import { ParameterError } from '../base/violation';
import { shownValue } from './shownValue';

const DIGITS = /^[+-]?\d+$/;

/** A number without fraction and with all its digits, from a number or its text; `undefined` for everything else. */
export function wholeNumberOf(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const number = DIGITS.test(text) ? Number(text) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** How large a whole number may be. */
export interface WholeNumberRange {
	readonly least: number;
	/** No limit of ours unless given. */
	readonly most?: number;
}

/**
 * Reads a whole number.
 *
 * @throws ParameterError unless it is one within the range, or the text of one
 */
export function readWholeNumber(name: string, value: unknown, { least, most }: WholeNumberRange): number {
	const number = wholeNumberOf(value);
	if (number !== undefined && number >= least && number <= (most ?? number)) return number;
	const end = most === undefined ? '' : ` and at most ${formatCount(most)}`;
	throw new ParameterError({
		parameter: name,
		message: `${name} is ${shownValue(value)}`,
		rule: `it must be a whole number of at least ${least}${end}.`,
	});
}
