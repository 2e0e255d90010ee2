import type { ServiceCredential } from './credentials';

const MASK = '***';

/** From this length on an app id cannot stand in a record by coincidence. */
const MIN_LENGTH_IN_DATA = 8;

/** A shorter app id is masked as a word of its own alone: one letter is in every sentence. */
const MIN_LENGTH_INSIDE_WORDS = 4;

/** Names that HTML has for characters of an app id. */
const HTML_NAMES: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' };

/** Characters that JSON may or must write with a backslash before them. */
const ESCAPED_IN_JSON = '"\\/';

function literally(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Hexadecimal digits in either case. */
function hexadecimal(bytes: string): string {
	return bytes.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * One character in every notation: as it is, escaped in JSON, in an address or in HTML, also escaped more than once, as text
 * inside of text is. Repetitions have an end, so that a body of backslashes alone is searched in one go.
 */
function notations(character: string): string {
	const code = character.charCodeAt(0);
	const hex = hexadecimal(code.toString(16).padStart(2, '0'));
	const entity = '&(?:amp;){0,3}';
	const name = HTML_NAMES[character];
	return [
		literally(character),
		`\\\\{1,4}(?:u00|x)${hex}`,
		`%(?:25){0,3}${hex}`,
		`${entity}#0{0,5}${code};?`,
		`${entity}#[xX]0{0,4}${hex};?`,
		...(ESCAPED_IN_JSON.includes(character) ? [`\\\\{1,4}${literally(character)}`] : []),
		...(name === undefined ? [] : [`${entity}${name};`]),
	].join('|');
}

/** What base64 makes of a secret, whichever of its three places in a group of bytes it begins at. */
function inBase64(secret: string): string[] {
	return [0, 1, 2].map((offset) => {
		const encoded = Buffer.from(`${'\0'.repeat(offset)}${secret}\0\0`).toString('base64');
		// The characters at both ends hold bits of what stands beside the secret.
		return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6));
	});
}

/** The secret as a whole in notations that leave none of its characters recognisable. */
function encodings(secret: string): string[] {
	const hex = Buffer.from(secret).toString('hex');
	return [...inBase64(secret), hex, hex.toUpperCase()];
}

function everyNotation(secret: string): string {
	const written = [...secret].map((character) => `(?:${notations(character)})`).join('');
	return [written, ...encodings(secret).map(literally)].join('|');
}

function asWord(secret: string): string {
	return `(?<![A-Za-z0-9])${literally(secret)}(?![A-Za-z0-9])`;
}

/** Where an app id of this length is looked for, and how. */
function patternOfAppId(appId: string, subject: 'message' | 'data'): string[] {
	if (appId.length >= MIN_LENGTH_IN_DATA) return [everyNotation(appId)];
	if (subject === 'data' || appId === '') return [];
	return [appId.length >= MIN_LENGTH_INSIDE_WORDS ? literally(appId) : asWord(appId)];
}

/** Signs of text in which characters are written in another way. */
const ESCAPES = ['\\u00', '\\x', '%', '&#'];

/** Whether a text can hold the secret at all: nearly none does, and the thorough search is dear. */
function isPossible(content: string, secret: string): boolean {
	return [secret, ...ESCAPES, ...encodings(secret)].some((sign) => content.includes(sign));
}

/**
 * Replaces the secrets in a text that came from outside, should the service echo one, in whichever notation.
 *
 * @param subject `message` is a sentence of the service, in which both secrets are masked; `data` leaves a short app id
 *   alone, because it may stand in a record by coincidence
 */
export function maskSecrets(content: string, credential: ServiceCredential, subject: 'message' | 'data'): string {
	const { apiKey, appId } = credential;
	const long = [apiKey, appId].filter((secret) => secret.length >= MIN_LENGTH_IN_DATA);
	const isShortThere = subject === 'message' && appId !== '' && content.includes(appId);
	if (!isShortThere && !long.some((secret) => isPossible(content, secret))) return content;
	const patterns = [everyNotation(apiKey), ...patternOfAppId(appId, subject)];
	return content.replace(new RegExp(patterns.join('|'), 'g'), MASK);
}
