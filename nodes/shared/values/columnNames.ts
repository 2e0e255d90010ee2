import { inOneForm, quote } from './characters';

/** A key of an item that is no column, and what it was most likely meant to be. */
export interface MisspeltColumn {
	readonly given: string;
	/** One column, or the two that are equally near. */
	readonly columns: readonly string[];
}

/** A name of a column, and how it is compared. */
export type ComparableName = readonly [name: string, plain: string];

/** What a person does not see as a difference: case, width, white space (a byte order mark included), underscores, hyphens. */
function plain(name: string): string {
	return inOneForm(name).replace(/[\s_\p{Pd}]/gu, '');
}

const LETTER = /^\p{L}$/u;

/** Index of the first character in which two texts differ. */
function firstDifference(one: string, other: string): number {
	let index = 0;
	while (index < one.length && one[index] === other[index]) index += 1;
	return index;
}

/**
 * Whether two names differ by one letter at most: one too many, one missing, another one, or two neighbours exchanged. A
 * digit is no letter: `Email2` is another column, and not a slip.
 */
function isOneLetterApart(given: string, column: string): boolean {
	if (given === column) return true;
	if (Math.abs(given.length - column.length) > 1) return false;
	const at = firstDifference(given, column);
	const isLetter = LETTER.test(given[at] ?? '');
	if (given.length > column.length) return isLetter && given.slice(at + 1) === column.slice(at);
	if (given.length < column.length) return given.slice(at) === column.slice(at + 1);
	if (isLetter && given.slice(at + 1) === column.slice(at + 1)) return true;
	const exchanged = `${column[at + 1] ?? ''}${column[at] ?? ''}`;
	return exchanged.length === 2 && given.slice(at) === exchanged + column.slice(at + 2);
}

/** Names of columns, to be compared with what items have. */
export function comparable(names: readonly string[]): ComparableName[] {
	return names.map((name) => [name, plain(name)]);
}

/** The columns that a key most likely means: it differs from them by case, spaces, underscores, hyphens or one letter. */
export function namesMeant(columns: readonly ComparableName[], given: string): readonly string[] {
	const text = plain(given);
	const same = columns.filter(([, column]) => column === text);
	const near = same.length > 0 ? same : columns.filter(([, column]) => isOneLetterApart(text, column));
	return near.map(([name]) => name);
}

/** What is said about a misspelt column; reads on its own. */
export function misspeltProblem({ given, columns }: MisspeltColumn): string {
	return `${quote(given)} is not a column: write ${columns.map(quote).join(' or ')}`;
}
