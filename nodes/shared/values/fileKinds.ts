/** What people take for a CSV or a JPEG and what is neither: its first bytes, one character each, and its name. */
const BINARY_KINDS: ReadonlyArray<readonly [start: RegExp, name: string]> = [
	[/^PK\x03\x04/, 'an Excel workbook (xlsx) or another zip file'],
	[/^PK\x05\x06/, 'an empty zip file'],
	[/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'an old Excel workbook (xls)'],
	[/^(?:\xff\xfe|\xfe\xff)/, 'UTF-16 text ("Unicode Text" in Excel)'],
	[/^\x1f\x8b/, 'a gzip file'],
	[/^7z\xbc\xaf\x27\x1c/, 'a 7-Zip file'],
	[/^Rar!\x1a\x07/, 'a RAR file'],
	[/^BZh.1AY&SY/, 'a bzip2 file'],
	[/^\xff\xd8\xff/, 'a JPEG image'],
	[/^\x89PNG\r\n/, 'a PNG image'],
	[/^GIF8[79]a/, 'a GIF image'],
	[/^RIFF[^]{4}WEBP/, 'a WebP image'],
	[/^[^]{4}ftyp(?:hei|hev|mif|msf)/, 'a HEIC image'],
	[/^[^]{4}ftypavi/, 'an AVIF image'],
	[/^(?:II\*\0|MM\0\*)/, 'a TIFF image'],
];

/** How texts start that are neither, behind white space or not; no cell of a CSV does. */
const TEXT_KINDS: ReadonlyArray<readonly [start: RegExp, name: string]> = [
	[/^\s*<(?:!doctype|!--|html|\?xml)/i, 'a web page or other markup'],
	[/^\s*%PDF-/, 'a PDF'],
	[/^\s*\{\\rtf/, 'an RTF document'],
	[/^\s*[[{]\s*["{]/, 'JSON'],
	[/^\s*(?:data:\w+\/[\w+.-]+;base64,|\/9j\/)/, 'base64 text'],
];

/** How many first bytes tell what a file is. */
const START_BYTES = 64;

/**
 * What a file seems to be, by its first bytes.
 *
 * @param start at least the first {@link START_BYTES}, or all there are
 * @returns a name with its article, or undefined when the bytes may be plain text
 */
export function kindOfFile(start: Uint8Array): string | undefined {
	const text = Buffer.from(start.subarray(0, START_BYTES)).toString('latin1');
	const ofBinary = BINARY_KINDS.find(([beginning]) => beginning.test(text));
	const withoutMark = text.replace(/^\xef\xbb\xbf/, '');
	return (ofBinary ?? TEXT_KINDS.find(([beginning]) => beginning.test(withoutMark)))?.[1];
}
