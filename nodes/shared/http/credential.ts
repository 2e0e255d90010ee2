import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { ALL_VERSIONS, CALLS_PER_SECOND } from '../api/versions';
import { fault } from '../base/errors';
import { isBlank } from '../base/json';
import { textOf } from '../values/readers';

export const CREDENTIAL_TYPE = 'businessCardDataApi';

/** A usable credential: the address without trailing slash, both secrets without blanks around them. */
export interface ServiceCredential {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Empty outside of the partner program. */
	readonly appId: string;
	/** What this process may use of the key's allowance. */
	readonly callsPerSecond: number;
}

const CORRECT_IT = 'correct it in the credential "Business Card Data API".';

/**
 * Hosts that no packet leaves the machine for, as `URL` writes them: `localhost`, 127.0.0.0/8 in any of its forms, and
 * `[::1]`. The only ones spoken to without TLS. A name below `localhost` may be anywhere in DNS.
 */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads a credential as n8n decrypted it (contract: Credential). @throws ParameterError, which shows no secret */
export function readCredential(data: ICredentialDataDecryptedObject): ServiceCredential {
	const address = textOf(data.baseUrl);
	const apiKey = textOf(data.apiKey);
	const appId = textOf(data.appId);
	// Credentials that were saved before there was a choice have nothing.
	const rate = isBlank(data.callsPerSecond) ? CALLS_PER_SECOND : data.callsPerSecond;
	const callsPerSecond = typeof rate === 'number' || /^\d*\.?\d+$/.test(textOf(rate)) ? Number(rate) : NaN;
	const { href = '', origin, pathname, protocol, hostname = '' } = URL.canParse(address) ? new URL(address) : {};
	const baseUrl = `${origin}${pathname}`.replace(/\/+$/, '');
	const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname));
	const version = ALL_VERSIONS.find((each) => baseUrl.endsWith(`/v${each}`));
	const isKey = /^[A-Za-z0-9]{32}$/.test(apiKey);
	const canBeHeader = /^[\x21-\x7e]*$/.test(appId);
	const most = CALLS_PER_SECOND;
	const isRate = callsPerSecond > 0 && callsPerSecond <= most;
	const rules: ReadonlyArray<readonly [isKept: boolean, message: string]> = [
		[address !== '', 'Base URL is empty: enter the address of the service'],
		[href !== '', 'Base URL is not an address: it must look like https://cards.example.com'],
		[isSafe, 'Base URL must start with https:// (http:// is accepted only for this machine)'],
		[href === `${origin}${pathname}`, 'Base URL must be the plain address of the service: no user, query or fragment'],
		[version === undefined, `Base URL ends in /v${version}: remove it, because the node adds the version itself`],
		[isKey, 'API Key must be exactly 32 letters and digits: copy it again from the settings of the service'],
		[canBeHeader, 'App ID must not contain spaces, line breaks or special characters: copy it again'],
		[isRate, `Calls per Second must be a number above 0 and at most ${most}: correct it, or leave it empty for ${most}`],
	];
	const broken = rules.find(([isKept]) => !isKept);
	if (broken) throw fault('credential', broken[1], CORRECT_IT);
	return { baseUrl, apiKey, appId, callsPerSecond };
}

/** The headers that every request carries (spec: Authentication 1); the app id only when there is one. */
export function authenticationHeaders({ apiKey, appId }: ServiceCredential): Record<string, string> {
	return { 'X-Service-Api-Key': apiKey, ...(appId === '' ? {} : { 'X-Service-App-Id': appId }) };
}

/** A request as n8n's helpers take it: newer ones read `url`; older ones, of the HTTP Request node, also `uri`. */
type AnyRequest = Omit<IHttpRequestOptions, 'url'> & { url?: unknown; uri?: unknown };

/** No redirect is followed, in the words of either kind of helper: the keys would go along. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 };

/**
 * A request with the keys, confined to the origin of the Base URL: n8n's HTTP Request node can use this credential for
 * any address. The address goes out whole, so that whoever sends the request goes where was looked.
 *
 * @throws ParameterError when the credential is unusable, or when the request would carry the keys to another place
 */
export async function authenticated(
	data: ICredentialDataDecryptedObject,
	request: AnyRequest,
): Promise<IHttpRequestOptions> {
	const credential = readCredential(data);
	const base = `${String(request.baseURL ?? credential.baseUrl).replace(/\/+$/, '')}/`;
	const places = (['url', 'uri'] as const).flatMap((name) => {
		if (request[name] === undefined) return [];
		const address = String(request[name]).replace(/^[/\\]+/, '');
		return [[name, URL.canParse(address, base) ? new URL(address, base).href : ''] as const];
	});
	const { origin } = new URL(credential.baseUrl);
	const isHome = places.length > 0 && places.every(([, place]) => place !== '' && new URL(place).origin === origin);
	const message = 'This credential sends its keys only to its Base URL, never to another host';
	if (!isHome) throw fault('credential', message, CORRECT_IT);
	const headers = { ...request.headers, ...authenticationHeaders(credential) };
	const whole = { ...Object.fromEntries(places), baseURL: undefined, headers };
	return await Promise.resolve({ ...(request as IHttpRequestOptions), ...whole, ...NO_REDIRECTS });
}
