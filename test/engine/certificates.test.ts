import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate } from '../support/engine/certificate';
import { worldPerTest } from '../support/engine/world';

/** A connection that cannot be made safe: nothing is sent on it, and that is what is said, of writes as well. */

const world = worldPerTest();

let server: Server | undefined;
let requests = 0;

afterEach(() => {
	server?.close();
	server?.closeAllConnections();
});

async function listen(opened: Server): Promise<string> {
	requests = 0;
	server = opened.on('request', (_, response) => {
		requests += 1;
		response.end('{}');
	});
	await new Promise<void>((resolve) => {
		opened.listen(0, '127.0.0.1', resolve);
	});
	return `https://localhost:${(opened.address() as AddressInfo).port}`;
}

const CREATE = { resource: 'businessCard', operation: 'create', lastName: '髙橋' };

test.each([
	['has expired', 'its certificate has expired', certificate('localhost', [-9, -1])],
	['is not valid yet', 'its certificate is not valid yet', certificate('localhost', [5, 9])],
	['is self-signed', 'its certificate is self-signed', certificate()],
	['comes from a stranger', 'its certificate cannot be verified', certificate('Nobody')],
])('a write to a server whose certificate %s says that nothing arrived', async (_, said, keys) => {
	const baseUrl = await listen(createServer(keys));
	const { error } = await world.run(CREATE, { credential: world.credential({ baseUrl }) });
	expect(error?.message).toBe(`The service cannot be reached safely: ${said}`);
	expect(error?.description).toMatch(/^The request did not reach the service\./);
	expect(requests).toBe(0);
});

test('a write to a server without TLS says that nothing arrived', async () => {
	const baseUrl = await listen(createPlainServer());
	const { error } = await world.run(CREATE, { credential: world.credential({ baseUrl }) });
	expect(error?.message).toBe('The service cannot be reached safely: its address offers no secure connection');
	expect(error?.description).toMatch(/^The request did not reach the service\./);
	expect(requests).toBe(0);
});

test('a write to a server whose certificate is not to be looked at gets through', async () => {
	const baseUrl = await listen(createServer(certificate()));
	const parameters = { ...CREATE, requestOptions: { allowUnauthorizedCerts: true } };
	const { error } = await world.run(parameters, { credential: world.credential({ baseUrl }) });
	expect([error, requests]).toEqual([undefined, 1]);
});
