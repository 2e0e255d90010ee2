import type { IExecuteFunctions, IHttpRequestOptions, INodeExecutionData, INodeType } from 'n8n-workflow';
import type { NodeRun } from '../support/engine/n8n';
import { KEY } from '../support/engine/secrets';
import { strangerPerTest } from '../support/engine/stranger';
import { itemsNode } from '../support/engine/supplies';
import { worldPerTest } from '../support/engine/world';

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

const READ = '/v3.2/bizCards/c1';

beforeEach(() => {
	world.emulator.addCard({ id: 'c1' });
});

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
});
