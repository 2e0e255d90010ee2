import { API_VERSIONS, CsvFormatError, fieldNames, catchAs, parseRecords, type Delimiter, type OrganizationRow } from '../../../nodes/shared';
import { confirms, contradicts, unsettled, type Answer, type Untold } from '../answer';
import type { Question, Seen, Stage } from '../stage';

/** Versions, and the organization's CSVs. */

/** The form of an import's id, of one that there is not. */
const NO_IMPORT = '00000000-0000-4000-8000-000000000000';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function decodes(bytes: Buffer, label: string): boolean {
	try {
		new TextDecoder(label, { fatal: true }).decode(bytes);
		return true;
	} catch {
		// Whether it can be decoded is the question.
		return false;
	}
}

/** The CSV of users, or why it cannot be looked at. */
async function users(stage: Stage): Promise<Buffer | Untold> {
	const { status, body } = await stage.organization('user.getAll');
	if (status === 403) return unsettled("the key's user is no system administrator");
	if (status !== 200) return unsettled(`the users are answered with status ${status}`);
	return body.length === 0 ? unsettled('there are no users') : body;
}

/** Asks something of the CSV of users. */
function ofUsers(ask: (csv: Buffer) => Answer | Promise<Answer>): Question['ask'] {
	return async (stage) => {
		const csv = await users(stage);
		return Buffer.isBuffer(csv) ? await ask(csv) : csv;
	};
}

async function readUsers(csv: Buffer, columnOrder: string[], delimiter: Delimiter = 'comma'): Promise<OrganizationRow[]> {
	const rows = await catchAs((async () => parseRecords('user', csv, { delimiter, columnOrder }))(), CsvFormatError);
	return rows instanceof CsvFormatError ? [] : rows;
}

/** Whether the cells look as their columns say: an id, an address, a display id. */
function fits({ UserUuid, Email, UserId }: OrganizationRow): boolean {
	return /^[\w-]{1,64}$/.test(String(UserUuid)) && /^$|@|null/.test(String(Email)) && /^[\w.&-]{1,20}$/.test(String(UserId));
}

async function columnOrder(csv: Buffer): Promise<Answer> {
	const table = fieldNames('user');
	const isIn = async (order: string[]) => {
		const rows = await readUsers(csv, order);
		return rows.length > 0 && rows.every(fits);
	};
	if (await isIn(table)) return confirms('fieldTable', 'By the form of ids, addresses and numbers; two exchanged text columns would not show.');
	const hint = 'Set columnOrder in every node that reads or imports users and departments.';
	return contradicts((await isIn([...table].reverse())) ? 'reversed' : 'another order', hint);
}

function charset(csv: Buffer): Answer {
	if (csv.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return confirms('utf8bom');
	if (csv.every((byte) => byte < 0x80)) return unsettled('every character of the users is ASCII');
	if (decodes(csv, 'utf-8')) return confirms('utf8');
	return decodes(csv, 'shift_jis') ? confirms('sjis') : contradicts('another one', 'Users and departments cannot be read.');
}

function lineEnd(csv: Buffer): Answer {
	const text = csv.toString('latin1');
	if (text.endsWith('\r\n')) return confirms('crlf');
	if (text.endsWith('\n')) return confirms('lf');
	return unsettled('the last line has no end');
}

function quotes(csv: Buffer): Answer {
	const first = csv.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
	return confirms(first.startsWith('"') ? 'always' : 'whenNeeded', 'By the first cell; read either way.');
}

async function tagsIn32(stage: Stage): Promise<Answer> {
	const tags = await stage.get('tag.getAll', '3.2');
	const list = await stage.get('user.getAll', '3.2');
	const found = [
		['tags', tags],
		['users', list],
	] as const;
	const there = found.filter(([, { status }]) => status === 200 || (status === 403 && tags.status === 200)).map(([name]) => name);
	if (there.length === 0) return confirms('false', '3.2 answers neither tags nor users.');
	return contradicts('true', `3.2 answers ${there.join(' and ')}: a word in nodes/shared/api/versions.ts would offer them.`);
}

/** What is alike in two answers: status and message, without the address that may stand in it. */
function likeness({ status, body }: Seen): string {
	return `${status} ${body.toString('latin1').replace(/organization\/(?:jobs|nothing)/g, '').replaceAll(NO_IMPORT, '')}`;
}

async function importIn25(stage: Stage): Promise<Answer> {
	const known = stage.importId !== undefined;
	const id = stage.importId ?? NO_IMPORT;
	const asked = await stage.get('organizationImport.getStatus', '2.5', [], { id });
	if (asked.status === 200) return contradicts('true', 'A word in nodes/shared/api/versions.ts would offer them.');
	if (asked.status === 403) return unsettled("the key's user is no system administrator");
	if (known && asked.status === 404) return confirms('false');
	const nowhere = await stage.get('organizationImport.getStatus', '2.5', [], { path: '/organization/nothing' });
	if (likeness(asked) !== likeness(nowhere)) {
		return contradicts('true', 'By the answer to an id that there is not, which differs from that of an address that there is not.');
	}
	const documented = await stage.get('organizationImport.getStatus', '2.0', [], { id });
	const isServed = (await stage.versionStatuses())['2.0'] === 200;
	if (isServed && likeness(documented) !== likeness(asked)) return confirms('false', 'Answered like an address that there is not.');
	return unsettled('ids and addresses that there are not are answered alike; an import id (--import-id) would tell');
}

async function retired(stage: Stage): Promise<Answer> {
	const statuses = await stage.versionStatuses();
	const gone = API_VERSIONS.filter((version) => [404, 410].includes(statuses[version]));
	if (gone.length === 0) return confirms('no', 'All three versions answer.');
	const told = gone.map((version) => `${version}: ${statuses[version]}`).join(', ');
	return contradicts(told, 'Take the version out of nodes/shared/api/versions.ts.');
}

/** The cell that holds Completed in the first row of a result. */
async function completed(stage: Stage): Promise<Answer> {
	if (stage.importId === undefined) return unsettled('it takes the id of an import that has ended (--import-id)');
	const { status, body } = await stage.get('organizationImport.getResult', '2.0', [], { id: stage.importId });
	const cell = body.toString('latin1').split(/[,\r\n]/)[3]?.replaceAll('"', '') ?? '';
	if (status !== 200) return unsettled(`the result is answered with status ${status}`);
	const names: Readonly<Record<string, string>> = { true: 'lower', false: 'lower', True: 'capital', False: 'capital', 1: 'digit', 0: 'digit' };
	const name = names[cell];
	return name === undefined ? contradicts('another word', 'Results cannot be read.') : confirms(name);
}

export const ORGANIZATION: readonly Question[] = [
	{ row: 4, point: 'csvColumnOrder', ask: ofUsers(columnOrder) },
	{ row: 7, point: 'tagsAndOrganizationIn32', ask: tagsIn32 },
	{ row: 8, point: 'importFlowIn25', ask: importIn25 },
	{ row: 18, point: 'retired20', ask: retired },
	{ row: 37, point: 'csvCharset', ask: ofUsers(charset) },
	{ row: 38, point: 'csvLineEnd', ask: ofUsers(lineEnd) },
	{ row: 38, point: 'csvQuotes', ask: ofUsers(quotes) },
	{ row: 41, point: 'completedSpelling', ask: completed },
];
