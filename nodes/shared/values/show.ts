/** Longest part of a value that a message shows, in characters. */
const MAX_SHOWN = 60;

/** On one line, and cut when it is long. */
function cut(text: string): string {
	// A long text is not copied as a whole.
	const characters = Array.from(text.slice(0, 2 * MAX_SHOWN + 2).replace(/\p{Cc}+/gu, ' '));
	return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : characters.join('');
}

export function quote(text: string): string {
	return `"${cut(text)}"`;
}

/** A value as a message shows it: quoted when it is a text. */
export function shownValue(value: unknown): string {
	if (typeof value === 'string') return quote(value);
	try {
		const json = typeof value === 'object' ? (JSON.stringify(value) ?? 'an object') : 'null';
		// NaN, Infinity, bigints and dates that are none have no JSON.
		return json === 'null' ? String(value) : cut(json);
	} catch {
		return 'an object';
	}
}

/** A whole number with thousands separators, the same on every machine. */
export function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}

/** A sentence without its full stop, for another one to follow. */
export function withoutStop(sentence: string): string {
	return sentence.replace(/[.\u3002]$/, '');
}

/** Texts as one, without those that are empty or missing. */
export function joined(texts: ReadonlyArray<string | undefined>, separator: string): string {
	return texts.filter((text) => text !== undefined && text !== '').join(separator);
}

/** A text in which letters of any case and width are the same, to look for one in another. */
export function inOneForm(text: string): string {
	return text.normalize('NFKC').toLowerCase();
}
