import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An open point of docs/internals/decisions.md. */
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

/** The text behind a name in bold, in the entry of a point. */
function part(entry: string, name: string): string {
	return new RegExp(`^- \\*\\*${name}:\\*\\* (.*)$`, 'm').exec(entry)?.[1]?.trim() ?? '';
}

/** Reads the entries of the open points. @throws Error when the page has no such section */
export function openPoints(): OpenPoint[] {
	const text = readFileSync(join(ROOT, 'docs', 'internals', 'decisions.md'), 'utf8');
	const section = /## What the specification leaves open\n([^]*?)\n## /.exec(text)?.[1];
	if (section === undefined) throw new Error('docs/internals/decisions.md has no section of open points');
	const entries = section.split(/^### (?=\d+\. )/m).slice(1);
	return entries.map((entry) => {
		const [, number, open = ''] = /^(\d+)\. (.*)$/m.exec(entry) ?? [];
		const [file = '', symbol] = quoted(part(entry, 'Code'));
		return {
			number: Number(number),
			open,
			choice: part(entry, 'Choice'),
			file,
			symbol,
			otherwise: part(entry, 'Under the other answer'),
			switches: quoted(part(entry, 'Switch')),
		};
	});
}
