import type { INode } from 'n8n-workflow';
import {
	csvFileProblem,
	explain,
	jpegProblem,
	ParameterError,
	readConnectionFailure,
	readDay,
	readMoment,
	refusedBeforeCall,
} from '../../nodes/shared';
import { readCredential } from '../../nodes/shared/http/credential';
import { readId, readSwitch, readText, readWholeNumber } from '../../nodes/shared/values/readers';
import { textOf } from '../support/repository';

/** A message that the screen shows leads to a row of Troubleshooting, where people find it by its own words. */

function cellsOf(row: string): string[] {
	return row
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** The messages of the page, from the column that has them in each of its tables. */
function messagesOfPage(): string[] {
	const tables = [...textOf('docs/troubleshooting.md').matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table);

	return tables.flatMap((table) => {
		const [header = [], , ...rows] = table.trim().split('\n').map(cellsOf);
		const place = header.findIndex((title) => title.startsWith('Message'));
		return place === -1 ? [] : rows.flatMap((row) => row.slice(place, place + 1));
	});
}

/** Finds a message of the page on the screen, with a name or value in place of each "…". */
function finder(message: string): RegExp {
	const words = message.replace(/ \(in the (?:details|output)\)$/, '').split('…');
	return new RegExp(words.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+?'), 's');
}

const FINDERS = messagesOfPage().map(finder);

/** Fails with the message where no row of the page has it. */
function expectRowFor(message: string): void {
	const hasRow = FINDERS.some((pattern) => pattern.test(message));
	expect(hasRow ? [] : [message]).toEqual([]);
}

/** The message that n8n shows for what a check refuses. */
function shownBy(check: () => unknown): string {
	try {
		check();
	} catch (error) {
		if (error instanceof ParameterError) return refusedBeforeCall({ node: {} as INode }, error.violation).message;
		throw error;
	}
	return '';
}

const CREDENTIAL = { baseUrl: 'https://cards.example.com', apiKey: 'a'.repeat(32), appId: '', callsPerSecond: 10 };

const CHECKS: ReadonlyArray<readonly [what: string, check: () => unknown]> = [
	['no address', () => readCredential({ ...CREDENTIAL, baseUrl: '' })],
	['no valid address', () => readCredential({ ...CREDENTIAL, baseUrl: 'cards' })],
	['an unencrypted address', () => readCredential({ ...CREDENTIAL, baseUrl: 'http://cards.example.com' })],
	['an address with a query', () => readCredential({ ...CREDENTIAL, baseUrl: 'https://cards.example.com?a=1' })],
	['an address with the version', () => readCredential({ ...CREDENTIAL, baseUrl: 'https://cards.example.com/v3.2' })],
	['a short key', () => readCredential({ ...CREDENTIAL, apiKey: 'short' }, 'My key')],
	['an app ID with a space', () => readCredential({ ...CREDENTIAL, appId: 'a b' })],
	['too many calls', () => readCredential({ ...CREDENTIAL, callsPerSecond: 11 })],
	['no ID', () => readId('id', '')],
	['an ID that is none', () => readId('id', {})],
	['an ID as a long number', () => readId('id', 2 ** 64)],
	['no text', () => readText('name', {})],
	['an error of a spreadsheet', () => readText('name', '#REF!')],
	['half of a character', () => readText('name', '\ud83d')],
	['no number', () => readText('name', NaN)],
	['no switch', () => readSwitch('returnAll', 'maybe')],
	['a number that is too small', () => readWholeNumber('limit', 0, { minValue: 1 })],
	['no date', () => readMoment('updatedFrom', 'soon', 'Asia/Tokyo')],
	['no time zone', () => readDay('2026-04-01T00:00:00', 'Asia/Nowhere')],
];

/** What the checks of files say, as their callers put it. */
const FILES: ReadonlyArray<readonly [what: string, message: string]> = [
	...['', 'text', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff'].map((bytes): [string, string] => {
		const problem = jpegProblem(Buffer.from(bytes, 'latin1')) ?? '';
		return [`the image ${JSON.stringify(bytes)}`, `The image in "data" ${problem}`];
	}),
	...['', 'PK\x03\x04', 'a\0b', '\x1b$B', '\xff\xfe\xfa', 'a\ufffdb'].map((text): [string, string] => {
		const bytes = Buffer.from(text, text === 'a\ufffdb' ? 'utf8' : 'latin1');
		return [`the CSV ${JSON.stringify(text)}`, `The user CSV ${csvFileProblem(bytes, 'utf8')?.message}`];
	}),
];

const CODES = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EHOSTUNREACH',
	'CERT_HAS_EXPIRED',
	'ECONNRESET',
	'ETIMEDOUT',
	'UNSENT',
	'X',
];
const STATUSES = [302, 400, 401, 403, 404, 407, 409, 415, 429, 500, 503];

it.each(CHECKS)('finds the message for %s', (_, check) => {
	const message = shownBy(check);
	expect(message).not.toBe('');
	expectRowFor(message);
});

it.each(FILES)('finds the message for %s', (_, message) => {
	expect(message).not.toMatch(/undefined|^The image in "data" $/);
	expectRowFor(message);
});

it.each(CODES)('finds the message for a call that ends with %s', (code) => {
	const { message } = readConnectionFailure({ code });
	expectRowFor(message);
});

it.each(STATUSES)('finds the message for the status %d', (status) => {
	const { headline } = explain({ status, body: Buffer.from('{}'), contentType: 'application/json', json: {} });
	expectRowFor(headline);
});
