import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { loadOptions, PolledTrigger } from '../../tools/engine/n8n';
import { APP_ID, expectNoSecret, KEY } from '../../tools/engine/secrets';
import { ALWAYS, worldPerTest } from '../../tools/engine/world';

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

describe('a secret in another notation', () => {
	const world = worldPerTest();

	beforeEach(() => {
		world.emulator.addCard({ id: 'c1' });
	});

	const each = (text: string, write: (code: number) => string) => [...text].map((letter) => write(letter.charCodeAt(0))).join('');
	const hex = (code: number) => code.toString(16).padStart(2, '0');
	const base64 = (text: string) => Buffer.from(text).toString('base64');

	/** Ways to write a secret, and what of it must not be read. */
	const NOTATIONS: Readonly<Record<string, (secret: string) => string>> = {
		'\\uXXXX': (secret) => each(secret, (code) => `\\u00${hex(code)}`),
		'\\uXXXX in capitals, in part': (secret) => `${secret.slice(0, 3)}${each(secret.slice(3), (code) => `\\u00${hex(code).toUpperCase()}`)}`,
		'\\uXXXX inside of a text of JSON': (secret) => each(secret, (code) => `\\\\u00${hex(code)}`),
		'percent signs': (secret) => each(secret, (code) => `%${hex(code)}`),
		'percent signs, twice': (secret) => each(secret, (code) => `%25${hex(code)}`),
		'entities of HTML': (secret) => each(secret, (code) => `&#${code};`),
		'entities of HTML in hexadecimal': (secret) => each(secret, (code) => `&#x${hex(code)};`),
		'base64': base64,
		'base64 behind one letter': (secret) => base64(`x${secret}`),
		'base64 behind two letters': (secret) => base64(`xy${secret}`),
		'base64 of a header': (secret) => base64(`X-Service-Api-Key: ${secret}\r\n`),
		'hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
		'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
	};

	/** What somebody who undoes the notation would find. */
	function undone(text: string): string {
		const plain = text
			.replace(/\\+u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
			.replace(/%25/g, '%')
			.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
			.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
			.replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
		const decoded = [...text.matchAll(/[A-Za-z0-9+/=]{20,}/g)].flatMap(([word]) => [
			Buffer.from(word, 'base64').toString('latin1'),
			Buffer.from(word, 'hex').toString('latin1'),
		]);
		return [plain, ...decoded].join(' ');
	}

	test.each(Object.entries(NOTATIONS))('%s: it is masked in records and in messages', async (_, write) => {
		for (const secret of [KEY, APP_ID]) {
			const said = `said "${write(secret)}" aloud`.replaceAll('"', '\\"');
			for (const status of [200, 400]) {
				const body = `{"id":"c1","memo":"${said}","statusCode":${status},"message":"${said}"${status === 400 ? ',"error":[]' : ''}}`;
				world.emulator.faults.add({ kind: 'status', status, body, times: Infinity });
				const run = await world.run(CARD, { credential: world.credential({ appId: APP_ID }) });
				world.emulator.faults.clear();
				const shown = status === 200 ? String(run.items[0]?.json.memo) : String(run.error?.message);
				expect(shown).toMatch(/^said ".*\*\*\*.*" aloud$/s);
				expect(undone(shown)).not.toContain(secret);
				expectNoSecret(run, [secret]);
			}
		}
	});

	test('a text that only looks escaped stays as it is', async () => {
		const memo = '100%25 \\u00e9 &#x9ad8; 50% a\\b';
		world.emulator.changeCard('c1', { memo });
		const { items } = await world.run(CARD, { credential: world.credential({ appId: APP_ID }) });
		expect(items[0]?.json.memo).toBe(memo);
	});
});

describe('a short app id', () => {
	const world = worldPerTest();

	/** A service that knows no application, whatever it is called. */
	async function refusedWith(appId: string, message: string) {
		const server = createServer((_, response) => {
			response.writeHead(401, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ statusCode: 401, message, error: [{ Code: 'invalid_app_id', field: appId }] }));
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const { error } = await world.run(CARD, { credential: world.credential({ appId, baseUrl }) });
		server.close();
		return error;
	}

	test.each(['e', 'a', 'App', 'the', 'e1'])('%s does not cut our own advice to pieces', async (appId) => {
		const error = await refusedWith(appId, `Unknown application ${appId}`);
		expect(error?.message).toBe('Unknown application ***');
		expect(error?.description).toBe(
			'invalid_app_id: ***\nCheck the App ID in the credential, or leave it empty if you are not in the partner program.',
		);
	});

	test.each(['e', 'the'])('%s is left in the words of the service that only contain it', async (appId) => {
		const error = await refusedWith(appId, 'Somebody else: other themes');
		expect(error?.message).toBe('Somebody else: other themes');
	});

	test('a code of the service that every object has is no advice', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, body: { message: 'No', error: [{ Code: 'constructor' }] } });
		const { error } = await world.run(CARD);
		expect(error?.description).toBe('constructor\nCheck the parameters of the node.');
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
