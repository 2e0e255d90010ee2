import {
	explain,
	hasCode,
	isForeign,
	namesField,
	parseJson,
	readConnectionFailure,
	readRefusal,
} from '../../../../nodes/shared';

/** Errors as a person reads them; test/engine has them whole: errors, refusals, secrets and faults. */

const CREDENTIAL = {
	apiKey: 'abcdefghijABCDEFGHIJ0123456789xy',
	appId: 'PartnerApp01',
};

const bodyOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** What is read of a refusal with such a body. */
function refusalOf(value: unknown): ReturnType<typeof readRefusal> {
	return readRefusal(parseJson(bodyOf(value)));
}

/** What a person is told of it. */
function explained(value: unknown, status = 400): ReturnType<typeof explain> {
	const body = bodyOf(value);
	return explain({ status, body, json: parseJson(body), contentType: 'application/json' }, CREDENTIAL);
}

const DETAILS = [
	{ Code: 'required', field: 'updatedFrom' },
	{ Code: 'invalid_value', field: 'limit' },
];

describe('a refusal', () => {
	test('is read with message and details', () => {
		const refusal = refusalOf({
			statusCode: 400,
			message: 'Bad',
			error: [{ Code: 'required', field: 'limit' }, { Code: 'conflict' }],
		});
		expect(refusal).toEqual({
			message: 'Bad',
			details: [
				{ code: 'required', field: 'limit' },
				{ code: 'conflict', field: '' },
			],
		});
		expect([hasCode(refusal, 'conflict'), hasCode(refusal, 'invalid_value')]).toEqual([true, false]);
		expect([namesField(refusal, 'limit'), namesField(refusal, 'range')]).toEqual([true, false]);
	});

	test.each([
		['nothing', ''],
		['HTML', '<html><body>502</body></html>'],
		['broken JSON', '{"message":"x'],
		['a list', [1, 2]],
		['a text', '"text"'],
		['null', 'null'],
	])('without a readable body (%s) says nothing', (_, content) => {
		expect(refusalOf(content)).toEqual({ message: undefined, details: [] });
	});

	test('with values of the wrong kind is read as far as it goes', () => {
		expect(refusalOf({ message: { a: 1 }, error: [null, 7, { Code: 12, field: ['x'] }, {}] })).toEqual({
			message: undefined,
			details: [{ code: '12', field: '' }],
		});
	});

	test('gives the same advice once', () => {
		expect(explained({ error: DETAILS.map(({ field }) => ({ Code: 'required', field })) })).toMatchObject({
			details: Array(2).fill(expect.anything()),
			advice: [expect.anything()],
		});
	});

	test.each([400, 401, 403, 404, 409, 415, 429, 500, 503, 418])(
		'%d has a sentence with the status, and advice',
		(status) => {
			const { headline, said, details, advice } = explained({}, status);
			expect([headline, said, details]).toEqual([expect.stringMatching(new RegExp(`^[A-Z].*${status}`)), undefined, []]);
			expect(advice).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
		},
	);

	test('never repeats a secret', () => {
		const { apiKey, appId } = CREDENTIAL;
		const text = JSON.stringify(explained({ message: `key ${apiKey}`, error: [{ Code: appId, field: apiKey }] }));
		for (const secret of [apiKey, appId]) expect(text).not.toContain(secret);
	});
});

describe('the sender of a refusal', () => {
	const JSON_BODY = '{"statusCode":404,"message":"No","error":[]}';
	const GATEWAY = '{"statusCode":404,"message":"Resource not found"}';
	const PAGE = '<html><h1>Blocked</h1></html>';

	test.each([
		// What comes back, as the answer to which request, and whether it is foreign.
		[400, JSON_BODY, 'application/json', 'list', false],
		[400, GATEWAY, 'application/json', 'list', false],
		[400, '', '', 'list', true],
		[400, 'Bad Request', 'text/plain', 'list', true],
		[404, JSON_BODY, 'application/json', 'image', false],
		[404, GATEWAY, 'application/json', 'image', true],
		[404, '', '', 'image', true],
		[404, GATEWAY, 'application/json', 'record', false],
		[404, '', 'text/html', 'record', false],
		[404, 'Not found', 'text/plain', 'record', false],
		[404, PAGE, '', 'record', true],
		[403, JSON_BODY, 'text/html', 'list', false],
		[403, 'Blocked', 'text/html; charset=utf-8', 'list', true],
		[403, '<?xml version="1.0"?><Error/>', 'application/xml', 'list', true],
		[401, '<p>invalid_api_key</p>', 'text/html', 'list', false],
		[429, PAGE, 'text/html', 'list', true],
		[302, PAGE, 'text/html', 'list', true],
		[500, PAGE, 'text/html', 'list', false],
		[502, PAGE, 'text/html', 'image', false],
	])('of a %d with %j as %j to a request for a %s: something else is %j', (status, text, contentType, kind, foreign) => {
		const body = Buffer.from(text);
		const from = { method: 'GET', response: kind as 'image', effect: 'read' } as const;
		expect(isForeign({ status, json: parseJson(body), body, contentType, from })).toBe(foreign);
	});
});

describe('a connection that failed', () => {
	test.each([
		['ECONNREFUSED', false],
		['ENOTFOUND', false],
		['EAI_AGAIN', false],
		['EPROTO', false],
		['CERT_HAS_EXPIRED', false],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
		['SELF_SIGNED_CERT_IN_CHAIN', false],
		['ERR_SSL_WRONG_VERSION_NUMBER', false],
		['EHOSTUNREACH', true],
		['ECONNRESET', true],
		['ECONNABORTED', true],
		['ETIMEDOUT', true],
	])('by %s is told in plain words; the request may have arrived: %j', (code, mayHaveArrived) => {
		for (const thrown of [{ code }, { httpCode: code }, { cause: { code } }, { errorResponse: { code } }]) {
			const failure = readConnectionFailure(thrown);
			expect(failure).toEqual({ message: expect.stringMatching(/^The [a-z]+ /), mayHaveArrived });
			expect(failure.message).not.toContain(code);
		}
	});

	test.each([
		[{ code: 'EWEIRD' }, 'EWEIRD'],
		[undefined, 'no answer'],
	])('in another way (%j) names its code', (thrown, code) => {
		expect(readConnectionFailure(thrown)).toMatchObject({
			message: `The call to the service failed (${code})`,
			mayHaveArrived: true,
		});
	});
});
