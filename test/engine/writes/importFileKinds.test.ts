import { open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import Encoding from 'encoding-japanese';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { keepBinaryDataOnDisk, stored, placeOf } from '../../support/engine/onDisk';
import { jpeg } from '../../support/jpeg';
import { failureOf, importing, inMemory, onlyCall, outputOf } from './support';

/** organizationImport from files that are not what they claim to be: nothing of them is sent. */

const world = worldPerTest();
const ROWS = 'd1,,営業部,,,,\r\nd2,,髙橋,エイギョウ,,2,\r\n';
const ASCII = 'd1,,Sales,,,,\r\n';

type EncodingName = 'SJIS' | 'EUCJP' | 'JIS' | 'UTF16LE' | 'UTF16BE';

function encoded(text: string, to: EncodingName): Buffer {
	return Buffer.from(Encoding.convert(Encoding.stringToCode(text), { to, from: 'UNICODE' }));
}

/** 髙 is in code page 932 alone. */
const SHIFT_JIS = Buffer.concat([Buffer.from('d1,,'), Buffer.from([0xfb, 0xfc, 0x8b, 0xb4]), Buffer.from(',,,,\r\n')]);

function parameters(operation: string, options: INodeParameters): INodeParameters {
	return importing(operation, { source: 'files', departmentBinaryPropertyName: 'departments', userBinaryPropertyName: '', options });
}

function itemWith(departments: IBinaryData): INodeExecutionData[] {
	return [{ json: {}, binary: { departments } }];
}

async function refused(binary: IBinaryData, options: INodeParameters = {}) {
	const { emulator, run } = world;
	const messages: string[] = [];
	for (const operation of ['create', 'check']) {
		const error = failureOf(await run(parameters(operation, options), { items: itemWith(binary) }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.context?.parameter).toBe('departmentBinaryPropertyName');
		messages.push(error.message);
	}
	expect(emulator.calls).toEqual([]);
	expect(messages[1]).toBe(messages[0]);
	return messages[0] ?? '';
}

async function sent(bytes: Buffer, options: INodeParameters = {}): Promise<Buffer | undefined> {
	outputOf(await world.run(parameters('create', options), { items: itemWith(inMemory(bytes)) }));
	return onlyCall(world.emulator).parts?.[0]?.data;
}

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zip = (entry: string) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26, 1), Buffer.from(entry)]);

/** Files that are no text, by what is said of them. */
const NO_TEXT: ReadonlyArray<readonly [name: string, bytes: Buffer, said: RegExp]> = [
	['a workbook', zip('[Content_Types].xml'), /an Excel workbook \(xlsx\) or another zip file/],
	['an old workbook', Buffer.concat([OLE, Buffer.alloc(500)]), /an old Excel workbook \(xls\)/],
	['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'), /a PDF/],
	['a gzip file', gzipSync(ROWS), /a gzip file/],
	['a JPEG', jpeg(), /a JPEG image/],
	['a PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), /a PNG image/],
	['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), /a WebP image/],
	['a PDF behind a blank line', Buffer.from('\n%PDF-1.7\n'), /a PDF/],
	['a PDF behind a byte order mark', Buffer.from('\ufeff%PDF-1.7\n'), /a PDF/],
	['JSON', Buffer.from('[\n  { "DepartmentName": "x" }\n]'), /JSON/],
	['one object of JSON', Buffer.from('{"DepartmentName":"x"}'), /JSON/],
	['an RTF document', Buffer.from('{\\rtf1\\ansi x}'), /an RTF document/],
	['a web page', Buffer.from('\ufeff<!DOCTYPE html><table><tr><td>d1</td></tr></table>'), /a web page or other markup/],
	['UTF-16', Buffer.concat([Buffer.from('\ufeff', 'utf16le'), encoded(ROWS, 'UTF16LE')]), /UTF-16 text/],
	['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), encoded(ROWS, 'UTF16BE')]), /UTF-16 text/],
];

describe.each(['utf8', 'sjis'])('with encoding %s', (encoding) => {
	it.each(NO_TEXT)('refuses %s, and says what it seems to be and what to do', async (_name, bytes, said) => {
		const message = await refused(inMemory(bytes), { encoding });
		expect(message).toMatch(said);
		expect(message).toMatch(/^The department CSV is not a CSV but seems to be .*: save the sheet as "CSV UTF-8"/);
	});

	it.each([
		['UTF-16 without a mark', encoded(ROWS, 'UTF16LE')],
		['a text with a NUL in it', Buffer.from(`${ASCII}d2,,a\0b,,,,\r\n`)],
		['a NUL at the very end', Buffer.from(`${ASCII.repeat(50_000)}\0`)],
	])('refuses %s', async (_name, bytes) => {
		expect(await refused(inMemory(bytes), { encoding })).toMatch(/^The department CSV contains NUL bytes.*may be UTF-16.*: save the file as "CSV UTF-8"$/);
	});

	it('refuses ISO-2022-JP, which is ASCII byte by byte', async () => {
		expect(await refused(inMemory(encoded('d1,,営業部,,,,\r\n', 'JIS')), { encoding })).toMatch(/may be ISO-2022-JP/);
	});

	it.each([
		['nothing', Buffer.alloc(0)],
		['white space', Buffer.from(' \r\n\t\r\n')],
		['a byte order mark alone', Buffer.from('\ufeff\r\n')],
	])('refuses a file with %s in it', async (_name, bytes) => {
		expect(await refused(inMemory(bytes), { encoding })).toMatch(/^The department CSV is empty: leave the field empty/);
	});

	it('sends ASCII, which is the same in both', async () => {
		const bytes = Buffer.from(ASCII);
		expect(await sent(bytes, { encoding })).toEqual(bytes);
	});
});

describe('utf8', () => {
	it('refuses the Shift JIS that Excel writes, and says so', async () => {
		const bytes = Buffer.concat([Buffer.from(ASCII.repeat(3)), SHIFT_JIS]);
		expect(await refused(inMemory(bytes))).toBe(
			'The department CSV is not UTF-8, which is chosen as Encoding: it may be Shift JIS, which Japanese Excel writes: choose Shift JIS as Encoding, or save the file as "CSV UTF-8"',
		);
	});

	it('refuses a file that has lost characters before', async () => {
		expect(await refused(inMemory(Buffer.from(`${ROWS}d3,,営\ufffd\ufffd,,,,\r\n`)))).toBe(
			'The department CSV contains the sign "\ufffd": characters were lost when it was read or saved: create the file again from its source, and read it in its own encoding',
		);
	});

	it.each([
		['the first byte', Buffer.concat([Buffer.from([0xff]), Buffer.from(ROWS)])],
		['the last byte', Buffer.concat([Buffer.from(ROWS), Buffer.from([0xe9])])],
		['a character that is cut off', Buffer.from(ROWS).subarray(0, 11)],
		['a byte of a long file', Buffer.concat([Buffer.from(ROWS.repeat(40_000)), Buffer.from([0x80])])],
	])('refuses a file in which %s is none', async (_name, bytes) => {
		expect(await refused(inMemory(bytes))).toMatch(/^The department CSV is not UTF-8, which is chosen as Encoding/);
	});

	it('sends a file with a byte order mark as it is', async () => {
		const bytes = Buffer.from(`\ufeff${ROWS}`);
		expect(await sent(bytes)).toEqual(bytes);
	});
});

describe('sjis', () => {
	const options = { encoding: 'sjis' };

	it('sends Shift JIS as it is', async () => {
		expect(await sent(SHIFT_JIS, options)).toEqual(SHIFT_JIS);
	});

	it.each([
		['UTF-8', ROWS],
		['UTF-8 with a byte order mark and nothing but ASCII', `\ufeff${ASCII}`],
		['UTF-8 with one character that is no ASCII, at the end', `${ASCII.repeat(50_000)}d2,,é,,,,`],
	])('refuses %s', async (_name, text) => {
		expect(await refused(inMemory(Buffer.from(text)), options)).toBe(
			'The department CSV is UTF-8, but Shift JIS is chosen as Encoding: choose UTF-8 as Encoding',
		);
	});

	it('takes bytes that are valid in both for UTF-8', async () => {
		const both = Buffer.concat([Buffer.from('d1,,'), Buffer.from([0xc3, 0xbd]), Buffer.from(',,,,\r\n')]);
		expect(new TextDecoder('shift_jis', { fatal: true }).decode(both)).toContain('ﾃｽ');
		expect(await refused(inMemory(both), options)).toMatch(/^The department CSV is UTF-8/);
	});

	it('refuses what is neither', async () => {
		const bytes = Buffer.concat([SHIFT_JIS, Buffer.from([0x64, 0xfd, 0xff])]);
		expect(await refused(inMemory(bytes), options)).toBe(
			'The department CSV is not Shift JIS, which is chosen as Encoding: save the file as "CSV UTF-8"',
		);
	});
});

describe('files that n8n keeps on disk', () => {
	beforeAll(keepBinaryDataOnDisk);

	it('are checked and sent like others', async () => {
		expect(await refused(await stored(SHIFT_JIS))).toMatch(/is not UTF-8/);
		const bytes = Buffer.from(ROWS.repeat(20_000));
		outputOf(await world.run(parameters('create', {}), { items: itemWith(await stored(bytes)) }));
		expect(onlyCall(world.emulator).parts?.[0]?.data.equals(bytes)).toBe(true);
	});

	/** A file of 1.5 GB with this beginning, without taking the room on the disk. */
	async function huge(start: Buffer): Promise<IBinaryData> {
		const binary = await stored(start);
		const file = await open(placeOf(binary).file, 'r+');
		await file.truncate(1.5 * 1024 ** 3);
		await file.close();
		return binary;
	}

	it.each([
		['too large', Buffer.from(ASCII), 'The department CSV is larger than 50 MB: divide it into several imports'],
		['no text', zip('xl/workbook.xml'), /^The department CSV is not a CSV but seems to be an Excel workbook/],
	])('of 1.5 GB that are %s are refused without being read into memory', async (_name, start, said) => {
		const binary = await huge(start);
		const before = process.memoryUsage.rss();
		let largest = before;
		const watching = setInterval(() => {
			largest = Math.max(largest, process.memoryUsage.rss());
		}, 1);
		const message = await refused(binary);
		clearInterval(watching);
		expect(message).toMatch(said);
		expect(largest - before).toBeLessThan(512 * 1024 ** 2);
	});

	it('of more than 50 MB are refused in memory too', async () => {
		const bytes = Buffer.alloc(50 * 1024 ** 2 + 1, 'd1,,a,,,,\r\n');
		expect(await refused(inMemory(bytes))).toBe('The department CSV is larger than 50 MB: divide it into several imports');
	});
});
