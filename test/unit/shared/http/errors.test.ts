import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import {
	hasCode,
	namesField,
	noUsableResponse,
	parseJson,
	passableThroughRouting,
	readRefusal,
	refusedBeforeCall,
	refusedByService,
} from '../../../../nodes/shared';

/** Errors as a person reads them. */

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

	test('becomes an error with message, a line for each detail, advice, status and item', () => {
		const error = errorOf({ message: 'Bad', error: DETAILS });
		expect(error).toBeInstanceOf(NodeApiError);
		expect([error.message, error.httpCode, error.context.itemIndex]).toEqual(['Bad', '400', 3]);
		expect(error.description?.split('\n').slice(0, 2)).toEqual(['required: updatedFrom', 'invalid_value: limit']);
		expect(error.description?.split('\n').length).toBe(4);
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

	test.each(['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT'])('whose message contains %s keeps its message', (code) => {
		expect(errorOf({ message: `It said ${code} to me` }).message).toBe(`It said ${code} to me`);
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

describe('what is refused before a call', () => {
	const objection = { parameter: 'limit', message: 'limit is 0', rule: 'it must be at least 1.' };

	test('names parameter, rule and item', () => {
		const error = refusedBeforeCall(PLACE, objection);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('limit is 0: it must be at least 1');
		expect(error.description).toMatch(/Nothing was sent.*'limit'.*item 3/);
		expect(error.context).toMatchObject({ itemIndex: 3, parameter: 'limit' });
	});

	test("passes n8n's routing engine with name, text and place", () => {
		const error = passableThroughRouting(refusedBeforeCall(PLACE, objection));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toBe('limit is 0: it must be at least 1');
		expect(error.description).toMatch(/'limit'/);
		expect(error.context).toMatchObject({ itemIndex: 3, parameter: 'limit' });
	});
});
