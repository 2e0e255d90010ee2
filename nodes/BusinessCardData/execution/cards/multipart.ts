import { randomUUID } from 'crypto';

/** One part of a form: a text, or a file. */
export interface FormPart {
	readonly name: string;
	readonly content: string | Uint8Array;
	readonly fileName?: string;
	readonly contentType?: string;
}

const LINE_END = '\r\n';

/** Names and file names are words of ours: nothing in them has to be escaped. */
function headOf({ name, fileName, contentType }: FormPart): string {
	const file = fileName === undefined ? '' : `; filename="${fileName}"`;
	return [
		`Content-Disposition: form-data; name="${name}"${file}`,
		...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
		'',
		'',
	].join(LINE_END);
}

/**
 * A form as it goes over the wire (RFC 7578; spec: Image registration request), in one piece, which can be sent again.
 * Made here and not by `FormData`, which makes two characters of every line break in a text.
 */
export function multipartBody(parts: readonly FormPart[]): { body: Buffer; contentType: string } {
	const boundary = `form-${randomUUID()}`;
	const pieces = parts.flatMap((part) => [
		Buffer.from(`--${boundary}${LINE_END}${headOf(part)}`),
		typeof part.content === 'string' ? Buffer.from(part.content) : part.content,
		Buffer.from(LINE_END),
	]);
	const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--${LINE_END}`)]);
	return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}
