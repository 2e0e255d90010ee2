import type { IHttpRequestOptions } from 'n8n-workflow';
import { CredentialFault, isLoopback } from './credentials';

/**
 * A request as n8n's helpers take it: the newer ones read `url`; the older ones, which n8n's own HTTP Request node uses,
 * `url` or else `uri`, and have options of their own.
 */
export interface AnyRequest extends Omit<IHttpRequestOptions, 'url'> {
	url?: unknown;
	uri?: unknown;
	rejectUnauthorized?: boolean;
	agentOptions?: Record<string, unknown>;
}

const OTHER_PLACE = 'The keys of this credential are sent to its Base URL alone, never to another host';

const PROXY_TO_LOOPBACK =
	'The Base URL is an address of this machine, and the keys of this credential are not sent there through a proxy: take the proxy out of the request, or name the host in NO_PROXY of n8n';

/** What n8n's HTTP library takes for a whole address; everything else goes behind the `baseURL`. */
const WHOLE_ADDRESS = /^(?:[a-z][a-z\d+\-.]*:)?\/\//i;

/** No redirect is followed, in the words of either kind of helper: the keys would go along. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 };

/** An address and its base as one, the way n8n's HTTP library joins them. */
function joined(address: string, base: string): string {
	if (WHOLE_ADDRESS.test(address)) return address;
	return address === '' ? base : `${base.replace(/\/?\/$/, '')}/${address.replace(/^\/+/, '')}`;
}

function originOf(address: string, base?: string): string | undefined {
	return URL.canParse(address, base) ? new URL(address, base).origin : undefined;
}

/**
 * The whole address that a request names.
 *
 * @throws CredentialFault unless every way to read it leads to the origin of the Base URL
 */
function checkedAddress(value: unknown, base: string, origin: string): string {
	const address = String(value);
	const whole = joined(address, base);
	const readings = [originOf(whole), originOf(address, base), originOf(address) ?? origin];
	if (readings.some((reading) => reading !== origin)) throw new CredentialFault(OTHER_PLACE);
	return whole;
}

/** The address of the request, whole, so that whoever sends it goes where it was looked at. */
function pinned({ url, uri, baseURL }: AnyRequest, baseUrl: string): Pick<AnyRequest, 'url' | 'uri'> {
	if (url === undefined && uri === undefined) throw new CredentialFault(OTHER_PLACE);
	const { origin } = new URL(baseUrl);
	const base = baseURL === undefined ? baseUrl : String(baseURL);
	return {
		...(url === undefined ? {} : { url: checkedAddress(url, base, origin) }),
		...(uri === undefined ? {} : { uri: checkedAddress(uri, base, origin) }),
	};
}

function refuseProxy(): never {
	throw new CredentialFault(PROXY_TO_LOOPBACK);
}

/**
 * What makes n8n's older helpers refuse a proxy instead of using it, wherever it is set: a proxy's agent asks for the
 * headers that it is to be sent before it sends anything, and nothing else does.
 */
export function refusingProxies(baseUrl: string): Pick<AnyRequest, 'agentOptions'> {
	return isLoopback(new URL(baseUrl)) ? { agentOptions: { headers: refuseProxy } } : {};
}

/**
 * Makes the service a proxy of its own. A proxy that is named goes before those of n8n's environment, so the request stays
 * on this machine; it arrives in the form that is meant for proxies, which every server has to take (RFC 9112, 3.2.2).
 */
export function throughItself(baseUrl: string): Pick<IHttpRequestOptions, 'proxy'> {
	const { hostname, port } = new URL(baseUrl);
	return { proxy: { protocol: 'http', host: hostname, port: port === '' ? 80 : Number(port) } };
}

/** The same for a request of somebody else, of which only its own options are known. */
function withoutProxy(request: AnyRequest, baseUrl: string): Partial<AnyRequest> {
	const address = new URL(baseUrl);
	if (!isLoopback(address)) return {};
	if (request.proxy) refuseProxy();
	if (request.uri !== undefined) {
		return { agentOptions: { ...request.agentOptions, ...refusingProxies(baseUrl).agentOptions } };
	}
	if (address.protocol === 'http:') return throughItself(baseUrl);
	// A proxy only passes TLS on, unless the certificate at its other end does not count.
	if (request.skipSslCertificateValidation === true || request.rejectUnauthorized === false) refuseProxy();
	return {};
}

/**
 * A request that goes to the origin of the Base URL and nowhere else: not to another host, not with a redirect, not
 * through a proxy to an address of this machine.
 *
 * @param isOwn the request is one of this package, which has looked after proxies itself
 * @throws CredentialFault where that cannot be had
 */
export function confined(request: AnyRequest, baseUrl: string, isOwn: boolean): AnyRequest {
	const route = isOwn ? {} : withoutProxy(request, baseUrl);
	return { ...request, baseURL: undefined, ...pinned(request, baseUrl), ...NO_REDIRECTS, ...route };
}
