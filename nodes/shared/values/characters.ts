/** A set of characters with the sentence part that states it, for example `may contain only digits`. */
export interface CharacterClass {
	/** The rule as it reads after a field's name. */
	readonly rule: string;
	/** Matches one allowed character (a single code point). */
	readonly allowed: RegExp;
}

/**
 * The character sets that the service's tables name.
 *
 * `reading`: Chinese characters and hiragana are taken by Unicode script (`\p{Script=Han}`, which
 * includes 々 and 〇, and `\p{Script=Hiragana}`). The prolonged sound mark ー belongs to no single
 * script and is therefore allowed, as katakana readings need it. `Script_Extensions` would refuse it.
 *
 * `asciiWithoutSpace`: "English letters, digits, symbols" and "one-byte alphanumerics and symbols"
 * are both read as the printable ASCII characters U+0021 to U+007E.
 */
export const CHARACTER_CLASSES = {
	asciiWithoutSpace: {
		rule: 'may contain only one-byte letters, digits and symbols, without spaces',
		allowed: /^[\x21-\x7e]$/u,
	},
	oneByteAlphanumeric: {
		rule: 'may contain only one-byte letters and digits (A-Z, a-z, 0-9)',
		allowed: /^[0-9A-Za-z]$/u,
	},
	phone: {
		rule: 'may contain only digits (0-9) and the symbols + and -',
		allowed: /^[0-9+-]$/u,
	},
	postalCode: {
		rule: 'may contain only English letters, digits, hyphens and spaces',
		allowed: /^[0-9A-Za-z -]$/u,
	},
	reading: {
		rule: 'must not contain Chinese characters, hiragana or full-width letters and digits',
		allowed: /^[^\p{Script=Han}\p{Script=Hiragana}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]$/u,
	},
	userId: {
		rule: 'may contain only one-byte letters and digits and the characters . - _ &',
		allowed: /^[0-9A-Za-z.\-_&]$/u,
	},
} as const satisfies Record<string, CharacterClass>;

/** The name of one of {@link CHARACTER_CLASSES}. */
export type CharacterClassName = keyof typeof CHARACTER_CLASSES;

/**
 * The length of a text in characters, counted as code points: `𠮷` is one although it takes two
 * UTF-16 units. Code points and not graphemes, because a server counts what its database stores, and
 * no database counts `が` written as two code points as one.
 */
export function countCharacters(text: string): number {
	let count = 0;
	for (let index = 0; index < text.length; count += 1)
		index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
	return count;
}

/** A character as a message shows it: `"山" (U+5C71)`, and only `U+0009` when it cannot be seen. */
export function describeCharacter(character: string): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return /^[\p{C}\p{Z}\p{M}]$/u.test(character) ? `U+${code}` : `"${character}" (U+${code})`;
}

/**
 * Half of a surrogate pair, as cutting a text by its length leaves it, is no character: on its way it would silently become
 * U+FFFD.
 * @returns the end of a sentence that starts with the field's name, or undefined
 */
export function halfCharacterProblem(text: string): string | undefined {
	const half = /\p{Surrogate}/u.exec(text);
	return half ? `contains ${describeCharacter(half[0])}, half of a character` : undefined;
}

/**
 * Checks every character of a text against a class.
 * @returns the message for the first character that is not allowed, with its 1-based position in
 * code points, or undefined
 */
export function characterProblem(
	field: string,
	text: string,
	characters: CharacterClass,
): string | undefined {
	let position = 0;
	for (const character of text) {
		position += 1;
		if (characters.allowed.test(character)) continue;
		return `${field} ${characters.rule}; found ${describeCharacter(character)} at position ${position}`;
	}
	return undefined;
}

/** The message for a text longer than `max` characters (code points), or undefined. */
export function lengthProblem(field: string, text: string, max: number): string | undefined {
	const length = countCharacters(text);
	if (length <= max) return undefined;
	return `${field} must be at most ${formatCount(max)} characters; it has ${formatCount(length)}`;
}

/** A whole number with thousands separators, the same on every machine. */
export function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}

/** A value's type as a person names it, for messages about a wrong type. */
export function describeType(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A text as a message quotes it, cut so that a message stays one line. */
export function quote(text: string): string {
	const characters = [...text.slice(0, 120)];
	const shown = characters
		.slice(0, 40)
		.join('')
		.replace(/\p{Cc}+/gu, ' ');
	return `"${shown}${characters.length > 40 ? '…' : ''}"`;
}

/** A sentence without its full stop, for another one to follow. */
export function withoutStop(sentence: string): string {
	return sentence.replace(/[.\u3002]$/, '');
}

/** Texts as one, without those that are empty or missing. */
export function joined(texts: ReadonlyArray<string | undefined>, separator: string): string {
	return texts.filter((text) => text !== undefined && text !== '').join(separator);
}

/** A text in which letters of any case and width are the same, to look for one in another. */
export function inOneForm(text: string): string {
	return text.normalize('NFKC').toLowerCase();
}
