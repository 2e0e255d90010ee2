import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of the table of open points in docs/internals/decisions.md. */
export interface OpenPoint {
	readonly number: number;
	readonly open: string;
	readonly choice: string;
	/** File in which the choice stands, and a name in it. */
	readonly file: string;
	readonly symbol: string | undefined;
	readonly otherwise: string;
	readonly switches: readonly string[];
}

/** The package's folder. */
export const ROOT = join(__dirname, '..', '..');

function quoted(cell = ''): string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

/** Reads the table of open points. @throws Error when there is none */
export function openPoints(): OpenPoint[] {
	const text = readFileSync(join(ROOT, 'docs', 'internals', 'decisions.md'), 'utf8');
	const section = /## What the specification leaves open\n([^]*?)\n## /.exec(text)?.[1];
	if (section === undefined) throw new Error('docs/internals/decisions.md has no table of open points');
	const rows = section.split('\n').filter((line) => /^\| \d+ \|/.test(line));
	return rows.map((line) => {
		const [, number, open = '', choice = '', where, otherwise = '', switches] = line.split('|').map((cell) => cell.trim());
		const [file = '', symbol] = quoted(where);
		return { number: Number(number), open, choice, file, symbol, otherwise, switches: quoted(switches) };
	});
}
