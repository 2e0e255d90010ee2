import { quote } from './characters';
import { fieldNames, type OrganizationKind, type OrganizationRecordKind } from './organizationFields';

/** A key of an item that is no column, and what it was most likely meant to be. */
export interface MisspeltColumn {
	readonly given: string;
	/** One column, or the two that are equally near. */
	readonly columns: readonly string[];
}

const KINDS: readonly OrganizationKind[] = ['user', 'department', 'result'];

/** Every documented column of any kind: none is taken for a slip, whatever the record. */
const DOCUMENTED: ReadonlySet<string> = new Set(KINDS.flatMap(fieldNames));

/** What a person does not see as a difference: case, width, white space (a byte order mark included), underscores, hyphens. */
function plain(name: string): string {
	return name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s_\p{Pd}]/gu, '');
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

/** The columns of a kind as they are compared. */
const COLUMNS: Readonly<Record<OrganizationRecordKind, ReadonlyArray<readonly [name: string, plain: string]>>> = {
	user: fieldNames('user').map((name) => [name, plain(name)]),
	department: fieldNames('department').map((name) => [name, plain(name)]),
};

function columnsMeant(columns: ReadonlyArray<readonly [name: string, plain: string]>, given: string): readonly string[] {
	const text = plain(given);
	const same = columns.filter(([, column]) => column === text);
	const near = same.length > 0 ? same : columns.filter(([, column]) => isOneLetterApart(text, column));
	return near.map(([name]) => name);
}

/** Finds the misspelt columns of items. The items of a job have the same few keys, so each key is compared once. */
export class ColumnSpelling {
	private readonly known: Readonly<Record<OrganizationRecordKind, Map<string, readonly string[]>>> = {
		user: new Map(),
		department: new Map(),
	};

	private readonly more: ReadonlyArray<readonly [name: string, plain: string]>;

	/**
	 * @param more columns that items may have besides the documented ones
	 * @param foreign names that look like a slip and are known to mean something else
	 */
	constructor(
		more: readonly string[] = [],
		private readonly foreign: ReadonlySet<string> = new Set(),
	) {
		this.more = more.map((name) => [name, plain(name)]);
	}

	/**
	 * The keys of an item that are most likely columns of the kind, misspelt: they differ from one by case, spaces,
	 * underscores, hyphens or one letter. A documented column of another kind is none, and a key without a value is not
	 * there.
	 */
	misspelt(kind: OrganizationRecordKind, item: Readonly<Record<string, unknown>>): MisspeltColumn[] {
		const found: MisspeltColumn[] = [];
		for (const given of Object.keys(item)) {
			if (DOCUMENTED.has(given) || this.isOther(given) || item[given] === undefined) continue;
			const columns = this.columnsMeant(kind, given);
			if (columns.length > 0) found.push({ given, columns });
		}
		return found;
	}

	private columnsMeant(kind: OrganizationRecordKind, given: string): readonly string[] {
		let columns = this.known[kind].get(given);
		if (!columns) this.known[kind].set(given, (columns = columnsMeant([...COLUMNS[kind], ...this.more], given)));
		return columns;
	}

	private isOther(given: string): boolean {
		return this.foreign.has(given) || this.more.some(([name]) => name === given);
	}
}

/** What is said about a misspelt column; reads on its own. */
export function misspeltProblem({ given, columns }: MisspeltColumn): string {
	return `${quote(given)} is no column: write ${columns.join(' or ')}`;
}
