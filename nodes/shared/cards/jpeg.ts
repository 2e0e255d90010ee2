import { kindOfFile } from '../values/fileKinds';

/** "At most 5 MB": the larger reading, so that nothing the service takes is refused here. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const DAMAGED = 'is damaged: no program can read it';
const NO_PICTURE = 'contains no picture, only the beginning of a JPEG file';
const BROKEN_OFF = 'breaks off before its end, as after a broken download';

/** Markers, which follow a byte FF. */
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;

/** C0 to CF without the tables C4 and CC, and C8, which is reserved. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The first marker behind the data of a scan. FF 00 is a byte of the data; restart markers (D0 to D7) are in it. */
function endOfScan(bytes: Buffer, from: number): number {
	for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1] ?? 0;
		if (next !== 0 && next !== 0xff && (next & 0xf8) !== 0xd0) return at;
	}
	return bytes.length;
}

function noJpeg(kind: string | undefined): string {
	const what = kind === undefined ? 'is not a JPEG' : `is ${kind}, not a JPEG`;
	if (kind === 'base64 text') return `${what}. Make a file of it with the Convert to File node`;
	const isConvertible = kind !== undefined && /PNG|GIF|WebP|TIFF/.test(kind);
	return `${what}. ${isConvertible ? 'Convert it with the Edit Image node' : 'The service takes only JPEG images'}`;
}

/**
 * Why bytes are no JPEG that a decoder reads in full (spec: Image registration request): digitization of a broken file
 * is billed. The file is walked as a decoder walks it (ITU T.81, annex B): through its segments, whose lengths have to
 * fit, to a frame, and through its scans to the end marker. What lies in a segment or behind the end marker is never
 * looked at: thumbnails, depth maps, short films. A file without an end marker may lack half of its picture.
 *
 * @returns the end of a sentence about the image, or undefined
 */
export function jpegProblem(bytes: Buffer): string | undefined {
	if (bytes.length > MAX_IMAGE_BYTES) return 'is larger than 5 MB. Make it smaller with the Edit Image node';
	if (bytes.length === 0) return 'is empty';
	if (bytes[0] !== 0xff || bytes[1] !== START) return noJpeg(kindOfFile(bytes));
	let hasFrame = false;
	let hasScan = false;
	for (let at = 2; ;) {
		// Zeros between segments are padding of careless programs, which decoders skip.
		while (bytes[at] === 0) at += 1;
		if (at < bytes.length && bytes[at] !== 0xff) return DAMAGED;
		while (bytes[at] === 0xff) at += 1;
		const marker = bytes[at];
		at += 1;
		if (marker === END) return hasScan ? undefined : NO_PICTURE;
		if (marker === undefined || at + 2 > bytes.length) return BROKEN_OFF;
		const end = at + bytes.readUInt16BE(at);
		// A second beginning, and markers that are reserved: a decoder gives up on them.
		if (marker === START || marker < 0xc0 || end < at + 2) return DAMAGED;
		if (end > bytes.length) return BROKEN_OFF;
		hasFrame ||= isFrame(marker);
		at = end;
		if (marker !== SCAN) continue;
		if (!hasFrame) return NO_PICTURE;
		at = endOfScan(bytes, end);
		hasScan ||= at > end;
	}
}
