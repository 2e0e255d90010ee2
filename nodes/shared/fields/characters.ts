import { formatCount } from '../values/show';

/** A set of characters with the sentence part that states it, for example `may contain only digits`. */
interface CharacterClass {
	/** The rule as it reads after a field's name. */
	readonly rule: string;
	/** Matches one allowed character (a single code point). */
	readonly allowed: RegExp;
}

/**
 * The character sets that the service's tables name.
 *
 * `reading`: kanji and hiragana are taken by Unicode script (`\p{Script=Han}`, which includes 々 and 〇, and
 * `\p{Script=Hiragana}`). The prolonged sound mark ー belongs to no single script and is therefore allowed, as katakana
 * readings need it. `Script_Extensions` would refuse it.
 *
 * `ascii`: "English letters, digits, symbols" and "one-byte alphanumerics and symbols" are both read as the printable
 * ASCII characters U+0021 to U+007E.
 */
export const CHARACTER_CLASSES = {
	ascii: { rule: 'may contain only half-width letters, digits and symbols', allowed: /^[\x21-\x7e]$/u },
	alphanumeric: { rule: 'may contain only half-width letters and digits', allowed: /^[0-9A-Za-z]$/u },
	phone: { rule: 'may contain only half-width digits, + and -', allowed: /^[0-9+-]$/u },
	postalCode: { rule: 'may contain only half-width letters, digits, hyphens and spaces', allowed: /^[0-9A-Za-z -]$/u },
	reading: {
		rule: 'must not contain kanji, hiragana or full-width letters and digits',
		allowed: /^[^\p{Script=Han}\p{Script=Hiragana}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]$/u,
	},
	userId: { rule: 'may contain only half-width letters, digits and . - _ &', allowed: /^[0-9A-Za-z.\-_&]$/u },
} as const satisfies Record<string, CharacterClass>;

/** The name of one of {@link CHARACTER_CLASSES}. */
export type CharacterClassName = keyof typeof CHARACTER_CLASSES;

/**
 * The length of a text in characters, counted as code points: `𠮷` is one although it takes two UTF-16 units. Code
 * points and not graphemes, because a server counts what its database stores, and no database counts `が` written as two
 * code points as one.
 */
function countCharacters(text: string): number {
	return Array.from(text).length;
}

/** Characters that nobody sees, or that look like another one. */
const UNSEEN: Readonly<Record<string, string>> = {
	' ': 'a space',
	'\u3000': 'a full-width space',
	'\t': 'a tab',
	'\n': 'a line break',
	'\r': 'a line break',
};

/** A character as a message shows it: `'山'`, `a space`, and only what cannot be seen by its number. */
export function describeCharacter(character: string): string {
	if (UNSEEN[character] !== undefined) return UNSEEN[character];
	if (!/^[\p{C}\p{Z}\p{M}]$/u.test(character)) return `'${character}'`;
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `${/\p{M}/u.test(character) ? 'a combining' : 'an invisible'} character (U+${code})`;
}

/**
 * Half of a surrogate pair, as cutting a text by its length leaves it, is no character: on its way it would silently
 * become U+FFFD.
 * @returns the end of a sentence that starts with the field's name, or undefined
 */
export function halfCharacterProblem(text: string): string | undefined {
	return /\p{Surrogate}/u.test(text) ? 'contains half of a character' : undefined;
}

/** The end of a sentence about the first character of a text that is not in a class, or undefined. */
export function characterProblem(text: string, { allowed, rule }: CharacterClass): string | undefined {
	for (const character of text) if (!allowed.test(character)) return `${rule}; found ${describeCharacter(character)}`;
	return undefined;
}

/**
 * The end of a sentence about a text that is too long, or undefined.
 *
 * @param max in characters (code points)
 * @param uncounted characters that do not count, and how the message names them
 */
export function lengthProblem(
	text: string,
	max = Infinity,
	uncounted?: { readonly pattern: RegExp; readonly label: string },
): string | undefined {
	const length = countCharacters(uncounted ? text.replace(uncounted.pattern, '') : text);
	if (length <= max) return undefined;
	const without = uncounted ? `, ${uncounted.label}` : '';
	return `may have at most ${formatCount(max)} characters${without}; it has ${formatCount(length)}`;
}
