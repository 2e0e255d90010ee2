import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord, Emulator } from '../emulator';
import { inMemory } from '../engine/writes/support';
import { jpeg } from '../support/jpeg';
import type { Version } from './contract';

/** Query parameters as they have to arrive, decoded; several of one name in their order. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** What is asked of the node, and the request that has to come of it. Ids refer to what {@link furnish} adds. */
export interface RequestCase {
	/** Below the version segment. */
	readonly path: string;
	/** Only what has to be given. */
	readonly least?: INodeParameters;
	readonly leastQuery?: Query;
	/** Every parameter that the service has in any version, each with another value than its default. */
	readonly full: INodeParameters;
	readonly fullQuery?: Query | ((version: Version) => Query);
	readonly items?: (emulator: Emulator) => INodeExecutionData[];
	/** Looks at the body of the full request. */
	readonly body?: (call: CallRecord) => void;
}

/** A card with everything, its person, a tag, a report, a department and an administrator. */
export function furnish(emulator: Emulator): void {
	const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: '本社' });
	const user = { UserId: 'first', UserName: 'First', Email: 'first@example.co.jp', UserType: '1' };
	emulator.addOrganizationRecord('user', { DepartmentId, ...user });
	emulator.addTag({ id: 't1', type: 'public' });
	emulator.addCard({ id: 'c1', personId: 'p1', tagIds: ['t1'] });
	emulator.setImage('c1', 'back', jpeg());
	const external = { id: 'e1', personId: 'p1', companyName: '北斗商事株式会社', lastName: '髙橋', firstName: '' };
	emulator.addReport({
		id: 'r1',
		categories: [{ name: 'Kind', value: 'Visit' }],
		externalAttendees: [external],
		internalAttendees: [{ id: 'i1', name: '山田', departmentName: '営業部' }],
	});
}

const TERM = { updatedFrom: '2024-04-01T09:00:00+09:00', updatedTo: '2026-04-01T08:59:59+09:00' };
const FIRST_FIFTY = { range: 'me', limit: '50' };
const CARD_SORT = { orderBy: 'completedAt', orderDirection: 'desc' };
const REPORT_SORT = { orderBy: 'registeredAt', orderDirection: 'asc' };
const STATUSES = { entryStatus: ['processing', 'unreadable'] };
const CARD_OPTIONS = { ...STATUSES, includeTags: true, includePastBizCards: true };

const tags = (version: Version): Query => (version === '2.0' ? {} : { includeTags: 'true' });
const cardOptions = (version: Version): Query => {
	return { range: 'all', ...CARD_SORT, ...STATUSES, includePastBizCards: 'true', ...tags(version) };
};

const oneRecord = (id: INodeParameters) => ({
	least: id,
	full: { ...id, options: { includeTags: true } },
	fullQuery: tags,
});

const [FRONT, BACK] = [jpeg(255), jpeg(0)];
const DEPARTMENTS = 'a1\t\t営業部\t\t\t1\t\r\n';
const USERS = `b1${'\t'.repeat(2)}tempId:a1\tu1\t髙橋\t\tuser@example.co.jp${'\t'.repeat(15)}\r\n`;

/** The parts of a form by their names, as text or, for files, as bytes; those of one name in their order. */
function expectForm({ headers, bodyText, bodyBuffer, parts = [] }: CallRecord, expected: object): void {
	expect(headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=\S+$/);
	expect(Number(headers['content-length'])).toBe(bodyBuffer?.length);
	expect(bodyText?.endsWith('--\r\n')).toBe(true);
	const sent: Record<string, unknown[]> = {};
	for (const { name, filename, data } of parts)
		(sent[name] ??= []).push(filename === undefined ? data.toString() : data);
	expect(sent).toEqual(
		Object.fromEntries(Object.entries(expected).map(([name, value]: [string, unknown]) => [name, [value].flat()])),
	);
}

const CSV_LIST = {
	full: { output: 'file', binaryPropertyName: 'csv', options: { delimiter: 'semicolon' } },
	fullQuery: { delimiter: 'semicolon' },
};

const FILES = { source: 'files', departmentBinaryPropertyName: 'departments', userBinaryPropertyName: 'users' };
const TABS = { encoding: 'utf8', delimiter: 'tab' };
const CSV = { departments: inMemory(Buffer.from(DEPARTMENTS)), users: inMemory(Buffer.from(USERS)) };
const JOB = {
	least: FILES,
	full: { ...FILES, options: TABS },
	fullQuery: TABS,
	items: () => [{ json: {}, binary: CSV }],
	body: (call: CallRecord) => expectForm(call, { department: Buffer.from(DEPARTMENTS), user: Buffer.from(USERS) }),
};

/** Of an import that has ended, its id in the input item. */
const IMPORT_ID = { importId: '={{ $json.importId }}' };
const IMPORT = {
	least: IMPORT_ID,
	full: IMPORT_ID,
	items({ imports }: Emulator) {
		const { id } = imports.reserve({ department: [['a1', '', 'Sales', '', '', '', '']] }, '2.0');
		imports.advance(id);
		imports.advance(id);
		return [{ json: { importId: id } }];
	},
};

const NAMES = { companyName: 'Example 商事', lastName: '田中', firstName: '花子' };
const ADDRESS = { countryCode: 'JP', postalCode: '100-0001', prefecture: '東京都', city: '千代田区', street: '1-1' };
const NUMBERS = { mobile: '090-1234-5678', tel: '+81-3-1234-5678', secondTel: '03-1234-5679', fax: '03-1234-5670' };
const CARD_FIELDS = {
	...{ ...ADDRESS, ...NUMBERS, building: '第1ビル', departmentName: '営業部', title: '部長', memo: 'line 1\nline 2' },
	...{ exchangeDate: '2026-04-01', lastNameReading: 'タナカ', firstNameReading: 'ハナコ', tagId: 't1' },
	...{ email: 'hanako@example.co.jp', url: 'https://www.example.co.jp/' },
	sharingPermissions: { name: true, memo: false },
};
const IMAGE_FIELDS = { exchangeDate: '2026-04-01', memo: 'メモ', language: ['Japanese', 'English'], tagId: 't1' };
const CARD_FILTERS = { companyName: 'A&B + 商会', name: '田中', email: 'a+b@example.com', tel: '+81-3', mobile: '090' };

/**
 * The exact request of each operation, by `<resource>.<operation>`. An operation that is added to the node needs a case
 * here, or the test of the requests fails.
 */
export const REQUEST_CASES: Readonly<Record<string, RequestCase>> = {
	'businessCard.getAll': {
		path: '/bizCards',
		least: TERM,
		leastQuery: { ...TERM, ...FIRST_FIFTY },
		full: { ...TERM, range: 'all', returnAll: true, sort: CARD_SORT, options: CARD_OPTIONS },
		fullQuery: (version) => ({ ...TERM, ...cardOptions(version), limit: '300' }),
	},
	'businessCard.search': {
		path: '/bizCards/search',
		leastQuery: FIRST_FIFTY,
		full: {
			...{ range: 'all', limit: 7, sort: CARD_SORT, options: CARD_OPTIONS },
			filters: { ...CARD_FILTERS, tagId: ['t1', 't 2'] },
		},
		fullQuery(version) {
			const tagId = version === '2.0' ? 'tagId[]' : 'tagId';
			return { ...CARD_FILTERS, [tagId]: ['t1', 't 2'], ...cardOptions(version), limit: '7' };
		},
	},
	'businessCard.get': { path: '/bizCards/c1', ...oneRecord({ businessCardId: 'c1' }) },
	'businessCard.getImage': {
		path: '/bizCards/c1/image',
		least: { businessCardId: 'c1' },
		leastQuery: { side: 'front' },
		full: { businessCardId: 'c1', side: 'back', binaryPropertyName: 'picture' },
		fullQuery: { side: 'back' },
	},
	'businessCard.getTags': {
		path: '/bizCards/c1/tags',
		least: { businessCardId: 'c1' },
		leastQuery: { limit: '50' },
		full: { businessCardId: 'c1', limit: 7 },
		fullQuery: { limit: '7' },
	},
	'businessCard.create': {
		path: '/bizCards',
		least: { lastName: '田中' },
		full: { ...NAMES, additionalFields: CARD_FIELDS },
		body({ headers, bodyText }) {
			expect(headers['content-type']).toMatch(/^application\/json\b/);
			expect(JSON.parse(bodyText ?? '')).toEqual({ ...NAMES, ...CARD_FIELDS });
		},
	},
	'businessCard.uploadImage': {
		path: '/bizCards/images',
		full: {
			binaryPropertyName: 'data',
			additionalFields: { ...IMAGE_FIELDS, backImageBinaryPropertyName: 'back', prioritizeHandWrittenDates: true },
		},
		items: () => [{ json: {}, binary: { data: inMemory(FRONT), back: inMemory(BACK) } }],
		body: (call) =>
			expectForm(call, { ...IMAGE_FIELDS, frontImage: FRONT, backImage: BACK, prioritizeHandWrittenDates: 'true' }),
	},
	'person.get': { path: '/persons/p1', ...oneRecord({ personId: 'p1' }) },
	'report.getAll': {
		path: '/reports',
		least: TERM,
		leastQuery: { ...TERM, ...FIRST_FIFTY },
		full: {
			...{ ...TERM, range: 'all', returnAll: true, sort: REPORT_SORT },
			options: { category: 'Sales, A&B', type: ['Meeting', 'Call'] },
		},
		fullQuery: {
			...{ ...TERM, range: 'all', limit: '300', ...REPORT_SORT },
			...{ 'category[]': ['Sales', 'A&B'], 'type[]': ['Meeting', 'Call'] },
		},
	},
	'tag.getAll': {
		path: '/tags',
		leastQuery: { ...FIRST_FIFTY, type: ['private', 'public', 'shared'] },
		full: { limit: 7, range: 'all', options: { type: ['public', 'shared'] } },
		fullQuery: { range: 'all', type: ['public', 'shared'], limit: '7' },
	},
	'user.getAll': { ...CSV_LIST, path: '/organization/users' },
	'department.getAll': { ...CSV_LIST, path: '/organization/departments' },
	/** Its first call; test/engine/sync has all of them. */
	'organization.sync': {
		path: '/organization/departments',
		full: { mode: 'plan', options: { maxDeletions: 0, includeBackup: false } },
		items: () => [{ json: { UserId: 'first', UserName: 'Other' } }],
	},
	'organizationImport.create': {
		...JOB,
		path: '/organization/jobs',
		items({ imports }) {
			// The least request speaks of commas; the emulator reads whatever it is told.
			imports.pace = 'manual';
			return JOB.items();
		},
	},
	'organizationImport.check': { ...JOB, path: '/organization/check' },
	'organizationImport.getStatus': { ...IMPORT, path: '/organization/jobs/{importId}' },
	'organizationImport.getResult': { ...IMPORT, path: '/organization/jobs/{importId}/result' },
};
