import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import Encoding from 'encoding-japanese';
import type { Switches } from '../switches';

const DELIMITERS: Readonly<Record<string, string>> = {
	comma: ',',
	semicolon: ';',
	tab: '\t',
	space: ' ',
};
const DECODERS: Readonly<Record<string, string>> = { utf8: 'utf-8', sjis: 'shift_jis' };
const BOM = '\uFEFF';

/** Rows of cells. */
export type Rows = ReadonlyArray<readonly string[]>;

/**
 * Reads an uploaded CSV.
 *
 * @param encoding `utf8` or `sjis`
 * @param delimiter `comma`, `semicolon`, `tab` or `space`
 * @throws Error when the bytes are not in that encoding or the text is no CSV
 */
export function readCsv(bytes: Buffer, encoding: string, delimiter: string): Rows {
	const text = new TextDecoder(DECODERS[encoding], { fatal: true }).decode(bytes);
	return parse(text, {
		delimiter: DELIMITERS[delimiter],
		relax_column_count: true,
		skip_empty_lines: true,
	});
}

/** Line ends by switch. */
const LINE_ENDS: Readonly<Record<Switches['csvLineEnd'], string>> = { crlf: '\r\n', lf: '\n' };

/** Writes a CSV without header row. */
export function writeCsv(
	rows: Rows,
	delimiter: string,
	{ csvLineEnd, csvQuotes }: Pick<Switches, 'csvLineEnd' | 'csvQuotes'>,
): string {
	return stringify(
		[...rows].map((row) => [...row]),
		{
			delimiter: DELIMITERS[delimiter],
			record_delimiter: LINE_ENDS[csvLineEnd],
			quoted: csvQuotes === 'always',
			quoted_empty: csvQuotes === 'always',
			// The library quotes the line end that it writes and no other.
			quoted_match: /[\r\n]/,
		},
	);
}

/** Text as bytes in the encoding that the service sends CSVs in, with the matching content type. */
export function encodeCsv(
	text: string,
	charset: Switches['csvCharset'],
): { body: Buffer; contentType: string } {
	switch (charset) {
		case 'utf8':
			return { body: Buffer.from(text), contentType: 'text/csv' };
		case 'utf8bom':
			return { body: Buffer.from(BOM + text), contentType: 'text/csv; charset=utf-8' };
		case 'sjis': {
			const codes = Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' });
			return { body: Buffer.from(codes), contentType: 'text/csv; charset=Shift_JIS' };
		}
	}
}
