import { gzipSync } from 'node:zlib';
import { csvFileProblem, MAX_CSV_BYTES } from '../../../../nodes/shared/csv/file';
import { jpeg } from '../../../support/jpeg';

/** Files that are not what they claim to be. */

const ROWS = 'd1,,営業部,,,,\r\nd2,,髙橋,エイギョウ,,2,\r\n';
const ASCII = 'd1,,Sales,,,,\r\n';

/** 髙 is in code page 932 alone. */
const SHIFT_JIS = Buffer.concat([Buffer.from('d1,,'), Buffer.from([0xfb, 0xfc, 0x8b, 0xb4]), Buffer.from(',,,,\r\n')]);
const utf16 = Buffer.from(`\ufeff${ROWS}`, 'utf16le');
const zip = Buffer.concat([
	Buffer.from('PK\x03\x04', 'latin1'),
	Buffer.alloc(26, 1),
	Buffer.from('[Content_Types].xml'),
]);

/** Files that are no text in either encoding, by what is said of them. */
const NO_TEXT: ReadonlyArray<readonly [name: string, bytes: Buffer | string, said: RegExp]> = [
	['a workbook', zip, /not a CSV but seems to be an Excel workbook \(xlsx\) or another zip file/],
	[
		'an old workbook',
		Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500)]),
		/an old Excel workbook \(xls\)/,
	],
	['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'), /a PDF/],
	['a PDF behind a byte order mark', '\ufeff%PDF-1.7\n', /a PDF/],
	['a gzip file', gzipSync(ROWS), /a compressed file/],
	['a JPEG', jpeg(), /a JPEG image/],
	['JSON', '[\n  { "DepartmentName": "x" }\n]', /JSON/],
	['an RTF document', '{\\rtf1\\ansi x}', /an RTF document/],
	['a web page', '\ufeff<!DOCTYPE html><table><tr><td>d1</td></tr></table>', /a web page or other markup/],
	['UTF-16', utf16, /UTF-16 text/],
	['UTF-16, big end first', Buffer.from(utf16).swap16(), /UTF-16 text/],
	['UTF-16 without a mark', utf16.subarray(2), /contains NUL bytes, so it may be UTF-16/],
	['a NUL at the very end', `${ASCII.repeat(50_000)}\0`, /contains NUL bytes/],
	['ISO-2022-JP, which is ASCII byte by byte', 'd1,,\x1b$B1D6HIt\x1b(B,,,,\r\n', /may be ISO-2022-JP/],
];

describe.each(['utf8', 'sjis'] as const)('with encoding %s', (encoding) => {
	it.each(NO_TEXT)('refuses %s', (_name, bytes, said) => {
		expect(csvFileProblem(Buffer.from(bytes), encoding)?.message).toMatch(said);
	});

	it('takes ASCII, which is the same in both', () => {
		expect(csvFileProblem(Buffer.from(ASCII), encoding)).toBeUndefined();
	});
});

it.each<[string, Buffer | string]>([
	['Shift JIS at its end', Buffer.concat([Buffer.from(ASCII.repeat(3)), SHIFT_JIS])],
	['a wrong first byte', Buffer.concat([Buffer.from([0xff]), Buffer.from(ROWS)])],
	['a wrong last byte', Buffer.concat([Buffer.from(ROWS), Buffer.from([0xe9])])],
	['a character that is cut off', Buffer.from(ROWS).subarray(0, 11)],
])('is not UTF-8 with %s', (_name, bytes) => {
	expect(csvFileProblem(Buffer.from(bytes), 'utf8')?.message).toBe('is not in the chosen encoding, UTF-8');
});

it('takes UTF-8 with a byte order mark, but none that has lost characters before', () => {
	expect(csvFileProblem(Buffer.from(`\ufeff${ROWS}`), 'utf8')).toBeUndefined();
	expect(csvFileProblem(Buffer.from(`${ROWS}d3,,営\ufffd,,,,\r\n`), 'utf8')?.message).toContain('characters were lost');
});

it.each<[string, Buffer | string]>([
	['UTF-8', ROWS],
	['ASCII behind a byte order mark', `\ufeff${ASCII}`],
	['one character at the end that is no ASCII', `${ASCII.repeat(50_000)}d2,,é,,,,`],
	['bytes that are valid in both', Buffer.from([...Buffer.from('d1,,'), 0xc3, 0xbd, ...Buffer.from(',,,,\r\n')])],
])('takes %s for no Shift JIS', (_name, bytes) => {
	expect(csvFileProblem(Buffer.from(bytes), 'sjis')?.message).toBe('is UTF-8, but Shift JIS is chosen as Encoding');
});

it('takes Shift JIS, and nothing that is neither', () => {
	expect(csvFileProblem(SHIFT_JIS, 'sjis')).toBeUndefined();
	expect(csvFileProblem(Buffer.concat([SHIFT_JIS, Buffer.from([0x64, 0xfd, 0xff])]), 'sjis')?.message).toMatch(
		/^is not in the chosen encoding, Shift JIS/,
	);
});

it.each(['', ' \r\n\t\r\n', '\ufeff\r\n'])('is blank with %j in it', (text) => {
	expect(csvFileProblem(Buffer.from(text), 'sjis')?.message).toBe('is empty');
});

it('is too large beyond 50 MB', () => {
	expect(csvFileProblem(Buffer.alloc(MAX_CSV_BYTES + 1, 'a'), 'utf8')?.message).toBe('is larger than 50 MB');
});
