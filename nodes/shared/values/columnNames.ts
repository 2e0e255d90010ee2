import { inOneForm, quote } from './show';

/** A name without the differences that a person does not see: case, width, spaces, underscores, hyphens, invisible characters. */
export function lookOfName(name: string): string {
	return inOneForm(name).replace(/[\s_\p{Pd}\u2212\p{Cf}]/gu, '');
}

/** A key of an item that looks like a column, with that column and a sentence. */
export interface Misspelling {
	readonly given: string;
	readonly column: string;
	readonly message: string;
}

/** Says that a key is not the column that it looks like. */
function misspellingMessage(given: string, column: string): string {
	const shown = given.replace(/\p{Cf}/gu, '');
	if (shown === given) return `${quote(given)} is not a column name, but looks like ${quote(column)}`;

	return `${quote(shown)} is not the column name ${quote(column)}, because it contains an invisible character`;
}

/**
 * Makes a search for keys that miss a column (contract: No column is dropped in silence).
 *
 * @param names the columns
 * @returns a function that finds the keys of an item which look like a column that it does not have
 */
export function misspellings(names: readonly string[]) {
	const byLook = new Map(names.map((name) => [lookOfName(name), name]));

	return (item: Readonly<Record<string, unknown>>): Misspelling[] => {
		const found: Misspelling[] = [];

		for (const [given, value] of Object.entries(item)) {
			if (names.includes(given) || value === undefined) continue;

			const column = byLook.get(lookOfName(given));
			const isMissed = column !== undefined && item[column] === undefined;
			if (isMissed) found.push({ given, column, message: misspellingMessage(given, column) });
		}
		return found;
	};
}
