import Encoding from 'encoding-japanese';
import { charsetProblem, inUtf8 } from '../../nodes/shared/answerCharset';
import type { FaultScript } from '../emulator';
import { leapOverPauses } from './harness/leapClock';
import { worldPerTest } from './harness/world';
import { failureOf, MAY_HAVE_ARRIVED, outputOf } from './writes/support';

/** Text is text: an answer that is not in the charset it claims is an error, and never holds replacement characters. */

leapOverPauses();
const world = worldPerTest();

const NAME = '髙橋 花子';

function inShiftJis(text: string): Buffer {
	return Buffer.from(Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' }));
}

function answer(body: Buffer, contentType: string): FaultScript {
	return { kind: 'status', status: 200, body, headers: { 'content-type': contentType }, times: Infinity };
}

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
		['Shift_JIS, and is', inShiftJis(CARD), 'application/json; charset=Shift_JIS'],
		['UTF-16, and is', Buffer.from(CARD, 'utf16le'), 'application/json; charset=utf-16le'],
		['single bytes, and is UTF-8', Buffer.from(CARD), 'application/json; charset=ISO-8859-1'],
		['a charset that nobody knows, and is UTF-8', Buffer.from(CARD), 'application/json; charset=none'],
	])('that claims %s is read', async (_, body, contentType) => {
		world.emulator.faults.add(answer(body, contentType));
		expect(outputOf(await world.run(GET))).toEqual([{ id: 'c1', lastName: NAME }]);
	});

	test.each([
		['no charset, and is Shift_JIS', GET, inShiftJis(CARD), 'application/json', 'UTF-8'],
		['UTF-8, and is Shift_JIS', GET, inShiftJis(CARD), 'application/json; charset=utf-8', 'UTF-8'],
		['UTF-8, a list, and is Shift_JIS', CARDS, inShiftJis(LIST), 'application/json; charset=utf-8', 'UTF-8'],
		['UTF-8, and has a byte of something else', GET, Buffer.concat([Buffer.from('{"id":"c1","x":"'), Buffer.from([0xff]), Buffer.from('"}')]), 'application/json', 'UTF-8'],
		['Shift_JIS, and is UTF-8', GET, Buffer.from(CARD), 'application/json; charset=Shift_JIS', 'SHIFT_JIS'],
	])('that claims %s is an error', async (_, parameters, body, contentType, charset) => {
		world.emulator.faults.add(answer(body, contentType));
		const error = failureOf(await world.run(parameters));
		expect(error.message).toBe(
			`The service gave an answer that is not the text it claims to be: its bytes are not valid ${charset}`,
		);
	});

	test('of a refusal that is not UTF-8 is a refusal without words', async () => {
		const body = inShiftJis(JSON.stringify({ statusCode: 400, message: NAME, error: [] }));
		world.emulator.faults.add({ ...answer(body, 'application/json'), status: 400 });
		expect(failureOf(await world.run(GET)).message).toBe('The service did not accept the request (status 400)');
	});

	test('of a card that was created and is not UTF-8 says that the card may be there', async () => {
		world.emulator.faults.add({ ...answer(inShiftJis(CARD), 'application/json'), status: 201 });
		const error = failureOf(await world.run({ resource: 'businessCard', operation: 'create', lastName: 'x' }));
		expect(error.message).toBe('The service took the card but gave an answer that cannot be read');
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

describe('CSV', () => {
	const ROW = `,D1,${NAME},,,,\r\n`;
	const DEPARTMENTS = { ...USERS, resource: 'department' };

	test.each([
		['nothing', inShiftJis(ROW), 'text/csv'],
		['Shift_JIS, and is', inShiftJis(ROW), 'text/csv; charset=Shift_JIS'],
		['UTF-8, and is', Buffer.from(ROW), 'text/csv; charset=UTF-8'],
	])('that claims %s is read', async (_, body, contentType) => {
		world.emulator.faults.add(answer(body, contentType));
		expect(outputOf(await world.run(DEPARTMENTS))).toMatchObject([{ DepartmentId: 'D1', DepartmentName: NAME }]);
	});

	test.each(['items', 'file'])('that claims UTF-8 and is Shift_JIS is an error, as %s', async (output) => {
		world.emulator.faults.add(answer(inShiftJis(ROW), 'text/csv; charset=utf-8'));
		const error = failureOf(await world.run({ ...DEPARTMENTS, output, binaryPropertyName: 'data' }));
		expect(error.message).toMatch(/its bytes are not valid UTF-8$/);
	});

	test('is handed on byte for byte as a file, whatever it claims', async () => {
		const bytes = inShiftJis(ROW);
		world.emulator.faults.add(answer(bytes, 'text/csv; charset=Shift_JIS'));
		const { items } = await world.run({ ...DEPARTMENTS, output: 'file', binaryPropertyName: 'data' });
		expect(Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64')).toEqual(bytes);
	});
});

test('bytes that fulfil no claim stay as they are, to be refused', () => {
	const bytes = Buffer.from([0x81, 0x20]);
	expect(inUtf8(bytes, 'application/json; charset=shift_jis')).toBe(bytes);
	expect(charsetProblem(bytes, 'text/csv', true)).toBeUndefined();
	expect(charsetProblem(bytes, 'text/csv', false)).toMatch(/not valid UTF-8/);
});
