import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repositoryFolder } from './paths';
import { chosenVersion } from './versions';

/** What is used of the library with which n8n itself reads Excel files. */
interface Excel {
	readonly utils: {
		aoa_to_sheet(rows: readonly unknown[][]): object;
		book_new(): object;
		book_append_sheet(book: object, sheet: object, name: string): void;
	};
	write(book: object, options: { type: 'buffer'; bookType: 'xlsx' }): Buffer;
}

/** An Excel file with these rows. */
export function excelFile(rows: readonly unknown[][]): Buffer {
	const folder = join(repositoryFolder, chosenVersion.folder);
	/* Newer versions of n8n have it under another name. */
	const library = existsSync(join(folder, 'node_modules/xlsx')) ? 'xlsx' : '@e965/xlsx';
	const { utils, write } = createRequire(join(folder, 'package.json'))(library) as Excel;
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1');
	return write(book, { type: 'buffer', bookType: 'xlsx' });
}
