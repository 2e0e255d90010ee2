import { formatCount } from '../values/show';

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
		'must not contain kanji, hiragana or full-width letters and digits',
		/^[^\p{Script=Han}\p{Script=Hiragana}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]$/u,
	],
	userId: ['may contain only half-width letters, digits and . - _ &', /^[0-9A-Za-z.\-_&]$/u],
} as const satisfies Record<string, readonly [rule: string, allowed: RegExp]>;

/** The name of one of {@link CHARACTER_CLASSES}. */
export type CharacterClassName = keyof typeof CHARACTER_CLASSES;

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

/*
 * What is wrong with a text, each as the end of a sentence that starts with the field's name; undefined for nothing.
 */

/** Half of a surrogate pair, as cutting a text by its length leaves it, would silently become U+FFFD on its way. */
export function halfCharacterProblem(text: string): string | undefined {
	return /\p{Surrogate}/u.test(text) ? 'contains half of a character' : undefined;
}

export function characterProblem(text: string, name: CharacterClassName): string | undefined {
	const [rule, allowed] = CHARACTER_CLASSES[name];
	const odd = Array.from(text).find((character) => !allowed.test(character));
	return odd && `${rule}; found ${describeCharacter(odd)}`;
}

/** Counted are code points: `𠮷` is one, and `が` written as two is two, as in the service's database. */
export function lengthProblem(text: string, max = Infinity, areSeparatorsFree = false): string | undefined {
	const length = Array.from(areSeparatorsFree ? text.replace(/[- ]/g, '') : text).length;
	if (length <= max) return undefined;
	const uncounted = areSeparatorsFree ? ', not counting hyphens and spaces' : '';
	return `may have at most ${formatCount(max)} characters${uncounted}; it has ${formatCount(length)}`;
}
