import { explain, parseJson, readConnectionFailure, readRefusal, refusedBeforeCall } from '../../../../nodes/shared';

/** Errors as a person reads them; test/engine has them whole: errors, refusals, secrets and faults. */

const bodyOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** What a person is told of a refusal, as the response to which kind of request. */
function explained(value: unknown, status = 400, contentType = 'application/json', kind = 'list') {
	const body = bodyOf(value);
	const from = { method: 'GET', response: kind as 'list', effect: 'read' } as const;
	return explain({ status, body, json: parseJson(String(body)), contentType, from });
}

describe('a refusal', () => {
	test('is read as far as it goes: a message, and details with a code or a field', () => {
		const error = [{ Code: 'required', field: 'limit' }, null, 7, { Code: 12, field: ['x'] }, {}];
		const details = [
			{ code: 'required', field: 'limit' },
			{ code: '12', field: '' },
		];
		expect(readRefusal({ statusCode: 400, message: 'Bad', error })).toEqual({ message: 'Bad', details });
		expect(readRefusal({ message: { a: 1 }, error: {} })).toEqual({ message: undefined, details: [] });
		for (const body of [undefined, [1, 2], 'text', null])
			expect(readRefusal(body)).toEqual({ message: undefined, details: [] });
	});

	test('gives the same advice once', () => {
		const error = ['updatedFrom', 'limit'].map((field) => ({ Code: 'required', field }));
		expect(explained({ error })).toMatchObject({
			details: ['required: updatedFrom', 'required: limit'],
			advice: ['Fill in the named field.'],
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
		const { headline } = explained(text, status, contentType, kind);
		expect(headline.includes('something other than the service')).toBe(foreign);
	});
});

test.each([
	['Title is empty', 'fill it in.', 'Title is empty: fill it in'],
	['Title has 2 faults: a, b', 'correct it.', 'Title has 2 faults: a, b. Correct it'],
	['Title is empty', 'use one: a or b.', 'Title is empty. Use one: a or b'],
	['Title is empty', undefined, 'Title is empty'],
])('%j with the remedy %j has one colon at most', (message, rule, shown) => {
	const node = {
		name: 'Cards',
		type: 'x',
		typeVersion: 1,
		id: '1',
		position: [0, 0] as [number, number],
		parameters: {},
	};
	expect(refusedBeforeCall({ node }, { parameter: 'title', message, rule }).message).toBe(shown);
});

describe('a connection that failed', () => {
	const UNREACHED = [
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EPROTO',
		'CERT_HAS_EXPIRED',
		'SELF_SIGNED_CERT_IN_CHAIN',
	];
	const UNSAFE = ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_SSL_WRONG_VERSION_NUMBER'];
	const LOST = ['EHOSTUNREACH', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT'];

	test.each([
		...[...UNREACHED, ...UNSAFE].map((code) => [code, false] as const),
		...LOST.map((code) => [code, true] as const),
	])('by %s is told in plain words; the request may have arrived: %j', (code, mayHaveArrived) => {
		for (const thrown of [{ code }, { httpCode: code }, { cause: { code } }, { errorResponse: { code } }]) {
			const failure = readConnectionFailure(thrown);
			expect(failure).toMatchObject({ message: expect.stringMatching(/^The [a-z]+ /), mayHaveArrived });
			expect(failure.message).not.toContain(code);
		}
	});

	test.each([
		[{ code: 'EWEIRD' }, 'EWEIRD'],
		[undefined, 'no answer'],
	])('in another way (%j) names its code', (thrown, code) => {
		const message = `The call to the service failed (${code})`;
		expect(readConnectionFailure(thrown)).toMatchObject({ message, mayHaveArrived: true });
	});
});
