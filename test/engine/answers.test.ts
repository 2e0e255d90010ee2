import Encoding from 'encoding-japanese';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import type { FaultScript } from '../emulator';
import { testCredential, type NodeError } from '../support/engine/n8n';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { failureOf, importing, inMemory, MAY_HAVE_ARRIVED, outputOf } from './writes/support';

/** What the service refuses is said in its words; what is no answer of the service is never taken for one. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };
const CREATE: INodeParameters = { resource: 'businessCard', operation: 'create', lastName: '髙橋' };

beforeEach(() => void world.emulator.addCard({ id: 'c1' }));

function answer(status: number, fault: Partial<FaultScript> = {}): void {
	world.emulator.faults.add({ kind: 'status', status, times: Infinity, ...fault });
}

async function refusal(status: number, body: unknown, parameters = CARD): Promise<NodeError> {
	answer(status, { body });
	const run = await world.run(parameters);
	expect([run.items, run.error?.name]).toEqual([[], 'NodeApiError']);
	if (status >= 400) expect(run.error?.httpCode).toBe(String(status));
	return failureOf(run);
}

/** The lines of a description, which the panel breaks where `<br>` stands. */
function linesOf({ description }: NodeError): string[] {
	return (description ?? '').split(/(?:<br>)?\n/);
}

describe('a refusal', () => {
	test('has the message of the service, a line for each detail, and what to do', async () => {
		const error = ['updatedFrom', 'limit'].map((field) => ({ Code: 'invalid_value', field }));
		const message = 'The upstream said ECONNRESET and ENOENT';
		const shown = await refusal(400, { statusCode: 400, message, error });
		expect(shown.message).toBe(message);
		expect(linesOf(shown)).toEqual(['invalid_value: updatedFrom', 'invalid_value: limit', expect.stringMatching(/./)]);
		expect(shown.context?.itemIndex).toBe(0);
	});

	test('is cut where it is endless', async () => {
		const error = Array.from({ length: 3_000 }, (_, index) => ({ Code: 'required', field: `f${index}` }));
		expect(JSON.stringify(await refusal(400, { message: 'x'.repeat(1_000_000), error })).length).toBeLessThan(20_000);
	});

	test('of the second page of a list gives the error and no half of a list', async () => {
		for (let index = 0; index < 400; index += 1) world.emulator.addCard();
		answer(403, { skip: 1 });
		const run = await world.run({ ...CARDS, returnAll: true });
		expect([run.items, run.error?.httpCode]).toEqual([[], '403']);
	});
});

/** Whose word counts for which status is a table of test/unit/shared/http. */
describe('a firewall, a proxy or another server that answers', () => {
	test.each<[string, Partial<FaultScript>]>([
		['a page of HTML', { kind: 'html' }],
		['nothing', { kind: 'empty' }],
		["a framework's JSON", { body: { statusCode: 404, message: 'Cannot GET /', error: 'Not Found' } }],
	])('a 404 with %s does not say that a card has no picture', async (_, fault) => {
		world.emulator.setImage('c1', 'front', jpeg(1));
		answer(404, { ...fault, endpoint: 'E4' });
		for (const parameters of [{ ...CARDS, options: { downloadImages: ['front'] } }, IMAGE]) {
			const run = await world.run(parameters);
			expect([run.items, run.error?.httpCode]).toEqual([[], '404']);
			expect(run.error?.message).toMatch(/something other than the service/);
		}
	});

	test.each([200, 400, 401, 403, 404])(
		'a %d with a page is said to come from something else, of a credential too',
		async (status) => {
			answer(status, { body: '\n<h1>Blocked</h1>' });
			expect(failureOf(await world.run(CARD)).message).toMatch(
				status === 200 ? /not complete JSON/ : /something other than the service/,
			);
			const message: unknown = expect.stringMatching(/something other than the service/);
			expect(await testCredential(new BusinessCardData(), world.credential())).toEqual({ status: 'Error', message });
		},
	);
});

describe('a success that does not hold what was asked for', () => {
	const NO_RECORDS = [
		{},
		{ message: 'Not found' },
		{ statusCode: 404, message: 'x' },
		{ error: [{ Code: 'invalid_value' }] },
	];

	/** It would be waited out and sent again if its status said so, too. */
	const ONE_TOO_MANY = { statusCode: 429, message: 'x', error: [{ Code: 'too_many_request', retry_after: 0 }] };

	test.each([CARD, { resource: 'person', operation: 'get', personId: 'p1' }])(
		'is no record of %j',
		async (parameters) => {
			for (const body of NO_RECORDS)
				expect((await refusal(200, body, parameters)).message).toMatch(/without the requested record/);
			world.emulator.faults.clear();
			answer(200, { body: { id: 12, headBizCard: null } });
			expect(outputOf(await world.run(parameters))).toEqual([{ id: 12, headBizCard: null }]);
		},
	);

	test('leaves open whether a card was created or a picture taken, and nothing is sent again', async () => {
		const items = [{ json: {}, binary: { data: inMemory(jpeg()) } }];
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const writes: ReadonlyArray<readonly [INodeParameters, number, unknown]> = [
			...[...NO_RECORDS.slice(1), ONE_TOO_MANY].map((body) => [CREATE, 201, body] as const),
			[{ resource: 'businessCard', operation: 'uploadImage' }, 202, { data: [{ id: 'c1', language: 'Japanese' }, null] }],
		];
		for (const [parameters, status, body] of writes) {
			answer(status, { body });
			expect(failureOf(await world.run(parameters, { items, settings })).description).toMatch(MAY_HAVE_ARRIVED);
			world.emulator.faults.clear();
		}
		expect(world.emulator.calls).toHaveLength(writes.length);
	});

	test.each([
		[201, {}],
		[200, {}],
		[204, ''],
	])('of a card with %d and %j says that the card is there and cannot be shown', async (status, body) => {
		answer(status, { body });
		expect(outputOf(await world.run(CREATE))).toEqual([{ success: true, viewable: false }]);
	});

	test.each([true, '', [2], {}, 1.5, '0x2', null])('has no status of an import in %j', async (importStatus) => {
		expect((await refusal(200, { importStatus }, importing('getStatus', { importId: 'i' }))).message).toMatch(
			/without the status/,
		);
	});
});

describe('text', () => {
	const NAME = '髙橋 花子';
	const sjis = (text: string) =>
		Buffer.from(Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' }));
	const card = JSON.stringify({ id: 'c1', lastName: NAME });
	const row = `,D1,${NAME},,,,\r\n`;
	const DEPARTMENTS = { resource: 'department', operation: 'getAll' };

	/** Answers with the encoding that they are in, the one that they claim, and whether they are read. */
	const ANSWERS: ReadonlyArray<readonly [INodeParameters, string, Buffer, string, boolean]> = [
		[CARD, 'UTF-8', Buffer.from(`\uFEFF${card}`), 'application/json; charset="utf-8"', true],
		[CARD, 'UTF-8', Buffer.from(card), 'application/json; charset=ISO-8859-1', true],
		[CARD, 'Shift_JIS', sjis(card), 'application/json', false],
		[CARD, 'UTF-8', Buffer.from(card), 'application/json; charset=Shift_JIS', false],
		[DEPARTMENTS, 'Shift_JIS', sjis(row), 'text/csv', true],
		[DEPARTMENTS, 'UTF-8', Buffer.from(row), 'text/csv; charset=UTF-8', true],
		[DEPARTMENTS, 'Shift_JIS', sjis(row), 'text/csv; charset=utf-8', false],
		[DEPARTMENTS, 'EUC-JP', Buffer.from('2c44312cb1c4b6c8c9f42c2c2c2c0d0a', 'hex'), 'text/csv; charset=euc-jp', false],
		[DEPARTMENTS, 'UTF-16', Buffer.from(row, 'utf16le'), 'text/csv; charset=utf-16le', false],
	];

	test.each(
		ANSWERS.map(([parameters, encoding, body, claim, isRead]) => [encoding, claim, isRead, parameters, body] as const),
	)('in %s that claims %s is read: %p', async (_encoding, contentType, isRead, parameters, body) => {
		answer(200, { body, headers: { 'content-type': contentType } });
		const run = await world.run(parameters);
		if (!isRead) return expect([run.items, run.error?.name]).toEqual([[], 'NodeApiError']);
		const [record = {}] = outputOf(run) as IDataObject[];
		expect(record.lastName ?? record.DepartmentName).toBe(NAME);
	});
});
