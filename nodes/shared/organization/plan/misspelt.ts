import type { OrganizationRecordKind } from '../../organizationFields';
import { DEPARTMENT_PATH, fieldsOf } from './columns';

/**
 * What directories call their own columns (Microsoft Entra, Google Workspace, LDAP). Some of them look like a column of the
 * service that is spelt wrong, and mean something else.
 */
const NAMES_OF_DIRECTORIES: ReadonlySet<string> = new Set(['mail', 'emails', 'name', 'id', 'userType']);

function bare(name: string): string {
	return name.toLowerCase().replace(/[\s_-]/gu, '');
}

/** Whether two names are the same but for one letter that is missing, too much, or another one. */
function differByOneLetter(one: string, other: string): boolean {
	const [short, long] = one.length <= other.length ? [one, other] : [other, one];
	if (long.length - short.length > 1) return false;
	let start = 0;
	while (start < short.length && short[start] === long[start]) start += 1;
	const rest = long.slice(start + 1);
	return rest === short.slice(start) || rest === short.slice(start + 1);
}

/** Tells names of columns that are spelt wrong. What was asked once is remembered: a sheet has the same names in each row. */
export class ColumnNames {
	private readonly known: readonly string[];

	private readonly answers = new Map<string, string | undefined>();

	constructor(kind: OrganizationRecordKind) {
		this.known = [DEPARTMENT_PATH, ...fieldsOf(kind).map(({ name }) => name)];
	}

	/**
	 * The column that a key most likely means although it is spelt otherwise: it differs only by case, spaces, underscores,
	 * hyphens or one letter.
	 * @returns undefined for the name of a column, a name that directories commonly give, and everything else
	 */
	meantBy(key: string): string | undefined {
		if (!this.answers.has(key)) this.answers.set(key, this.find(key));
		return this.answers.get(key);
	}

	private find(key: string): string | undefined {
		if (this.known.includes(key) || NAMES_OF_DIRECTORIES.has(key)) return undefined;
		const name = bare(key);
		const same = this.known.find((column) => bare(column) === name);
		return same ?? this.known.find((column) => differByOneLetter(bare(column), name));
	}
}
