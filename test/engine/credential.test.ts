import { inspect } from 'node:util';
import type { IHttpRequestOptions, INodeType } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';
import { loadOptions, testCredential } from '../support/engine/methods';
import { itemsNode, type CredentialData } from '../support/engine/supplies';
import { CARD, CARDS, IMAGE, SEARCH, worldPerTest } from '../support/engine/world';
import { DEPARTMENT, failureOf, importing, itemsOf, USER } from './writes/support';

/** The keys go to the Base URL and nowhere else, no secret shows up anywhere, and the Test button says what is wrong. */

const world = worldPerTest();

/** The emulator's own key and application id: the ones a credential has to have for anything to be said about them. */
const KEY = 'EmulatorSystemAdministratorKey01';
const APP_ID = 'EmulatorApp01';

/** Looks for secrets in all of an object, hidden and inherited parts too: plain, encoded for an address, and in base64. */
function expectNoSecret(value: unknown, secrets: readonly string[] = [KEY, APP_ID]): void {
	const all = { depth: Infinity, showHidden: true, maxArrayLength: null, maxStringLength: null, getters: true };
	const text = `${inspect(value, all)}\n${JSON.stringify(value)}`;
	for (const secret of secrets) {
		expect(text).not.toContain(secret);
		expect(text.toLowerCase()).not.toContain(encodeURIComponent(secret).toLowerCase());
		expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
	}
}

/** One for each rule of a field; test/unit/shared/http has the whole table. */
test.each<[Partial<CredentialData>, RegExp]>([
	[{ baseUrl: 'http://cards.example.com' }, /Base URL/],
	[{ baseUrl: `https://cards.example.com/?key=${KEY}` }, /Base URL/],
	[{ apiKey: KEY.slice(1) }, /API Key.*32/],
	[{ appId: 'App\r\nX-Other: 1' }, /App ID/],
	[{ callsPerSecond: 'many' }, /Calls per Second/],
])('a credential with %j is refused before any call, and nothing of it is said', async (changes, words) => {
	const credential = world.credential(changes);
	const run = await world.run(CARDS, { credential });
	const message: unknown = expect.stringMatching(words);
	expect([run.error?.name, run.error?.message]).toEqual(['NodeOperationError', message]);
	expectNoSecret(run, [KEY]);
	expect(await testCredential(new BusinessCardData(), credential)).toEqual({ status: 'Error', message });
	expect(world.emulator.calls).toEqual([]);
});

test('a credential that is refused is named as the person called it, wherever n8n tells its name', async () => {
	const credential = world.credential({ baseUrl: '' });
	const named = /the credential "Business Card Data account"$/;
	expect((await world.run(CARDS, { credential })).error?.message).toMatch(named);
	await expect(loadOptions('getTags', credential)).rejects.toThrow(named);
	await expect(Object.assign(world.trigger(), { credential }).poll()).rejects.toThrow(named);
	expect((await testCredential(new BusinessCardData(), credential)).message).toMatch(/in the credential$/);
});

describe("a node of somebody else with n8n's helpers", () => {
	const HELPERS = ['requestWithAuthentication', 'httpRequestWithAuthentication'] as const;

	/** Says the address in the words of either helper. */
	function nodeOf(helper: (typeof HELPERS)[number], url: string, more: object = {}): INodeType {
		return {
			description: { ...itemsNode([]).description, credentials: [{ name: 'businessCardDataApi', required: true }] },
			async execute() {
				const options = { method: 'GET', url, uri: url, ...more } as IHttpRequestOptions;
				const answer: unknown = await this.helpers[helper].call(this, 'businessCardDataApi', options);
				return [[{ json: { answer: JSON.stringify(answer) } }]];
			},
		};
	}

	test.each(HELPERS)('reaches the service by %s, and nobody else, not even by a redirect', async (helper) => {
		world.emulator.addCard({ id: 'c1' });
		const stranger = await world.another();
		const url = `${world.emulator.baseUrl}/v3.2/bizCards/c1`;
		const reached = await world.run({}, { type: nodeOf(helper, url) });
		expect(reached.items[0]?.json.answer).toContain('c1');
		const away = await world.run({}, { type: nodeOf(helper, `${stranger.baseUrl}/v3.2/bizCards/c1`) });
		expect(away.error?.message).toMatch(/only to its Base URL/);
		const headers = { location: `${stranger.baseUrl}/` };
		world.emulator.faults.add({ kind: 'status', status: 302, body: '', headers, times: Infinity });
		const redirects = { followRedirect: true, followAllRedirects: true, maxRedirects: 21 };
		const redirected = await world.run({}, { type: nodeOf(helper, url, redirects) });
		expect(redirected.error?.message).toMatch(/302/);
		expect(stranger.calls).toEqual([]);
	});
});

describe('a service that says the secrets out loud', () => {
	const ECHO = `key ${KEY} of application ${APP_ID}`;
	/** Status, body and headers. */
	const ECHOES: Array<[number, unknown, Record<string, string>]> = [
		[400, { statusCode: 400, message: `Bad ${ECHO}`, error: [{ Code: KEY, field: APP_ID }] }, {}],
		[403, `<h1>${ECHO}</h1>`, {}],
		[500, { message: ECHO }, {}],
		[200, { hasMore: false, data: [{ id: ECHO, tags: [{ Id: KEY, name: APP_ID }] }] }, {}],
		[200, { id: 'c1', [KEY]: ECHO, owner: { name: ECHO } }, {}],
		[200, `{"id":"${ECHO}`, {}],
		[200, { hasMore: false, data: [ECHO] }, {}],
		[200, { hasMore: ECHO, data: [] }, {}],
		[400, { message: encodeURIComponent(ECHO), error: [{ Code: Buffer.from(APP_ID).toString('base64') }] }, {}],
		[400, JSON.stringify({ message: ECHO }).replaceAll('E', '\\u0045'), {}],
		[200, JSON.stringify({ id: KEY, hasMore: false, data: [{ id: KEY }] }).replaceAll('E', '\\u0045'), {}],
		[302, ECHO, { location: `http://127.0.0.1:9/?${KEY}` }],
	];
	/** Its data keep the App ID, which may stand there by coincidence. */
	test.each(ECHOES)('has the key masked everywhere, and both in errors: %d with %j', async (status, body, headers) => {
		world.emulator.faults.add({ kind: 'status', status, body, headers, times: Infinity });
		const credential = world.credential({ appId: APP_ID });
		for (const parameters of [CARD, CARDS, IMAGE]) {
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				const run = await world.run(parameters, { credential, onError });
				const isError = run.error !== undefined || run.items.some(({ json }) => json.error !== undefined);
				expectNoSecret(run, isError ? [KEY, APP_ID] : [KEY]);
			}
		}
	});

	test('has the key masked in what the trigger emits, keeps and throws, and in lists of the panel', async () => {
		const { emulator } = world;
		const credential = world.credential({ appId: APP_ID });
		const trigger = Object.assign(world.trigger(), { credential });
		await trigger.poll();
		emulator.addCard({ id: 'c2', memo: ECHO });
		emulator.addTag({ name: `Tag of ${KEY}` });
		const emitted = await trigger.poll();
		expect(emitted.map(({ id }) => id)).toEqual(['c2']);
		expectNoSecret([emitted, trigger.memory, trigger.stored, await loadOptions('getTags', credential)], [KEY]);
		const body = { message: ECHO, error: [{ Code: KEY }] };
		emulator.faults.add({ kind: 'status', status: 403, body, times: Infinity });
		expectNoSecret([await trigger.poll().catch((thrown: unknown) => thrown), trigger.memory]);
	});
});

describe('an App ID that stands in data by coincidence', () => {
	const COINCIDENCE = '12345678';

	beforeEach(() => void Object.assign(world.emulator, { appId: COINCIDENCE }));

	test('damages no record, no page token and no file', async () => {
		const { emulator } = world;
		const credential = world.credential({ appId: COINCIDENCE });
		const ids = Array.from({ length: 302 }, (_, index) => `${COINCIDENCE}${index}`);
		for (const id of ids) emulator.addCard({ id, tel: `03${COINCIDENCE}`, memo: COINCIDENCE });
		const { items, error } = await world.run({ ...SEARCH, returnAll: true }, { credential });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id).sort()).toEqual(ids.sort());
		expect(items[0]?.json).toMatchObject({ tel: `03${COINCIDENCE}`, memo: COINCIDENCE });
		emulator.addOrganizationRecord('department', { DepartmentId: COINCIDENCE, DepartmentName: `A ${COINCIDENCE}` });
		const departments = await world.run({ resource: 'department', operation: 'getAll' }, { credential });
		expect(departments.items[0]?.json).toMatchObject({ DepartmentId: COINCIDENCE, DepartmentName: `A ${COINCIDENCE}` });
	});

	test('is masked in what the service says of an import', async () => {
		const ErrorMessage = `unknown application ${COINCIDENCE}`;
		const body = `1,u1,,0,${ErrorMessage}\r\n`;
		world.emulator.faults.add({ kind: 'status', status: 200, body, endpoint: 'E16', times: Infinity });
		world.emulator.faults.add({
			kind: 'status',
			status: 200,
			body: { importStatus: 9 },
			endpoint: 'E15',
			times: Infinity,
		});
		const parameters = importing('create', { options: { waitForCompletion: true } });
		const run = await world.run(parameters, {
			credential: world.credential({ appId: COINCIDENCE }),
			items: itemsOf(USER, DEPARTMENT),
		});
		expect(failureOf(run).message).toContain('unknown application ***');
		expectNoSecret(failureOf(run), [COINCIDENCE]);
	});
});

describe('the Test button', () => {
	const UNKNOWN_KEY = 'A'.repeat(32);
	const FORBIDDEN_KEY = 'B'.repeat(32);

	test.each([new BusinessCardData(), new BusinessCardDataTrigger()])(
		'makes one cheap call that passes',
		async (node) => {
			for (let index = 0; index < 10; index += 1) world.emulator.addCard();
			expect(await testCredential(node, world.credential({ appId: APP_ID }))).toMatchObject({ status: 'OK' });
			expect(world.emulator.calls.map(({ answerBytes = Infinity }) => answerBytes < 2_000)).toEqual([true]);
		},
	);

	test.each(['json', 'otherJson', 'empty'] as const)(
		'tells apart in which way it fails, with %s bodies',
		async (bodies) => {
			world.emulator.switches.errorBodies = bodies;
			world.emulator.addUser({ apiKey: FORBIDDEN_KEY, forbidden: true });
			const gone = await world.another();
			await gone.close();
			const said: string[] = [];
			for (const [changes, words] of [
				[{ apiKey: UNKNOWN_KEY }, /API Key/],
				[{ appId: 'UnknownApplication' }, /App ID/],
				[{ apiKey: FORBIDDEN_KEY }, /permission|allowed/],
				[{ baseUrl: gone.baseUrl }, /Base URL/],
			] as const) {
				const { status, message } = await testCredential(new BusinessCardData(), world.credential(changes));
				expect([status, message]).toEqual(['Error', expect.stringMatching(words)]);
				said.push(message);
			}
			// Nothing but a body tells the two kinds of 401 apart.
			expect(new Set(said).size).toBe(bodies === 'empty' ? 3 : 4);
			expectNoSecret(said, [UNKNOWN_KEY, FORBIDDEN_KEY, KEY]);
			expect(world.emulator.calls).toHaveLength(3);
		},
	);

	test.each([
		[{ kind: 'status', status: 503 }, /not available/],
		[{ kind: 'status', status: 409, body: { message: 'Another operation runs' } }, /409.*Another operation runs/],
		[{ kind: 'status', status: 429, retryAfter: 1 }, /Try again/],
		[{ kind: 'reset' }, /reached|connection/],
		...[{ data: null }, { data: null, hasMore: true }, { hasMore: false }].map((body) => {
			return [{ kind: 'status', status: 200, body }, /./] as const;
		}),
	] as const)('fails readably against %j', async (fault, sentence) => {
		world.emulator.faults.add({ ...fault, times: Infinity });
		const result = await testCredential(new BusinessCardData(), world.credential());
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(sentence) });
		expect(result.message).not.toMatch(/[<>]/);
	});
});
