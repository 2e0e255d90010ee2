/** How a kind of file that is no text begins. */
interface Signature {
	/** The first bytes, one character each. */
	readonly start: string;
	/** What else has to stand at a place. */
	readonly then?: readonly [at: number, bytes: string];
	readonly name: string;
}

/** What people take for a CSV, most likely first. */
const SIGNATURES: readonly Signature[] = [
	{ start: 'PK\x03\x04', name: 'an Excel workbook (xlsx) or another zip file' },
	{ start: 'PK\x05\x06', name: 'an empty zip file' },
	{ start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', name: 'an old Excel workbook (xls)' },
	{ start: '\xff\xfe', name: 'UTF-16 text ("Unicode Text" in Excel)' },
	{ start: '\xfe\xff', name: 'UTF-16 text ("Unicode Text" in Excel)' },
	{ start: '\x1f\x8b', name: 'a gzip file' },
	{ start: '7z\xbc\xaf\x27\x1c', name: 'a 7-Zip file' },
	{ start: 'Rar!\x1a\x07', name: 'a RAR file' },
	{ start: 'BZh', then: [4, '1AY&SY'], name: 'a bzip2 file' },
	{ start: '\xff\xd8\xff', name: 'a JPEG image' },
	{ start: '\x89PNG\r\n', name: 'a PNG image' },
	{ start: 'GIF87a', name: 'a GIF image' },
	{ start: 'GIF89a', name: 'a GIF image' },
	{ start: 'RIFF', then: [8, 'WEBP'], name: 'a WebP image' },
];

/** How texts start that are no CSV, behind white space or not; no cell of one does. */
const OTHER_TEXTS: ReadonlyArray<readonly [start: RegExp, name: string]> = [
	[/^\s*<(?:!doctype|!--|html|\?xml)/i, 'a web page or other markup'],
	[/^\s*%PDF-/, 'a PDF'],
	[/^\s*\{\\rtf/, 'an RTF document'],
	[/^\s*[[{]\s*["{]/, 'JSON'],
];

/** How many first bytes tell what a file is. */
const SIGNATURE_BYTES = 64;

/**
 * What a file that is no plain text seems to be, by its first bytes.
 *
 * @param start at least the first {@link SIGNATURE_BYTES}, or all there are
 * @returns a name with its article, or undefined when the bytes may be text
 */
export function kindOfFile(start: Uint8Array): string | undefined {
	const text = Buffer.from(start.subarray(0, SIGNATURE_BYTES)).toString('latin1');
	const found = SIGNATURES.find(
		(signature) => text.startsWith(signature.start) && (!signature.then || text.startsWith(signature.then[1], signature.then[0])),
	);
	if (found) return found.name;
	const withoutMark = text.replace(/^\xef\xbb\xbf/, '');
	return OTHER_TEXTS.find(([start]) => start.test(withoutMark))?.[1];
}
