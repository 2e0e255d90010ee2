import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { namesOf } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';
import { loadOptions, testCredential } from './harness/n8n';
import { worldPerTest } from './harness/world';

/** The keys never travel to a place that the person did not enter: a redirect is an answer like any other. */

const world = worldPerTest();

/** Another server, which tells what it was asked. */
class Stranger {
	readonly requests: IncomingMessage[] = [];

	private readonly server: Server = createServer((request, response) => {
		this.requests.push(request);
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ id: 'stolen', hasMore: false, data: [{ id: 'stolen' }], importId: 'stolen' }));
	});

	get address(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async open(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.server.listen(0, '127.0.0.1', resolve);
		});
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => {
			this.server.close(resolve);
		});
	}
}

let stranger: Stranger;

beforeEach(async () => {
	stranger = new Stranger();
	await stranger.open();
	furnish(world.emulator);
});

afterEach(async () => {
	await stranger.close();
});

function redirect(status: number, location = `${stranger.address}/v3.2/bizCards`): void {
	world.emulator.faults.add({ kind: 'status', status, body: '', headers: { location }, times: Infinity });
}

test.each([301, 302, 303, 307, 308])(
	'a %d leads nowhere: it is an error, and the other server hears nothing',
	async (status) => {
		redirect(status);
		const { error, items } = await world.run({ ...namesOf('businessCard.get'), businessCardId: 'c1' });
		expect([items, error?.name, error?.httpCode]).toEqual([[], 'NodeApiError', String(status)]);
		expect(error?.description).toMatch(/Base URL/);
		expect(stranger.requests).toEqual([]);
		expect(world.emulator.calls).toHaveLength(1);
	},
);

test.each(Object.entries(REQUEST_CASES))('%s follows no redirect', async (operation, { full, items }) => {
	const input = items?.(world.emulator) ?? [{ json: {} }];
	redirect(307);
	const { error } = await world.run({ ...namesOf(operation), ...full }, { items: input });
	expect(error?.httpCode).toBe('307');
	expect(stranger.requests).toEqual([]);
	expect(world.emulator.calls).toHaveLength(1);
});

test('a redirect inside the service is not followed either', async () => {
	redirect(302, `${world.emulator.baseUrl}/v3.2/bizCards/c1`);
	const { error } = await world.run({ ...namesOf('businessCard.get'), businessCardId: 'c1' });
	expect(error?.httpCode).toBe('302');
	expect(world.emulator.calls).toHaveLength(1);
});

test('a poll follows none, and fails', async () => {
	redirect(302);
	await expect(world.trigger().poll()).rejects.toThrow();
	expect(stranger.requests).toEqual([]);
});

test('a list of the panel follows none, and fails', async () => {
	redirect(302);
	await expect(loadOptions('getTags', world.credential())).rejects.toThrow();
	expect(stranger.requests).toEqual([]);
});

test('the test of the credential follows none, and fails', async () => {
	redirect(302);
	const result = await testCredential(new BusinessCardDataTrigger(), world.credential());
	expect(result.status).toBe('Error');
	expect(stranger.requests).toEqual([]);
});
