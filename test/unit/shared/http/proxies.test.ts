import { Agent } from 'node:http';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { keptFromProxies, type ServiceFunctions } from '../../../../nodes/shared';
import { directConnection } from '../../../../nodes/shared/http/transport';

/** How an address of this machine is reached past the proxies of n8n, whose releases have agents of different kinds. */

const credential = (baseUrl: string) => ({ baseUrl, apiKey: 'A'.repeat(32), appId: '' });

class ProxyAgent extends Agent {
	readonly proxy = new URL('http://proxy.example:3128');
}

/** Decides for each request, as those of later releases do. */
class RoutingAgent extends Agent {
	constructor(private readonly proxied: boolean) {
		super();
	}

	readonly router = { resolve: ({ hostname }: { hostname: string }) => (this.proxied ? `proxy for ${hostname}` : undefined) };
}

class UnknownAgent extends Agent {}

/** What n8n answers when it is asked with a request that is given up: the error of its library, with what it had made. */
function n8nWith(agent: unknown): { functions: ServiceFunctions; asked: IHttpRequestOptions[] } {
	const asked: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		asked.push(options);
		return await Promise.reject(Object.assign(new Error('canceled'), { config: { httpAgent: agent, httpsAgent: agent } }));
	};
	return { functions: { helpers: { httpRequest } } as unknown as ServiceFunctions, asked };
}

const ITSELF = { proxy: { protocol: 'http', host: '127.0.0.1', port: 8080 } };

test.each([
	['a plain agent', new Agent(), {}],
	['an agent that decides, for no proxy', new RoutingAgent(false), {}],
	['an agent that decides, for a proxy', new RoutingAgent(true), ITSELF],
	['the agent of a proxy', new ProxyAgent(), ITSELF],
	['an agent that nobody knows', new UnknownAgent(), ITSELF],
	['no agent', undefined, ITSELF],
])('http to this machine, with %s', async (_, agent, connection) => {
	const { functions, asked } = n8nWith(agent);
	expect(await directConnection(functions, credential('http://127.0.0.1:8080'), {})).toEqual(connection);
	expect(asked.map(({ abortSignal, headers }) => [abortSignal?.aborted, headers])).toEqual([[true, undefined]]);
});

test.each([
	['a plain agent', new Agent(), {}],
	['an agent that nobody knows', new UnknownAgent(), {}],
	['the agent of a proxy', new ProxyAgent(), { parameter: 'credential' }],
])('https to this machine, with %s', async (_, agent, connection) => {
	const { functions } = n8nWith(agent);
	expect(await directConnection(functions, credential('https://localhost'), {})).toMatchObject(connection);
});

test('an address elsewhere is nobody asked about', async () => {
	const { functions, asked } = n8nWith(new ProxyAgent());
	const connection = { proxy: { host: 'proxy.example', port: 3128 } };
	expect(await directConnection(functions, credential('https://cards.example.com'), connection)).toBe(connection);
	expect(asked).toEqual([]);
});

test('many items ask once', async () => {
	const { functions, asked } = n8nWith(new Agent());
	await Promise.all([1, 2, 3].map(async () => await directConnection(functions, credential('http://localhost:1'), {})));
	expect(asked).toHaveLength(1);
});

describe('for the older helpers of n8n', () => {
	test('which hand over all, a proxy is refused where it asks for its headers', () => {
		for (const baseUrl of ['http://127.0.0.1:8080', 'https://localhost']) {
			const { agentOptions } = keptFromProxies(baseUrl, true);
			expect(agentOptions?.headers).toThrow(/not sent there through a proxy/);
		}
	});

	test('of later releases, the service is its own proxy; TLS is passed on', () => {
		expect(keptFromProxies('http://127.0.0.1:8080', false)).toEqual(ITSELF);
		expect(keptFromProxies('http://localhost', false)).toEqual({ proxy: { protocol: 'http', host: 'localhost', port: 80 } });
		expect(keptFromProxies('https://localhost', false)).toEqual({});
	});

	test.each([true, false])('an address elsewhere is left alone', (handOverAll) => {
		expect(keptFromProxies('https://cards.example.com', handOverAll)).toEqual({});
	});
});
