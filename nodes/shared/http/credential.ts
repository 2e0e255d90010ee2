import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isBlank } from '../base/json';
import { API_VERSIONS, CALLS_PER_SECOND } from '../api/versions';

/** n8n's name of the credential type. */
export const CREDENTIAL_TYPE = 'businessCardDataApi';

/** What nobody may see. */
export interface Secrets {
	readonly apiKey: string;
	/** Empty when the company is not in the partner program. */
	readonly appId: string;
}

/** A usable credential: the address without trailing slash, both secrets without blanks around them. */
export interface ServiceCredential extends Secrets {
	readonly baseUrl: string;
	/** What this process may use of the key's allowance. */
	readonly callsPerSecond: number;
}

/** What is wrong with a credential; the text names the field and the rule, never a value of a secret. */
export class CredentialError extends Error {}

/** Hosts that no packet leaves the machine for; the only ones spoken to without TLS. */
const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const VERSION_SEGMENT = API_VERSIONS.map((version) => `/v${version}`);

/** Spec: Authentication 1. */
const API_KEY_FORM = /^[A-Za-z0-9]{32}$/;

/** Spec: Authentication 2 leaves length and exact format open; what cannot be a header value is refused. */
const APP_ID_FORM = /^[\x21-\x7e]*$/;

/** A decimal number as a person writes it. */
const NUMBER_FORM = /^\d*\.?\d+$/;

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

function readBaseUrl(value: unknown): string {
	const address = text(value);
	if (address === '') throw new CredentialError('Base URL is empty: enter the address of the service');
	if (!URL.canParse(address)) {
		throw new CredentialError('Base URL is not an address: it must look like https://cards.example.com');
	}
	const { origin, protocol, hostname, pathname, username, password, search, hash } = new URL(address);
	if (`${username}${password}${search}${hash}` !== '') {
		throw new CredentialError('Base URL must be the plain address of the service, without user, query or fragment');
	}
	if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOST.test(hostname))) {
		throw new CredentialError('Base URL must start with https:// (http:// is accepted only for this machine)');
	}
	const baseUrl = `${origin}${pathname}`.replace(/\/+$/, '');
	const version = VERSION_SEGMENT.find((segment) => baseUrl.endsWith(segment));
	if (version === undefined) return baseUrl;
	throw new CredentialError(`Base URL ends in ${version}: remove it, because the node adds the version itself`);
}

/** Nothing at all is the whole allowance: credentials that were saved before there was a choice have nothing. */
function readCallsPerSecond(value: unknown): number {
	if (isBlank(value)) return CALLS_PER_SECOND;
	const number = NUMBER_FORM.test(text(value)) ? Number(value) : value;
	if (typeof number === 'number' && number > 0 && number <= CALLS_PER_SECOND) return number;
	const remedy = `correct it, or leave it empty for ${CALLS_PER_SECOND}`;
	throw new CredentialError(`Calls per Second must be a number above 0 and at most ${CALLS_PER_SECOND}: ${remedy}`);
}

/**
 * Reads a credential as n8n decrypted it and checks it, so that no broken header or plain-text call ever leaves the
 * machine (contract: Credential; spec: Authentication).
 *
 * @throws CredentialError naming field and rule
 */
export function readCredential(data: ICredentialDataDecryptedObject): ServiceCredential {
	const baseUrl = readBaseUrl(data.baseUrl);
	const apiKey = text(data.apiKey);
	const appId = text(data.appId);
	if (!API_KEY_FORM.test(apiKey)) {
		throw new CredentialError(
			'API Key must be exactly 32 letters and digits: copy it again from the settings of the service',
		);
	}
	if (!APP_ID_FORM.test(appId)) {
		throw new CredentialError('App ID must not contain spaces, line breaks or special characters: copy it again');
	}
	return { baseUrl, apiKey, appId, callsPerSecond: readCallsPerSecond(data.callsPerSecond) };
}

/** The headers that every request carries (spec: Authentication 1); the app id only when there is one. */
export function authenticationHeaders({ apiKey, appId }: Secrets): Record<string, string> {
	return { 'X-Service-Api-Key': apiKey, ...(appId === '' ? {} : { 'X-Service-App-Id': appId }) };
}

/** From this length on an app id cannot stand in a record by coincidence. */
const MIN_LENGTH_IN_DATA = 8;

/** One character as it stands, as JSON may write it, or as an address does. Letters and digits need neither. */
function written(character: string): string {
	if (/[A-Za-z0-9]/.test(character)) return character;
	const hex = character.charCodeAt(0).toString(16);
	return `(?:\\\\?\\${character}|(?:\\\\u00|%)(?:${hex}|${hex.toUpperCase()}))`;
}

/**
 * Replaces the secrets in a text that came from outside, should the service echo one: as they stand, and as JSON or an
 * address writes them (docs/security.md promises no more).
 *
 * @param subject `message` is a sentence of the service, in which a short app id is masked as a word of its own; `data`
 *   leaves it alone, because it may stand in a record by coincidence
 */
export function maskSecrets(content: string, secrets: Secrets, subject: 'message' | 'data'): string {
	const [apiKey = '', appId = ''] = [secrets.apiKey, secrets.appId].map((secret) =>
		Array.from(secret, written).join(''),
	);
	const isShort = secrets.appId.length < MIN_LENGTH_IN_DATA;
	const word = isShort ? `(?<![A-Za-z0-9])${appId}(?![A-Za-z0-9])` : appId;
	const isLookedFor = appId !== '' && (!isShort || subject === 'message');
	return content.replace(new RegExp(isLookedFor ? `${apiKey}|${word}` : apiKey, 'g'), '***');
}
