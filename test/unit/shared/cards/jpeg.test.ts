import { jpegProblem, MAX_IMAGE_BYTES } from '../../../../nodes/shared';
import { jpeg } from '../../../support/jpeg';

/** What a decoder reads in full, and what it does not: digitization of a broken file is billed. */

function segment(marker: number, content: Uint8Array = Buffer.alloc(9, 1)): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}

const END = Buffer.from([0xff, 0xd9]);
const TABLES = segment(0xdb);
const FRAME = segment(0xc0);
const SCAN = Buffer.concat([segment(0xda), Buffer.from([1, 0xff, 0x00, 2, 0xff, 0xd0, 3])]);
const JPEG = jpeg();
/** Another picture within the metadata. */
const EXIF = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), JPEG]));

/** What a transfer as text makes of a file. */
const WITH_CRLF = Buffer.from(JPEG.toString('latin1').replace(/\n/g, '\r\n'), 'latin1');

const picture = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);

test.each<[string, Buffer]>([
	['a plain one', JPEG],
	['one with a thumbnail in its metadata', picture(EXIF, TABLES, FRAME, SCAN, END)],
	['one with a thumbnail behind its frame', picture(TABLES, FRAME, EXIF, SCAN, END)],
	['one with markers in a comment', picture(segment(0xfe, Buffer.from([0xff, 0xd9, 0xff, 0xda])), FRAME, SCAN, END)],
	['a progressive one', picture(TABLES, segment(0xc2), SCAN, TABLES, SCAN, SCAN, END)],
	['several pictures in one file', Buffer.concat([JPEG, JPEG])],
	['one with fill bytes before its markers', picture(TABLES, Buffer.alloc(3, 0xff), FRAME, SCAN, END)],
	['one of exactly 5 MB', jpeg(200, MAX_IMAGE_BYTES)],
])('a picture is %s', (_, bytes) => {
	expect(jpegProblem(bytes)).toBeUndefined();
});

test.each<[string, Buffer, RegExp]>([
	['an empty file', Buffer.alloc(0), /empty/],
	['metadata alone', picture(EXIF, END), /no image data/],
	['tables and a scan without a frame', picture(TABLES, SCAN, END), /no image data/],
	['a frame without a scan', picture(TABLES, FRAME, END), /no image data/],
	['a beginning and an end alone', picture(END), /no image data/],
	['one cut behind a late thumbnail', picture(TABLES, FRAME, EXIF), /is cut off/],
	['one cut in its scan', JPEG.subarray(0, -20), /is cut off/],
	['one whose line breaks were converted', WITH_CRLF, /damaged|breaks/],
	['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /PNG/],
	['a HEIC of a phone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /HEIC/],
	['a PDF', Buffer.from('%PDF-1.7\n'), /PDF/],
	['a web page', Buffer.from('<!DOCTYPE html><html>'), /web page/],
	['a JPEG in base64', Buffer.from(JPEG.toString('base64')), /base64/],
	['one of more than 5 MB', jpeg(200, MAX_IMAGE_BYTES + 1), /5 MB/],
])('no picture is %s', (_, bytes, problem) => {
	expect(jpegProblem(bytes)).toMatch(problem);
});
