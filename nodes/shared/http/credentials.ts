import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isBlank } from '../base/blankValue';
import { CALLS_PER_SECOND } from '../api/versions';

/** n8n's name of the credential type. */
export const CREDENTIAL_TYPE = 'businessCardDataApi';

/** Hosts that no packet leaves the machine for; the only ones spoken to without TLS. */
const LOOPBACK_HOST = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Spec: Authentication 1. */
const API_KEY_FORM = /^[A-Za-z0-9]{32}$/;

/** Spec: Authentication 2 leaves length and exact format open; what cannot be a header value is refused. */
const APP_ID_FORM = /^[\x21-\x7e]+$/;

/** A usable credential: the address without trailing slash, both secrets without blanks around them. */
export interface ServiceCredential {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Empty when the company is not in the partner program. */
	readonly appId: string;
}

/** What is wrong with a credential; the text names the field and the rule, never a value of a secret. */
export class CredentialFault extends Error {}

/** Whether an address is one of this machine. */
export function isLoopback({ hostname }: URL): boolean {
	return LOOPBACK_HOST.test(hostname);
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

function readBaseUrl(value: unknown): string {
	const address = text(value);
	if (address === '') throw new CredentialFault('Base URL is empty: enter the address of the service');
	if (!URL.canParse(address)) {
		throw new CredentialFault('Base URL is not an address: it must look like https://cards.example.com');
	}
	const url = new URL(address);
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw new CredentialFault('Base URL must be the plain address of the service, without user, query or fragment');
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
		throw new CredentialFault('Base URL must start with https:// (http:// is accepted only for this machine)');
	}
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** A decimal number as a person writes it. */
const NUMBER_FORM = /^\d*\.?\d+$/;

/**
 * Reads how much of the key's allowance this process may use. Nothing at all is the whole of it: credentials that were
 * saved before there was a choice have nothing.
 *
 * @throws CredentialFault unless it is a number above 0 and at most 10, or the text of one
 */
export function readCallsPerSecond({ callsPerSecond: value }: ICredentialDataDecryptedObject): number {
	const written = text(value);
	if (isBlank(value)) return CALLS_PER_SECOND;
	const number = NUMBER_FORM.test(written) ? Number(written) : value;
	if (typeof number === 'number' && number > 0 && number <= CALLS_PER_SECOND) return number;
	throw new CredentialFault(
		`Calls per Second must be a number above 0 and at most ${CALLS_PER_SECOND}: correct it, or leave it empty for ${CALLS_PER_SECOND}`,
	);
}

/**
 * Reads a credential as n8n decrypted it and checks it, so that no broken header or plain-text call ever
 * leaves the machine (contract: Credential; spec: Authentication).
 *
 * @throws CredentialFault naming field and rule
 */
export function readCredential(data: ICredentialDataDecryptedObject): ServiceCredential {
	const baseUrl = readBaseUrl(data.baseUrl);
	const apiKey = text(data.apiKey);
	const appId = text(data.appId);
	if (!API_KEY_FORM.test(apiKey)) {
		throw new CredentialFault('API Key must be exactly 32 letters and digits: copy it again from the settings of the service');
	}
	if (appId !== '' && !APP_ID_FORM.test(appId)) {
		throw new CredentialFault('App ID must not contain spaces, line breaks or special characters: copy it again');
	}
	readCallsPerSecond(data);
	return { baseUrl, apiKey, appId };
}

/** The headers that every request carries (spec: Authentication 1); the app id only when there is one. */
export function authenticationHeaders(credential: ServiceCredential): Record<string, string> {
	return {
		'X-Service-Api-Key': credential.apiKey,
		...(credential.appId === '' ? {} : { 'X-Service-App-Id': credential.appId }),
	};
}
