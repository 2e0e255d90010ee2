import { inOneForm, quote } from './show';

/** What a person does not see as a difference: case, width, white space, underscores, hyphens, invisible characters. */
function lookOf(name: string): string {
	return inOneForm(name).replace(/[\s_\p{Pd}\u2212\p{Cf}]/gu, '');
}

/** Names of columns, and how a key of an item misses one (contract: No column is dropped in silence). */
export class ColumnNames {
	private readonly byLook: ReadonlyMap<string, string>;

	constructor(private readonly names: readonly string[]) {
		this.byLook = new Map(names.map((name) => [lookOf(name), name]));
	}

	/** The keys of an item that look like a column which it does not have, each with that column and a sentence. */
	misspeltIn(item: Readonly<Record<string, unknown>>) {
		const others = Object.keys(item).filter((key) => item[key] !== undefined && !this.names.includes(key));
		return others.flatMap((given) => {
			const column = this.byLook.get(lookOf(given));
			if (column === undefined || item[column] !== undefined) return [];
			const shown = given.replace(/\p{Cf}/gu, '');
			const cause = shown === given ? '' : ', because it contains an invisible character';
			return [{ given, column, message: `${quote(shown)} is not a column${cause}: write ${quote(column)}` }];
		});
	}
}
