import { gzipSync } from 'node:zlib';
import Encoding from 'encoding-japanese';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import type { FaultScript } from '../emulator';
import { testCredential } from '../support/engine/methods';
import type { NodeError } from '../support/engine/n8n';
import { CARD, CARDS, CREATE, IMAGE, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { failureOf, importing, inMemory, MAY_HAVE_ARRIVED, outputOf } from './writes/support';

/** What the service refuses is said in its words; what is no answer of the service is never taken for one. */

const world = worldPerTest();

const FOREIGN = /something other than the service/;

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

describe('a refusal', () => {
	test('has the message of the service, a line for each detail, and what to do', async () => {
		const error = ['updatedFrom', 'limit'].map((field) => ({ Code: 'invalid_value', field }));
		const message = 'The upstream said ECONNRESET and ENOENT';
		const shown = await refusal(400, { statusCode: 400, message, error });
		expect(shown.message).toBe(message);
		// The panel breaks lines where <br> stands.
		expect(shown.description).toMatch(/^invalid_value: updatedFrom<br>\ninvalid_value: limit<br>\n[A-Z]/);
		expect(shown.context?.itemIndex).toBe(0);
	});

	test('is cut where it is endless', async () => {
		const error = Array.from({ length: 3_000 }, (_, index) => ({ Code: 'required', field: `f${index}` }));
		expect(JSON.stringify(await refusal(400, { message: 'x'.repeat(1_000_000), error })).length).toBeLessThan(20_000);
	});
});

/** Whose word counts for which status is a table of test/unit/shared/http. */
describe('a firewall, a proxy or another server that answers', () => {
	test.each<[string, Partial<FaultScript>]>([
		['a page of HTML', { kind: 'html' }],
		['nothing', { kind: 'empty' }],
		["a framework's JSON", { body: { statusCode: 404, message: 'Cannot GET /', error: 'Not Found' } }],
	])('a 404 with %s does not say that a card has no picture', async (_, fault) => {
		answer(404, { ...fault, endpoint: 'E4' });
		for (const parameters of [{ ...CARDS, options: { downloadImages: ['front'] } }, IMAGE]) {
			const run = await world.run(parameters);
			expect([run.items, run.error?.httpCode]).toEqual([[], '404']);
			expect(run.error?.message).toMatch(FOREIGN);
			if (parameters !== IMAGE) expect(run.error?.description).toContain('business card c1');
		}
	});

	test.each([200, 400, 401, 403, 404])('a %d with a page is told as such, of a credential too', async (status) => {
		answer(status, { body: '\n<h1>Blocked</h1>' });
		expect(failureOf(await world.run(CARD)).message).toMatch(status === 200 ? /not complete JSON/ : FOREIGN);
		const tested = await testCredential(new BusinessCardData(), world.credential());
		expect([tested.status, tested.message]).toEqual(['Error', expect.stringMatching(FOREIGN)]);
	});
});

/** Successes that do not hold what was asked for. */
const NO_RECORDS = [
	{},
	{ message: 'Not found' },
	{ statusCode: 404, message: 'x' },
	{ error: [{ Code: 'invalid_value' }] },
];

test.each([CARD, { resource: 'person', operation: 'get', personId: 'p1' }])(
	'a success without a record is none of %j',
	async (parameters) => {
		for (const body of NO_RECORDS)
			expect((await refusal(200, body, parameters)).message).toMatch(/without the requested record/);
		world.emulator.faults.clear();
		answer(200, { body: { id: 12, headBizCard: null } });
		expect(outputOf(await world.run(parameters))).toEqual([{ id: 12, headBizCard: null }]);
	},
);

/** It would be waited out and sent again if its status said so, too. */
const ONE_TOO_MANY = { statusCode: 429, message: 'x', error: [{ Code: 'too_many_request', retry_after: 0 }] };

test.each([
	...[...NO_RECORDS.slice(1), ONE_TOO_MANY].map((body) => ['create', 201, body] as const),
	['uploadImage', 202, { data: [{ id: 'c1', language: 'Japanese' }, null] }] as const,
])('a success of %s with %d and %j may have been one, so nothing is sent again', async (operation, status, body) => {
	answer(status, { body });
	const items = [{ json: {}, binary: { data: inMemory(jpeg()) } }];
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const run = await world.run({ ...CREATE, operation }, { items, settings });
	expect(failureOf(run).description).toMatch(MAY_HAVE_ARRIVED);
	expect(world.emulator.calls).toHaveLength(1);
});

test.each([
	[201, {}],
	[200, {}],
	[204, ''],
])('a card of which %d and %j come is there and cannot be shown', async (status, body) => {
	answer(status, { body });
	expect(outputOf(await world.run(CREATE))).toEqual([{ success: true, viewable: false }]);
});

test.each([true, '', [2], {}, 1.5, '0x2', null])('%j is no status of an import', async (importStatus) => {
	const { message } = await refusal(200, { importStatus }, importing('getStatus', { importId: 'i' }));
	expect(message).toMatch(/without the status/);
});

describe('a body without an end', () => {
	const MB = 1024 * 1024;
	/** What a connection holds that nobody has read. */
	const UNREAD = 20 * MB;

	beforeEach(() => world.emulator.faults.add({ kind: 'endless', times: Infinity }));

	test.each<[number, INodeParameters]>([
		[100, CARD],
		[100, CARDS],
		[100, { resource: 'user', operation: 'getAll', output: 'file', binaryPropertyName: 'data' }],
		[100, importing('getStatus', { importId: 'i' })],
		[20, IMAGE],
	])('is an error in words after %d MB, and is not asked for again: %j', async (megabytes, parameters) => {
		const error = failureOf(await world.run(parameters));
		expect([error.name, error.message]).toEqual(['NodeApiError', expect.stringContaining(`${megabytes} MB`)]);
		const sent = world.emulator.calls.map(({ answerBytes }) => answerBytes <= megabytes * MB + UNREAD);
		expect(sent).toEqual([true]);
	});

	test('of a write says that it may have arrived', async () => {
		const error = failureOf(await world.run(CREATE));
		expect([error.message, error.description]).toEqual([
			expect.stringContaining('100 MB'),
			expect.stringMatching(MAY_HAVE_ARRIVED),
		]);
	});

	test('fails the test of a credential', async () => {
		const { status, message } = await testCredential(new BusinessCardData(), world.credential());
		expect([status, message]).toEqual(['Error', expect.stringContaining('100 MB')]);
	});
});

test('a small body that becomes a large one when it is decompressed is cut off like any other', async () => {
	const body = gzipSync(Buffer.alloc(21 * 1024 * 1024));
	answer(200, { body, headers: { 'content-encoding': 'gzip', 'content-type': 'image/jpeg' } });
	expect(failureOf(await world.run(IMAGE)).message).toContain('20 MB');
});

test('a 407 names the proxy, whatever its body says, and a write has not arrived', async () => {
	for (const fault of [{ body: { message: 'Bad Request', error: [] } }, { kind: 'html' }, { kind: 'empty' }] as const) {
		for (const parameters of [CARD, CARDS, IMAGE, CREATE]) {
			world.emulator.faults.clear();
			answer(407, fault);
			const error = failureOf(await world.run(parameters));
			expect([error.httpCode, error.message]).toEqual(['407', expect.stringMatching(/proxy.*user name and password/)]);
			expect(error.description).not.toMatch(MAY_HAVE_ARRIVED);
		}
		const tested = await testCredential(new BusinessCardData(), world.credential());
		expect(tested.message).toMatch(/proxy/);
	}
});

describe('text', () => {
	const NAME = '髙橋 花子';
	const sjis = (text: string) =>
		Buffer.from(Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' }));
	const card = JSON.stringify({ id: 'c1', lastName: NAME });
	const row = `,D1,${NAME},,,,\r\n`;
	const DEPARTMENTS = { resource: 'department', operation: 'getAll' };

	/** The encoding that an answer is in, the one that it claims, and whether it is read. */
	test.each<[string, string, boolean, INodeParameters, Buffer]>([
		['UTF-8', 'application/json; charset="utf-8"', true, CARD, Buffer.from(`\uFEFF${card}`)],
		['UTF-8', 'application/json; charset=ISO-8859-1', true, CARD, Buffer.from(card)],
		['Shift_JIS', 'application/json', false, CARD, sjis(card)],
		['UTF-8', 'application/json; charset=Shift_JIS', false, CARD, Buffer.from(card)],
		['Shift_JIS', 'text/csv', true, DEPARTMENTS, sjis(row)],
		['UTF-8', 'text/csv; charset=UTF-8', true, DEPARTMENTS, Buffer.from(row)],
		['Shift_JIS', 'text/csv; charset=utf-8', false, DEPARTMENTS, sjis(row)],
		['EUC-JP', 'text/csv; charset=euc-jp', false, DEPARTMENTS, Buffer.from('2c44312cb1c4b6c8c9f42c2c2c2c0d0a', 'hex')],
		['UTF-16', 'text/csv; charset=utf-16le', false, DEPARTMENTS, Buffer.from(row, 'utf16le')],
	])('in %s that claims %s is read: %p', async (_encoding, contentType, isRead, parameters, body) => {
		answer(200, { body, headers: { 'content-type': contentType } });
		const run = await world.run(parameters);
		if (!isRead) return expect([run.items, run.error?.name]).toEqual([[], 'NodeApiError']);
		const [record = {}] = outputOf(run) as IDataObject[];
		expect(record.lastName ?? record.DepartmentName).toBe(NAME);
	});
});
