import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../../../credentials/BusinessCardDataApi.credentials';
import { readCredential } from '../../../../nodes/shared';

/** What a credential takes and refuses, where it sends its keys, and what it keeps to itself. */

const KEY = 'abcdefghijABCDEFGHIJ0123456789xy';
const APP_ID = 'PartnerApp01';
const HOME = 'https://cards.example.com';
const AWAY = 'https://evil.example.com/';
const GOOD = { baseUrl: HOME, apiKey: KEY, appId: APP_ID };

const read = (changes: object) => readCredential({ ...GOOD, ...changes } as ICredentialDataDecryptedObject);

async function authenticate(
	data: object,
	request: object = { url: `${HOME}/v3.2/bizCards` },
): Promise<IHttpRequestOptions> {
	return await new BusinessCardDataApi().authenticate(
		data as ICredentialDataDecryptedObject,
		request as IHttpRequestOptions,
	);
}

test.each([
	[HOME, HOME],
	[` ${HOME}// `, HOME],
	[`${HOME}/api/`, `${HOME}/api`],
	['HTTPS://Cards.Example.COM', HOME],
	['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://LOCALHOST', 'http://localhost'],
	['http://[::1]:80/', 'http://[::1]'],
	['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
	['http://127.1', 'http://127.0.0.1'],
	['http://127.255.255.254', 'http://127.255.255.254'],
	['http://2130706433', 'http://127.0.0.1'],
	['http://0x7f000001', 'http://127.0.0.1'],
	['http://0177.0.0.1', 'http://127.0.0.1'],
])('the address %j is used as %s', (baseUrl, used) => {
	expect(read({ baseUrl }).baseUrl).toBe(used);
});

test.each([
	[undefined, 10],
	[null, 10],
	[' \n', 10],
	[0.01, 0.01],
	['3', 3],
	[' 0.5 ', 0.5],
	['.25', 0.25],
])('%j calls a second are %d', (callsPerSecond, number) => {
	expect(read({ callsPerSecond }).callsPerSecond).toBe(number);
});

const ADDRESSES = [
	'',
	'cards.example.com',
	'http://cards.example.com',
	'http://127.0.0.1.example.com',
	'http://192.168.0.1',
	...[
		'cards.localhost',
		'x.y.localhost',
		'localhost.',
		'localhost.example.com',
		'notlocalhost',
		'localhost.localdomain',
	].map((host) => `http://${host}`),
	...['128.0.0.1', '126.1', '2147483648', '0', '[::]', '[::2]', '[::ffff:127.0.0.1]'].map((host) => `http://${host}`),
	'javascript:alert(1)',
];
const PLAIN = [`https://user:${KEY}@cards.example.com`, `${HOME}/?key=${KEY}`, 7, undefined];
const KEYS = ['', KEY.slice(1), `${KEY}z`, `${KEY.slice(0, 15)}\n${KEY.slice(16)}`, `${KEY.slice(1)}Ａ`, undefined];
const NO_RATES = [0, -1, 10.01, NaN, Infinity, 'ten', '1e1', '0', '1,5', true, [5], {}];

const REFUSED: ReadonlyArray<readonly [object, RegExp]> = [
	...[...ADDRESSES, ...PLAIN].map((baseUrl) => [{ baseUrl }, /^Base URL/] as const),
	...['2.0', '2.5', '3.2/'].map(
		(version) => [{ baseUrl: `${HOME}/v${version}` }, /^Base URL ends in .*: remove it/] as const,
	),
	...KEYS.map((apiKey) => [{ apiKey }, /^API Key.*32/] as const),
	...['App 01', 'App\r\nX-Other: 1', 'アプリ'].map((appId) => [{ appId }, /^App ID/] as const),
	...NO_RATES.map(
		(callsPerSecond) => [{ callsPerSecond }, /^Calls per Second must be a number above 0 and at most 10/] as const,
	),
];

test.each(REFUSED)('%j is refused by the name of the field, and nothing of it is said', async (changes, message) => {
	const error: unknown = await authenticate({ ...GOOD, ...changes }).catch((thrown: unknown) => thrown);
	expect(String(error).replace('Error: ', '')).toMatch(message);
	expect(String(error)).not.toContain(KEY);
	// With a second colon nobody sees which half is the remedy.
	expect(String(error).replace('Error: ', '').split(': ')).toHaveLength(2);
});

test('both secrets are put on a request, without the blanks around them, and redirects are forbidden', async () => {
	const request = { url: `${HOME}/x`, method: 'POST', headers: { Accept: '*/*' }, body: '{}' };
	const headers = { Accept: '*/*', 'X-Service-Api-Key': KEY, 'X-Service-App-Id': APP_ID };
	expect(await authenticate({ ...GOOD, apiKey: ` ${KEY}\r\n` }, request)).toMatchObject({
		...request,
		headers,
		disableFollowRedirect: true,
	});
	for (const appId of ['', ' \n', undefined])
		expect((await authenticate({ ...GOOD, appId })).headers).toEqual({ 'X-Service-Api-Key': KEY });
});

/** A request as either kind of helper writes it: with `url` or with `uri`, below a base or not. */
const asWritten = (url: string, baseURL?: string) => [
	{ baseURL, url },
	{ baseURL, uri: url },
];
const AT_HOME = [`${HOME}/x`, `${HOME}:443/`, '/x', '/\\evil.example.com/'];
const OTHER_ORIGINS = [
	AWAY,
	'http://cards.example.com/',
	`${HOME}:8443/`,
	`${HOME}.evil.example/`,
	`${HOME}@evil.example/`,
];
const ODD_ADDRESSES = ['https:\\\\evil.example.com/', ` ${AWAY}`, 'data:text/plain,x', '\t//evil.example.com/'];

test.each(AT_HOME.flatMap((url) => [...asWritten(url), ...asWritten(url, HOME)]))(
	'the keys go to %j',
	async (request) => {
		const { headers, ...sent } = await authenticate(GOOD, request);
		expect(headers).toHaveProperty('X-Service-Api-Key', KEY);
		expect(new URL(String(sent.url ?? (sent as { uri?: unknown }).uri)).origin).toBe(HOME);
	},
);

test.each([
	...[...OTHER_ORIGINS, ...ODD_ADDRESSES].flatMap((url) => [...asWritten(url), ...asWritten(url, HOME)]),
	...['/x', ''].flatMap((url) => asWritten(url, AWAY)),
	{ url: AWAY, uri: HOME },
	{ baseURL: HOME },
])('none go to %j', async (request) => {
	await expect(authenticate(GOOD, request)).rejects.toThrow(/another host/);
});
