import { kindOfFile } from '../values/fileKinds';

/** "At most 5 MB": the larger reading, so that nothing the service takes is refused here. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const TOO_LARGE = 'is larger than 5 MB. Make it smaller with the Edit Image node';
const DAMAGED = 'is damaged: no program can read it';
const NO_PICTURE = 'contains no picture, only the beginning of a JPEG file';
const CONVERTED = 'is damaged: its line breaks were converted, as if it were text';
const BROKEN_OFF = 'breaks off before its end, as after a broken download';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** SOF0 to SOF15: C0 to CF without the tables C4 and CC, and C8, which is reserved. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Why bytes are no JPEG that a decoder reads in full (spec: Image registration request). Taken from the bytes, as a
 * file name or a content type proves nothing and digitization of a broken file is billed.
 *
 * The file is walked as a decoder walks it (ITU T.81, annex B): through its segments, whose lengths have to fit, to a
 * frame with a size, and through its scans to the end marker. What lies inside a segment or follows the end marker is
 * never looked at: thumbnails, depth maps, short films. A file without an end marker is refused although decoders show
 * it: they show half a picture just as well, and only decoding every block would tell the two apart.
 *
 * @returns the end of a sentence about the image, or undefined
 */
export function jpegProblem(bytes: Buffer): string | undefined {
	if (bytes.length > MAX_IMAGE_BYTES) return TOO_LARGE;
	if (bytes.length === 0) return 'is empty';
	if (bytes[0] !== 0xff || bytes[1] !== SOI) return otherKind(kindOfFile(bytes));
	let hasFrame = false;
	let hasScan = false;
	for (let at = 2; ;) {
		// Zeros between segments are padding of careless programs, which decoders skip.
		while (bytes[at] === 0) at += 1;
		if (at < bytes.length && bytes[at] !== 0xff) return DAMAGED;
		while (bytes[at] === 0xff) at += 1;
		const marker = bytes[at];
		at += 1;
		if (marker === EOI) return hasScan ? undefined : NO_PICTURE;
		if (marker === undefined || at + 2 > bytes.length) return BROKEN_OFF;
		const end = at + bytes.readUInt16BE(at);
		// A second beginning, and markers that are reserved: a decoder gives up on them.
		if (marker === SOI || marker < 0xc0 || end < at + 2) return DAMAGED;
		if (end > bytes.length) return BROKEN_OFF;
		if (isFrame(marker)) hasFrame = hasSize(bytes.subarray(at, end));
		at = end;
		if (marker !== SOS) continue;
		if (!hasFrame) return NO_PICTURE;
		at = endOfScan(bytes, end);
		if (areLineBreaksConverted(bytes.subarray(end, at))) return CONVERTED;
		hasScan ||= at > end;
	}
}

function otherKind(kind: string | undefined): string {
	const what = kind === undefined ? 'is not a JPEG' : `is ${kind}, not a JPEG`;
	if (kind === 'base64 text') return `${what}. Make a file of it with the Convert to File node`;
	const isConvertible = kind !== undefined && /PNG|GIF|WebP|TIFF/.test(kind);
	return `${what}. ${isConvertible ? 'Convert it with the Edit Image node' : 'The service takes only JPEG images'}`;
}

/** Length, precision, height, width and number of components of a frame. */
function hasSize(frame: Buffer): boolean {
	return frame.length >= 8 && frame.readUInt16BE(3) > 0 && frame.readUInt16BE(5) > 0 && frame.readUInt8(7) > 0;
}

/** The first marker behind the data of a scan. FF 00 is a byte of the data, and restart markers (D0 to D7) are in it. */
function endOfScan(bytes: Buffer, from: number): number {
	for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1] ?? 0;
		if (next !== 0 && next !== 0xff && (next & 0xf8) !== 0xd0) return at;
	}
	return bytes.length;
}

/** A byte in 256 is a line feed; that each of several follows a carriage return by chance happens to nobody. */
function areLineBreaksConverted(scan: Buffer): boolean {
	const lines = scan.toString('latin1').split('\n').slice(0, -1);
	return lines.length >= 4 && lines.every((line) => line.endsWith('\r'));
}
