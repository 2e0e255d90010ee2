import { showsNothing } from '../base/json';
import { quote } from '../values/show';

/*
 * Which keys mean the same record. A spreadsheet, an editor or another system may have changed a key without anybody
 * seeing it.
 */

/** Characters that nobody sees: zero-width spaces, soft hyphens, direction marks, byte order marks. */
const INVISIBLE = /[\p{Cf}\ufeff]/gu;

/** Further characters that show nothing of themselves, variation selectors for one: they may distinguish two names. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Dashes, and characters that are taken for one: minus, tilde, wave dash, prolonged sound mark, the line of a frame. */
const DASHES = /[\p{Pd}~\u2212\u223c\u2500\u30fc]/gu;

/** Columns with ids and addresses, which tell records apart and have no invisible characters. */
export const KEY_COLUMN = /^(?:TempId|UserUuid|UserId|SamlNameId|(?:Parent)?DepartmentId|(?:Sub)?Email)$/;

/** Columns in which a service may keep every text in lower case. */
const CASELESS_COLUMN = /(?:Email|Uuid)$/;

/** The form in which two spellings of an id, an address or a name of a path are the same; empty where nothing shows. */
export function sameForm(text: string): string {
	if (showsNothing(text)) return '';
	return text.replace(INVISIBLE, '').normalize('NFC').trim();
}

/** The form in which two texts of a column are equal if they say the same. */
export function comparable(column: string, text: string): string {
	const isKey = KEY_COLUMN.test(column);
	const form = isKey ? sameForm(text) : text.normalize('NFC').trim();
	return CASELESS_COLUMN.test(column) ? form.toLowerCase() : form;
}

/**
 * The form in which texts are equal that a person may take for each other: in NFKC, apart from case, white space,
 * dashes and leading zeros. It serves comparisons alone, and is never shown or sent.
 */
export function similarForm(text: string): string {
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
	/** The text that two keys share if they are the same. */
	readonly form: (key: K) => string;
	/** The text that two keys share if a person may take one for the other. */
	readonly look: (key: K) => string;
	/** The key as a message shows it. */
	readonly shown: (key: K) => string;
}

/** The result of a search by a key. */
export interface Found<T> {
	/** The key as a message shows it. */
	readonly key: string;
	readonly all: readonly T[];
	/** Why the key must not pass for a new one, as a sentence: it looks like the key of a present record. */
	readonly lookAlike: string | undefined;
}

/** Records by a key, in all spellings of it that are the same; keys that only look alike are noticed. */
export class Keys<T, K = string> {
	private readonly entries = new Map<string, T[]>();

	private readonly present: K[] = [];

	/** The present keys by their looks; made for the first key that nobody has, which is rare. */
	private looks?: Map<string, K>;

	constructor(private readonly comparison: Comparison<K>) {}

	/** @param form the form in which two texts are the same */
	static ofTexts<T>(form = sameForm): Keys<T> {
		return new Keys<T>({
			form,
			look: similarForm,
			shown: (text) => text,
		});
	}

	/** Adds a record of the service. */
	addPresent(key: K, entry: T): void {
		this.addNew(key, entry);
		this.present.push(key);
		this.looks = undefined;
	}

	/** Adds a record that is being made: no other key is taken for a slip of its own. */
	addNew(key: K, entry: T): void {
		append(this.entries, this.comparison.form(key), entry);
	}

	all(key: K): readonly T[] {
		return this.entries.get(this.comparison.form(key)) ?? [];
	}

	/** The sentence for a key that only looks like the key of a present record; `undefined` for any other. */
	lookAlike(key: K): string | undefined {
		const { look, shown } = this.comparison;
		if (shown(key) === '' || this.all(key).length > 0) return undefined;

		this.looks ??= new Map(this.present.map((each) => [look(each), each]));
		const similar = this.looks.get(look(key));
		if (similar === undefined) return undefined;

		const problem = `looks like ${quote(shown(similar))}, but is not the same`;
		const advice = 'correct the item, or the record in the service, so that both are the same';
		return `${quote(shown(key))} ${problem}; ${advice}`;
	}

	find(key: K): Found<T> {
		return {
			key: this.comparison.shown(key),
			all: this.all(key),
			lookAlike: this.lookAlike(key),
		};
	}
}
