import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An open point of docs/internals/decisions.md. */
export interface OpenPoint {
	readonly number: number;
	readonly open: string;
	readonly choice: string;
	readonly otherwise: string;
	/** The emulator's switches for it; none where no answer of the service differs. */
	readonly switches: readonly string[];
}

/** The package's folder. */
export const ROOT = join(__dirname, '..', '..');

const PAGE = 'docs/internals/decisions.md';

function quoted(cell: string): string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

/** Reads the table of the open points. @throws Error when the page has no such table */
export function openPoints(): OpenPoint[] {
	const text = readFileSync(join(ROOT, PAGE), 'utf8');
	const rows = [...text.matchAll(/^\| (\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)];
	if (rows.length === 0) throw new Error(`${PAGE} has no table of open points`);
	return rows.map(([, number, open = '', choice = '', otherwise = '', switches = '']) => ({
		number: Number(number),
		open,
		choice,
		otherwise,
		switches: quoted(switches),
	}));
}
