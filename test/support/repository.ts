import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const REPOSITORY = join(__dirname, '../..');

/** A file of the repository as text. */
export function textOf(file: string): string {
	return readFileSync(join(REPOSITORY, file), 'utf8');
}

/** Every page of the repository, new ones included. */
export function pages(): string[] {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
	const files = execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n');
	return files.filter((file) => file !== '' && existsSync(join(REPOSITORY, file)));
}

/** A folder with some of the repository, and with its modules, for the tests of one file or one `describe`. */
export function copyOf(...paths: string[]): string {
	const folder = mkdtempSync(join(tmpdir(), 'repository-'));
	for (const path of paths) cpSync(join(REPOSITORY, path), join(folder, path), { recursive: true });
	symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
