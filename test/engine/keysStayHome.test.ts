import type { IExecuteFunctions, IHttpRequestOptions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';
import { loadOptions, testCredential, type NodeRun } from '../../tools/engine/n8n';
import { KEY } from '../../tools/engine/secrets';
import { strangerPerTest } from '../../tools/engine/stranger';
import { itemsNode } from '../../tools/engine/supplies';
import { worldPerTest } from '../../tools/engine/world';

/**
 * The keys go to the origin of the Base URL and nowhere else, through n8n's own helpers: those that this package uses and
 * those of n8n's HTTP Request node, which calls an address `uri` and follows redirects.
 */

const world = worldPerTest();
const stranger = strangerPerTest();

type Send = (this: IExecuteFunctions, options: Record<string, unknown>) => Promise<unknown>;

/** The helpers of n8n that send a request with a credential. */
const HELPERS: Readonly<Record<string, Send>> = {
	async requestWithAuthentication(options) {
		return await this.helpers.requestWithAuthentication.call(this, 'businessCardDataApi', options);
	},
	async httpRequestWithAuthentication({ uri, ...options }) {
		const request = (uri === undefined ? options : { ...options, url: uri }) as unknown as IHttpRequestOptions;
		return await this.helpers.httpRequestWithAuthentication.call(this, 'businessCardDataApi', request);
	},
};

/** A node of somebody else that uses our credential. */
function otherNode(send: Send, options: Record<string, unknown>): INodeType {
	const node = itemsNode([]);
	return {
		description: { ...node.description, credentials: [{ name: 'businessCardDataApi', required: true }] },
		async execute(): Promise<INodeExecutionData[][]> {
			const answer = await send.call(this, options);
			return [[{ json: { answer: JSON.stringify(answer) } }]];
		},
	};
}

async function sendBy(helper: string, options: Record<string, unknown>): Promise<NodeRun> {
	const send = HELPERS[helper];
	if (!send) throw new Error(`There is no helper ${helper}`);
	return await world.run({}, { type: otherNode(send, options) });
}

function keysHeard(): unknown[] {
	return stranger.requests.filter(({ headers }) => JSON.stringify(headers).includes(KEY));
}

const READ = '/v3.2/bizCards/c1';

beforeEach(() => {
	world.emulator.addCard({ id: 'c1' });
});

/** Sets variables of the environment for each test of a block. */
function withEnvironment(variables: () => Readonly<Record<string, string>>): void {
	const before = { ...process.env };
	beforeEach(() => {
		Object.assign(process.env, variables());
	});
	afterEach(() => {
		for (const name of Object.keys(variables())) {
			if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
			else process.env[name] = before[name];
		}
	});
}

describe.each(Object.keys(HELPERS))('a node of somebody else that uses %s', (helper) => {
	test('gets an answer from the service', async () => {
		const { error, items } = await sendBy(helper, { method: 'GET', uri: `${world.emulator.baseUrl}${READ}` });
		expect(error).toBeUndefined();
		expect(String(items[0]?.json.answer)).toContain('c1');
		const [call] = world.emulator.calls;
		expect([call?.path, call?.headers['x-service-api-key']]).toEqual([READ, KEY]);
	});

	test('gets an answer from the service by a path below a base', async () => {
		const { error } = await sendBy(helper, { method: 'GET', baseURL: world.emulator.baseUrl, uri: READ });
		expect(error).toBeUndefined();
		expect(world.emulator.calls.map(({ path, status }) => [path, status])).toEqual([[READ, 200]]);
	});

	test.each([
		['another host', () => ({ uri: `${stranger.address}${READ}` })],
		['a path below another host', () => ({ baseURL: stranger.address, uri: READ })],
		['another host beside the right base', () => ({ baseURL: world.emulator.baseUrl, uri: `${stranger.address}${READ}` })],
	])('does not send the keys to %s, and is told so', async (_, address) => {
		const { error } = await sendBy(helper, { method: 'GET', ...address() });
		expect(error?.message).toMatch(/This credential sends its keys only to its Base URL/);
		expect(stranger.requests).toEqual([]);
	});

	test.each([301, 302, 303, 307, 308])('does not follow a %d, however much it wants to', async (status) => {
		const headers = { location: `${stranger.address}${READ}` };
		world.emulator.faults.add({ kind: 'status', status, body: '', headers, times: Infinity });
		const redirects = { followRedirect: true, followAllRedirects: true, maxRedirects: 21 };
		for (const method of ['GET', 'POST']) {
			const { error } = await sendBy(helper, { method, uri: `${world.emulator.baseUrl}${READ}`, ...redirects });
			expect(error?.message).toMatch(new RegExp(String(status)));
		}
		expect(stranger.requests).toEqual([]);
	});

	test('does not send the keys to an address of this machine through a proxy that it names', async () => {
		const { hostname: host, port } = new URL(stranger.address);
		const uri = `${world.emulator.baseUrl}${READ}`;
		const { error } = await sendBy(helper, { method: 'GET', uri, proxy: { host, port: Number(port), protocol: 'http' } });
		expect(error?.message).toMatch(/not sent there through a proxy/);
		expect([stranger.requests, world.emulator.calls]).toEqual([[], []]);
	});
});

describe.each([['HTTP_PROXY'], ['http_proxy'], ['ALL_PROXY']])('with a proxy in %s and a service on this machine', (name) => {
	withEnvironment(() => ({ [name]: stranger.address }));

	test('the proxy is really used by whoever does not look out', async () => {
		const type = otherNode(async function (this: IExecuteFunctions) {
			return await this.helpers.httpRequest({ url: `${world.emulator.baseUrl}${READ}` });
		}, {});
		await world.run({}, { type });
		expect(stranger.requests).toHaveLength(1);
	});

	test('the node reaches the service without the proxy', async () => {
		const { error, items } = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: 'c1' });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(['c1']);
		expect(stranger.requests).toEqual([]);
	});

	test('a poll and a list of the panel reach it without the proxy', async () => {
		await world.trigger().poll();
		await loadOptions('getTags', world.credential());
		expect(world.emulator.calls.length).toBeGreaterThan(1);
		expect(stranger.requests).toEqual([]);
	});

	test.each(Object.keys(HELPERS))('a node of somebody else that uses %s does not send the keys to the proxy', async (helper) => {
		await sendBy(helper, { method: 'GET', uri: `${world.emulator.baseUrl}${READ}` });
		expect(keysHeard()).toEqual([]);
	});

	test('a node that uses the older helper is told why, and nothing is sent', async () => {
		const { error } = await sendBy('requestWithAuthentication', { uri: `${world.emulator.baseUrl}${READ}` });
		expect(error?.message).toMatch(/not sent there through a proxy/);
		expect([stranger.requests, world.emulator.calls]).toEqual([[], []]);
	});

	test('the test of the credential says why it fails, and the proxy hears nothing', async () => {
		const { status, message } = await testCredential(new BusinessCardDataTrigger(), world.credential());
		expect(status).toBe('Error');
		expect(message).toMatch(/not sent there through a proxy/);
		expect(stranger.requests).toEqual([]);
	});
});

describe('with a proxy for https in the environment', () => {
	withEnvironment(() => ({ HTTPS_PROXY: stranger.address }));

	test('an address of this machine is refused before the proxy hears of it', async () => {
		const credential = world.credential({ baseUrl: 'https://localhost:9' });
		const { error } = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: 'c1' }, { credential });
		expect(error?.message).toMatch(/through a proxy: add the host to NO_PROXY/);
		expect(stranger.requests).toEqual([]);
	});

	test('an address elsewhere goes through it, which sees the name of the host and no key', async () => {
		const credential = world.credential({ baseUrl: 'https://cards.example.com' });
		const requestOptions = { timeout: 500 };
		await world.run({ resource: 'businessCard', operation: 'create', lastName: 'x', requestOptions }, { credential });
		expect(stranger.requests.map(({ method, target }) => [method, target])).toEqual([['CONNECT', 'cards.example.com:443']]);
		expect(keysHeard()).toEqual([]);
	});
});

test('a proxy in the request options of the node is refused for an address of this machine', async () => {
	const requestOptions = { proxy: stranger.address };
	const { error } = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: 'c1', requestOptions });
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toMatch(/not sent there through a proxy: remove the proxy from the request options/);
	expect([stranger.requests, world.emulator.calls]).toEqual([[], []]);
});
