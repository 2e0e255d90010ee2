import { generateKeyPairSync } from 'node:crypto';
import type { Route, StandIn, StandInAnswer } from './services';

type Cell = string | number | boolean;

const TOKEN = 'token-of-the-service-account';
const SPREADSHEET = '/v4/spreadsheets/your-spreadsheet';

/** Google's accounts: the token that a signed assertion earns. */
export class GoogleAccounts implements StandIn {
	readonly hosts = ['oauth2.googleapis.com'];

	/** What goes into n8n's credential. */
	readonly credentialFields = {
		email: 'sync@project.example.com',
		privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
			.privateKey.export({ type: 'pkcs8', format: 'pem' })
			.toString(),
	};

	readonly routes: readonly Route[] = [
		['POST /token', () => ({ status: 200, json: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 } })],
	];

	refuse(status: number, message: string): StandInAnswer {
		return { status, json: { error: message } };
	}
}

/** A spreadsheet with one sheet, as far as n8n's node reads and writes it. */
export class GoogleSheets implements StandIn {
	readonly hosts = ['sheets.googleapis.com'];
	readonly token = TOKEN;

	/** The cells by rows, the names of the columns first. */
	rows: Cell[][] = [];

	/** The rows below the names, each by its columns; empty cells left out. */
	get records(): Array<Record<string, Cell | undefined>> {
		const [names = [], ...rows] = this.rows;
		const filled = (row: Cell[]) => names.map((name, at) => [name, row[at] ?? '']).filter(([, value]) => value !== '');
		return rows.map((row) => Object.fromEntries(filled(row)) as Record<string, Cell>);
	}

	readonly routes: readonly Route[] = [
		[`GET ${SPREADSHEET}`, () => ({ status: 200, json: { sheets: [{ properties: { sheetId: 0, title: 'Cards' } }] } })],
		[`POST ${SPREADSHEET}:batchUpdate`, () => ({ status: 200, json: { replies: [{}] } })],
		[`POST ${SPREADSHEET}/values:batchUpdate`, (_, { body }) => this.write(body.valueInputOption, body.data)],
		[`PUT ${SPREADSHEET}/values/Cards!.+`, (_, { body, query }) => this.write(query.get('valueInputOption'), [body])],
		[`GET ${SPREADSHEET}/values/(?:'Cards'|Cards|Cards!A:Z)`, () => ({ status: 200, json: { values: this.rows } })],
	];

	/** Writes into a cell, as a person does. */
	type(row: number, column: string, value: Cell): void {
		const names = (this.rows[0] ??= []);
		if (!names.includes(column)) names.push(column);
		this.put(row, names.indexOf(column), value);
	}

	refuse(code: number, message: string): StandInAnswer {
		return { status: code, json: { error: { code, message } } };
	}

	/** Takes raw values alone: with others a number that is a text, or a name that looks like a formula, would not stay what it is. */
	private write(option: unknown, data: unknown): StandInAnswer | undefined {
		if (option !== 'RAW') return undefined;
		for (const { range, values } of data as Array<{ range: string; values: Cell[][] }>) {
			const [, letter = '', row = ''] = /^Cards!([A-Z]?)(\d+)/.exec(range) ?? [];
			const column = letter === '' ? 0 : letter.charCodeAt(0) - 'A'.charCodeAt(0);
			values.forEach((cells, down) =>
				cells.forEach((value, right) => this.put(Number(row) - 1 + down, column + right, value)),
			);
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
