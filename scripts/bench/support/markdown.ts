/** A number without decimals, in groups of three. */
export function whole(number: number): string {
	return Math.round(number).toLocaleString('en-US');
}

/** A table whose first column is text and whose others are numbers. */
export function toTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
