/** A text in the notation of the service, or why it cannot be brought into it: the end of a sentence about its field. */
export type Normalized = { readonly text: string } | { readonly problem: string };

/** The most digits that a phone number has anywhere (ITU E.164). */
const MAX_DIGITS = 15;

/**
 * Two parts with this many digits each are two numbers: behind a country and an area code, only one group of a number is
 * so long.
 */
const DIGITS_OF_SHORT_NUMBER = 6;

/** Two rows of groups of the same lengths are two numbers from this many digits each on: `555 1234 555 5678`. */
const DIGITS_OF_GROUPED_NUMBER = 7;

/** Behind a part with this many digits nothing belongs to the same number, or it is an extension. */
const DIGITS_OF_FULL_NUMBER = 9;

const SEVERAL = 'may be several numbers, or a number with an extension; enter one number alone';
const EXTENSION = 'ends with a number in brackets, which may be an extension; enter the number without it';
const TRUNK_ZERO =
	'contains a zero in brackets that may not belong to the number; enter the number as it is dialed from abroad';

/** No number is written with more signs, and what is longer would take the expressions below too long. */
const MAX_LENGTH = 100;

/** Everything that may stand in one number, once its digits, hyphens and signs are half-width. */
const ONE_NUMBER = /^[0-9+\-.()\s]*\d[0-9+\-.()\s]*$/;

/** A country code with its plus sign, and what may follow it before the next digit or bracket. */
const COUNTRY_CODE = String.raw`^\(?\+\s*\(?\d{1,3}\)?[\s.-]*`;

/** The zero that is dialed within a country alone, behind the country code: `+81 (0)3`. */
const BRACKETED_ZERO = new RegExp(String.raw`(?<=${COUNTRY_CODE})\(\s*0\s*\)`);

/**
 * The same without brackets of its own: `+81 (03)`. It goes in Japan, where no number has it from abroad; in other
 * countries it may belong to the number (Italy) or be only a part of what goes (Hungary).
 */
const JAPANESE_ZERO = /(?<=^\(?\+\s*\(?81\)?[\s.-]*\(?\s*)0/;

const ZERO_BEHIND_COUNTRY_CODE = new RegExp(String.raw`${COUNTRY_CODE}\(\s*0`);
const ZERO_BEHIND_DIGITS = /\d[^\d]*\(\s*0\s*\)/;

function digitsIn(text: string): number {
	const digits = text.replace(/\D/g, '');
	return digits.length;
}

/** Whether every bracket is closed and none lies in another. */
function areBracketsPaired(text: string): boolean {
	const withoutPairs = text.replace(/\([^()]*\)/g, '');
	return !/[()]/.test(withoutPairs);
}

/** The shape of parts, in which each digit counts as any other. */
function shapeOf(parts: readonly string[]): string {
	const shapes = parts.map((part) => part.replace(/\d/g, '0'));
	return shapes.join(' ');
}

/** Whether the parts between spaces, dots and brackets are too long, or too much alike, to be groups of one number. */
function areSeveralNumbers(text: string): boolean {
	const parts = text.split(/[\s.()]+/).filter((part) => /\d/.test(part));
	const partsBeforeLast = parts.slice(0, -1);
	const isFull = partsBeforeLast.some((part) => digitsIn(part) >= DIGITS_OF_FULL_NUMBER);
	const longParts = parts.filter((part) => digitsIn(part) >= DIGITS_OF_SHORT_NUMBER);

	const half = parts.length / 2;
	const firstHalf = parts.slice(0, half);
	const secondHalf = parts.slice(half);
	const isTwice = shapeOf(firstHalf) === shapeOf(secondHalf);
	const isGroupedTwice = isTwice && digitsIn(text) >= 2 * DIGITS_OF_GROUPED_NUMBER;

	return isFull || longParts.length > 1 || isGroupedTwice;
}

/**
 * Brings a phone number into the notation of the service: digits, hyphens and a plus sign at the beginning. A text that
 * may be more than one number is a problem, because digits that are run together ring at somebody else's.
 *
 * @param text with half-width digits, hyphens and signs, and without invisible characters
 * @returns the text as it was, for the rule of the field to refuse, where something in it belongs to no number
 */
export function normalizePhone(text: string): Normalized {
	if (text.length > MAX_LENGTH) return { text };

	const inRoundBrackets = text.replace(/\[/g, '(').replace(/\]/g, ')');
	// "03)1234-5678" is a usual notation of an area code.
	const bracketed = inRoundBrackets.replace(/^(?=\+?\d{1,5}\))/, '(');
	const mayBeNumber = ONE_NUMBER.test(bracketed) && areBracketsPaired(bracketed);
	if (!mayBeNumber) return { text };

	const withoutZero = bracketed.replace(BRACKETED_ZERO, '').replace(JAPANESE_ZERO, '');
	const problem = severalLinesOrSigns(bracketed) ?? doubtfulPart(bracketed, withoutZero);
	if (problem !== undefined) return { problem };

	const number = withoutZero.replace(/[().\s]/g, '').replace(/-{2,}/g, '-');
	return { text: number };
}

/** Finds signs that no single number has: a line break, and a plus sign inside. */
function severalLinesOrSigns(bracketed: string): string | undefined {
	const hasLineBreak = /[^\S\p{Zs}]/u.test(bracketed);
	const hasPlusInside = /\d.*\+|\+.*\+/.test(bracketed);
	return hasLineBreak || hasPlusInside ? SEVERAL : undefined;
}

/** Finds a part that may be an extension, a zero that is not dialed from abroad, or another number. */
function doubtfulPart(bracketed: string, withoutZero: string): string | undefined {
	const endsInBrackets = /.\([^()]*\)$/.test(bracketed);
	if (endsInBrackets) return EXTENSION;

	const hasZero = ZERO_BEHIND_COUNTRY_CODE.test(withoutZero) || ZERO_BEHIND_DIGITS.test(withoutZero);
	if (hasZero) return TRUNK_ZERO;

	const isTooLong = digitsIn(withoutZero) > MAX_DIGITS;
	return isTooLong || areSeveralNumbers(withoutZero) ? SEVERAL : undefined;
}
