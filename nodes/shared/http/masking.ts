import type { ServiceCredential } from './credentials';

const MASK = '***';

/** From this length on an app id cannot stand in a record by coincidence. */
const MIN_LENGTH_IN_DATA = 8;

/** One character as it stands, as JSON may write it, or as an address does. Letters and digits need neither. */
function written(character: string): string {
	if (/[A-Za-z0-9]/.test(character)) return character;
	const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
	return `(?:\\\\?\\${character}|(?:\\\\u00|%)(?:${hex}|${hex.toUpperCase()}))`;
}

function patternOf(secret: string): string {
	return Array.from(secret, written).join('');
}

/** The secrets of a credential, made once: all of them in messages, those that no record has by coincidence in data. */
function patternsOf({ apiKey, appId }: ServiceCredential, subject: 'message' | 'data'): string[] {
	if (appId.length >= MIN_LENGTH_IN_DATA) return [patternOf(apiKey), patternOf(appId)];
	const asWord = appId === '' || subject === 'data' ? [] : [`(?<![A-Za-z0-9])${patternOf(appId)}(?![A-Za-z0-9])`];
	return [patternOf(apiKey), ...asWord];
}

/**
 * Replaces the secrets in a text that came from outside, should the service echo one: as they stand, and as JSON or an
 * address writes them (docs/security.md promises no more).
 *
 * @param subject `message` is a sentence of the service, in which a short app id is masked as a word of its own; `data`
 *   leaves it alone, because it may stand in a record by coincidence
 */
export function maskSecrets(content: string, credential: ServiceCredential, subject: 'message' | 'data'): string {
	return content.replace(new RegExp(patternsOf(credential, subject).join('|'), 'g'), MASK);
}
