import { comparable, namesMeant } from '../values/columnNames';
import type { ComparableName, MisspeltColumn } from '../values/columnNames';
import { fieldNames, type OrganizationKind, type OrganizationRecordKind } from './fields';

const KINDS: readonly OrganizationKind[] = ['user', 'department', 'result'];

/** Every documented column of any kind: none is taken for a slip, whatever the record. */
const DOCUMENTED: ReadonlySet<string> = new Set(KINDS.flatMap(fieldNames));

/** The columns of a kind as they are compared. */
const COLUMNS: Readonly<Record<OrganizationRecordKind, readonly ComparableName[]>> = {
	user: comparable(fieldNames('user')),
	department: comparable(fieldNames('department')),
};

/** Finds the misspelt columns of items. The items of a job have the same few keys, so each key is compared once. */
export class ColumnSpelling {
	private readonly known: Readonly<Record<OrganizationRecordKind, Map<string, readonly string[]>>> = {
		user: new Map(),
		department: new Map(),
	};

	private readonly more: readonly ComparableName[];

	/**
	 * @param more columns that items may have besides the documented ones
	 * @param foreign names that look like a slip and are known to mean something else
	 */
	constructor(
		more: readonly string[] = [],
		private readonly foreign: ReadonlySet<string> = new Set(),
	) {
		this.more = comparable(more);
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
		if (!columns) this.known[kind].set(given, (columns = namesMeant([...COLUMNS[kind], ...this.more], given)));
		return columns;
	}

	private isOther(given: string): boolean {
		return this.foreign.has(given) || this.more.some(([name]) => name === given);
	}
}
