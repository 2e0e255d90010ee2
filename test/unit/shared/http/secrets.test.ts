import { maskKey, maskSecrets } from '../../../../nodes/shared/http/secrets';

/** Where the secrets of a credential are masked: the API key everywhere, the App ID in errors alone. */

const KEY = 'abcdefghijABCDEFGHIJ0123456789xy';
const [LONG, ODD, SHORT] = ['PartnerApp01', 'a+b/"<=&\\c', 'p1'];

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inUnicode = (text: string) =>
	[...text].map((one) => `\\u00${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const inPercent = (text: string) =>
	[...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const inHtml = (text: string) =>
	text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/"/g, '&quot;')
		.replace(/\//g, '&#x2F;')
		.replace(/=/g, '&#61;');
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

/** How a secret may stand in a text; `***` is what is left of it. */
const ENCODINGS: ReadonlyArray<readonly [string, (secret: string) => string]> = [
	['as it is', (secret) => secret],
	['in JSON', inJson],
	['in JSON inside of JSON', (secret) => inJson(inJson(secret))],
	['in JSON of ASCII alone', inUnicode],
	['in an address', encodeURIComponent],
	['in an address, each character', inPercent],
	['in an address inside of an address', (secret) => encodeURIComponent(encodeURIComponent(secret))],
	['in HTML', inHtml],
	['in Base64', inBase64],
	['in Base64 for addresses', (secret) => Buffer.from(secret).toString('base64url')],
];

describe.each(ENCODINGS)('a secret %s', (_, encoded) => {
	test.each([KEY, LONG, ODD, SHORT])('is masked in an error: %s', (secret) => {
		const secrets = secret === KEY ? { apiKey: KEY, appId: '' } : { apiKey: KEY, appId: secret };
		const text = `app ${encoded(secret)}, (${encoded(secret)}) "${encoded(secret)}"`;
		expect(maskSecrets(text, secrets)).toBe('app ***, (***) "***"');
		expect(maskSecrets(`app_id%3D${encoded(secret)}%26x=1`, secrets)).toBe('app_id%3D***%26x=1');
	});

	test('is masked in data where it is the API key', () => {
		expect(maskKey(`{"id":"${encoded(KEY)}"}`, { apiKey: KEY })).toBe('{"id":"***"}');
	});
});

test('a secret inside of Base64 is masked, whatever stands before it', () => {
	for (const before of ['', 'a', 'ab', 'abc']) {
		const text = `Basic ${inBase64(`${before}${LONG}:password`)}`;
		const shown = Buffer.from(maskSecrets(text, { apiKey: KEY, appId: LONG }).replace('Basic ', ''), 'base64').toString();
		expect(shown).not.toContain(LONG.slice(2, -2));
	}
});

test.each([
	['id=xPartnerApp01y', LONG, 'id=x***y'],
	['p1, p12, xp1, 0p1', SHORT, '***, p12, xp1, 0p1'],
	['nothing here', '', 'nothing here'],
	[`${KEY}${KEY}`, '', '******'],
])('of %j, with the App ID %j, %j is left', (text, appId, left) => {
	expect(maskSecrets(text, { apiKey: KEY, appId })).toBe(left);
});

test('data keep an App ID, whatever it is', () => {
	const data = '{"tel":"03-12345678","nextPageToken":"MTIzNDU2Nzg=","id":"12345678"}';
	expect(maskKey(data, { apiKey: KEY })).toBe(data);
});
