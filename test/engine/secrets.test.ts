import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { loadOptions, PolledTrigger } from './harness/n8n';
import { APP_ID, expectNoSecret, KEY } from './harness/secrets';
import { ALWAYS, withWorld, worldPerTest } from './harness/world';

/** Neither secret shows up in whatever n8n keeps or shows of a run, even when the service says it out loud. */

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };
const TAGS: INodeParameters = { resource: 'tag', operation: 'getAll' };

const ECHO = `key ${KEY} of application ${APP_ID}`;

/** Ways to say a secret. */
const ECHOES: Readonly<Record<string, Omit<FaultScript, 'times'>>> = {
	'in the message of a refusal': {
		kind: 'status',
		status: 400,
		body: { statusCode: 400, message: `Bad ${ECHO}`, error: [] },
	},
	'in code and field of a refusal': {
		kind: 'status',
		status: 401,
		body: { statusCode: 401, message: 'No', error: [{ Code: KEY, field: APP_ID }, { Code: ECHO }] },
	},
	'in a 404': { kind: 'status', status: 404, body: { message: ECHO } },
	'in text that is no JSON': { kind: 'status', status: 403, body: `<h1>${ECHO}</h1>` },
	'in a list': {
		kind: 'status',
		status: 200,
		body: { hasMore: false, nextPageToken: null, data: [{ id: ECHO, memo: ECHO, tags: [{ Id: KEY, name: APP_ID }] }] },
	},
	'in a record': {
		kind: 'status',
		status: 200,
		body: { id: 'c1', [KEY]: ECHO, owner: { name: ECHO }, headBizCard: { memo: ECHO } },
	},
	'in a record that is no JSON': { kind: 'status', status: 200, body: `{"id":"${ECHO}` },
	'in a status nobody knows': { kind: 'status', status: 418, body: { message: ECHO, error: [{ Code: ECHO }] } },
	'in a redirect': { kind: 'status', status: 302, body: ECHO, headers: { location: `http://127.0.0.1:9/?${KEY}` } },
};

describe('a service that says the secrets', () => {
	const world = worldPerTest();

	beforeEach(() => {
		expect([world.emulator.apiKey, world.emulator.appId]).toEqual([KEY, APP_ID]);
		world.emulator.addCard({ id: 'c1' });
	});

	// Each of these is one call, or a read that is tried four times: the latter are told in a block of their own.
	const QUICK = Object.entries(ECHOES).filter(([name]) => name !== 'in a record that is no JSON');

	test.each(QUICK)('%s: they are masked in the data of the run', async (_, fault) => {
		for (const parameters of [CARD, CARDS, IMAGE, TAGS]) {
			world.emulator.faults.add({ ...fault, times: Infinity });
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				const run = await world.run(parameters, { credential: world.credential({ appId: APP_ID }), onError });
				expectNoSecret(run, [KEY, APP_ID]);
			}
			world.emulator.faults.clear();
		}
	});

	test('what is not secret of such an answer comes through', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, body: { message: `The key ${KEY} is of no use`, error: [] } });
		const { error } = await world.run(CARD);
		expect(error?.message).toMatch(/^The key \*+ is of no use$/);
	});

	test('they are masked in what the trigger emits, keeps and throws', async () => {
		const { emulator } = world;
		const credential = world.credential({ appId: APP_ID });
		const trigger = new PolledTrigger(credential);
		await trigger.poll();
		emulator.addCard({ id: 'c2', memo: ECHO });
		const emitted = await trigger.poll();
		expect(emitted.map(({ id }) => id)).toContain('c2');
		expectNoSecret([emitted, trigger.memory, trigger.stored], [KEY, APP_ID]);
		emulator.faults.add({ kind: 'status', status: 403, body: { message: ECHO, error: [{ Code: KEY }] } });
		const error: unknown = await trigger.poll().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(Error);
		expectNoSecret([error, trigger.memory], [KEY, APP_ID]);
	});

	test('they are masked in a list of the panel and in its error', async () => {
		const { emulator } = world;
		const credential = world.credential({ appId: APP_ID });
		emulator.addTag({ name: `Tag of ${KEY} and ${APP_ID}` });
		expectNoSecret(await loadOptions('getTags', credential), [KEY, APP_ID]);
		emulator.faults.add({ kind: 'status', status: 403, body: { message: ECHO } });
		const error: unknown = await loadOptions('getTags', credential).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(Error);
		expectNoSecret(error, [KEY, APP_ID]);
	});
});

describe('a call that breaks down', () => {
	const BREAKDOWNS: Readonly<Record<string, Omit<FaultScript, 'times'>>> = {
		'lost connection': { kind: 'reset' },
		'lost inside the body': { kind: 'resetMidBody' },
		'no answer in time': { kind: 'hang' },
		'a 500 that says the secrets': { kind: 'status', status: 500, body: { message: ECHO, error: [{ Code: ECHO }] } },
		'HTML that says the secrets': { kind: 'status', status: 200, body: `<html>${ECHO}</html>` },
		'broken JSON that says the secrets': ECHOES['in a record that is no JSON'] ?? { kind: 'empty' },
	};
	const told = new Map<string, unknown>();

	beforeAll(async () => {
		const slow = { ...CARDS, requestOptions: { timeout: 150 } };
		const stories = Object.entries(BREAKDOWNS).map(
			async ([name, fault]) =>
				await withWorld(async ({ emulator, run, credential }) => {
					emulator.faults.add({ ...fault, times: Infinity });
					told.set(name, await run(slow, { credential: credential({ appId: APP_ID }) }));
				}),
		);
		const gone = withWorld(async ({ emulator, run, credential }) => {
			const data = credential({ appId: APP_ID });
			await emulator.close();
			told.set('nobody at the address', await run(slow, { credential: data }));
		});
		await Promise.all([...stories, gone]);
	});

	test.each([...Object.keys(BREAKDOWNS), 'nobody at the address'])('%s: no secret in the data of the run', (name) => {
		expect(told.has(name)).toBe(true);
		expect(told.get(name)).toHaveProperty('error');
		expectNoSecret(told.get(name), [KEY, APP_ID]);
	});
});

describe('a credential that cannot be used', () => {
	const world = worldPerTest();

	test.each([
		['a key that is too long', { apiKey: `${KEY}${KEY}` }],
		['a key with a line break', { apiKey: `${KEY.slice(0, 16)}\n${KEY.slice(16)}` }],
		['an application id with a blank', { appId: `${APP_ID} ${APP_ID}` }],
		['an address with the key in it', { baseUrl: `https://user:${KEY}@127.0.0.1/` }],
		['an address with the key as a query', { baseUrl: `https://127.0.0.1/?key=${KEY}` }],
		['an address that is none', { baseUrl: KEY }],
	])('%s is refused without saying it', async (_, changes) => {
		const run = await world.run(CARD, { credential: world.credential(changes) });
		expect(run.error?.name).toBe('NodeOperationError');
		expectNoSecret(run, [KEY, APP_ID, KEY.slice(0, 16)]);
		expect(world.emulator.calls).toEqual([]);
	});

	test('a key that the service does not know is not said', async () => {
		const apiKey = 'UnknownKeyOfNobodyAtAll000000000';
		const run = await world.run(CARD, { credential: world.credential({ apiKey }) });
		expect(run.error?.httpCode).toBe('401');
		expectNoSecret(run, [apiKey]);
	});
});
