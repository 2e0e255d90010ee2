import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { authenticationHeaders, CredentialError, readCredential } from './credential';

/** A request as n8n's helpers take it: newer ones read `url`; older ones, of the HTTP Request node, also `uri`. */
type AnyRequest = Omit<IHttpRequestOptions, 'url'> & { url?: unknown; uri?: unknown };

/** No redirect is followed, in the words of either kind of helper: the keys would go along. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 };

/** @returns the whole address that a request means, where it leads to the origin */
function placeAt(origin: string, base: string, address: string): string | undefined {
	const whole = URL.canParse(address) ? address : `${base.replace(/\/+$/, '')}/${address.replace(/^[/\\]+/, '')}`;
	const place = URL.canParse(whole) ? new URL(whole) : undefined;
	return place?.origin === origin ? place.href : undefined;
}

/**
 * A request with the keys, confined to the origin of the Base URL: n8n's HTTP Request node can use this credential for
 * any address. The address goes out whole, so that whoever sends the request goes where was looked.
 *
 * @throws CredentialError when the credential is unusable, or when the request would carry the keys to another place
 */
export function authenticated(data: ICredentialDataDecryptedObject, request: AnyRequest): IHttpRequestOptions {
	const credential = readCredential(data);
	const { origin } = new URL(credential.baseUrl);
	const base = String(request.baseURL ?? credential.baseUrl);
	const named = Object.entries({ url: request.url, uri: request.uri }).filter(([, address]) => address !== undefined);
	const places = named.map(([name, address]) => [name, placeAt(origin, base, String(address))] as const);
	if (places.length === 0 || places.some(([, place]) => place === undefined)) {
		throw new CredentialError('This credential sends its keys only to its Base URL, never to another host');
	}
	return {
		...(request as IHttpRequestOptions),
		...Object.fromEntries(places),
		...NO_REDIRECTS,
		baseURL: undefined,
		headers: { ...request.headers, ...authenticationHeaders(credential) },
	};
}
