import { API_VERSIONS, ENDPOINTS } from './index';
import { ALWAYS, emulatorPerTest, errorsOf, type TestQuery } from './testClient';

const context = emulatorPerTest();

/** What the endpoints with mandatory parameters need. */
const QUERIES: Readonly<Record<string, TestQuery>> = { E1: ALWAYS, E9: ALWAYS };

const PAIRS = ENDPOINTS.flatMap((endpoint) =>
	API_VERSIONS.map((version) => ({
		endpoint,
		version,
		exists: endpoint.versions.includes(version),
	})),
);

describe('authentication', () => {
	const path = '/v3.2/bizCards/search';

	it('refuses a missing, short, unknown or wrongly cased key', async () => {
		const { client, emulator } = context;
		for (const key of [undefined, 'short', 'A'.repeat(32), emulator.apiKey.toLowerCase()]) {
			const answer = await client
				.with(key === undefined ? {} : { 'X-Service-Api-Key': key })
				.get(path);
			expect(answer.status).toBe(401);
			expect(errorsOf(answer)).toEqual(['invalid_api_key']);
		}
	});

	it('takes the known application id or none, and refuses any other', async () => {
		const { client, emulator } = context;
		const key = { 'X-Service-Api-Key': emulator.apiKey };
		expect(
			(await client.with({ ...key, 'X-Service-App-Id': emulator.appId }).get(path)).status,
		).toBe(200);
		expect((await client.get(path)).status).toBe(200);
		const answer = await client.with({ ...key, 'X-Service-App-Id': 'Other' }).get(path);
		expect(answer.status).toBe(401);
		expect(errorsOf(answer)).toEqual(['invalid_app_id']);
		expect(emulator.violations).toEqual([]);
		await client.with({ ...key, 'X-Service-App-Id': '' }).get(path);
		expect(emulator.violations.map(({ rule }) => rule)).toEqual(['X-Service-App-Id: sent empty']);
	});

	it('answers 403 to a user who may not use the API', async () => {
		const { client, emulator } = context;
		const user = emulator.addUser({ apiKey: 'F'.repeat(32), forbidden: true });
		const answer = await client.with({ 'X-Service-Api-Key': user.apiKey }).get(path);
		expect(answer.status).toBe(403);
		expect(errorsOf(answer)).toEqual(['has_no_permission']);
	});

	it('looks at the key before anything else', async () => {
		const answer = await context.client.with({}).get('/v9/nothing', { x: 'y' });
		expect(answer.status).toBe(401);
		expect(context.emulator.violations).toEqual([]);
	});

	it('refuses calls from pages of other origins', async () => {
		const { emulator, client } = context;
		const headers = { 'X-Service-Api-Key': emulator.apiKey, Origin: 'https://other.example' };
		expect((await client.with(headers).get(path)).status).toBe(403);
		expect(emulator.violations).toHaveLength(1);
	});

	it.each([
		['json', 'application/json; charset=utf-8'],
		['html', 'text/html; charset=utf-8'],
		['empty', null],
	] as const)('shows bodies that the spec leaves open as %s', async (style, type) => {
		const { emulator, client } = context;
		emulator.switches.errorBodies = { ...emulator.switches.errorBodies, 401: style, 404: style };
		const stranger = await client.with({}).get(path);
		expect([stranger.status, stranger.headers.get('content-type')]).toEqual([401, type]);
		const missing = await client.get('/v3.2/bizCards/none');
		expect([missing.status, missing.headers.get('content-type')]).toEqual([404, type]);
		const image = await client.get('/v3.2/bizCards/none/image');
		expect(image.json.statusCode).toBe(404);
	});
});

describe('availability', () => {
	it.each(PAIRS.map((pair) => [pair.endpoint.id, pair.version, pair] as const))(
		'%s in %s is there or is 404',
		async (id, version, { endpoint, exists }) => {
			const { client, emulator } = context;
			const path = `/v${version}${endpoint.path.replace('{id}', 'none')}`;
			const answer =
				endpoint.method === 'GET'
					? await client.get(path, QUERIES[id] ?? {})
					: await client.post(path, {});
			const rules = emulator.violations.map(({ rule }) => rule);
			const noEndpoint = `${endpoint.method} ${path}: the service has no such endpoint`;
			if (exists) expect(rules).not.toContain(noEndpoint);
			// What another endpoint's path parameter takes over is that endpoint's to answer.
			else if (emulator.calls[0]?.endpoint === id) expect(rules).toEqual([noEndpoint]);
			if (!exists) expect(answer.status).toBe(404);
		},
	);

	it.each([
		'/',
		'/v3.2',
		'/v3.2/',
		'/v3.2/bizcards',
		'/v3.2/bizCards/',
		'/v3.2//bizCards',
		'/v1.0/bizCards',
		'/bizCards',
		'/v3.2/bizCards/%zz',
	])('%s is 404 and a violation', async (path) => {
		expect((await context.client.send(path)).status).toBe(404);
		expect(context.emulator.violations).toHaveLength(1);
	});

	it.each(['PUT', 'PATCH', 'DELETE'])('%s is 404', async (method) => {
		expect((await context.client.send('/v3.2/bizCards/1', { method })).status).toBe(404);
	});

	it('keeps the organization endpoints for system administrators', async () => {
		const { client, emulator } = context;
		const user = emulator.addUser({ apiKey: 'U'.repeat(32), role: 'user' });
		const plain = client.with({ 'X-Service-Api-Key': user.apiKey });
		for (const { id, method, path, adminOnly } of ENDPOINTS) {
			if (!adminOnly) continue;
			const url = `/v2.0${path.replace('{id}', 'none')}`;
			const answer = method === 'GET' ? await plain.get(url) : await plain.post(url, {});
			expect([id, answer.status]).toEqual([id, 403]);
		}
		expect((await client.get('/v2.0/organization/users')).status).toBe(200);
	});

	it('decodes path values once, also very long and odd ones', async () => {
		const { client, emulator } = context;
		const ids = ['a/b', 'a b+c', '..', 'ア', '%41', 'x'.repeat(10_000)];
		for (const id of ids) {
			emulator.addCard({ id });
			const encoded = id === '..' ? '%2E%2E' : encodeURIComponent(id);
			const answer = await client.send(`/v3.2/bizCards/${encoded}`);
			// A URL parser folds dot segments however they are written.
			expect([id, answer.status]).toEqual([id, id === '..' ? 404 : 200]);
			if (id !== '..') expect(answer.json.id).toBe(id);
		}
	});
});
