/**
 * The sets of characters that the service's tables name: how the rule reads after a field's name, and one allowed
 * character (a code point).
 *
 * `reading`: kanji and hiragana are taken by Unicode script, which includes 々 and 〇. The prolonged sound mark ー belongs
 * to no single script and is therefore allowed, as katakana readings need it; `Script_Extensions` would refuse it.
 */
export const CHARACTER_CLASSES = {
	ascii: ['may contain only half-width letters, digits and symbols', /^[\x21-\x7e]$/u],
	alphanumeric: ['may contain only half-width letters and digits', /^[0-9A-Za-z]$/u],
	phone: ['may contain only half-width digits, + and -', /^[0-9+-]$/u],
	postalCode: ['may contain only half-width letters, digits, hyphens and spaces', /^[0-9A-Za-z -]$/u],
	reading: [
		'must not contain kanji, hiragana, or full-width letters or digits',
		/^[^\p{Script=Han}\p{Script=Hiragana}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]$/u,
	],
	userId: ['may contain only half-width letters, digits and . - _ &', /^[0-9A-Za-z.\-_&]$/u],
} as const satisfies Record<string, readonly [rule: string, allowed: RegExp]>;

/** Characters that nobody sees, or that look like another one. */
const UNSEEN: Readonly<Record<string, string>> = {
	' ': 'a space',
	'\u3000': 'a full-width space',
	'\t': 'a tab',
	'\n': 'a line break',
	'\r': 'a line break',
};

/** A character as a message shows it: `'山'`, `a space`, and by its number only what cannot be seen. */
export function describeCharacter(character: string): string {
	if (UNSEEN[character] !== undefined) return UNSEEN[character];
	if (!/^[\p{C}\p{Z}\p{M}]$/u.test(character)) return `'${character}'`;

	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const kind = /\p{M}/u.test(character) ? 'a combining' : 'an invisible';
	return `${kind} character (U+${code})`;
}

/**
 * Finds half of a character, which is what is left where a text was cut: it would silently become U+FFFD.
 *
 * @returns the end of a sentence about the text; `undefined` where it is whole
 */
export function halfCharacterProblem(text: string): string | undefined {
	return /\p{Surrogate}/u.test(text) ? 'contains half of a character' : undefined;
}
