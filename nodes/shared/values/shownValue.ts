/** Longest part of a value that a message shows. */
const MAX_SHOWN = 60;

function textOf(value: unknown): string {
	// One character more than is shown, so that the cut is seen; a long text is not copied as a whole.
	if (typeof value === 'string') return `"${value.slice(0, MAX_SHOWN + 1)}"`;
	// NaN, Infinity and bigints have no JSON.
	if (typeof value !== 'object') return String(value);
	try {
		return JSON.stringify(value) ?? 'an object';
	} catch {
		return 'an object';
	}
}

/** A value as a message shows it: quoted when it is a text, on one line, cut when it is long. */
export function shownValue(value: unknown): string {
	const text = textOf(value).replace(/\p{Cc}+/gu, ' ');
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
