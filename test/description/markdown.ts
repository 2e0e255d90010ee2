/** What the tests of the documentation need to know of Markdown. */

/** A page without its blocks of code. */
export function withoutBlocks(text: string): string {
	return text.replace(/^```[^]*?^```$/gm, '');
}

/** The anchor that GitHub makes of a heading. */
export function anchor(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{M}\- _]/gu, '')
		.replaceAll(' ', '-');
}
