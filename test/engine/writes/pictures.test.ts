import { encode } from 'jpeg-js';
import type { INodeExecutionData } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { callsOf, failureOf, inMemory, outputOf, partsOf } from './support';

/** Digitization is billed: a picture that nobody can read never leaves n8n, and one that a decoder reads always does. */

const world = worldPerTest();

const UPLOAD = { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName: 'data' };

const SIZE = { width: 64, height: 48 };
const COLOURED = Buffer.alloc(SIZE.width * SIZE.height * 4).map((_, index) => (index * 37 + (index >> 5)) & 0xff);

/** A real JPEG: JFIF head, tables, frame, one scan. */
const JPEG = Buffer.from(encode({ ...SIZE, data: COLOURED }, 80).data);

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);

/** A segment with its length. */
function segment(marker: number, content: Uint8Array): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}

/** The segments of the JPEG by their markers, and its scan with the end marker. */
function taken(): { segments: ReadonlyMap<number, Buffer[]>; scan: Buffer } {
	const segments = new Map<number, Buffer[]>();
	let at = 2;
	while (JPEG[at + 1] !== 0xda) {
		const end = at + 2 + JPEG.readUInt16BE(at + 2);
		const marker = JPEG[at + 1] ?? 0;
		segments.set(marker, [...(segments.get(marker) ?? []), JPEG.subarray(at, end)]);
		at = end;
	}
	return { segments, scan: JPEG.subarray(at) };
}

const { segments, scan } = taken();
const part = (marker: number) => Buffer.concat(segments.get(marker) ?? []);
const [APP0, DQT, SOF, DHT] = [0xe0, 0xdb, 0xc0, 0xc4].map(part) as [Buffer, Buffer, Buffer, Buffer];
const picture = (...parts: Buffer[]) => Buffer.concat([SOI, ...parts]);

const EXIF = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), JPEG]));
const LATE_THUMBNAIL = picture(APP0, DQT, SOF, EXIF, DHT, scan);
const COMMENT = segment(0xfe, Buffer.from([0xff, 0xd9, 0xff, 0xda, 0x0a, 0x0a]));

/** The same data as several scans, as a progressive picture has it: only the structure matters to whoever walks it. */
const PROGRESSIVE_FRAME = Buffer.from(SOF.map((byte, index) => (index === 1 ? 0xc2 : byte)));
const SCAN_WITHOUT_END = scan.subarray(0, -2);

/** Four components in place of three. */
const CMYK_FRAME = segment(0xc0, Buffer.concat([Buffer.from([8, 0, 48, 0, 64, 4]), SOF.subarray(-9), Buffer.from([4, 0x11, 1])]));
const ADOBE = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x02', 'latin1'));

const RESTARTS = Buffer.concat([SCAN_WITHOUT_END, Buffer.from([0xff, 0xd0, 1, 2, 3, 0xff, 0x00, 0xff, 0xd1, 9]), EOI]);

const GOOD: ReadonlyArray<readonly [string, Buffer]> = [
	['a plain one', JPEG],
	['one with a thumbnail in its metadata', picture(APP0, EXIF, DQT, SOF, DHT, scan)],
	['one with a thumbnail behind its frame', LATE_THUMBNAIL],
	['one with markers in a comment', picture(COMMENT, DQT, SOF, DHT, scan)],
	['a progressive one', picture(APP0, DQT, PROGRESSIVE_FRAME, DHT, SCAN_WITHOUT_END, DHT, SCAN_WITHOUT_END, scan)],
	['a CMYK one', picture(ADOBE, DQT, CMYK_FRAME, DHT, scan)],
	['one with restart markers', picture(APP0, DQT, SOF, DHT, RESTARTS)],
	['several pictures in one file (MPO, gain map)', Buffer.concat([picture(APP0, segment(0xe2, Buffer.from('MPF\0')), DQT, SOF, DHT, scan), JPEG])],
	['one with something behind it', Buffer.concat([JPEG, Buffer.from('ftypmp42 a short film'), Buffer.alloc(5_000, 7)])],
	['one with fill bytes before its markers', picture(APP0, Buffer.alloc(3, 0xff), DQT, SOF, Buffer.alloc(1, 0xff), DHT, SCAN_WITHOUT_END, Buffer.from([0xff, 0xff]), EOI)],
	['one with zeros between its segments', picture(APP0, Buffer.alloc(6), DQT, SOF, DHT, scan)],
	['one of exactly 5 MB', Buffer.concat([JPEG, Buffer.alloc(5 * 1024 * 1024 - JPEG.length)])],
];

it.each(GOOD)('sends %s as it is', async (_name, bytes) => {
	outputOf(await world.run(UPLOAD, { items: [item(bytes)] }));
	const [call] = callsOf(world.emulator, 'E7');
	expect(call && partsOf(call, 'frontImage')[0]?.data.equals(bytes)).toBe(true);
});

/** What a transfer as text makes of a file: every LF becomes CR+LF. */
const withCrLf = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/\n/g, '\r\n'), 'latin1');

const BAD: ReadonlyArray<readonly [string, Buffer, RegExp]> = [
	['an empty file', Buffer.alloc(0), /image is empty/],
	['a beginning and an end alone', Buffer.concat([SOI, EOI]), /contains no picture/],
	['metadata alone', picture(APP0, EXIF, EOI), /contains no picture/],
	['tables without a frame', picture(APP0, DQT, DHT, scan), /contains no picture/],
	['a frame without a scan', picture(APP0, DQT, SOF, DHT, EOI), /contains no picture/],
	['a frame without a size', picture(DQT, Buffer.from(SOF.map((byte, at) => (at >= 5 && at < 9 ? 0 : byte))), DHT, scan), /contains no picture/],
	['a scan without data', picture(APP0, DQT, SOF, DHT, scan.subarray(0, 2 + scan.readUInt16BE(2)), EOI), /contains no picture/],
	['one whose line breaks were converted', withCrLf(JPEG), /is damaged/],
	['one with a marker that there is not', picture(APP0, segment(0x12, Buffer.from('x')), DQT, SOF, DHT, scan), /is damaged/],
	['one cut behind a late thumbnail', LATE_THUMBNAIL.subarray(0, LATE_THUMBNAIL.length - scan.length), /breaks off/],
	['one cut in its scan', JPEG.subarray(0, -20), /breaks off/],
	['one without its end marker', JPEG.subarray(0, -2), /breaks off/],
	['a progressive one cut between two scans', picture(DQT, PROGRESSIVE_FRAME, DHT, SCAN_WITHOUT_END, DHT), /breaks off/],
	['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /is a PNG image, not a JPEG\. Convert it with the Edit Image node$/],
	['a HEIC of a phone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /is a HEIC image, not a JPEG\. The service takes only JPEG/],
	['a PDF', Buffer.from('%PDF-1.7\n'), /is a PDF, not a JPEG\. The/],
	['a web page', Buffer.from('<!DOCTYPE html><html>'), /is a web page.*, not a JPEG\. The/],
	['a JPEG in base64', Buffer.from(JPEG.toString('base64')), /is base64 text, not a JPEG\. .*Convert to File node$/],
	['a text', Buffer.from('hello'), /is not a JPEG/],
];

it.each(BAD)('sends nothing of %s, and says what it is', async (_name, bytes, message) => {
	const error = failureOf(await world.run(UPLOAD, { items: [item(JPEG), item(bytes)] }));
	expect(error.message).toMatch(message);
	expect(error.context).toMatchObject({ parameter: 'binaryPropertyName', itemIndex: 1 });
	expect(error.message).not.toMatch(/\b[0-9A-F]{2} [0-9A-F]{2}\b/);
	expect(world.emulator.calls).toEqual([]);
});

it('takes no picture that was cut anywhere', async () => {
	const lengths = Array.from({ length: LATE_THUMBNAIL.length }, (_, length) => length).filter((length) => length % 37 === 0);
	const items = lengths.map((length) => item(LATE_THUMBNAIL.subarray(0, length)));
	const { items: output } = await world.run(UPLOAD, { items, onError: 'continueRegularOutput' });
	expect(output.map(({ json }) => typeof json.error)).toEqual(lengths.map(() => 'string'));
	expect(world.emulator.calls).toEqual([]);
});

function item(bytes: Buffer): INodeExecutionData {
	return { json: {}, binary: { data: inMemory(bytes) } };
}
