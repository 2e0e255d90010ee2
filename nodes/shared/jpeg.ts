const MARKER = 0xff;
const START_OF_IMAGE = [0xff, 0xd8, 0xff];
const END_OF_IMAGE = 0xd9;

/** Application data (E0-EF) and comment (FE): the segments that may hold arbitrary bytes, a thumbnail among them. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * Why some bytes are no JPEG image, or undefined when they look like one. Taken from the bytes, as a
 * file name or a content type proves nothing and digitization of a broken file would be billed.
 *
 * A JPEG starts with FF D8 FF (start of image and the next marker) and has an end-of-image marker
 * (FF D9) behind its leading metadata. The marker is not asked to be the last thing in the file:
 * phones append depth maps, second pictures or short films. It is asked to lie behind the metadata,
 * because these hold a thumbnail with a marker of its own, and a download that broke off in the
 * middle would pass for whole. Nothing further is parsed: a decoder forgives more than a strict
 * reader of the format would.
 */
export function jpegProblem(bytes: Uint8Array): string | undefined {
	if (bytes.length === 0) return 'is empty';
	if (START_OF_IMAGE.some((byte, index) => bytes[index] !== byte)) {
		return `is not a JPEG: it does not start with the bytes FF D8 FF but with ${hex(bytes.subarray(0, 3))}`;
	}
	if (!hasEndOfImage(bytes, skipMetadata(bytes))) {
		return 'is not a complete JPEG: the end-of-image marker FF D9 is missing, so the file broke off';
	}
	return undefined;
}

/** The offset of what follows the leading metadata; beyond the end when a segment is longer than the file. */
function skipMetadata(bytes: Uint8Array): number {
	let offset = 2;
	while (offset + 3 < bytes.length) {
		if (bytes[offset] !== MARKER || !isMetadata(bytes[offset + 1] ?? 0)) return offset;
		const length = ((bytes[offset + 2] ?? 0) << 8) | (bytes[offset + 3] ?? 0);
		// The length counts its own two bytes but not the marker's, so that even a wrong 0 moves on.
		offset += 2 + length;
	}
	return offset;
}

function hasEndOfImage(bytes: Uint8Array, start: number): boolean {
	let offset = bytes.indexOf(MARKER, start);
	while (offset !== -1) {
		if (bytes[offset + 1] === END_OF_IMAGE) return true;
		offset = bytes.indexOf(MARKER, offset + 1);
	}
	return false;
}

function hex(bytes: Uint8Array): string {
	return [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
