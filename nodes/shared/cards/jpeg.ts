import { kindOfFile } from '../values/fileKinds';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const LF = 0x0a;
const CR = 0x0d;

const DAMAGED = 'is damaged: no program can read it';
const NO_PICTURE = 'contains no picture, only the beginning of a JPEG file';
const BROKEN_OFF = 'breaks off before its end, as after a broken download';
const CONVERTED = 'is damaged: its line breaks were converted, as if it were text';

/** SOF0 to SOF15: C0 to CF without the tables C4 and CC, and C8, which is reserved. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Restart markers and TEM have no length. */
const standsAlone = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

/** A second beginning, and markers that are reserved: a decoder gives up on them. */
const isImpossible = (marker: number) => marker === SOI || marker < 0xc0;

/** What the walk through a file has met, and what is wrong at its end. */
interface Walk {
	hasFrame: boolean;
	/** Where the data of the first scan begin, and where what was read of scans ends. */
	scansFrom?: number;
	scansTo: number;
	/** Set where the file ends before its end marker. */
	problem?: string;
}

/** "At most 5 MB", read as 5 * 1024 * 1024 bytes: the larger reading, so that nothing the service takes is refused here. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** What is said of an image that is too large, however little of it was read. */
export const TOO_LARGE = 'is larger than 5 MB. Make it smaller with the Edit Image node';

/** The kinds of images that the Edit Image node reads. */
const CONVERTIBLE = /PNG|GIF|WebP|TIFF/;

/**
 * Why bytes are no JPEG that a decoder reads in full (spec: Image registration request). Taken from the bytes, as a file
 * name or a content type proves nothing and digitization of a broken file is billed.
 *
 * The file is walked as a decoder walks it (ITU T.81, annex B): from its beginning through its segments, whose lengths have
 * to fit, to a frame with a size, and through its scans to the end marker. What lies inside a segment, such as a thumbnail
 * with an end marker of its own, is never looked at, nor what follows the end marker: phones append depth maps, second
 * pictures and short films. A file without an end marker is refused although decoders show it: they show half a picture
 * just as well, and only decoding every block would tell the two apart.
 *
 * @returns the end of a sentence about the image, or undefined
 */
export function jpegProblem(bytes: Buffer): string | undefined {
	if (bytes.length > MAX_IMAGE_BYTES) return TOO_LARGE;
	if (bytes.length === 0) return 'is empty';
	if (bytes[0] !== 0xff || bytes[1] !== SOI) return otherKind(kindOfFile(bytes));
	const walk = walked(bytes);
	if (walk.problem !== undefined) return walk.problem;
	if (walk.scansFrom === undefined || walk.scansTo <= walk.scansFrom) return NO_PICTURE;
	return areLineBreaksConverted(bytes.subarray(walk.scansFrom, walk.scansTo)) ? CONVERTED : undefined;
}

function otherKind(kind: string | undefined): string {
	if (kind === undefined) return 'is not a JPEG. The service takes only JPEG images';
	if (kind === 'base64 text') return 'is base64 text, not a JPEG. Make a file of it with the Convert to File node';
	if (CONVERTIBLE.test(kind)) return `is ${kind}, not a JPEG. Convert it with the Edit Image node`;
	return `is ${kind}, not a JPEG. The service takes only JPEG images`;
}

/** Goes from segment to segment up to the end marker. */
function walked(bytes: Buffer): Walk {
	const walk: Walk = { hasFrame: false, scansTo: 0 };
	const ended = (problem?: string) => ({ ...walk, problem });
	let at = 2;
	for (;;) {
		// Zeros between segments are padding of careless programs, which decoders skip.
		while (bytes[at] === 0) at += 1;
		if (at < bytes.length && bytes[at] !== 0xff) return ended(DAMAGED);
		while (bytes[at] === 0xff) at += 1;
		const marker = bytes[at];
		if (marker === undefined) return ended(BROKEN_OFF);
		if (marker === EOI) return ended();
		at += 1;
		if (standsAlone(marker)) continue;
		if (isImpossible(marker)) return ended(DAMAGED);
		if (at + 2 > bytes.length) return ended(BROKEN_OFF);
		const end = at + bytes.readUInt16BE(at);
		if (end < at + 2) return ended(DAMAGED);
		if (end > bytes.length) return ended(BROKEN_OFF);
		if (isFrame(marker)) {
			if (!hasSize(bytes.subarray(at, end))) return ended(NO_PICTURE);
			walk.hasFrame = true;
		}
		at = end;
		if (marker !== SOS) continue;
		if (!walk.hasFrame) return ended(NO_PICTURE);
		at = endOfScan(bytes, end);
		walk.scansFrom ??= end;
		walk.scansTo = at;
	}
}

/** Length, precision, height, width and number of components of a frame. */
function hasSize(frame: Buffer): boolean {
	return frame.length >= 8 && frame.readUInt16BE(3) > 0 && frame.readUInt16BE(5) > 0 && frame.readUInt8(7) > 0;
}

/** The first marker behind the data of a scan. FF 00 is a byte of the data, and restart markers are among them. */
function endOfScan(bytes: Buffer, from: number): number {
	for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1];
		const isData = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7);
		if (!isData) return at;
	}
	return bytes.length;
}

/** A byte in 256 is a line feed; that each of several follows a carriage return by chance happens to nobody. */
function areLineBreaksConverted(data: Buffer): boolean {
	let lines = 0;
	for (let at = data.indexOf(LF); at >= 0; at = data.indexOf(LF, at + 1)) {
		if (data[at - 1] !== CR) return false;
		lines += 1;
	}
	return lines >= 4;
}
