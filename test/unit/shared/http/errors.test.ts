import { NodeApiError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import { hasCode, namesField, noUsableResponse, parseJson, readRefusal, refusedByService } from '../../../../nodes/shared';

/** Errors as a person reads them; test/engine has them whole: errors, refusals, secrets and faults. */

const NODE: INode = { id: '1', name: 'Card', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const PLACE = { node: NODE, itemIndex: 3 };
const CREDENTIAL = {
	baseUrl: 'https://cards.example.com',
	apiKey: 'abcdefghijABCDEFGHIJ0123456789xy',
	appId: 'PartnerApp01',
};

/** What is read of a refusal with such a body. */
function refusalOf(value: unknown, status = 400): ReturnType<typeof readRefusal> {
	return readRefusal(status, parseJson(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))));
}

/** The error that it becomes. */
function errorOf(value: unknown, status?: number): NodeApiError {
	return refusedByService(PLACE, refusalOf(value, status), CREDENTIAL);
}

const DETAILS = [
	{ Code: 'required', field: 'updatedFrom' },
	{ Code: 'invalid_value', field: 'limit' },
];

describe('a refusal', () => {
	test('is read with message and details', () => {
		const refusal = refusalOf({ statusCode: 400, message: 'Bad', error: [{ Code: 'required', field: 'limit' }, { Code: 'conflict' }] });
		expect(refusal).toEqual({
			status: 400,
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
	])('without a readable body (%s) has its status and nothing else', (_, content) => {
		expect(refusalOf(content, 503)).toEqual({ status: 503, message: undefined, details: [] });
	});

	test('with values of the wrong kind is read as far as it goes', () => {
		expect(refusalOf({ message: { a: 1 }, error: [null, 7, { Code: 12, field: ['x'] }, {}] })).toEqual({
			status: 400,
			message: undefined,
			details: [{ code: '12', field: '' }],
		});
	});

	test('gives the same advice once', () => {
		const { description } = errorOf({ error: DETAILS.map(({ field }) => ({ Code: 'required', field })) });
		expect(description?.split('\n')).toHaveLength(3);
	});

	test.each([400, 401, 403, 404, 409, 415, 429, 500, 503, 418])(
		'%d without a body is a sentence with the status, and advice',
		(status) => {
			const error = errorOf('', status);
			expect(error.message).toMatch(new RegExp(`^[A-Z].*${status}`));
			expect(error.description).toMatch(/^[A-Z].*\.$/s);
		},
	);

	test('never repeats a secret', () => {
		const { apiKey, appId } = CREDENTIAL;
		const error = errorOf({ message: `key ${apiKey}`, error: [{ Code: appId, field: apiKey }] });
		const text = `${error.message} ${error.description} ${error.stack} ${JSON.stringify(error)}`;
		for (const secret of [apiKey, appId]) expect(text).not.toContain(secret);
	});
});

describe('a call without a usable answer', () => {
	test.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'CERT_HAS_EXPIRED'])(
		'%s is told in plain words',
		(code) => {
			const error = noUsableResponse(PLACE, { code });
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error.message).toMatch(/^[A-Z][a-z]/);
			expect(error.message).not.toContain(code);
			expect(error.description).toMatch(/\.$/);
		},
	);

	test('of an unknown kind names the code', () => {
		expect(noUsableResponse(PLACE, { code: 'EWEIRD' }).message).toContain('EWEIRD');
	});

	test('carries the advice that it is given', () => {
		expect(noUsableResponse(PLACE, { code: 'ECONNRESET', advice: 'Look there first.' }).description).toBe('Look there first.');
	});
});
