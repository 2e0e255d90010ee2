import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import Encoding from 'encoding-japanese';
import { bytesAnswer, type Answer } from '../answers';
import type { Switches } from '../switches';

const DELIMITERS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', space: ' ' };

/** Rows of cells. */
export type Rows = ReadonlyArray<readonly string[]>;

/**
 * Reads an uploaded CSV.
 *
 * @param encoding `utf8` or `sjis`
 * @throws Error when the bytes are not in that encoding or the text is no CSV
 */
export function readCsv(bytes: Buffer, encoding: string, delimiter: string): Rows {
	const text = new TextDecoder(encoding === 'sjis' ? 'shift_jis' : 'utf-8', { fatal: true }).decode(bytes);
	return parse(text, { delimiter: DELIMITERS[delimiter], relax_column_count: true, skip_empty_lines: true });
}

/** An answer of CSV without header row, in the encoding that the switch says. */
export function csvAnswer(rows: Rows, delimiter: string, { csvCharset }: Switches): Answer {
	const text = stringify(
		rows.map((row) => [...row]),
		// The library quotes the line end that it writes and no other.
		{ delimiter: DELIMITERS[delimiter], record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
	);
	switch (csvCharset) {
		case 'utf8':
			return bytesAnswer(200, 'text/csv', Buffer.from(text));
		case 'utf8bom':
			return bytesAnswer(200, 'text/csv; charset=utf-8', Buffer.from(`\uFEFF${text}`));
		case 'sjis': {
			const codes = Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' });
			return bytesAnswer(200, 'text/csv; charset=Shift_JIS', Buffer.from(codes));
		}
	}
}
