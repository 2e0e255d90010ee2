import type { FaultScript } from './index';
import { ALWAYS, emulatorPerTest, errorsOf } from './testClient';

const context = emulatorPerTest();
const CARDS = '/v3.2/bizCards';

async function list(): ReturnType<typeof context.client.get> {
	return context.client.get(CARDS, { ...ALWAYS, limit: '1' });
}

beforeEach(() => {
	context.emulator.addCard({ id: 'a', updatedTime: '2024-01-01T00:00:00Z' });
	context.emulator.addCard({ id: 'b', updatedTime: '2024-01-02T00:00:00Z' });
});

it('meets as many calls as told, after those it lets pass, and only those that match', async () => {
	const { emulator, client } = context;
	emulator.faults.add({ kind: 'status', status: 503, times: 2, skip: 1, endpoint: 'E1' });
	const statuses: number[] = [];
	for (let call = 0; call < 5; call += 1) {
		statuses.push((await list()).status);
		expect((await client.get(`${CARDS}/a`)).status).toBe(200);
	}
	expect(statuses).toEqual([200, 503, 503, 200, 200]);
	expect(emulator.calls.filter(({ fault }) => fault === 'status').map(({ n }) => n)).toEqual([3, 5]);
	expect(emulator.faults.waiting).toBe(0);
});

it('is consumed line by line', async () => {
	const { emulator } = context;
	for (const status of [500, 503]) emulator.faults.add({ kind: 'status', status });
	emulator.faults.add({ kind: 'status', status: 429, version: '2.0' });
	for (const status of [500, 503, 200]) expect((await list()).status).toBe(status);
	expect(emulator.faults.waiting).toBe(1);
	emulator.faults.clear();
	expect((await context.client.get('/v2.0/bizCards', ALWAYS)).status).toBe(200);
});

it('scripts answers with code, field, body and headers', async () => {
	const { emulator } = context;
	const script = (fault: Omit<FaultScript, 'kind'>) => emulator.faults.add({ kind: 'status', ...fault });
	script({ status: 400, code: 'expired_token', field: 'nextPageToken' });
	expect(errorsOf(await list())).toEqual(['expired_token nextPageToken']);
	script({ status: 429, retryAfter: 60 });
	expect((await list()).json.error).toEqual([{ Code: 'too_many_request', access_count: 11, retry_after: 60 }]);
	script({ status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } });
	const redirect = await context.client.send(`${CARDS}/a`, { redirect: 'manual' });
	expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/']);
	script({ status: 200, body: { hasMore: false, data: [{ id: 'made up' }] } });
	expect((await list()).json.data).toEqual([{ id: 'made up' }]);
	script({ status: 200, body: Buffer.from([1, 2, 3]) });
	expect((await list()).bytes).toEqual(Buffer.from([1, 2, 3]));
});

it.each([
	['resetOnArrival', 'ECONNRESET'],
	['reset', 'ECONNRESET'],
	['resetAfterHeaders', 'UND_ERR_SOCKET'],
	['resetMidBody', 'UND_ERR_SOCKET'],
] as const)('%s breaks the connection', async (kind, code) => {
	context.emulator.faults.add({ kind });
	await expect(list()).rejects.toMatchObject({ cause: { code } });
	expect((await list()).status).toBe(200);
});

it('hang keeps silent until the client or the emulator gives up', async () => {
	const { client, emulator } = context;
	emulator.faults.add({ kind: 'hang', times: 2 });
	await expect(client.send(`${CARDS}/a`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
	const pending = expect(list()).rejects.toThrow();
	while (emulator.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
	await emulator.close();
	await pending;
	expect(emulator.calls.map(({ status }) => status)).toEqual([0, 0]);
});

it.each([
	['malformed', 200, '{"hasMore":false,"data":[{"id":'],
	['html', 200, '<!DOCTYPE html>'],
	['empty', 200, ''],
	['truncated', 200, '{"hasMore":true'],
] as const)('%s answers what is no JSON', async (kind, status, start) => {
	context.emulator.faults.add({ kind });
	const answer = await list();
	expect(answer.status).toBe(status);
	expect(answer.text.startsWith(start)).toBe(true);
	expect(() => JSON.parse(answer.text) as unknown).toThrow();
});

it.each(['slow', 'drip', 'gzip', 'wrongContentType', 'resetAfterBody'] as const)(
	'%s still brings the whole answer',
	async (kind) => {
		const { emulator } = context;
		emulator.faults.add({ kind, delayMs: 20 });
		const answer = await list();
		expect(answer.json.data).toMatchObject([{ id: 'a' }]);
		expect(answer.headers.get('content-type')).toBe(
			kind === 'wrongContentType' ? 'text/plain' : 'application/json; charset=utf-8',
		);
	},
);

it('resetOnArrival leaves the work undone and the body unread, and other faults waiting', async () => {
	const { client, emulator } = context;
	const count = emulator.company.cards.size;
	emulator.faults.add({ kind: 'status', status: 503 });
	emulator.faults.add({ kind: 'resetOnArrival' });
	await expect(client.post('/v3.2/bizCards', { lastName: 'A' })).rejects.toThrow();
	expect(emulator.calls).toMatchObject([{ status: 0, fault: 'resetOnArrival' }]);
	expect(emulator.calls[0]?.bodyText).toBeUndefined();
	expect(emulator.company.cards.size).toBe(count);
	expect((await list()).status).toBe(503);
});

it('endless sends until the client has had enough', async () => {
	const { client, emulator } = context;
	emulator.faults.add({ kind: 'endless', body: 'abc', delayMs: 1 });
	const answer = await fetch(`${emulator.baseUrl}${CARDS}/a`, { headers: { 'X-Service-Api-Key': emulator.apiKey } });
	let text = '';
	for await (const part of answer.body ?? []) {
		text += Buffer.from(part as Uint8Array).toString();
		if (text.length > 20) break;
	}
	expect(text).toMatch(/^(?:abc){7,}$/);
	expect((await client.get(`${CARDS}/a`)).status).toBe(200);
});

it('errorBody200 puts an error body into a 200', async () => {
	context.emulator.faults.add({ kind: 'errorBody200', code: 'conflict', field: 'x' });
	const answer = await list();
	expect([answer.status, ...errorsOf(answer)]).toEqual([200, 'conflict x']);
});

it('transform alters the real answer', async () => {
	context.emulator.faults.add({
		kind: 'transform',
		transform: (body) => ({ ...(body as object), added: true }),
	});
	expect((await list()).json).toMatchObject({ added: true, data: [{ id: 'a' }] });
});

it('emptyPage promises more and leads on to where it stood', async () => {
	const { client, emulator } = context;
	emulator.faults.add({ kind: 'emptyPage', times: 2 });
	expect(await client.ids(CARDS, { ...ALWAYS, limit: '1' })).toEqual(['a', 'b']);
	expect(emulator.calls).toHaveLength(4);
});

it('repeatToken gives the token of the page again', async () => {
	const { client, emulator } = context;
	const token = (await list()).json.nextPageToken ?? '';
	emulator.faults.add({ kind: 'repeatToken' });
	const { json } = await client.get(CARDS, { nextPageToken: token });
	expect(json).toMatchObject({ hasMore: true, nextPageToken: token });
});

it('does the work although the answer is lost, when told so', async () => {
	const { client, emulator } = context;
	const body = '{"lastName":"A"}';
	for (const [isDone, cards] of [[true, 3], [false, 3]] as const) {
		emulator.faults.add({ kind: 'reset', process: isDone });
		await expect(client.post('/v3.2/bizCards', JSON.parse(body))).rejects.toThrow();
		expect(emulator.company.cards.size).toBe(cards);
	}
	expect(emulator.calls.map(({ bodyText }) => bodyText)).toEqual([body, body]);
});

it('runs hooks before each call until they are removed', async () => {
	const { emulator } = context;
	const seen: number[] = [];
	const remove = emulator.onBeforeCall(async ({ n }) => {
		seen.push(n);
		emulator.deleteCard('a');
	});
	expect((await list()).json.data).toMatchObject([{ id: 'b' }]);
	remove();
	await list();
	expect(seen).toEqual([1]);
});

it('keeps every answer back for the latency', async () => {
	const { client, emulator } = context;
	emulator.latencyMs = 3_600_000;
	const signal = AbortSignal.timeout(1_000);
	await expect(client.send(`${CARDS}/a`, { signal })).rejects.toThrow();
	expect(emulator.calls).toMatchObject([{ status: 0 }]);
	emulator.latencyMs = 1;
	expect((await list()).status).toBe(200);
});

it('knows its faults', () => {
	const add = () => context.emulator.faults.add({ kind: 'nonsense' as 'reset' });
	expect(add).toThrow('no fault called nonsense');
});
