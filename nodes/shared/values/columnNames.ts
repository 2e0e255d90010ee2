import { inOneForm, quote } from './show';

/** A name without the differences that a person does not see: case, width, spaces, underscores, hyphens, invisible characters. */
export function lookOfName(name: string): string {
	return inOneForm(name).replace(/[\s_\p{Pd}\u2212\p{Cf}]/gu, '');
}

/**
 * Finds how the keys of an item miss some columns (contract: No column is dropped in silence).
 * @returns for an item, its keys that look like a column which it does not have, each with that column and a sentence
 */
export function misspellings(names: readonly string[]) {
	const byLook = new Map(names.map((name) => [lookOfName(name), name]));
	return (item: Readonly<Record<string, unknown>>) =>
		Object.keys(item).flatMap((given) => {
			const column = names.includes(given) || item[given] === undefined ? undefined : byLook.get(lookOfName(given));
			if (column === undefined || item[column] !== undefined) return [];
			const shown = given.replace(/\p{Cf}/gu, '');
			const cause = shown === given ? '' : ', because it contains an invisible character';
			return [{ given, column, message: `${quote(shown)} is not a column${cause}: write ${quote(column)}` }];
		});
}
