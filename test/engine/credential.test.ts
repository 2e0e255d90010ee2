import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';

/** What the credential puts on a request, and where it refuses to. */

const KEY = 'abcdefghijABCDEFGHIJ0123456789xy';
const GOOD = { baseUrl: 'https://cards.example.com', apiKey: KEY, appId: 'App01' };

async function authenticate(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions = { url: 'https://cards.example.com/v3.2/bizCards' },
): Promise<IHttpRequestOptions> {
	return await new BusinessCardDataApi().authenticate(data, request);
}

describe('headers', () => {
	test('both secrets, when there are both', async () => {
		const { headers } = await authenticate(GOOD);
		expect(headers).toEqual({ 'X-Service-Api-Key': KEY, 'X-Service-App-Id': 'App01' });
	});

	test.each([[''], ['   '], ['\n'], [undefined]])('no application id when it is %j', async (appId) => {
		const { headers } = await authenticate({ ...GOOD, appId } as ICredentialDataDecryptedObject);
		expect(headers).toEqual({ 'X-Service-Api-Key': KEY });
	});

	test('blanks and line breaks around secrets are left out', async () => {
		const { headers } = await authenticate({ ...GOOD, apiKey: ` ${KEY}\r\n`, appId: '\tApp01 ' });
		expect(headers).toEqual({ 'X-Service-Api-Key': KEY, 'X-Service-App-Id': 'App01' });
	});

	test('the rest of the request stays as it is, but for redirects, and the request itself is not changed', async () => {
		const request: IHttpRequestOptions = {
			url: 'https://cards.example.com/v3.2/bizCards',
			method: 'POST',
			headers: { Accept: '*/*' },
			body: '{}',
		};
		const copy = structuredClone(request);
		const authenticated = await authenticate(GOOD, request);
		expect(authenticated).toEqual({
			...copy,
			headers: { Accept: '*/*', 'X-Service-Api-Key': KEY, 'X-Service-App-Id': 'App01' },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
		});
		expect(request).toEqual(copy);
	});
});

/** A request as one of n8n's helpers takes it. */
type AnyRequest = Partial<IHttpRequestOptions> & { uri?: unknown };

/** Each request in the words of both kinds of helper, and as an address that is no text. */
const IN_BOTH_WORDS = (requests: ReadonlyArray<readonly [string, AnyRequest & { url: string }]>) =>
	requests.flatMap(([name, { url, ...rest }]): Array<[string, AnyRequest]> => [
		[`${name}, as url`, { ...rest, url }],
		[`${name}, as uri`, { ...rest, uri: url }],
		...(URL.canParse(url) ? [[`${name}, as an object`, { ...rest, uri: new URL(url) }] as [string, AnyRequest]] : []),
	]);

describe('the place', () => {
	test.each(
		IN_BOTH_WORDS([
			['the same address', { url: 'https://cards.example.com/anything' }],
			['an address with the port that goes without saying', { url: 'https://cards.example.com:443/' }],
			['a path below a base', { baseURL: 'https://cards.example.com', url: '/v3.2/bizCards' }],
			['a whole address beside a base of somebody else', { baseURL: 'https://evil.example.com', url: 'https://cards.example.com/x' }],
			['a path alone', { url: '/v3.2/bizCards' }],
			['a path that looks like another host', { url: '//evil.example.com/' }],
			['a path with backslashes', { baseURL: 'https://cards.example.com', url: '/\\evil.example.com/' }],
			['an address that is none', { url: 'https://[/' }],
		]),
	)('%s gets the keys', async (_, request) => {
		const authenticated = (await authenticate(GOOD, request as IHttpRequestOptions)) as AnyRequest;
		expect(authenticated.headers).toHaveProperty('X-Service-Api-Key', KEY);
		// Whole, and without a base: however it is read, it is the address that was looked at.
		expect(authenticated.baseURL).toBeUndefined();
		expect(new URL(String(authenticated.url ?? authenticated.uri)).origin).toBe('https://cards.example.com');
	});

	const HOME = 'https://cards.example.com/';
	const AWAY = 'https://evil.example.com/';
	const ELSEWHERE: ReadonlyArray<readonly [string, AnyRequest]> = [
		...IN_BOTH_WORDS([
			['another host', { url: AWAY }],
			['another scheme', { url: 'http://cards.example.com/' }],
			['another port', { url: 'https://cards.example.com:8443/' }],
			['a host that only starts like it', { url: 'https://cards.example.com.evil.example/' }],
			['a host behind a user name that looks like it', { url: 'https://cards.example.com@evil.example/' }],
			['another host below a base', { baseURL: AWAY, url: '/v3.2/bizCards' }],
			['nothing below a base of another host', { baseURL: AWAY, url: '' }],
			['another host beside a base that is the right one', { baseURL: HOME, url: AWAY }],
			['an address that only some take for one of another host', { baseURL: HOME, url: 'https:\\\\evil.example.com/' }],
			['an address without slashes', { baseURL: HOME, url: 'https:evil.example.com/' }],
			['a blank before another host', { baseURL: HOME, url: ' https://evil.example.com/' }],
			['data', { url: 'data:text/plain,x' }],
		]),
		['another host as url, the right one as uri', { url: AWAY, uri: HOME }],
		['another host as uri, the right one as url', { url: HOME, uri: AWAY }],
		['no address at all', {}],
	];

	test.each(ELSEWHERE)('%s gets nothing', async (_, request) => {
		await expect(authenticate(GOOD, request as IHttpRequestOptions)).rejects.toThrow(/never to another host/);
	});
});

describe('fields', () => {
	test.each([
		['https://cards.example.com/'],
		['https://cards.example.com'],
		[' https://cards.example.com// '],
		['HTTPS://CARDS.EXAMPLE.COM'],
		['http://127.0.0.1:8080'],
		['http://127.5.5.5/'],
		['http://localhost:3000/'],
		['http://api.localhost'],
		['http://[::1]:80/'],
	])('%s is an address', async (baseUrl) => {
		const data = { ...GOOD, baseUrl };
		await expect(authenticate(data, { url: new URL(baseUrl.trim()).origin })).resolves.toHaveProperty('headers');
	});

	test.each([
		['nothing', ''],
		['blanks', '  '],
		['no address', 'cards.example.com'],
		['http elsewhere', 'http://cards.example.com'],
		['http to a host that only starts like the own machine', 'http://127.0.0.1.example.com'],
		['http to a host that only starts like localhost', 'http://localhost.example.com'],
		['http to a private network', 'http://192.168.0.1'],
		['another scheme', 'ftp://cards.example.com'],
		['a script', 'javascript:alert(1)'],
		['a user', 'https://user:pass@cards.example.com'],
		['a query', 'https://cards.example.com/?a=1'],
		['a fragment', 'https://cards.example.com/#a'],
		['a number', 7],
		['nothing at all', undefined],
	])('%s is no address', async (_, baseUrl) => {
		await expect(authenticate({ ...GOOD, baseUrl } as ICredentialDataDecryptedObject)).rejects.toThrow(/Base URL/);
	});

	test.each([
		['nothing', ''],
		['31 characters', KEY.slice(1)],
		['33 characters', `${KEY}z`],
		['a blank inside', `${KEY.slice(0, 15)} ${KEY.slice(16)}`],
		['a line break inside', `${KEY.slice(0, 15)}\n${KEY.slice(16)}`],
		['a symbol', `${KEY.slice(0, 31)}-`],
		['a full-width letter', `${KEY.slice(0, 31)}Ａ`],
		['nothing at all', undefined],
	])('%s is no API key', async (_, apiKey) => {
		await expect(authenticate({ ...GOOD, apiKey } as ICredentialDataDecryptedObject)).rejects.toThrow(/API Key.*32/);
	});

	test.each([
		['a blank inside', 'App 01'],
		['a line break inside', 'App\r\nX-Other: 1'],
		['a letter outside of ASCII', 'アプリ'],
		['a control character', 'App\u0000'],
	])('%s is no application id', async (_, appId) => {
		await expect(authenticate({ ...GOOD, appId })).rejects.toThrow(/App ID/);
	});
});
