/** Longest part of a value that a message shows, in characters. */
const MAX_SHOWN = 60;

/** A text on one line, and cut when it is long. */
function shortened(text: string): string {
	// Only the beginning is copied: a value may be megabytes long, and a character may take two units of it.
	const beginning = text.slice(0, 2 * MAX_SHOWN + 2).replace(/\p{Cc}+/gu, ' ');
	const characters = Array.from(beginning);

	return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : beginning;
}

/** A text in quotation marks, as messages show what somebody entered. */
export function quote(text: string): string {
	return `"${shortened(text)}"`;
}

/** A value as a message shows it: a text in quotation marks, everything else as JSON where it has any. */
export function shownValue(value: unknown): string {
	if (typeof value === 'string') return quote(value);
	if (typeof value !== 'object') return String(value);

	try {
		const json = JSON.stringify(value) ?? 'an object';
		// A date that is none becomes null, which is not what was entered.
		return json === 'null' ? String(value) : shortened(json);
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
