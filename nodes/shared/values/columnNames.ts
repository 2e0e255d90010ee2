import { inOneForm, quote } from './show';

/** A key of an item that is no column but looks like one. */
export interface MisspeltColumn {
	readonly given: string;
	/** The name that was meant. */
	readonly column: string;
}

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

	/**
	 * The keys of an item that look like a column which the item does not have itself. A key without a value is not there.
	 */
	misspeltIn(item: Readonly<Record<string, unknown>>): MisspeltColumn[] {
		const others = Object.keys(item).filter((key) => item[key] !== undefined && !this.names.includes(key));
		return others.flatMap((given) => {
			const column = this.byLook.get(lookOf(given));
			return column === undefined || item[column] !== undefined ? [] : [{ given, column }];
		});
	}
}

/** What is said about a misspelt column; reads on its own. */
export function misspeltProblem({ given, column }: MisspeltColumn): string {
	const shown = given.replace(/\p{Cf}/gu, '');
	const cause = shown === given ? '' : ', because it contains an invisible character';
	return `${quote(shown)} is not a column${cause}: write ${quote(column)}`;
}
