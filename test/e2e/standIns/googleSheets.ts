import { ServiceAccount } from './serviceAccount';
import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

type Cell = string | number | boolean;

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const SPREADSHEET = '/v4/spreadsheets/your-spreadsheet';
const FIRST_LETTER = 'A'.charCodeAt(0);

/** A spreadsheet with one sheet, as far as n8n's node reads and writes it. */
export class GoogleSheets implements StandIn {
	readonly hosts = ['oauth2.googleapis.com', 'sheets.googleapis.com'];

	readonly account = new ServiceAccount();

	/** The cells by rows, the names of the columns first. */
	rows: Cell[][] = [];

	/** The rows below the names, each by its columns; empty cells left out. */
	get records(): Array<Record<string, Cell>> {
		const [names = [], ...rows] = this.rows;
		return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']).filter(([, value]) => value !== '')) as Record<string, Cell>);
	}

	/** Writes into a cell, as a person does. */
	type(row: number, column: string, value: Cell): void {
		const names = (this.rows[0] ??= []);
		if (!names.includes(column)) names.push(column);
		this.put(row, names.indexOf(column), value);
	}

	answer(request: StandInRequest): StandInAnswer | undefined {
		const { method, host, path, query, body } = request;
		if (host === 'oauth2.googleapis.com') return this.account.grant(request, TOKEN_ADDRESS);
		if (!this.account.sent(request)) return { status: 401, json: { error: { code: 401, message: 'Invalid credentials', status: 'UNAUTHENTICATED' } } };
		if (method === 'GET' && path === SPREADSHEET) {
			return { status: 200, json: { sheets: [{ properties: { sheetId: 0, title: 'Cards', gridProperties: { rowCount: 1000, columnCount: 26 } } }] } };
		}
		if (method === 'POST' && path === `${SPREADSHEET}:batchUpdate`) return { status: 200, json: { replies: [{}] } };
		if (method === 'POST' && path === `${SPREADSHEET}/values:batchUpdate`) return this.write(body, fieldsOf(body).data);
		if (method === 'PUT' && path.startsWith(`${SPREADSHEET}/values/Cards!`)) return this.write({ valueInputOption: query.get('valueInputOption') }, [body]);
		const range = path.startsWith(`${SPREADSHEET}/values/`) ? path.slice(`${SPREADSHEET}/values/`.length) : '';
		if (method === 'GET' && ["'Cards'", 'Cards', 'Cards!A:Z'].includes(range)) return { status: 200, json: { range, values: this.rows } };
		return undefined;
	}

	/** Takes raw values alone: with others a number that is a text, or a name that looks like a formula, would not stay what it is. */
	private write(options: unknown, data: unknown): StandInAnswer | undefined {
		if (fieldsOf(options).valueInputOption !== 'RAW') return undefined;
		for (const { range, values } of data as Array<{ range: string; values: Cell[][] }>) {
			const [, letter = '', row = ''] = /^Cards!([A-Z]?)(\d+)/.exec(range) ?? [];
			const column = letter === '' ? 0 : letter.charCodeAt(0) - FIRST_LETTER;
			values.forEach((cells, down) => cells.forEach((value, right) => this.put(Number(row) - 1 + down, column + right, value)));
		}
		return { status: 200, json: { spreadsheetId: 'your-spreadsheet' } };
	}

	private put(row: number, column: number, value: Cell): void {
		while (this.rows.length <= row) this.rows.push([]);
		const cells = this.rows[row] ?? [];
		while (cells.length < column) cells.push('');
		cells[column] = value;
	}
}
