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

	test('the rest of the request stays as it is, and the request itself is not changed', async () => {
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
		});
		expect(request).toEqual(copy);
	});
});

describe('the place', () => {
	test.each([
		['the same address', { url: 'https://cards.example.com/anything' }],
		['an address with the port that goes without saying', { url: 'https://cards.example.com:443/' }],
		['a path below a base', { baseURL: 'https://cards.example.com', url: '/v3.2/bizCards' }],
		['a path alone', { url: '/v3.2/bizCards' }],
	])('%s gets the keys', async (_, request) => {
		expect((await authenticate(GOOD, request)).headers).toHaveProperty('X-Service-Api-Key', KEY);
	});

	test.each([
		['another host', { url: 'https://evil.example.com/' }],
		['another scheme', { url: 'http://cards.example.com/' }],
		['another port', { url: 'https://cards.example.com:8443/' }],
		['a host that only starts like it', { url: 'https://cards.example.com.evil.example/' }],
		['a host behind a user name that looks like it', { url: 'https://cards.example.com@evil.example/' }],
		['another host below a base', { baseURL: 'https://evil.example.com', url: '/v3.2/bizCards' }],
		['a path that names another host', { url: '//evil.example.com/' }],
	])('%s gets nothing', async (_, request) => {
		await expect(authenticate(GOOD, request)).rejects.toThrow(/never to another host/);
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
