import type { ServiceCredential } from './credential';

type Secrets = Pick<ServiceCredential, 'apiKey' | 'appId'>;

/** The text that stands in place of a secret. */
const MASK = '***';

/** From this length on a secret is masked inside other words, too: it cannot be there by coincidence. */
const MIN_LENGTH_IN_WORDS = 8;

/** From this length on Base64 that is inside of longer Base64 is told from a coincidence. */
const MIN_BASE64 = 8;

/** Characters that HTML and XML have names for. */
const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function escaped(text: string): string {
	return text.replace(/[^A-Za-z0-9]/g, '\\$&');
}

/**
 * The pattern of one character of a secret, plain or escaped for an address, JSON, HTML or XML, also more than once. Every
 * repetition has a bound: the time that a search takes grows with the text alone.
 */
function characterPattern(character: string): string {
	const code = character.charCodeAt(0);
	const digits = code.toString(16).padStart(2, '0');
	const hex = digits.replace(/[a-f]/g, (digit) => {
		return `[${digit}${digit.toUpperCase()}]`;
	});
	const entity = ENTITIES[character];

	const forms = [
		escaped(character),
		`%(?:25){0,3}${hex}`,
		`\\\\{1,4}u00${hex}`,
		`\\\\{1,4}${escaped(character)}`,
		`&(?:amp;){0,3}#0{0,6}${code};`,
		`&(?:amp;){0,3}#[xX]0{0,6}${hex};`,
	];
	if (entity !== undefined) {
		forms.push(`&(?:amp;){0,3}${entity};`);
	}

	return `(?:${forms.join('|')})`;
}

function toBase64(text: string): string {
	return Buffer.from(text).toString('base64');
}

/** The pattern of a text of Base64, in its ordinary alphabet and that for addresses. */
function base64Pattern(text: string): string {
	const anyPlus = text.replace(/\+/g, '[+-]');
	return anyPlus.replace(/\//g, '[\\/_]');
}

/** The patterns of a secret within longer Base64: what is in front of it moves its bits, so there are three of them. */
function innerBase64Patterns(secret: string): string[] {
	const texts = [0, 1, 2].map((bytesBefore) => {
		const prefix = ' '.repeat(bytesBefore);
		const text = toBase64(`${prefix}${secret}`);
		const bytesUntil = bytesBefore + secret.length;
		const from = Math.ceil((bytesBefore * 8) / 6);
		const to = Math.floor((bytesUntil * 8) / 6);
		return text.slice(from, to);
	});

	const telling = texts.filter((text) => text.length >= MIN_BASE64);
	return telling.map(base64Pattern);
}

/** The pattern of a word of its own, which may stand behind an escaped character. */
function wordPattern(pattern: string): string {
	return `(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}|\\\\u[0-9A-Fa-f]{4}|\\\\[bfnrt]))${pattern}(?![A-Za-z0-9])`;
}

/** The pattern of a secret in any encoding; of a short one as a word of its own. */
function secretPattern(secret: string): string {
	const plain = [...secret].map(characterPattern).join('');
	const unpadded = toBase64(secret).replace(/=+$/, '');
	const base64 = `${base64Pattern(unpadded)}(?:=|%3[dD])*`;

	const isLong = secret.length >= MIN_LENGTH_IN_WORDS;
	const whole = [plain, base64].map((pattern) => {
		return isLong ? pattern : wordPattern(pattern);
	});
	const inner = innerBase64Patterns(secret);
	return [...whole, ...inner].join('|');
}

/** Replaces the API key in data from outside. It is no word that could be there by coincidence. */
export function maskKey(text: string, secrets: Pick<Secrets, 'apiKey'>): string {
	const pattern = new RegExp(secretPattern(secrets.apiKey), 'g');
	return text.replace(pattern, MASK);
}

/**
 * Replaces both secrets in the text of an error. The App ID may be any text: in data it stays, because a phone number or
 * a page token may hold the same characters (contract: Credential).
 */
export function maskSecrets(text: string, secrets: Secrets): string {
	const present = [secrets.apiKey, secrets.appId].filter((secret) => secret !== '');
	const pattern = new RegExp(present.map(secretPattern).join('|'), 'g');
	return text.replace(pattern, MASK);
}
