import * as n8nWorkflow from 'n8n-workflow';
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

const OTHER_PLACE = 'This credential sends its keys only to its Base URL, never to another host';

const PROXY_TO_LOOPBACK =
	'The Base URL is an address of this machine, and the keys of this credential are not sent there through a proxy: remove the proxy from the request, or add the host to NO_PROXY in the environment of n8n';

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
 * In older releases of n8n, 1.123 and 2.8 among them, the older helpers hand everything to the agent of a proxy that a
 * request says about agents; later on they do not. n8n does not tell a node its version, but what its library has does:
 * releases that lack this may be of either kind, those that have it are of the first.
 */
const HAND_OVER_ALL = 'JINA_AI_TOOL_NODE_TYPE' in n8nWorkflow;

/**
 * Makes the service a proxy of its own. A proxy that is named goes before those of n8n's environment, so the request stays
 * on this machine; it arrives in the form that is meant for proxies, which every server has to take (RFC 9112, 3.2.2).
 */
export function throughItself(baseUrl: string): Pick<IHttpRequestOptions, 'proxy'> {
	const { hostname, port } = new URL(baseUrl);
	return { proxy: { protocol: 'http', host: hostname, port: port === '' ? 80 : Number(port) } };
}

/**
 * What keeps n8n's older helpers from using a proxy for an address of this machine. Where they hand over all, a proxy is
 * refused: its agent, and nothing else, asks for the headers that it is to be sent before it sends anything. Elsewhere the
 * service is its own proxy; TLS is only passed on by one.
 */
export function keptFromProxies(
	baseUrl: string,
	handOverAll = HAND_OVER_ALL,
): Pick<AnyRequest, 'agentOptions' | 'proxy'> {
	const address = new URL(baseUrl);
	if (!isLoopback(address)) return {};
	if (handOverAll) return { agentOptions: { headers: refuseProxy } };
	return address.protocol === 'http:' ? throughItself(baseUrl) : {};
}

/** The same for a request of somebody else, of which only its own options are known. */
function withoutProxy(request: AnyRequest, baseUrl: string): Partial<AnyRequest> {
	const address = new URL(baseUrl);
	if (!isLoopback(address)) return {};
	if (request.proxy) refuseProxy();
	const { agentOptions, proxy } = keptFromProxies(baseUrl, HAND_OVER_ALL && request.uri !== undefined);
	if (agentOptions) return { agentOptions: { ...request.agentOptions, ...agentOptions } };
	if (proxy) return { proxy };
	// TLS is only passed on by a proxy, unless the certificate at its other end does not count.
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
