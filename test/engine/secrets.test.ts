import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { loadOptions, PolledTrigger, type NodeRun } from '../support/engine/n8n';
import { APP_ID, expectNoSecret, KEY } from '../support/engine/secrets';
import { ALWAYS, worldPerTest, type World } from '../support/engine/world';

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
	'in a 500': { kind: 'status', status: 500, body: { message: ECHO, error: [{ Code: ECHO }] } },
	'in HTML with status 200': { kind: 'status', status: 200, body: `<html>${ECHO}</html>` },
	'in a status nobody knows': { kind: 'status', status: 418, body: { message: ECHO, error: [{ Code: ECHO }] } },
	'in a redirect': { kind: 'status', status: 302, body: ECHO, headers: { location: `http://127.0.0.1:9/?${KEY}` } },
};

/** Gets a card from a service that takes every app id and has one answer. */
function runner(world: World) {
	return async (status: number, body: string, appId: string): Promise<NodeRun> => {
		const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const run = await world.run(CARD, { credential: world.credential({ appId, baseUrl }) });
		server.close();
		return run;
	};
}

describe('a service that says the secrets', () => {
	const world = worldPerTest();

	beforeEach(() => {
		expect([world.emulator.apiKey, world.emulator.appId]).toEqual([KEY, APP_ID]);
		world.emulator.addCard({ id: 'c1' });
	});

	test.each(Object.entries(ECHOES))('%s: they are masked in the data of the run', async (_, fault) => {
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

describe('an app id with signs in it', () => {
	const world = worldPerTest();
	const runAgainst = runner(world);
	const SIGNS = 'Partner"App/0+1&Co';

	/** How the service, or something on the way, may write it inside of a text of JSON. */
	const WAYS: Readonly<Record<string, string>> = {
		'as JSON has to': JSON.stringify(SIGNS).slice(1, -1),
		'as PHP writes JSON': JSON.stringify(SIGNS).slice(1, -1).replaceAll('/', '\\/'),
		'as Go writes JSON': JSON.stringify(SIGNS).slice(1, -1).replaceAll('&', '\\u0026'),
		'as .NET writes JSON': SIGNS.replace(/["+&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`),
		'as in an address': encodeURIComponent(SIGNS),
		'as in an address, in small letters': encodeURIComponent(SIGNS).replace(/%../g, (code) => code.toLowerCase()),
	};

	test.each(Object.entries(WAYS))('is masked in records and in messages, written %s', async (_, written) => {
		for (const status of [200, 400]) {
			const details = status === 400 ? `,"message":"said ${written} aloud","error":[]` : '';
			const body = `{"id":"c1","memo":"said ${written} aloud"${details}}`;
			const run = await runAgainst(status, body, SIGNS);
			expect(status === 200 ? run.items[0]?.json.memo : run.error?.message).toBe('said *** aloud');
			expectNoSecret(run, [SIGNS]);
		}
	});

	test('leaves what only looks escaped as it is', async () => {
		const memo = '100%25 \\u00e9 &#x9ad8; 50% a\\b';
		world.emulator.addCard({ id: 'c1', memo });
		const { items } = await world.run(CARD, { credential: world.credential({ appId: APP_ID }) });
		expect(items[0]?.json.memo).toBe(memo);
	});
});

describe('a short app id', () => {
	const world = worldPerTest();
	const runAgainst = runner(world);

	/** A service that knows no application, whatever it is called. */
	async function refusedWith(appId: string, message: string) {
		const body = JSON.stringify({ statusCode: 401, message, error: [{ Code: 'invalid_app_id', field: appId }] });
		return (await runAgainst(401, body, appId)).error;
	}

	test.each(['e', 'a', 'App', 'the', 'e1'])('%s does not cut our own advice to pieces', async (appId) => {
		const error = await refusedWith(appId, `Unknown application ${appId}`);
		expect(error?.message).toBe('Unknown application ***');
		expect(error?.description).toBe(
			'invalid_app_id: ***<br>\nCheck the App ID in the credential. Leave it empty outside of the partner program.',
		);
	});

	test.each(['e', 'the'])('%s is left in the words of the service that only contain it', async (appId) => {
		const error = await refusedWith(appId, 'Somebody else: other themes');
		expect(error?.message).toBe('Somebody else: other themes');
	});

	test('a code of the service that every object has is no advice', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, body: { message: 'No', error: [{ Code: 'constructor' }] } });
		const { error } = await world.run(CARD);
		expect(error?.description).toBe('constructor<br>\nCheck the parameters of the node.');
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
});
