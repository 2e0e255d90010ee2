import { CredentialError, maskSecrets, readCredential } from '../../../../nodes/shared';

/** The credential as the rest of the package uses it. What is accepted and refused is tested with the credential type. */

const KEY = 'abcdefghijABCDEFGHIJ0123456789xy';

test.each([
	['https://cards.example.com', 'https://cards.example.com'],
	['https://cards.example.com/', 'https://cards.example.com'],
	['https://cards.example.com///', 'https://cards.example.com'],
	['https://cards.example.com/api/', 'https://cards.example.com/api'],
	['  HTTPS://Cards.Example.COM  ', 'https://cards.example.com'],
	['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
])('the address %j is used as %s', (baseUrl, used) => {
	expect(readCredential({ baseUrl, apiKey: KEY, appId: '' }).baseUrl).toBe(used);
});

test.each(['2.0', '2.5', '3.2'])('an address that ends in the version %s is refused, saying what to remove', (version) => {
	for (const end of ['', '/']) {
		const data = { baseUrl: `https://cards.example.com/api/v${version}${end}`, apiKey: KEY, appId: '' };
		expect(() => readCredential(data)).toThrow(`Base URL ends in /v${version}: remove it`);
	}
});

describe('a text from outside', () => {
	const credential = { apiKey: KEY, appId: 'App01' };

	test('loses every secret, however often it says one', () => {
		const masked = maskSecrets(`${KEY} App01 ${KEY}${KEY} App01.`, credential, 'message');
		expect(masked).not.toContain(KEY);
		expect(masked).not.toContain('App01');
	});

	test('that is data loses the key, and an application id that cannot be there by chance', () => {
		expect(maskSecrets(`a ${KEY}`, credential, 'data')).not.toContain(KEY);
		expect(maskSecrets('Room App01', credential, 'data')).toBe('Room App01');
		expect(maskSecrets('LongPartnerId', { ...credential, appId: 'LongPartnerId' }, 'data')).not.toContain('LongPartnerId');
	});

	test.each(['Partner"App/0+1&Co', 'Partner\\"App/0+1&Co', 'Partner\\"App\\/0+1\\u0026Co', 'Partner%22App%2F0%2B1%26Co'])('loses an application id that is written as %s', (written) => {
		const partner = { apiKey: KEY, appId: 'Partner"App/0+1&Co' };
		for (const subject of ['data', 'message'] as const) expect(maskSecrets(`said ${written} aloud`, partner, subject)).toBe('said *** aloud');
	});

	test('without a secret stays as it is', () => {
		expect(maskSecrets('nothing here', { ...credential, appId: '' }, 'message')).toBe('nothing here');
	});
});

describe('the calls a second', () => {
	const used = (callsPerSecond: unknown) =>
		readCredential({ baseUrl: 'https://a.example', apiKey: KEY, appId: '', callsPerSecond: callsPerSecond as number }).callsPerSecond;

	test.each([
		[undefined, 10],
		[null, 10],
		['', 10],
		[' \n', 10],
		[10, 10],
		[0.01, 0.01],
		[2.5, 2.5],
		['3', 3],
		[' 0.5 ', 0.5],
		['.25', 0.25],
	])('%j are %d', (value, number) => {
		expect(used(value)).toBe(number);
	});

	test.each([[0], [-1], [10.01], [11], [NaN], [Infinity], ['ten'], ['1e1'], ['0'], ['1,5'], [true], [[5]], [{}]])('cannot be %j', (value) => {
		expect(() => used(value)).toThrow(CredentialError);
		expect(() => used(value)).toThrow('Calls per Second must be a number above 0 and at most 10');
	});
});
