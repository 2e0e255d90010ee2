const MARKER = 0xff;
const START_OF_IMAGE = [0xff, 0xd8, 0xff];
const END_OF_IMAGE = Buffer.from([MARKER, 0xd9]);

/** Bytes that a segment begins with: the marker, its kind, and the length in two bytes. */
const SEGMENT_HEAD = 4;

/** Application data (E0-EF) and comment (FE): the segments that may hold arbitrary bytes, a thumbnail among them. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * Looks at a file chunk by chunk, and keeps none of it: whether it is a JPEG image. Taken from the bytes, as a
 * file name or a content type proves nothing and digitization of a broken file would be billed.
 *
 * A JPEG starts with FF D8 FF (start of image and the next marker) and has an end-of-image marker
 * (FF D9) behind its leading metadata. The marker is not asked to be the last thing in the file:
 * phones append depth maps, second pictures or short films. It is asked to lie behind the metadata,
 * because these hold a thumbnail with a marker of its own, and a download that broke off in the
 * middle would pass for whole. Where metadata claim to be longer than the file, it is enough that the
 * file ends in the marker. Nothing further is parsed: a decoder forgives more than a strict reader of
 * the format would.
 */
export class JpegInspector {
	private length = 0;

	private readonly start: number[] = [];

	/** Bytes up to the head of the next segment of metadata. */
	private toSkip = 2;

	private isInMetadata = true;

	/** The last bytes, where what they mean depends on the next chunk. */
	private rest = Buffer.alloc(0);

	private isEndThere = false;

	/** The last two bytes. */
	private tail = Buffer.alloc(0);

	/** Bytes seen so far. */
	get size(): number {
		return this.length;
	}

	/** Looks at the next bytes of the file. */
	add(chunk: Uint8Array): void {
		this.length += chunk.length;
		this.start.push(...chunk.subarray(0, START_OF_IMAGE.length - this.start.length));
		if (this.isEndThere) return;
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
		this.tail = Buffer.concat([this.tail, bytes.subarray(-2)]).subarray(-2);
		const joined = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
		const behind = this.isInMetadata ? this.skipMetadata(joined) : joined;
		if (this.isInMetadata) this.rest = Buffer.from(behind);
		else this.findEnd(behind);
	}

	/** Why the bytes so far are no JPEG image, or undefined when they look like one. */
	problem(): string | undefined {
		if (this.length === 0) return 'is empty';
		if (START_OF_IMAGE.some((byte, index) => this.start[index] !== byte)) {
			return `is not a JPEG: it does not start with the bytes FF D8 FF but with ${hex(this.start)}`;
		}
		// A file that ends in what could be the head of a segment has none, and may end in the marker.
		if (this.isEndThere || this.rest.includes(END_OF_IMAGE)) return undefined;
		if (this.toSkip > 0 && this.tail.equals(END_OF_IMAGE)) return undefined;
		return 'is not a complete JPEG: the end-of-image marker FF D9 is missing, so the file broke off';
	}

	/** What follows the leading metadata, or less than the head of a segment while they go on. */
	private skipMetadata(bytes: Buffer): Buffer {
		let left = bytes;
		for (;;) {
			if (this.toSkip > left.length) {
				this.toSkip -= left.length;
				return left.subarray(left.length);
			}
			left = left.subarray(this.toSkip);
			this.toSkip = 0;
			if (left.length < SEGMENT_HEAD) return left;
			if (left[0] !== MARKER || !isMetadata(left[1] ?? 0)) {
				this.isInMetadata = false;
				return left;
			}
			// The length counts its own two bytes but not the marker's, so that even a wrong 0 moves on.
			this.toSkip = 2 + left.readUInt16BE(2);
		}
	}

	private findEnd(bytes: Buffer): void {
		this.isEndThere = bytes.includes(END_OF_IMAGE);
		this.rest = Buffer.from(bytes.at(-1) === MARKER ? [MARKER] : []);
	}
}

function hex(bytes: readonly number[]): string {
	return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
