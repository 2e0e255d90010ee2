import { halfCharacterProblem } from '../values/characters';
import type { CsvEncoding } from './text';
import { ShiftJisEncoder } from './shiftJis';

/** Knows whether a text can be encoded, and encodes it. */
export interface TextEncoding {
	/** @returns why the text cannot be written; reads as the end of a sentence that starts with the field's name */
	problem(text: string): string | undefined;
	encode(text: string): Uint8Array;
}

const UTF_8: TextEncoding = {
	problem(text) {
		const half = halfCharacterProblem(text);
		return half && `${half}, which UTF-8 cannot encode`;
	},
	encode: (text) => Buffer.from(text, 'utf8'),
};

/** The encodings in which a CSV is written. */
export const TEXT_ENCODINGS: Readonly<Record<CsvEncoding, TextEncoding>> = {
	utf8: UTF_8,
	// One for the process: what it remembers of each character is the same for all.
	sjis: new ShiftJisEncoder(),
};

/** Why a text can be in no CSV of this encoding; reads as the end of a sentence that starts with the field's name. */
export function unencodable(text: string, encoding: CsvEncoding): string | undefined {
	if (text.includes('\0')) return 'contains the character U+0000, which is not allowed in text';
	return TEXT_ENCODINGS[encoding].problem(text);
}
