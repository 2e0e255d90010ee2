/** Kinds of files that people take for a CSV or a JPEG: their first bytes, one character each, and their names. */
const KINDS: ReadonlyArray<readonly [start: RegExp, name: string]> = [
	[/^PK\p{Cc}{2}/u, 'an Excel workbook (xlsx) or another zip file'],
	[/^\xd0\xcf\p{Cc}\xe0/u, 'an old Excel workbook (xls)'],
	[/^(?:\xff\xfe|\xfe\xff)/, 'UTF-16 text ("Unicode Text" in Excel)'],
	[/^(?:\p{Cc}\x8b|7z\xbc\xaf|Rar!\p{Cc})/u, 'a compressed file'],
	[/^\xff\xd8\xff/, 'a JPEG image'],
	[/^\x89PNG/, 'a PNG image'],
	[/^GIF8[79]a/, 'a GIF image'],
	[/^RIFF[^]{4}WEBP/, 'a WebP image'],
	[/^[^]{4}ftyp(?:hei|hev|mif|msf)/, 'a HEIC image'],
	[/^(?:II\*\p{Cc}|MM\p{Cc}\*)/u, 'a TIFF image'],
	[/^\s*<(?:!doctype|!--|html|\?xml)/i, 'a web page or other markup'],
	[/^\s*%PDF-/, 'a PDF'],
	[/^\s*\{\\rtf/, 'an RTF document'],
	[/^\s*[[{]\s*["{]/, 'JSON'],
	[/^\s*(?:data:\w+\/[\w+.-]+;base64,|\/9j\/)/, 'base64 text'],
];

/** The kind of a file by its first bytes, as a name with its article; `undefined` where it may be plain text. */
export function kindOfFile(bytes: Uint8Array): string | undefined {
	const start = Buffer.from(bytes.subarray(0, 64))
		.toString('latin1')
		.replace(/^\xef\xbb\xbf/, '');
	return KINDS.find(([beginning]) => beginning.test(start))?.[1];
}
