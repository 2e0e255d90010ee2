import { closeSync, openSync, readSync, statSync } from 'node:fs';

const chunkBytes = 1 << 16;

/** Reads what is added to a log. */
export class LogTail {
	private offset: number;

	private rest = '';

	/** Begins at the present end. */
	constructor(private readonly path: string) {
		this.offset = statSync(path).size;
	}

	/** The lines that have been completed since the last call. */
	lines(): string[] {
		const file = openSync(this.path, 'r');
		try {
			const chunk = Buffer.alloc(chunkBytes);
			let text = this.rest;
			for (let read = -1; read !== 0; this.offset += read) {
				read = readSync(file, chunk, 0, chunkBytes, this.offset);
				/* What is looked for is ASCII; a character that is cut in two does not matter. */
				text += chunk.toString('latin1', 0, read);
			}
			const lines = text.split('\n');
			this.rest = lines.pop() ?? '';
			return lines;
		} finally {
			closeSync(file);
		}
	}
}
