import type { INodeType } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';
import type { Switches } from '../emulator';
import { testCredential, type CredentialData } from '../support/engine/n8n';
import { worldPerTest } from '../support/engine/world';

/** The "Test" button: one cheap real call, and for each way it can fail a sentence of its own. */

const world = worldPerTest();
const NODES: ReadonlyArray<[string, INodeType]> = [
	['the node', new BusinessCardData()],
	['the trigger', new BusinessCardDataTrigger()],
];
const NODE = new BusinessCardData();
const UNKNOWN_KEY = 'A'.repeat(32);
const FORBIDDEN_KEY = 'B'.repeat(32);

beforeEach(() => {
	world.emulator.addUser({ apiKey: FORBIDDEN_KEY, forbidden: true });
});

/** A credential for an address where nobody is. */
async function unreachable(): Promise<CredentialData> {
	const { emulator, credential } = await world.another();
	const data = credential();
	await emulator.close();
	return data;
}

async function sentences(): Promise<string[]> {
	const { credential } = world;
	const failing = [
		credential({ apiKey: UNKNOWN_KEY }),
		credential({ appId: 'UnknownApplication' }),
		credential({ apiKey: FORBIDDEN_KEY }),
		await unreachable(),
	];
	const results = await Promise.all(failing.map(async (data) => await testCredential(NODE, data)));
	expect(results.map(({ status }) => status)).toEqual(['Error', 'Error', 'Error', 'Error']);
	return results.map(({ message }) => message);
}

test.each(NODES)('passes, for %s, with one call that costs little', async (_, node) => {
	for (let index = 0; index < 10; index += 1) world.emulator.addCard();
	const result = await testCredential(node, world.credential({ appId: world.emulator.appId }));
	expect(result.status).toBe('OK');
	expect(world.emulator.calls).toHaveLength(1);
	expect(world.emulator.calls[0]?.answerBytes).toBeLessThan(2_000);
	expect(world.emulator.calls[0]?.headers['x-service-app-id']).toBe(world.emulator.appId);
});

test('sends no application id where there is none', async () => {
	await testCredential(NODE, world.credential());
	expect(world.emulator.calls[0]?.headers).not.toHaveProperty('x-service-app-id');
});

test('says four different things about a wrong key, a wrong application id, no permission and no answer', async () => {
	const said = await sentences();
	expect(new Set(said).size).toBe(4);
	expect(said[0]).toMatch(/API Key/);
	expect(said[0]).not.toMatch(/App ID/);
	expect(said[1]).toMatch(/App ID/);
	expect(said[1]).not.toMatch(/API Key/);
	expect(said[2]).toMatch(/permission|allowed/);
	expect(said[3]).toMatch(/reached/);
	expect(said[3]).toMatch(/Base URL/);
	for (const sentence of said) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test('a wrong key is one call, not two', async () => {
	await testCredential(NODE, world.credential({ apiKey: UNKNOWN_KEY }));
	expect(world.emulator.calls).toHaveLength(1);
});

test('says something about either 401 also when its body is empty', async () => {
	const { switches } = world.emulator;
	const errorBodies: Switches['errorBodies'] = { ...switches.errorBodies, 401: 'empty', 403: 'empty' };
	Object.assign(switches, { errorBodies });
	const said = await sentences();
	expect(said[0]).toMatch(/API Key/);
	expect(said[1]).toMatch(/App ID/);
	expect(said[2]).toMatch(/permission|allowed/);
	expect(new Set(said.slice(1)).size).toBe(3);
});

test.each(['invalid_api_key', 'invalid_app_id'])('tells %s wherever the body of a 401 names it', async (code) => {
	const bodies = [{ error: code }, { message: code }, { Code: code }, [{ Code: code }], { error: [code] }, { errors: [{ type: code }] }].map((body) => JSON.stringify(body));
	for (const body of [...bodies, code, `<p>${code}</p>`]) {
		world.emulator.faults.add({ kind: 'status', status: 401, body, times: 1 });
		const { message } = await testCredential(NODE, world.credential());
		expect([body, message]).toEqual([body, expect.stringMatching(code === 'invalid_app_id' ? /^The service does not know the App ID/ : /^The service does not accept the API Key\. /)]);
	}
	world.emulator.faults.add({ kind: 'status', status: 401, body: 'invalid_api_key or invalid_app_id', times: 1 });
	expect((await testCredential(NODE, world.credential())).message).toBe('The service does not accept the API Key or the App ID. Check both.');
});

test.each([
	['something that is not the service', { kind: 'html', status: 404 }, /Base URL/],
	['a page that says 200 to everything', { kind: 'html', status: 200 }, /Base URL|address/],
	['a service that is down', { kind: 'status', status: 503 }, /not available at the moment \(status 503\).*Try again later\.$/],
	['a service that breaks down', { kind: 'status', status: 500 }, /not available at the moment \(status 500\).*Try again later\.$/],
	['an answer that breaks off', { kind: 'reset' }, /reached|connection/],
] as const)('fails readably against %s', async (_, fault, sentence) => {
	world.emulator.faults.add({ ...fault, times: Infinity });
	const result = await testCredential(NODE, world.credential());
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(sentence);
	expect(result.message).not.toMatch(/[<>]/);
});

test.each([
	[400, { message: 'The term is not valid.', error: [{ Code: 'invalid_value', field: 'updatedFrom' }] }, 'The service refused the test call (status 400): The term is not valid. Check the Base URL, or ask the operator of the service.'],
	[400, { error: [{ Code: 'invalid_value', field: 'updatedFrom' }] }, 'The service refused the test call (status 400): invalid_value: updatedFrom. Check the Base URL, or ask the operator of the service.'],
	[409, { message: 'Another operation runs' }, 'The service refused the test call (status 409): Another operation runs. Try again later.'],
	[415, { error: { message: 'No such type', error: [] } }, 'The service refused the test call (status 415): No such type. Check the Base URL, or ask the operator of the service.'],
	[418, '', 'The Base URL responds with the unexpected status 418. Check the Base URL, or ask the operator of the service.'],
])('says what the service said that refuses the call with %d and %j', async (status, body, message) => {
	world.emulator.faults.add({ kind: 'status', status, body, times: Infinity });
	expect(await testCredential(NODE, world.credential())).toEqual({ status: 'Error', message });
});

test.each([
	[{ hasMore: false, data: null }, 'OK'],
	[{ hasMore: 'false', data: null }, 'OK'],
	[{ hasMore: true, data: null }, 'Error'],
	[{ data: null }, 'Error'],
	[{ hasMore: false }, 'Error'],
])('an answer of %j is %s', async (body, status) => {
	world.emulator.faults.add({ kind: 'transform', transform: () => body });
	expect((await testCredential(NODE, world.credential())).status).toBe(status);
});

test('asks for a term that ends behind its beginning: a service may refuse any other', async () => {
	await testCredential(NODE, world.credential());
	const term = new Map(world.emulator.calls[0]?.query);
	expect(Date.parse(term.get('updatedTo') ?? '')).toBeGreaterThan(Date.parse(term.get('updatedFrom') ?? ''));
});

test('a service whose reading takes no records of that one version is not a wrong credential', async () => {
	const result = await testCredential(NODE, world.credential({ baseUrl: `${world.emulator.baseUrl}/` }));
	expect(result.status).toBe('OK');
});

test.each([
	['an http address elsewhere', { baseUrl: 'http://cards.example.com' }, /Base URL/],
	['a key of the wrong length', { apiKey: 'short' }, /API Key.*32/],
	['an application id with a blank', { appId: 'a b' }, /App ID/],
	['nothing filled in', { baseUrl: '', apiKey: '' }, /Base URL/],
])('%s fails before any call, naming the field', async (_, changes, message) => {
	const result = await testCredential(NODE, world.credential(changes));
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	expect(world.emulator.calls).toEqual([]);
});

test('says no secret, whatever happens', async () => {
	const { emulator } = world;
	emulator.faults.add({
		kind: 'status',
		status: 400,
		body: { message: `Bad ${emulator.apiKey}`, error: [{ Code: emulator.apiKey }] },
	});
	const result = await testCredential(NODE, world.credential());
	expect(result.message).toContain('Bad ***');
	expect(JSON.stringify(result)).not.toContain(emulator.apiKey);
	for (const sentence of await sentences()) {
		for (const secret of [emulator.apiKey, UNKNOWN_KEY, FORBIDDEN_KEY, 'UnknownApplication'])
			expect(sentence).not.toContain(secret);
	}
});
