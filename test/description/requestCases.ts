import { encode } from 'jpeg-js';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord, Emulator } from '../emulator';
import type { Version } from './contract';

/** A query parameter as it has to arrive, decoded. */
export type Pair = readonly [name: string, value: string];

/** What is asked of the node, and the request that has to come of it. Ids refer to what {@link furnish} adds. */
export interface RequestCase {
	readonly method: 'GET' | 'POST';
	/** Below the version segment. */
	readonly path: string;
	/** Only what has to be given. */
	readonly least: INodeParameters;
	readonly leastQuery: readonly Pair[];
	/** Every parameter that the service has in any version, each with another value than its default. */
	readonly full: INodeParameters;
	readonly fullQuery: (version: Version) => readonly Pair[];
	readonly items?: (emulator: Emulator) => INodeExecutionData[];
	/** Looks at the body of the full request. */
	readonly body?: (call: CallRecord) => void;
}

/** A card with everything, its person, a tag, a report, a department and a user. */
export function furnish(emulator: Emulator): void {
	const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: '本社' });
	emulator.addOrganizationRecord('user', { DepartmentId, UserId: 'first', UserName: 'First', Email: 'first@example.co.jp' });
	emulator.addTag({ id: 't1', type: 'public' });
	emulator.addCard({ id: 'c1', personId: 'p1', tagIds: ['t1'] });
	emulator.setImage('c1', 'back', 'drawn');
	emulator.addReport({ id: 'r1' });
}

const FROM = '2024-04-01T09:00:00+09:00';
const TO = '2026-04-01T08:59:59+09:00';
const TERM = { updatedFrom: FROM, updatedTo: TO };
const TERM_QUERY: readonly Pair[] = [
	['updatedFrom', FROM],
	['updatedTo', TO],
];

const CARD_OPTIONS = {
	entryStatus: ['processing', 'unreadable'],
	includeTags: true,
	includePastBizCards: true,
};
const CARD_SORT = { orderBy: 'completedAt', orderDirection: 'desc' };

function tagsQuery(version: Version): readonly Pair[] {
	return version === '2.0' ? [] : [['includeTags', 'true']];
}

function cardOptionsQuery(version: Version): readonly Pair[] {
	return [
		['range', 'all'],
		['entryStatus', 'processing'],
		['entryStatus', 'unreadable'],
		...tagsQuery(version),
		['includePastBizCards', 'true'],
		['orderBy', 'completedAt'],
		['orderDirection', 'desc'],
	];
}

const FULL_PAGE: Pair = ['limit', '300'];
const MINE: Pair = ['range', 'me'];
const FIFTY: Pair = ['limit', '50'];
const SEVEN: Pair = ['limit', '7'];

function picture(shade: number): Buffer {
	return encode({ width: 8, height: 8, data: Buffer.alloc(8 * 8 * 4, shade) }, 80).data;
}

const JPEG = picture(255);
const BACK_JPEG = picture(0);
const DEPARTMENTS = 'a1\t\t営業部\t\t\t1\t\r\n';
const USERS = `b1${'\t'.repeat(2)}tempId:a1\tu1\t髙橋\t\tuser@example.co.jp${'\t'.repeat(15)}\r\n`;

function binary(content: Buffer | string, mimeType: string): { data: string; mimeType: string } {
	return { data: Buffer.from(content).toString('base64'), mimeType };
}

/** Parts of a form as text or, for files, as bytes; in order. */
function partsOf(call: CallRecord): Array<readonly [string, string | Buffer]> {
	return (call.parts ?? []).map(({ name, filename, data }) => [name, filename === undefined ? data.toString() : data]);
}

function expectJob(call: CallRecord): void {
	expect(partsOf(call)).toEqual([
		['department', Buffer.from(DEPARTMENTS)],
		['user', Buffer.from(USERS)],
	]);
	expect(call.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=\S+$/);
	expect(Number(call.headers['content-length'])).toBe(call.bodyBuffer?.length);
	expect(call.bodyText?.endsWith('--\r\n')).toBe(true);
}

const CSV_LIST = {
	method: 'GET',
	least: {},
	leastQuery: [],
	full: { output: 'file', binaryPropertyName: 'csv', options: { delimiter: 'semicolon' } },
	fullQuery: () => [['delimiter', 'semicolon']],
} as const satisfies Partial<RequestCase>;

const FILES = {
	source: 'files',
	departmentBinaryPropertyName: 'departments',
	userBinaryPropertyName: 'users',
};
const JOB = {
	method: 'POST',
	least: FILES,
	leastQuery: [],
	full: { ...FILES, options: { encoding: 'utf8', delimiter: 'tab' } },
	fullQuery: () => [
		['encoding', 'utf8'],
		['delimiter', 'tab'],
	],
	items: () => [{ json: {}, binary: { departments: binary(DEPARTMENTS, 'text/csv'), users: binary(USERS, 'text/csv') } }],
	body: expectJob,
} as const satisfies Partial<RequestCase>;

/** An import that has ended, its id in the input item. */
function endedImport(emulator: Emulator): INodeExecutionData[] {
	const job = emulator.imports.reserve({ department: [['a1', '', 'Sales', '', '', '', '']] }, '2.0');
	emulator.imports.advance(job.id);
	emulator.imports.advance(job.id);
	return [{ json: { importId: job.id } }];
}

const IMPORT = {
	method: 'GET',
	least: { importId: '={{ $json.importId }}' },
	leastQuery: [],
	full: { importId: '={{ $json.importId }}' },
	fullQuery: () => [],
	items: endedImport,
} as const satisfies Partial<RequestCase>;

const CARD_BODY = {
	companyName: 'Example 商事',
	lastName: '田中',
	firstName: '花子',
	exchangeDate: '2026-04-01',
	lastNameReading: 'タナカ',
	firstNameReading: 'ハナコ',
	departmentName: '営業部',
	title: '部長',
	countryCode: 'JP',
	postalCode: '100-0001',
	prefecture: '東京都',
	city: '千代田区',
	street: '千代田1-1',
	building: '第1ビル',
	email: 'hanako@example.co.jp',
	mobile: '090-1234-5678',
	tel: '+81-3-1234-5678',
	secondTel: '03-1234-5679',
	fax: '03-1234-5670',
	url: 'https://www.example.co.jp/',
	memo: 'line 1\nline 2',
	tagId: 't1',
	sharingPermissions: { name: true, memo: false },
};
const { companyName, lastName, firstName, ...ADDITIONAL_FIELDS } = CARD_BODY;

/**
 * The exact request of each operation, by `<resource>.<operation>`. An operation that is added to the node needs a case
 * here, or the test of the requests fails.
 */
export const REQUEST_CASES: Readonly<Record<string, RequestCase>> = {
	'businessCard.getAll': {
		method: 'GET',
		path: '/bizCards',
		least: TERM,
		leastQuery: [...TERM_QUERY, MINE, FIFTY],
		full: { ...TERM, range: 'all', returnAll: true, sort: CARD_SORT, options: CARD_OPTIONS },
		fullQuery: (version) => [...TERM_QUERY, ...cardOptionsQuery(version), FULL_PAGE],
	},
	'businessCard.search': {
		method: 'GET',
		path: '/bizCards/search',
		least: {},
		leastQuery: [MINE, FIFTY],
		full: {
			limit: 7,
			filters: {
				companyName: 'A&B + 株式会社',
				name: '田中',
				email: 'a+b@example.com',
				tel: '+81-3',
				mobile: '090',
				tagId: ['t1', 't 2'],
			},
			sort: CARD_SORT,
			range: 'all',
			options: CARD_OPTIONS,
		},
		fullQuery: (version) => [
			['companyName', 'A&B + 株式会社'],
			['name', '田中'],
			['email', 'a+b@example.com'],
			['tel', '+81-3'],
			['mobile', '090'],
			[version === '2.0' ? 'tagId[]' : 'tagId', 't1'],
			[version === '2.0' ? 'tagId[]' : 'tagId', 't 2'],
			...cardOptionsQuery(version),
			SEVEN,
		],
	},
	'businessCard.get': {
		method: 'GET',
		path: '/bizCards/c1',
		least: { businessCardId: 'c1' },
		leastQuery: [],
		full: { businessCardId: 'c1', options: { includeTags: true } },
		fullQuery: tagsQuery,
	},
	'businessCard.getImage': {
		method: 'GET',
		path: '/bizCards/c1/image',
		least: { businessCardId: 'c1' },
		leastQuery: [['side', 'front']],
		full: { businessCardId: 'c1', side: 'back', binaryPropertyName: 'picture' },
		fullQuery: () => [['side', 'back']],
	},
	'businessCard.getTags': {
		method: 'GET',
		path: '/bizCards/c1/tags',
		least: { businessCardId: 'c1' },
		leastQuery: [FIFTY],
		full: { businessCardId: 'c1', limit: 7 },
		fullQuery: () => [SEVEN],
	},
	'businessCard.create': {
		method: 'POST',
		path: '/bizCards',
		least: { lastName },
		leastQuery: [],
		full: { companyName, lastName, firstName, additionalFields: ADDITIONAL_FIELDS },
		fullQuery: () => [],
		body(call) {
			expect(call.headers['content-type']).toMatch(/^application\/json\b/);
			expect(JSON.parse(call.bodyText ?? '')).toEqual(CARD_BODY);
		},
	},
	'businessCard.uploadImage': {
		method: 'POST',
		path: '/bizCards/images',
		least: {},
		leastQuery: [],
		full: {
			binaryPropertyName: 'data',
			additionalFields: {
				backImageBinaryPropertyName: 'back',
				exchangeDate: '2026-04-01',
				prioritizeHandWrittenDates: true,
				memo: 'メモ',
				language: ['Japanese', 'English'],
				tagId: 't1',
			},
		},
		fullQuery: () => [],
		items: () => [{ json: {}, binary: { data: binary(JPEG, 'image/jpeg'), back: binary(BACK_JPEG, 'image/jpeg') } }],
		body(call) {
			expect(call.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=\S+$/);
			const byName = (a: readonly [string, unknown], b: readonly [string, unknown]) =>
				a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
			expect(partsOf(call).sort(byName)).toEqual([
				['backImage', BACK_JPEG],
				['exchangeDate', '2026-04-01'],
				['frontImage', JPEG],
				['language', 'Japanese'],
				['language', 'English'],
				['memo', 'メモ'],
				['prioritizeHandWrittenDates', 'true'],
				['tagId', 't1'],
			]);
		},
	},
	'person.get': {
		method: 'GET',
		path: '/persons/p1',
		least: { personId: 'p1' },
		leastQuery: [],
		full: { personId: 'p1', options: { includeTags: true } },
		fullQuery: tagsQuery,
	},
	'report.getAll': {
		method: 'GET',
		path: '/reports',
		least: TERM,
		leastQuery: [...TERM_QUERY, MINE, FIFTY],
		full: {
			...TERM,
			returnAll: true,
			options: {
				category: 'Sales, A&B',
				type: ['Meeting', 'Call'],
			},
			range: 'all',
			sort: { orderBy: 'registeredAt', orderDirection: 'asc' },
		},
		fullQuery: () => [
			...TERM_QUERY,
			['category[]', 'Sales'],
			['category[]', 'A&B'],
			['type[]', 'Meeting'],
			['type[]', 'Call'],
			['range', 'all'],
			['orderBy', 'registeredAt'],
			['orderDirection', 'asc'],
			FULL_PAGE,
		],
	},
	'tag.getAll': {
		method: 'GET',
		path: '/tags',
		least: {},
		leastQuery: [MINE, ...['private', 'public', 'shared'].map((type): Pair => ['type', type]), FIFTY],
		full: { limit: 7, range: 'all', options: { type: ['public', 'shared'] } },
		fullQuery: () => [['range', 'all'], ['type', 'public'], ['type', 'shared'], SEVEN],
	},
	'user.getAll': { ...CSV_LIST, path: '/organization/users' },
	'department.getAll': { ...CSV_LIST, path: '/organization/departments' },
	/** Its first call; test/engine/sync has all of them. */
	'organization.sync': {
		method: 'GET',
		path: '/organization/departments',
		least: {},
		leastQuery: [],
		full: {
			mode: 'plan',
			recordType: 'user',
			matchUsersBy: 'UserId',
			missingUsers: 'keep',
			missingDepartments: 'keep',
			output: 'summary',
			options: { maxDeletions: 0, includeBackup: false },
		},
		fullQuery: () => [],
		items: () => [{ json: { UserId: 'first', UserName: 'Other' } }],
	},
	'organizationImport.create': {
		...JOB,
		path: '/organization/jobs',
		items: (emulator) => {
			// The least request speaks of commas; the emulator reads whatever it is told.
			emulator.imports.pace = 'manual';
			return JOB.items();
		},
	},
	'organizationImport.check': { ...JOB, path: '/organization/check' },
	'organizationImport.getStatus': { ...IMPORT, path: '/organization/jobs/{importId}' },
	'organizationImport.getResult': { ...IMPORT, path: '/organization/jobs/{importId}/result' },
};
