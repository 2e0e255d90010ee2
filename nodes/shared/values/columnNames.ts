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

/**
 * Names of columns, and how a key of an item misses one (contract: No column is dropped in silence). The items of a run
 * have the same few keys, so each is compared once.
 */
export class ColumnNames {
	private readonly byLook: ReadonlyMap<string, string>;

	private readonly meant = new Map<string, string | undefined>();

	constructor(names: readonly string[]) {
		this.byLook = new Map(names.map((name) => [lookOf(name), name]));
	}

	/**
	 * The keys of an item that look like a column which the item does not have itself. A key without a value is not there.
	 */
	misspeltIn(item: Readonly<Record<string, unknown>>): MisspeltColumn[] {
		return Object.keys(item).flatMap((given) => {
			const column = item[given] === undefined ? undefined : this.columnMeant(given);
			return column === undefined || item[column] !== undefined ? [] : [{ given, column }];
		});
	}

	private columnMeant(given: string): string | undefined {
		if (!this.meant.has(given)) this.meant.set(given, this.byLook.get(lookOf(given)));
		return this.meant.get(given);
	}
}

const INVISIBLE = /\p{Cf}/gu;

/** What is said about a misspelt column; reads on its own. */
export function misspeltProblem({ given, column }: MisspeltColumn): string {
	const shown = given.replace(INVISIBLE, '');
	const problem = shown === given ? 'is not a column' : 'is not a column, because it contains an invisible character';
	return `${quote(shown)} ${problem}: write ${quote(column)}`;
}
