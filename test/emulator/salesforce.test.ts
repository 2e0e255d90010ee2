import { Salesforce } from '../e2e/standIns/salesforce';
import { StandIns, type Fields } from '../e2e/standIns/services';

/** The stand-in for Salesforce, by which recipes are judged, answers as the public documentation says. */

const salesforce = new Salesforce();
const standIns = new StandIns([salesforce]);

beforeEach(() => salesforce.clear());

async function ask(method: string, path: string, fields?: Fields, version = 62, headers: Record<string, string> = {}) {
	const response = await fetch(`${standIns.url}/${salesforce.host}/services/data/v${version}.0${path}`, {
		method,
		headers: { authorization: `Bearer ${salesforce.token}`, ...headers },
		...(fields && { body: JSON.stringify(fields) }),
	});
	const text = await response.text();
	return { status: response.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

interface Answer {
	readonly records: Fields[];
	readonly nextRecordsUrl?: string;
}

async function query(soql: string, resource = 'query'): Promise<Answer> {
	return (await ask('GET', `/${resource}?q=${encodeURIComponent(soql)}`)).json as Answer;
}

async function namesWhere(condition: string): Promise<unknown[]> {
	const { records } = await query(`SELECT Name FROM Account WHERE ${condition}`);
	return records.map(({ Name }) => Name);
}

function errorOf(answer: { json: unknown }): unknown {
	return (answer.json as Array<{ errorCode: string }>)[0]?.errorCode;
}

describe('queries', () => {
	const NAMES = ["O'Neil", 'Acme', 'Acme 100%', 'a_b', 'axb', 'Back\\slash'];

	beforeEach(() => {
		for (const Name of NAMES) salesforce.make('Account', { Name, Website: Name === 'Acme' ? null : 'x.example' });
	});

	test.each<[string, string[]]>([
		["Name = 'ACME'", ['Acme']],
		["Name = 'O\\'Neil'", ["O'Neil"]],
		["Name = 'Back\\\\slash'", ['Back\\slash']],
		["Name IN ('acme', 'axb')", ['Acme', 'axb']],
		["Name NOT IN ('acme', 'axb', 'a_b', 'o\\'neil')", ['Acme 100%', 'Back\\slash']],
		["Name LIKE 'acme%'", ['Acme', 'Acme 100%']],
		["Name LIKE '%0\\%'", ['Acme 100%']],
		["Name LIKE 'a_b'", ['a_b', 'axb']],
		["Name LIKE 'a\\_b'", ['a_b']],
		["Website = '' AND (Name = 'Acme' OR Name = 'axb')", ['Acme']],
		['Website = null', ['Acme']],
		["NOT (Website != null) AND Name != 'axb'", ['Acme']],
	])('%s', async (condition, names) => expect(await namesWhere(condition)).toEqual(names));

	test.each([
		"Name = 'a' AND Name = 'b' OR Name = 'c'",
		"Name = 'a",
		'Name =',
		"Name ~ 'a'",
		"Name = '\\q'",
		"Name = 'a' )",
	])('%s is refused', async (condition) => {
		const answer = await ask('GET', `/query?q=${encodeURIComponent(`SELECT Id FROM Account WHERE ${condition}`)}`);
		expect([answer.status, errorOf(answer)]).toEqual([400, 'MALFORMED_QUERY']);
	});

	test('an answer has 2,000 records and leads to the next ones', async () => {
		for (let at = 0; at < 2_000; at += 1) salesforce.make('User', { Email: `${at}@example.com` });
		salesforce.make('User', { Email: 'last@example.com' });
		const { records, nextRecordsUrl } = await query('SELECT Email FROM User');
		expect(records).toHaveLength(2_000);
		const path = String(nextRecordsUrl).replace('/services/data/v62.0', '');
		expect((await ask('GET', path)).json).toMatchObject({ done: true, records: [{ Email: 'last@example.com' }] });
	});

	test('deleted and merged records are in queryAll alone, with the winner', async () => {
		const [winner = '', loser = ''] = ['W', 'L'].map((LastName) => salesforce.make('Contact', { LastName }));
		salesforce.merge('Contact', winner, loser);
		const soql = 'SELECT Id, IsDeleted, MasterRecord.LastName FROM Contact';
		expect((await query(soql)).records).toMatchObject([{ Id: winner, IsDeleted: false, MasterRecord: null }]);
		expect((await query(soql, 'queryAll')).records[1]).toMatchObject({
			IsDeleted: true,
			MasterRecord: { LastName: 'W' },
		});
		expect(errorOf(await ask('PATCH', `/sobjects/Contact/${loser}`, { LastName: 'x' }))).toBe('ENTITY_IS_DELETED');
	});
});

describe('writes', () => {
	const PERSON = '/sobjects/Contact/Business_Card_Person_ID__c/7';

	test('an upsert makes a record, changes it, and says so as its version does', async () => {
		expect(await ask('PATCH', `${PERSON}?updateOnly=true`, { LastName: 'A' })).toMatchObject({ status: 404 });
		expect(await ask('PATCH', PERSON, { LastName: 'A' })).toMatchObject({ status: 201, json: { created: true } });
		expect(await ask('PATCH', PERSON, { Title: 'T' })).toMatchObject({ status: 200, json: { created: false } });
		expect(await ask('PATCH', PERSON, { Title: 'T' }, 45)).toEqual({ status: 204, json: undefined });
		expect(salesforce.all('Contact')).toMatchObject([{ LastName: 'A', Title: 'T', Business_Card_Person_ID__c: '7' }]);
		salesforce.make('Contact', { Business_Card_Person_ID__c: '7' });
		expect(await ask('PATCH', PERSON, { Title: 'T' })).toMatchObject({ status: 300 });
	});

	test.each<[string, Fields]>([
		['STRING_TOO_LONG', { LastName: 'L'.repeat(81) }],
		['REQUIRED_FIELD_MISSING', { FirstName: 'F' }],
		['INVALID_EMAIL_ADDRESS', { LastName: 'L', Email: 'a..b@example.com' }],
		['INVALID_CROSS_REFERENCE_KEY', { LastName: 'L', AccountId: '001000000000000AAA' }],
		['JSON_PARSER_ERROR', { LastName: 'L', Business_Card_Exchanged__c: '1.3.2026' }],
		['INVALID_FIELD_FOR_INSERT_UPDATE', { LastName: 'L', IsDeleted: false }],
	])('%s', async (code, fields) => {
		expect(errorOf(await ask('POST', '/sobjects/Contact', fields))).toBe(code);
		expect(salesforce.all('Contact')).toEqual([]);
	});

	test('owners have to be active users with a login of their own', async () => {
		const portal = salesforce.make('User', { IsActive: true, UserType: 'PowerPartner' });
		const former = salesforce.make('User', { IsActive: false, UserType: 'Standard' });
		const codes = [portal, former].map(async (OwnerId) =>
			errorOf(await ask('POST', '/sobjects/Account', { Name: 'A', OwnerId })),
		);
		expect(await Promise.all(codes)).toEqual(['TRANSFER_REQUIRES_READ', 'INACTIVE_OWNER_OR_USER']);
	});

	test('a duplicate rule lets pass what is saved on purpose, unless it blocks', async () => {
		const id = salesforce.make('Contact', { LastName: 'A', FirstName: 'B' });
		const header = { 'Sforce-Duplicate-Rule-Header': 'allowSave=true' };
		const twin = { LastName: 'a', FirstName: 'b' };
		const refused = await ask('POST', '/sobjects/Contact', twin);
		expect(errorOf(refused)).toBe('DUPLICATES_DETECTED');
		expect(JSON.stringify(refused.json)).toContain(id);
		expect(await ask('POST', '/sobjects/Contact', twin, 62, header)).toMatchObject({ status: 201 });
		salesforce.duplicateRules = salesforce.duplicateRules.map((rule) => ({ ...rule, blocks: true }));
		expect(errorOf(await ask('POST', '/sobjects/Contact', twin, 62, header))).toBe('DUPLICATES_DETECTED');
	});

	test.each<[string, Fields]>([
		['ends after it starts', { StartDateTime: '2026-03-02T02:00:00Z', EndDateTime: '2026-03-02T01:00:00Z' }],
		['ends within 14 days', { StartDateTime: '2026-03-02T02:00:00Z', EndDateTime: '2026-03-17T02:00:00Z' }],
		['has an end', { StartDateTime: '2026-03-02T02:00:00Z' }],
	])('an event %s', async (_, times) => {
		expect((await ask('POST', '/sobjects/Event', { Subject: 'S', ...times })).status).toBe(400);
		const day = { IsAllDayEvent: true, ActivityDate: '2026-03-01', DurationInMinutes: 1440 };
		expect((await ask('POST', '/sobjects/Event', { Subject: 'S', ...day })).status).toBe(201);
	});
});
