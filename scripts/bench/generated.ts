import { existsSync, readFileSync, writeFileSync } from 'fs';

/**
 * Puts a text that a command has made between the marks of a page: `<!-- name:begin -->` and `<!-- name:end -->`. Where there
 * is no such page, it is printed.
 *
 * @throws Error when the page has no such marks
 */
export function putBetweenMarks(file: string, name: string, text: string): void {
	if (!existsSync(file)) {
		process.stdout.write(`${text}\n`);
		return;
	}
	const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
	const page = readFileSync(file, 'utf8');
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from < 0 || to < from) throw new Error(`${file} has no ${begin} … ${end}`);
	writeFileSync(file, `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`);
}
