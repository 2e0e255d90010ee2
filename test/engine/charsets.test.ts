import Encoding from 'encoding-japanese';
import type { FaultScript } from '../emulator';
import { leapOverPauses } from '../support/engine/leapClock';
import { worldPerTest } from '../support/engine/world';
import { failureOf, MAY_HAVE_ARRIVED, outputOf } from './writes/support';

/** Text is text: an answer that is not in the charset it claims is an error, and never holds replacement characters. */

leapOverPauses();
const world = worldPerTest();

const NAME = '髙橋 花子';

function encoded(text: string, to: 'SJIS' | 'EUCJP' | 'JIS'): Buffer {
	return Buffer.from(Encoding.convert(Encoding.stringToCode(text), { to, from: 'UNICODE' }));
}

function inShiftJis(text: string): Buffer {
	return encoded(text, 'SJIS');
}

function answer(body: Buffer, contentType: string): FaultScript {
	return { kind: 'status', status: 200, body, headers: { 'content-type': contentType }, times: Infinity };
}

const ANOTHER_ENCODING = 'The service sent text in another encoding than it states';

const GET = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CARDS = { resource: 'businessCard', operation: 'search' };
const USERS = { resource: 'user', operation: 'getAll' };
const CARD = JSON.stringify({ id: 'c1', lastName: NAME });
const LIST = JSON.stringify({ hasMore: false, data: [{ id: 'c1', lastName: NAME }] });

describe('JSON', () => {
	test.each([
		['no charset', Buffer.from(CARD), 'application/json'],
		['UTF-8', Buffer.from(CARD), 'application/json; charset=UTF-8'],
		['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${CARD}`), 'application/json; charset="utf-8"'],
		['single bytes, and is UTF-8', Buffer.from(CARD), 'application/json; charset=ISO-8859-1'],
		['a charset that nobody knows, and is UTF-8', Buffer.from(CARD), 'application/json; charset=none'],
	])('that claims %s is read', async (_, body, contentType) => {
		world.emulator.faults.add(answer(body, contentType));
		expect(outputOf(await world.run(GET))).toEqual([{ id: 'c1', lastName: NAME }]);
	});

	test.each([
		['no charset, and is Shift_JIS', GET, inShiftJis(CARD), 'application/json'],
		['UTF-8, and is Shift_JIS', GET, inShiftJis(CARD), 'application/json; charset=utf-8'],
		['UTF-8, a list, and is Shift_JIS', CARDS, inShiftJis(LIST), 'application/json; charset=utf-8'],
		['UTF-8, and has a byte of something else', GET, Buffer.concat([Buffer.from('{"id":"c1","x":"'), Buffer.from([0xff]), Buffer.from('"}')]), 'application/json'],
		['Shift_JIS, and is UTF-8', GET, Buffer.from(CARD), 'application/json; charset=Shift_JIS'],
		['Shift_JIS, and is, which the service has nowhere', GET, inShiftJis(CARD), 'application/json; charset=Shift_JIS'],
	])('that claims %s is an error', async (_, parameters, body, contentType) => {
		world.emulator.faults.add(answer(body, contentType));
		const run = await world.run(parameters);
		expect([run.items, failureOf(run).message]).toEqual([[], ANOTHER_ENCODING]);
	});

	test('of a 400 that is not UTF-8 is not the documented body', async () => {
		const body = inShiftJis(JSON.stringify({ statusCode: 400, message: NAME, error: [] }));
		world.emulator.faults.add({ ...answer(body, 'application/json'), status: 400 });
		expect(failureOf(await world.run(GET)).message).toBe('The response came from something other than the service (status 400)');
	});

	test('of a card that was created and is not UTF-8 says that the card may be there', async () => {
		world.emulator.faults.add({ ...answer(inShiftJis(CARD), 'application/json'), status: 201 });
		const error = failureOf(await world.run({ resource: 'businessCard', operation: 'create', lastName: 'x' }));
		expect(error.message).toBe('The service accepted the card, but its response cannot be read');
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

describe('CSV', () => {
	const DEPARTMENTS = { ...USERS, resource: 'department' };
	/** In every Japanese charset; its UTF-8 is valid Shift_JIS, too. */
	const SALES = '営業';
	const row = (name: string) => `,D1,${name},,,,\r\n`;

	test.each([
		['nothing', inShiftJis(row(NAME)), 'text/csv', NAME],
		['Shift_JIS, and is', inShiftJis(row(NAME)), 'text/csv; charset=Shift_JIS', NAME],
		['UTF-8, and is', Buffer.from(row(NAME)), 'text/csv; charset=UTF-8', NAME],
		['Shift_JIS by a name of its own, and is', inShiftJis(row(NAME)), 'text/csv; charset=MS932', NAME],
	])('that claims %s is read', async (_, body, contentType, name) => {
		world.emulator.faults.add(answer(body, contentType));
		expect(outputOf(await world.run(DEPARTMENTS))).toMatchObject([{ DepartmentId: 'D1', DepartmentName: name }]);
	});

	test.each([
		['EUC-JP, and is', encoded(row(SALES), 'EUCJP'), 'text/csv; charset=EUC-JP'],
		['UTF-16, and is', Buffer.from(row(NAME), 'utf16le'), 'text/csv; charset=utf-16le'],
		['Shift_JIS, and is EUC-JP', encoded(row(`${SALES}課`), 'EUCJP'), 'text/csv; charset=EUC-JP'],
		['UTF-8, and is Shift_JIS', inShiftJis(row(NAME)), 'text/csv; charset=utf-8'],
	])('that claims %s is an error, as items and as a file', async (_, body, contentType) => {
		for (const output of ['items', 'file']) {
			world.emulator.faults.add(answer(body, contentType));
			const run = await world.run({ ...DEPARTMENTS, output, binaryPropertyName: 'data' });
			expect([run.items, failureOf(run).message]).toEqual([[], ANOTHER_ENCODING]);
		}
	});

	test('that claims nothing and is ISO-2022-JP is an error, and not its escape sequences', async () => {
		world.emulator.faults.add(answer(encoded(row(SALES), 'JIS'), 'text/csv'));
		const run = await world.run(DEPARTMENTS);
		expect([run.items, failureOf(run).message]).toEqual([[], expect.stringMatching(/^The CSV contains escape sequences/)]);
	});

	test('is handed on byte for byte as a file, whatever it claims', async () => {
		const bytes = inShiftJis(row(NAME));
		world.emulator.faults.add(answer(bytes, 'text/csv; charset=Shift_JIS'));
		const { items } = await world.run({ ...DEPARTMENTS, output: 'file', binaryPropertyName: 'data' });
		expect(Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64')).toEqual(bytes);
	});
});
