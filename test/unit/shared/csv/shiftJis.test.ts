import { convert } from 'encoding-japanese';
import { encodeText, unencodable } from '../../../../nodes/shared/csv/encoding';

const problemOf = (text: string) => unencodable(text, 'sjis');
const encode = (text: string) => encodeText(text, 'sjis');
const decode = (bytes: Uint8Array) => new TextDecoder('shift_jis').decode(bytes);

test.each([
	['𠮷野家', "contains '𠮷', which Shift JIS cannot encode"],
	['é', "contains 'é', which Shift JIS cannot encode"],
	['寿司🍣', "contains '🍣', which Shift JIS cannot encode"],
	['¥', "contains '¥', which Shift JIS cannot encode; use '￥' instead"],
	['\u00a0', 'contains an invisible character (U+00A0), which Shift JIS cannot encode'],
	['김', "contains '김', which Shift JIS cannot encode"],
	['か\u3099', 'contains a combining character (U+3099), which Shift JIS cannot encode'],
	['\ud842', 'contains half of a character, which Shift JIS cannot encode'],
	['1〜2', "contains '〜', which Shift JIS cannot encode; use '～' instead"],
	['−1', "contains '−', which Shift JIS cannot encode; use '－' instead"],
])('%j is refused', (text, problem) => {
	expect(problemOf(text)).toBe(problem);
	expect(() => encode(text)).toThrow(`The text ${problem}`);
});

/** The platform's decoder exchanges some of these, so that they cannot be compared. */
const isAsciiControl = (character: string) => character < ' ' || character === '\u007f';

test('every character of the basic plane either comes back as it was or is refused', () => {
	const all = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
	const held = all.filter((character) => !isAsciiControl(character) && problemOf(character) === undefined);
	expect([...decode(encode(held.join('')))]).toEqual(held);
	expect(held.length).toBeGreaterThan(7_000);
});

test('the bytes are those of another implementation, wherever that gives the character back', () => {
	const all = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code + 1));
	const theirs = (character: string) =>
		convert([character.charCodeAt(0)], { to: 'SJIS', from: 'UNICODE', type: 'array' });
	const held = all.filter((character) => decode(Uint8Array.from(theirs(character))) === character);
	expect(held.length).toBeGreaterThan(7_000);
	expect(held.filter((character) => problemOf(character) !== undefined)).toEqual([]);
	// What NEC chose of IBM's characters stands twice: Windows writes it as IBM does, that library as NEC does.
	const ofNec = (character: string) => [0xed, 0xee].includes(theirs(character)[0] ?? 0);
	const differing = held.filter(
		(character) => !ofNec(character) && !encode(character).equals(Buffer.from(theirs(character))),
	);
	expect(differing).toEqual([]);
	expect(encode('髙﨑').toString('hex')).toBe('fbfcfab1');
});
