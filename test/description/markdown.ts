import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the tests of the documentation need to know of Markdown. */

export const REPOSITORY = join(__dirname, '../..');

/** Every page of the repository, new ones included. */
export function pages(): string[] {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
	const files = execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n');
	return files.filter((file) => file !== '' && existsSync(join(REPOSITORY, file)));
}

/** A file of the repository as text. */
export function pageText(page: string): string {
	return readFileSync(join(REPOSITORY, page), 'utf8');
}
