import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { ABORTED, unlessAborted } from '../limiter/aborts';
import type { ServiceFunctions } from './client';
import { CREDENTIAL_TYPE, isLoopback } from './credentials';
import type { ServiceCredential } from './credentials';
import { throughItself } from './destination';
import { isObject } from '../base/json';
import type { Objection } from '../base/parameterError';
import { ownRequest } from './ownCall';
import type { OwnCall } from './ownCall';
import { discardBody, readBody } from './responseBody';

/** How n8n is told to connect: what a person set in the node's own request options. */
export type Connection = Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;

/** A response whose body has been read. */
export type RawResponse = IN8nHttpFullResponse & { body: Buffer };

/** A request with all that is to be sent, but the keys. */
export type WireRequest = Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'>;

/** How long a call may take. */
export interface CallLimits {
	/** How long the service may be silent. */
	readonly idleTimeoutMs: number;
	/** Ends the call at once. */
	readonly signal?: AbortSignal;
}

/**
 * Whether an agent of n8n uses a proxy for an address.
 *
 * @returns `undefined` for an agent that is not known
 */
function usesProxy(agent: Record<string, unknown>, url: URL): boolean | undefined {
	if ('proxy' in agent) return true;
	// In later releases of n8n an agent decides for each request, and this is whom it asks.
	if (isObject(agent.router) && typeof agent.router.resolve === 'function') {
		return agent.router.resolve({ hostname: url.hostname, port: url.port === '' ? undefined : url.port }) !== undefined;
	}
	return agent.constructor.name === 'Agent' ? false : undefined;
}

/**
 * Whether n8n would send a request to this address through a proxy of its environment. It is asked with a request that is
 * given up before it is begun: what n8n had made of it comes back with the refusal, and nothing goes over the wire.
 *
 * @returns `undefined` when this n8n does not tell
 */
async function isProxied(functions: ServiceFunctions, url: string): Promise<boolean | undefined> {
	const given = { url, method: 'GET', abortSignal: AbortSignal.abort() } as const;
	const refusal: unknown = await functions.helpers.httpRequest(given).catch((error: unknown) => error);
	const config = isObject(refusal) ? refusal.config : undefined;
	const agent = isObject(config) ? config[url.startsWith('https:') ? 'httpsAgent' : 'httpAgent'] : undefined;
	return isObject(agent) ? usesProxy(agent, new URL(url)) : undefined;
}

/** Addresses that n8n is being asked about: the items of a run ask all at once. */
const asked = new Map<string, Promise<boolean | undefined>>();

async function isProxiedNow(functions: ServiceFunctions, url: string): Promise<boolean | undefined> {
	const pageRequest = asked.get(url) ?? isProxied(functions, url).finally(() => asked.delete(url));
	asked.set(url, pageRequest);
	return await pageRequest;
}

/**
 * How an address of this machine is reached without a proxy; elsewhere, as the person has set it.
 *
 * @returns what to connect with, or why that cannot be had
 */
export async function directConnection(
	functions: ServiceFunctions,
	{ baseUrl }: ServiceCredential,
	connection: Connection,
): Promise<Connection | Objection> {
	if (!isLoopback(new URL(baseUrl))) return connection;
	if (connection.proxy) {
		return {
			parameter: 'proxy',
			message: 'The Base URL is an address of this machine, and the keys are not sent there through a proxy',
			rule: 'remove the proxy from the request options of the node.',
		};
	}
	const proxied = await isProxiedNow(functions, baseUrl);
	if (proxied === false) return connection;
	if (baseUrl.startsWith('http:')) return { ...connection, ...throughItself(baseUrl) };
	if (proxied === undefined) return connection;
	return {
		parameter: 'credential',
		message: 'The Base URL is an address of this machine, but n8n would send the keys there through a proxy',
		rule: 'add the host to NO_PROXY in the environment of n8n.',
	};
}

/**
 * Sends one request with the keys and reads its response.
 *
 * @throws CredentialFault when the credential refused to hand over the keys: nothing was sent then
 * @returns `undefined` when the signal fired first: n8n puts a signal of its own in place of ours in nodes, so what is
 *   under way is left alone then, and what it still gives is thrown away
 */
export async function transmit(
	functions: ServiceFunctions,
	credential: ServiceCredential,
	connection: Connection,
	request: WireRequest,
	{ idleTimeoutMs, signal }: CallLimits,
): Promise<RawResponse | undefined> {
	const options: IHttpRequestOptions = {
		...connection,
		...request,
		timeout: idleTimeoutMs,
		// Raw bytes, because what a truncated or foreign body is, only its reader can tell; as they come, so that one
		// without an end is not read to it.
		encoding: 'stream',
		returnFullResponse: true,
		// Without it n8n repeats a call after a 401 and hides bodies and headers of refusals.
		ignoreHttpStatusErrors: true,
		// The keys must not follow a redirect to wherever it points.
		disableFollowRedirect: true,
		abortSignal: signal,
	};
	const own: OwnCall = { credential, signal };
	const call: Promise<IN8nHttpFullResponse> = functions.helpers.httpRequestWithAuthentication.call(
		functions,
		CREDENTIAL_TYPE,
		ownRequest(options, own),
	);
	const response = await unlessAborted(call, [signal], ({ body }) => discardBody(body)).catch((error: unknown) => {
		throw own.fault ?? error;
	});
	if (response === ABORTED) return undefined;
	const { body, ...rest } = response;
	const whole = await readBody(body, idleTimeoutMs, signal);
	return { ...rest, body: whole };
}
