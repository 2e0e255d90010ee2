import { randomUUID } from 'crypto';

/** A part of a form: a text, or a file. Names and file names are words of ours: nothing in them is escaped. */
export interface FormPart {
	readonly name: string;
	readonly content: string | Uint8Array;
	/** The name of a file. */
	readonly file?: `${string}.csv` | `${string}.jpg`;
}

const LINE_END = '\r\n';

/** The headers of a part, with the empty line that ends them. */
function headersOf(part: FormPart): string {
	const { name, file } = part;
	const disposition = `Content-Disposition: form-data; name="${name}"`;
	if (file === undefined) return `${disposition}${LINE_END}${LINE_END}`;

	const type = file.endsWith('.csv') ? 'text/csv' : 'image/jpeg';
	return `${disposition}; filename="${file}"${LINE_END}Content-Type: ${type}${LINE_END}${LINE_END}`;
}

/**
 * Makes a form as it goes over the wire (RFC 7578; spec: E7, E13, E14), in one piece, which can be sent again. `FormData`
 * would make two characters of every line break in a text.
 */
export function multipartBody(parts: readonly FormPart[]): { body: Buffer; contentType: string } {
	const boundary = `form-${randomUUID()}`;
	const pieces: Uint8Array[] = [];

	for (const part of parts) {
		const { content } = part;
		pieces.push(Buffer.from(`--${boundary}${LINE_END}${headersOf(part)}`));
		pieces.push(typeof content === 'string' ? Buffer.from(content) : content);
		pieces.push(Buffer.from(LINE_END));
	}
	pieces.push(Buffer.from(`--${boundary}--${LINE_END}`));

	return { body: Buffer.concat(pieces), contentType: `multipart/form-data; boundary=${boundary}` };
}
