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

/** How keys are compared. */
export interface Comparison<K> {
	/** The text that keys have in common which are the same. */
	readonly form: (key: K) => string;
	/** The text that keys have in common which a person may take for each other. */
	readonly look: (key: K) => string;
	/** The key as a message shows it. */
	readonly shown: (key: K) => string;
}

/** What is found under a key. */
export interface Found<T> {
	/** The key as a message shows it. */
	readonly key: string;
	readonly all: readonly T[];
	/** Why the key must not pass for a new one, as a sentence: it looks like one of a present record. */
	readonly lookAlike: string | undefined;
}

const TEXTS: Comparison<string> = { form: sameForm, look: lookOf, shown: (text) => text };

/** Records by a key: under all spellings that are the same, and known by those that only look so. */
export class Keys<T, K = string> {
	private readonly entries = new Map<string, T[]>();

	private readonly present: K[] = [];

	/** The present keys by their looks; made when the first key is asked for that nobody has, which is rare. */
	private looks?: Map<string, K>;

	constructor(private readonly comparison: Comparison<K>) {}

	/** Records by texts, which are the same in their one form unless another one is given. */
	static ofTexts<T>(form = sameForm): Keys<T> {
		return new Keys<T>({ ...TEXTS, form });
	}

	add(key: K, entry: T, isPresent = true): void {
		append(this.entries, this.comparison.form(key), entry);
		if (!isPresent) return;
		this.present.push(key);
		this.looks = undefined;
	}

	all(key: K): readonly T[] {
		return this.entries.get(this.comparison.form(key)) ?? [];
	}

	/** What is said of a key that only looks like one of a present record (see {@link Found}). */
	lookAlike(key: K): string | undefined {
		const { look, shown } = this.comparison;
		if (shown(key) === '' || this.all(key).length > 0) return undefined;

		this.looks ??= new Map(this.present.map((each) => [look(each), each]));
		const similar = this.looks.get(look(key));
		if (similar === undefined) return undefined;
		const advice = 'correct the item, or the record in the service, so that both are the same';
		return `${quote(shown(key))} looks like ${quote(shown(similar))}, but is not the same; ${advice}`;
	}

	find(key: K): Found<T> {
		return { key: this.comparison.shown(key), all: this.all(key), lookAlike: this.lookAlike(key) };
	}
}
