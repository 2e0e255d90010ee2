/**
 * The entries of a list in one text. Separated by commas, or a JSON array, as agents and expressions write one: cut at its commas
 * it would be other entries than those that were meant.
 */
export function entriesOfText(text: string): unknown[] {
	return jsonArray(text) ?? text.split(',');
}

/** The array that a text is in JSON; `undefined` for any other text. */
export function jsonArray(text: string): unknown[] | undefined {
	if (!text.trimStart().startsWith('[')) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
