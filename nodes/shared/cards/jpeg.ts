import { kindOfFile } from '../values/fileKinds';

/** "At most 5 MB": the larger reading, so that nothing the service takes is refused here. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const DAMAGED = 'is damaged and cannot be opened';
const NO_PICTURE = 'is incomplete and contains no image data';
const CUT_OFF = 'is cut off before its end, as after an interrupted download';

/** The byte in front of a marker, and the markers that matter here. */
const MARKER_PREFIX = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;

/** The first marker that a decoder reads; those below are reserved. */
const FIRST_MARKER = 0xc0;

/** Markers between C0 and CF that begin no frame: the tables C4 and CC, and C8, which is reserved. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker);
}

/** Whether a byte behind a marker prefix belongs to the data of a scan: FF 00 is a byte of it, D0 to D7 restart it. */
function isScanData(byte: number): boolean {
	return byte === 0 || byte === MARKER_PREFIX || (byte >= 0xd0 && byte <= 0xd7);
}

/** The position of the first marker behind the data of a scan. */
function endOfScan(bytes: Buffer, start: number): number {
	let position = bytes.indexOf(MARKER_PREFIX, start);

	while (position >= 0) {
		if (!isScanData(bytes[position + 1] ?? 0)) return position;
		position = bytes.indexOf(MARKER_PREFIX, position + 1);
	}
	return bytes.length;
}

/** The position behind all bytes of one value. */
function behindBytes(bytes: Buffer, value: number, start: number): number {
	let position = start;
	while (bytes[position] === value) position += 1;
	return position;
}

/** A segment of the file by its marker and the position behind it; the end marker stands alone. */
interface Segment {
	readonly marker: number;
	readonly end: number;
}

/** Reads the segment at a position. @returns the problem where a decoder finds none there */
function readSegment(bytes: Buffer, start: number): Segment | { readonly problem: string } {
	// Zeros between segments are padding of careless programs, which decoders skip.
	const prefix = behindBytes(bytes, 0, start);
	if (prefix < bytes.length && bytes[prefix] !== MARKER_PREFIX) return { problem: DAMAGED };

	const markerPosition = behindBytes(bytes, MARKER_PREFIX, prefix);
	const marker = bytes[markerPosition];
	const content = markerPosition + 1;
	if (marker === END) return { marker, end: content };
	if (marker === undefined || content + 2 > bytes.length) return { problem: CUT_OFF };

	// A decoder gives up on a second beginning, on reserved markers, and on a length that does not count itself.
	const length = bytes.readUInt16BE(content);
	if (marker === START || marker < FIRST_MARKER || length < 2) return { problem: DAMAGED };

	const end = content + length;
	return end > bytes.length ? { problem: CUT_OFF } : { marker, end };
}

/** Why the segments of a JPEG file do not make a picture. */
function pictureProblem(bytes: Buffer): string | undefined {
	let position = 2;
	let hasFrame = false;
	let hasScan = false;

	for (;;) {
		const segment = readSegment(bytes, position);
		if ('problem' in segment) return segment.problem;

		const { marker, end } = segment;
		if (marker === END) return hasScan ? undefined : NO_PICTURE;

		position = end;
		if (isFrame(marker)) hasFrame = true;
		if (marker !== SCAN) continue;

		if (!hasFrame) return NO_PICTURE;
		position = endOfScan(bytes, end);
		if (position > end) hasScan = true;
	}
}

/** The problem of a file that is no JPEG, with what to do about it. */
function notJpeg(kind: string | undefined): string {
	if (kind === undefined) return 'is not a JPEG. The service accepts only JPEG images';
	if (kind === 'base64 text') return `is ${kind}, not a JPEG. Convert it to a file with the Convert to File node`;

	const isConvertible = /PNG|GIF|WebP|TIFF/.test(kind);
	const advice = isConvertible ? 'Convert it with the Edit Image node' : 'The service accepts only JPEG images';
	return `is ${kind}, not a JPEG. ${advice}`;
}

/**
 * Finds why bytes are no JPEG that a decoder reads in full (spec: Image registration request): digitization of a broken
 * file is billed. The file is walked as a decoder walks it (ITU T.81, annex B): through its segments, whose lengths have
 * to fit, to a frame, and through its scans to the end marker. Thumbnails, depth maps and short films inside a segment or
 * behind the end marker are never looked at. A file without an end marker may lack half of its picture.
 *
 * @returns the end of a sentence about the image; `undefined` where it is a whole JPEG
 */
export function jpegProblem(bytes: Buffer): string | undefined {
	if (bytes.length > MAX_IMAGE_BYTES) return 'is larger than 5 MB. Make it smaller with the Edit Image node';
	if (bytes.length === 0) return 'is empty';

	const isJpeg = bytes[0] === MARKER_PREFIX && bytes[1] === START;
	return isJpeg ? pictureProblem(bytes) : notJpeg(kindOfFile(bytes));
}
