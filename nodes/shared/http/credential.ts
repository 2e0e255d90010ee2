import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { ALL_VERSIONS, CALLS_PER_SECOND } from '../api/versions';
import { parameterError } from '../base/errors';
import { isBlank } from '../base/json';
import { textOf } from '../values/readers';
import { quote } from '../values/show';

export const CREDENTIAL_TYPE = 'businessCardDataApi';

/** A usable credential: the address without trailing slash, both secrets without blanks around them. */
export interface ServiceCredential {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Empty outside of the partner program. */
	readonly appId: string;
	/** The part of the key's allowance that this process may use. */
	readonly callsPerSecond: number;
}

/** A broken rule of a field: what is wrong, and what to do in the credential. */
type CredentialViolation = readonly [problem: string, remedy: string];

/**
 * Hosts that no packet leaves the machine for, as `URL` writes them: `localhost`, 127.0.0.0/8 in any of its forms, and
 * `[::1]`. The only ones spoken to without TLS. A name below `localhost` may be anywhere in DNS.
 */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const API_KEY = /^[A-Za-z0-9]{32}$/;

/** A text that can stand in a header. */
const HEADER_VALUE = /^[\x21-\x7e]*$/;

const DECIMAL = /^\d*\.?\d+$/;

function withoutTrailingSlashes(address: string): string {
	return address.replace(/\/+$/, '');
}

function isSafe(url: URL): boolean {
	const isLoopback = LOOPBACK_HOST.test(url.hostname);
	return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}

function addressViolation(address: string): CredentialViolation | undefined {
	if (address === '') {
		return ['Base URL is empty', 'enter the address of the service'];
	}
	if (!URL.canParse(address)) {
		return ['Base URL is not a valid address', 'enter one such as https://cards.example.com'];
	}

	const url = new URL(address);
	if (!isSafe(url)) {
		return ['Base URL must start with https:// (http:// is accepted only for this machine)', 'correct it'];
	}

	const plainAddress = `${url.origin}${url.pathname}`;
	if (url.href !== plainAddress) {
		return ['Base URL must not contain a user name, a query string (?…) or a fragment (#…)', 'remove that part'];
	}

	const baseUrl = withoutTrailingSlashes(plainAddress);
	const version = ALL_VERSIONS.find((each) => baseUrl.endsWith(`/v${each}`));
	if (version !== undefined) {
		return [`Base URL ends in /v${version}, which the node adds by itself`, 'remove it'];
	}

	return undefined;
}

/** The calls per second that were entered; not a number where they are none. */
function readRate(entered: unknown): number {
	// Credentials that were saved before there was a choice have nothing.
	if (isBlank(entered)) return CALLS_PER_SECOND;

	const isNumber = typeof entered === 'number' || DECIMAL.test(textOf(entered));
	if (!isNumber) return NaN;

	return Number(entered);
}

/** The first rule of the fields that is broken. */
function violationOf(address: string, fields: Omit<ServiceCredential, 'baseUrl'>): CredentialViolation | undefined {
	const { apiKey, appId, callsPerSecond } = fields;
	const violation = addressViolation(address);
	if (violation) return violation;

	if (!API_KEY.test(apiKey)) {
		const remedy = 'copy it from the settings of the service, and enter it again';
		return ['API Key must be exactly 32 letters and digits', remedy];
	}
	if (!HEADER_VALUE.test(appId)) {
		return ['App ID contains a space, a line break or a special character', 'enter it again'];
	}

	const isRate = callsPerSecond > 0 && callsPerSecond <= CALLS_PER_SECOND;
	if (!isRate) {
		const problem = `Calls per Second must be a number above 0 and at most ${CALLS_PER_SECOND}`;
		return [problem, `correct it, or leave it empty for ${CALLS_PER_SECOND},`];
	}

	return undefined;
}

/**
 * Reads a credential as n8n decrypted it (contract: Credential).
 *
 * @param name of the credential, as a person called it, where it is known
 * @throws ParameterError, which shows no secret, for the first rule that is broken
 */
export function readCredential(data: ICredentialDataDecryptedObject, name?: string): ServiceCredential {
	const address = textOf(data.baseUrl);
	const fields = {
		apiKey: textOf(data.apiKey),
		appId: textOf(data.appId),
		callsPerSecond: readRate(data.callsPerSecond),
	};

	const violation = violationOf(address, fields);
	if (violation) {
		const [problem, remedy] = violation;
		const credential = name === undefined ? 'the credential' : `the credential ${quote(name)}`;
		throw parameterError('credential', `${problem}: ${remedy} in ${credential}`);
	}

	const { origin, pathname } = new URL(address);
	return { baseUrl: withoutTrailingSlashes(`${origin}${pathname}`), ...fields };
}

/** The headers that every request carries (spec: Authentication 1); the app id only when there is one. */
export function authenticationHeaders(credential: ServiceCredential): Record<string, string> {
	const headers: Record<string, string> = { 'X-Service-Api-Key': credential.apiKey };
	if (credential.appId !== '') {
		headers['X-Service-App-Id'] = credential.appId;
	}

	return headers;
}

/** A request as n8n's helpers take it: newer ones read `url`; older ones, of the HTTP Request node, also `uri`. */
type AnyRequest = Omit<IHttpRequestOptions, 'url'> & { url?: unknown; uri?: unknown };

/** No redirect is followed, in the words of either kind of helper: the keys would go along. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/** The whole address of a request below a base; `undefined` where it is none. */
function wholeAddress(address: unknown, base: string): URL | undefined {
	// A leading slash would lead away from the path of the base, and several of them to another host.
	const relative = String(address).replace(/^[/\\]+/, '');
	return URL.canParse(relative, base) ? new URL(relative, base) : undefined;
}

/**
 * A request with the keys, confined to the origin of the Base URL: n8n's HTTP Request node can use this credential for
 * any address. The address goes out whole, so that it is the one that was checked.
 *
 * @throws ParameterError when the credential is unusable, or when the request would carry the keys to another host
 */
export async function authenticated(
	data: ICredentialDataDecryptedObject,
	request: AnyRequest,
): Promise<IHttpRequestOptions> {
	const credential = readCredential(data);
	const { origin } = new URL(credential.baseUrl);
	const base = `${withoutTrailingSlashes(String(request.baseURL ?? credential.baseUrl))}/`;

	const names = (['url', 'uri'] as const).filter((name) => request[name] !== undefined);
	const addresses = names.map((name) => wholeAddress(request[name], base));
	const staysHome = names.length > 0 && addresses.every((address) => address?.origin === origin);
	if (!staysHome) {
		const message = 'This credential sends its keys only to its Base URL, never to another host';
		throw parameterError('credential', message, 'correct the URL of the request.');
	}

	const checked = Object.fromEntries(names.map((name, index) => [name, addresses[index]?.href]));
	const secured = {
		...(request as IHttpRequestOptions),
		...checked,
		...NO_REDIRECTS,
		baseURL: undefined,
		headers: { ...request.headers, ...authenticationHeaders(credential) },
	};
	return await Promise.resolve(secured);
}
