import fc from 'fast-check';
import { ShiftJisEncoder } from '../../../../nodes/shared/csv/shiftJis';
import { anyCharacter } from '../../../anyCharacter';
import { seedOf, timesOf } from '../../../seed';

const encoder = new ShiftJisEncoder();
const decode = (bytes: Uint8Array) => new TextDecoder('shift_jis', { fatal: true }).decode(bytes);

test.each([
	'髙橋',
	'㈱ワークス①Ⅲ',
	'ｱｲｳ',
	'営業部\n2課',
	'a\\~b"',
	'～－∥￠￡￢',
	'表ソ能',
	'山﨑 彅 神﨑',
	'',
	'?',
])('%j is encoded and comes back', (text) => {
	expect(encoder.problem(text)).toBeUndefined();
	expect(decode(encoder.encode(text))).toBe(text);
});

test.each([
	['𠮷野家', "contains '𠮷', which Shift_JIS cannot encode"],
	['é', "contains 'é', which Shift_JIS cannot encode"],
	['寿司🍣', "contains '🍣', which Shift_JIS cannot encode"],
	['¥', "contains '¥', which Shift_JIS cannot encode"],
	['\u00a0', 'contains an invisible character (U+00A0), which Shift_JIS cannot encode'],
	['김', "contains '김', which Shift_JIS cannot encode"],
	['か\u3099', 'contains a combining character (U+3099), which Shift_JIS cannot encode'],
	['\ud842', 'contains an invisible character (U+D842), which Shift_JIS cannot encode'],
	['1〜2', "contains '〜', which Shift_JIS cannot encode; '～' can replace it"],
	['−1', "contains '−', which Shift_JIS cannot encode; '－' can replace it"],
])('%j is refused', (text, problem) => {
	expect(encoder.problem(text)).toBe(problem);
	expect(() => encoder.encode(text)).toThrow(`The text ${problem}`);
});

/** The platform's decoder exchanges some of these, so that they cannot be compared. */
const isAsciiControl = (character: string) => character < ' ' || character === '\u007f';

test('every character of the basic plane either comes back as it was or is refused', () => {
	const all = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
	const held = all.filter((character) => !isAsciiControl(character) && encoder.problem(character) === undefined);
	expect([...decode(encoder.encode(held.join('')))]).toEqual(held);
	expect(held.length).toBeGreaterThan(7_000);
});

test('any text without a problem comes back', () => {
	const unit = fc.oneof(
		fc.constantFrom(...'髙橋営業部ソ表ｱｶﾞ、。～①"\\,; \n?'),
		anyCharacter,
	);
	fc.assert(
		fc.property(fc.array(unit), (units) => {
			const text = units
				.filter((one) => encoder.problem(one) === undefined)
				.filter((one) => one === '\n' || !isAsciiControl(one))
				.join('');
			expect(decode(encoder.encode(text))).toBe(text);
		}),
		{ seed: seedOf(), numRuns: timesOf(100) },
	);
});
