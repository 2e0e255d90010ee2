/** Reads a multipart body: its texts by name, `file` where there is a file, and the name of that file. */
export function formOf(text: string): Partial<Record<string, string>> {
	const [boundary = ''] = text.split('\r\n', 1);
	const fields: Record<string, string> = {};
	for (const part of text.split(boundary).slice(1, -1)) {
		const [head = '', ...rest] = part.split('\r\n\r\n');
		const [, name = ''] = /name="([^"]*)"/.exec(head) ?? [];
		const [, fileName] = /filename="([^"]*)"/.exec(head) ?? [];
		if (fileName !== undefined) fields.fileName = fileName;
		fields[name] = rest.join('\r\n\r\n').replace(/\r\n$/, '');
	}
	return fields;
}
