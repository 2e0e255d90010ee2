const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** How many characters are parsed at once, in a few milliseconds. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Cuts the text of a CSV into pieces that each end with a line, so that it can be parsed piece by piece. A line break
 * between quotes ends no line: since quotes inside a quoted cell are doubled, their number is odd there. Where quotes do
 * not match, the piece in which that happens reaches as far as it takes, and cannot be parsed.
 *
 * @param lineEnds what ends a line: CR+LF alone, or CR and LF too
 */
export function* csvPieces(text: string, lineEnds: readonly string[], length = PIECE_LENGTH): Generator<string, void> {
	const onlyTogether = !lineEnds.includes('\n');
	let from = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) isQuoted = !isQuoted;
		else if (!isQuoted && at - from >= length && endsLine(text, at, onlyTogether)) {
			yield text.slice(from, at + 1);
			from = at + 1;
		}
	}
	if (from < text.length) yield text.slice(from);
}

/** Whether the character at a place is the last one of a line end. */
function endsLine(text: string, at: number, onlyTogether: boolean): boolean {
	const code = text.charCodeAt(at);
	if (code === LF) return !onlyTogether || text.charCodeAt(at - 1) === CR;
	return code === CR && !onlyTogether && text.charCodeAt(at + 1) !== LF;
}
