/*
 * Who is who after a spreadsheet. Spreadsheets, editors and operating systems change keys without anybody seeing it:
 * they add white space and invisible characters, take accents apart, exchange dashes, and drop leading zeros.
 */

/** Characters that nobody sees: zero-width spaces, soft hyphens, direction marks, byte order marks. */
const INVISIBLE = /[\p{Cf}\ufeff]/gu;

/** Further characters that show nothing of themselves, variation selectors for one: they may distinguish two names. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Dashes, and what is taken for one: minus, tilde, wave dash, the prolonged sound mark, the line of a frame. */
const DASHES = /[\p{Pd}~\u2212\u223c\u2500\u30fc]/gu;

/**
 * The form in which two spellings of an id, an address or a name of a path are the same: NFC, without white space at
 * the ends and without invisible characters.
 */
export function sameForm(text: string): string {
	return text.replace(INVISIBLE, '').normalize('NFC').trim();
}

/**
 * What texts have in common that a person may take for each other: equal in NFKC, apart from case, white space, dashes
 * and leading zeros. It compares and is never shown or sent.
 */
export function lookOf(text: string): string {
	const plain = sameForm(text).normalize('NFKC').replace(IGNORABLE, '').toLowerCase();
	return plain
		.replace(/\s/gu, '')
		.replace(DASHES, '-')
		.replace(/^0+(?=\d)/u, '');
}

/** What a message adds that names a key and the present one that it looks like. */
export const LOOK_ALIKE_ADVICE = 'correct the item, or the record in the service, so that both are the same';

/** What a spreadsheet writes into a cell whose formula failed or has not ended. */
const SPREADSHEET_ERRORS: ReadonlySet<string> = new Set([
	'#N/A',
	'#REF!',
	'#VALUE!',
	'#NAME?',
	'#DIV/0!',
	'#NULL!',
	'#NUM!',
	'#SPILL!',
	'#ERROR!',
	'Loading...',
]);

/** Whether a whole cell is an error of a spreadsheet. */
export function isSpreadsheetError(text: string): boolean {
	return SPREADSHEET_ERRORS.has(text.trim());
}
