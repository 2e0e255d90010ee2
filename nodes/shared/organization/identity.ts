import { showsNothing } from '../base/json';
import { quote } from '../values/show';

/* Who is who after a spreadsheet, an editor or another system has changed keys without anybody seeing it. */

/** Characters that nobody sees: zero-width spaces, soft hyphens, direction marks, byte order marks. */
const INVISIBLE = /[\p{Cf}\ufeff]/gu;

/** Further characters that show nothing of themselves, variation selectors for one: they may distinguish two names. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Dashes, and what is taken for one: minus, tilde, wave dash, the prolonged sound mark, the line of a frame. */
const DASHES = /[\p{Pd}~\u2212\u223c\u2500\u30fc]/gu;

/** The form in which two spellings of an id, an address or a name of a path are the same; empty where nothing shows. */
export function sameForm(text: string): string {
	if (showsNothing(text)) return '';
	return text.replace(INVISIBLE, '').normalize('NFC').trim();
}

/** Columns with ids and addresses: what tells records apart, and has no invisible characters. */
export const KEY_COLUMN = /^(?:TempId|UserUuid|UserId|SamlNameId|(?:Parent)?DepartmentId|(?:Sub)?Email)$/;

/** What texts of a column have in common that say the same: a service may keep addresses and UUIDs in lower case. */
export function comparable(column: string, text: string): string {
	const form = KEY_COLUMN.test(column) ? sameForm(text) : text.normalize('NFC').trim();
	return /(?:Email|Uuid)$/.test(column) ? form.toLowerCase() : form;
}

/**
 * What texts have in common that a person may take for each other: equal in NFKC, apart from case, white space, dashes
 * and leading zeros. It compares and is never shown or sent.
 */
export function lookOf(text: string): string {
	const plain = sameForm(text).normalize('NFKC').replace(IGNORABLE, '').toLowerCase();
	const unspaced = plain.replace(/\s/gu, '').replace(DASHES, '-');
	return unspaced.replace(/^0+(?=\d)/u, '');
}

/** Adds an entry to the list of a key. */
export function append<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** Records by a key: under all spellings that are the same, and known by those that only look so. */
export class Keys<T> {
	private readonly entries = new Map<string, T[]>();

	private readonly looks = new Map<string, string>();

	constructor(
		private readonly form: (key: string) => string = sameForm,
		private readonly look: (key: string) => string = lookOf,
	) {}

	add(key: string, entry: T, isPresent = true): void {
		append(this.entries, this.form(key), entry);
		if (isPresent) this.looks.set(this.look(key), key);
	}

	all(key: string): readonly T[] {
		return this.entries.get(this.form(key)) ?? [];
	}

	/** Why a key must not pass for a new one, as a sentence: it looks like one of a present record. */
	lookAlike(key: string): string | undefined {
		const similar = key === '' || this.all(key).length > 0 ? undefined : this.looks.get(this.look(key));
		if (similar === undefined) return undefined;
		const advice = 'correct the item, or the record in the service, so that both are the same';
		return `${quote(key)} looks like ${quote(similar)}, but is not the same; ${advice}`;
	}
}
