import type { IDataObject } from 'n8n-workflow';
import { isObject, ORGANIZATION_FIELDS, type OrganizationKind } from '../../../nodes/shared';
import { APP_ID, KEY } from '../../../tools/engine/secrets';
import { describeFaults, type Effect } from './matrix';
import type { Subject } from './subjects';
import { ADVICE, FOREIGN, lost, SILENT_WRITES, unanswered, useless } from './texts';

/** Every answer that is not the one that was asked for, and odd ones that are, for every operation and a poll. */

const HARMLESS: Effect = { kind: 'harmless' };

function retried(message: string): Effect {
	return { kind: 'retried', said: unanswered(message, FOREIGN) };
}

const NO_IMAGE = useless('The service sent a response that is not a JPEG image');
const NO_JSON = retried('The service sent a response that is not complete JSON');
const NO_CSV = retried('The service sent a response that is not a CSV');
const NO_LIST = useless('The service sent a response without the requested list');
const NO_RECORD = useless('The service sent a response without the requested record');
const NO_STATUS = useless('The service sent a response without the status of the import');

/** What a body of some JSON that is no object means to each operation. */
const OTHER_JSON = { image: NO_IMAGE, list: NO_LIST, record: NO_RECORD, json: NO_STATUS };

const KINDS: Readonly<Record<string, OrganizationKind>> = {
	'user.getAll': 'user',
	'department.getAll': 'department',
	'organizationImport.check': 'result',
	'organizationImport.getResult': 'result',
};

/** The same effect for each operation that answers in CSV, with the words of its kind of rows. */
function onCsv(row: number, columns: (documented: number) => number): Readonly<Record<string, Effect>> {
	return Object.fromEntries(
		Object.entries(KINDS).map(([name, kind]) => {
			const documented = ORGANIZATION_FIELDS[kind].length;
			const counts = `has ${columns(documented)} columns instead of ${documented}`;
			return [name, useless(`Row ${row} of the ${kind} CSV ${counts}; check Delimiter and Column Order`)];
		}),
	);
}

const MALFORMED_CSV = useless(
	'Row 1 of the CSV is malformed: there is a quote inside a cell that does not begin with one',
);

/** The operations that cannot see that a text was cut short: what is there of it can be read. */
function cutShort(usual: readonly unknown[]): readonly unknown[] {
	return usual.map((item) => expect.objectContaining({ pairedItem: (item as IDataObject).pairedItem }) as unknown);
}

const CREATED_UNSEEN = { json: { success: true, viewable: false }, pairedItem: { item: 0 } };
const VALID = { json: { valid: true, errors: [] }, pairedItem: [{ item: 0 }] };

/** Changes each record of an answer, wherever the answer has it. */
function eachRecord(change: (record: IDataObject) => IDataObject): (body: unknown) => unknown {
	return (body) => {
		if (!isObject(body)) return body;
		if (!Array.isArray(body.data)) return change(body as IDataObject);
		return { ...change(body as IDataObject), data: (body.data as IDataObject[]).map(change) };
	};
}

function nulled(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, ENVELOPE.has(name) ? value : null]));
}

const ENVELOPE: ReadonlySet<string> = new Set(['hasMore', 'nextPageToken', 'data']);

const EXTRA = { unknownField: { deep: [1, null, { x: '髙' }] }, constructor: 'a', toString: 7 };

function extended(record: IDataObject): IDataObject {
	return { ...record, ...EXTRA };
}

/** Items with their JSON changed. */
function changed(change: (json: IDataObject) => IDataObject): (usual: readonly unknown[]) => readonly unknown[] {
	return (usual) => usual.map((item) => ({ ...(item as IDataObject), json: change((item as { json: IDataObject }).json) }));
}

function isJson({ row }: Subject): boolean {
	return ['list', 'record', 'json'].includes(row.response);
}

/** A CSV of blank cells, so many more than there should be. */
function blanks({ name }: Subject, more: number): string {
	const kind = KINDS[name];
	return kind ? `${','.repeat(ORGANIZATION_FIELDS[kind].length + more - 1)}\r\n` : '';
}

function blankRow(kind: OrganizationKind): IDataObject {
	return Object.fromEntries(ORGANIZATION_FIELDS[kind].map(({ name }) => [name, null]));
}

/** What a row without anything in it gives. */
const BLANK_ROWS: Readonly<Record<string, Effect>> = Object.fromEntries(
	Object.entries(KINDS).map(([name, kind]) => {
		const json = name.endsWith('check') ? { valid: false, errors: [blankRow(kind)] } : blankRow(kind);
		const pairedItem = name.endsWith('check') ? [{ item: 0 }] : { item: 0 };
		return [name, { kind: 'gives', output: () => [{ json, pairedItem }] }];
	}),
);

const FORBIDDEN: Effect = {
	kind: 'fails',
	said: {
		message: 'Refused for *** of ***',
		description: ['has_no_permission', ADVICE.has_no_permission ?? ''],
		httpCode: '403',
	},
};

function insideSuccess(status: number, code?: string) {
	const body = { statusCode: status, message: `Refused for ${KEY} of ${APP_ID}`, error: code ? [{ Code: code }] : [] };
	return { kind: 'status', status: 200, body } as const;
}

const BROKEN_DOWN = { message: 'Refused for *** of ***', description: ['Try again later.'], httpCode: '500' };

describeFaults([
	{
		name: 'a JSON that breaks off',
		script: { kind: 'malformed' },
		effect: NO_JSON,
		byAnswer: { image: NO_IMAGE, csv: MALFORMED_CSV },
		on: SILENT_WRITES,
	},
	{
		name: 'the page of a proxy',
		script: { kind: 'html' },
		effect: NO_JSON,
		byAnswer: { image: NO_IMAGE, csv: NO_CSV },
		on: SILENT_WRITES,
	},
	{
		name: 'nothing',
		script: { kind: 'empty' },
		effect: NO_JSON,
		byAnswer: { image: NO_IMAGE, csv: { kind: 'gives', output: () => [] } },
		on: {
			...SILENT_WRITES,
			// What stands for a card that may not be seen, and for a check that found nothing.
			'businessCard.create': { kind: 'gives', output: () => [CREATED_UNSEEN] },
			'organizationImport.check': { kind: 'gives', output: () => [VALID] },
		},
	},
	{
		name: 'half of the answer, passed off as all of it',
		script: { kind: 'truncated' },
		isDone: 'always',
		effect: NO_JSON,
		byAnswer: { image: { kind: 'gives', output: cutShort } },
		on: {
			...SILENT_WRITES,
			...onCsv(2, (columns) => (columns === 22 ? 2 : 3)),
			'organizationImport.check': { kind: 'gives', output: cutShort },
			'organizationImport.getResult': onCsv(1, () => 3)['organizationImport.getResult'] ?? HARMLESS,
		},
	},
	{
		name: 'a null',
		script: { kind: 'status', status: 200, body: 'null' },
		effect: HARMLESS,
		byAnswer: OTHER_JSON,
		on: { ...SILENT_WRITES, ...onCsv(1, () => 1) },
	},
	{
		name: 'an array',
		script: { kind: 'status', status: 200, body: '[]' },
		effect: HARMLESS,
		byAnswer: OTHER_JSON,
		on: { ...SILENT_WRITES, ...onCsv(1, () => 1) },
	},
	{ name: 'another content type', script: { kind: 'wrongContentType' }, effect: HARMLESS },
	{ name: 'a compressed answer', script: { kind: 'gzip' }, effect: HARMLESS },
	{
		name: 'headers that mean nothing',
		meets: isJson,
		script: { kind: 'transform', headers: { date: 'never', 'x-request-id': '\u00e9', 'set-cookie': 'a=b' } },
		effect: HARMLESS,
	},
	{
		name: 'an answer that says it is compressed, and is not',
		script: { kind: 'wrongContentType', headers: { 'content-encoding': 'gzip' } },
		isDone: 'always',
		...lost('The service sent a response that cannot be decompressed'),
	},
	{
		name: 'a refusal inside a 200',
		script: insideSuccess(403, 'has_no_permission'),
		effect: FORBIDDEN,
		on: SILENT_WRITES,
	},
	{
		name: 'a breakdown inside a 200',
		script: insideSuccess(500),
		isDone: 'perhaps',
		effect: { kind: 'retried', said: BROKEN_DOWN },
		on: SILENT_WRITES,
	},
	{
		name: 'null in every field',
		meets: isJson,
		script: { kind: 'transform', transform: eachRecord(nulled) },
		isDone: 'always',
		effect: { kind: 'gives', output: changed(nulled) },
		on: {
			'organizationImport.getStatus': NO_STATUS,
			'organizationImport.create': SILENT_WRITES['organizationImport.create'] ?? HARMLESS,
			'businessCard.create': { kind: 'gives', output: () => [expect.objectContaining({ pairedItem: { item: 0 } })] },
			'businessCard.uploadImage': {
				kind: 'gives',
				output: () => [{ json: { id: null, language: null }, pairedItem: { item: 0 } }],
			},
			// Records that say the same are one record.
			'a poll': { kind: 'gives', output: () => [null] },
		},
	},
	{
		name: 'blanks in every cell',
		meets: ({ row }) => row.response === 'csv',
		script: (subject) => ({ kind: 'status', status: 200, body: blanks(subject, 0) }),
		effect: HARMLESS,
		on: BLANK_ROWS,
	},
	{
		name: 'fields that nobody knows',
		meets: isJson,
		script: { kind: 'transform', transform: eachRecord(extended) },
		isDone: 'always',
		effect: { kind: 'gives', output: changed(extended) },
		on: {
			'organizationImport.getStatus': HARMLESS,
			// Records that were known have new content; those that were not are among them.
			'a poll': { kind: 'gives', output: (usual) => expect.arrayContaining([...usual]) as unknown[] },
		},
		onWrites: HARMLESS,
	},
	{
		name: 'a column that nobody knows',
		meets: ({ row }) => row.response === 'csv',
		script: (subject) => ({ kind: 'status', status: 200, body: blanks(subject, 1) }),
		effect: HARMLESS,
		on: onCsv(1, (columns) => columns + 1),
	},
]);
