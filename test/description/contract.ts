import type { INodeParameters } from 'n8n-workflow';

/**
 * The tables of the public contract, with the choices that n8n's users expect beside it, and of the service's
 * specification, written down once more: what the nodes are measured against must not be read from the nodes.
 */

export type Version = '2.0' | '2.5' | '3.2';
export type Choice = Version | 'auto';

export const VERSIONS: readonly Version[] = ['2.0', '2.5', '3.2'];
export const CHOICES: readonly Choice[] = ['auto', ...VERSIONS];

/** One row of the contract's tables of operations and parameters. */
export interface ContractRow {
	/** Section of the specification. */
	readonly section: string;
	readonly versions: readonly Version[];
	/** The version that `auto` stands for. */
	readonly auto: Version;
	/** Parameters at the top level. */
	readonly top: readonly string[];
	/** Parameters that only show with a value of another one. */
	readonly when?: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
	/** Parameters in a collection, by the name of the collection. */
	readonly collections: Readonly<Record<string, readonly string[]>>;
	/** What must have been added to a collection for others in it to show, by the name of the collection. */
	readonly added?: Readonly<Record<string, INodeParameters>>;
	/** Parameters that only some of the operation's versions have (spec: Versioning 2; contract: waitForCompletion). */
	readonly limited?: Readonly<Record<string, readonly Version[]>>;
}

const ALL = VERSIONS;
const SINCE_2_5: readonly Version[] = ['2.5', '3.2'];
const UP_TO_2_5: readonly Version[] = ['2.0', '2.5'];

const CARD_LIST = ['entryStatus', 'includeTags', 'includePastBizCards', 'fields', 'downloadImages', 'simplify'];
const SORT = ['orderBy', 'orderDirection'];
const TERM_LIST = ['updatedFrom', 'updatedTo', 'range', 'returnAll', 'limit'];
const TAGS = { includeTags: SINCE_2_5 };
const LIMITED_LIST = { limit: { returnAll: false } };
const FILES = {
	departmentBinaryPropertyName: { source: 'files' },
	userBinaryPropertyName: { source: 'files' },
	recordType: { source: 'items' },
	dataMode: { source: 'items' },
	columns: { source: 'items', dataMode: 'mapColumns' },
};
const ORGANIZATION_LIST: ContractRow = {
	section: 'E11',
	versions: UP_TO_2_5,
	auto: '2.5',
	top: ['output', 'binaryPropertyName'],
	when: { binaryPropertyName: { output: 'file' } },
	collections: { options: ['delimiter', 'columnOrder'] },
};
const UPLOAD_TOP = ['source', 'departmentBinaryPropertyName', 'userBinaryPropertyName', 'recordType', 'dataMode', 'columns'];
const UPLOAD_OPTIONS = ['encoding', 'delimiter', 'columnOrder'];

/** The operations of the contract with their parameters, by `<resource>.<operation>`. */
export const CONTRACT: Readonly<Record<string, ContractRow>> = {
	'businessCard.getAll': {
		section: 'E1',
		versions: ALL,
		auto: '3.2',
		top: TERM_LIST,
		when: LIMITED_LIST,
		collections: { sort: SORT, options: CARD_LIST },
		limited: TAGS,
	},
	'businessCard.search': {
		section: 'E2',
		versions: ALL,
		auto: '3.2',
		top: ['range', 'returnAll', 'limit'],
		when: LIMITED_LIST,
		collections: {
			filters: ['companyName', 'name', 'email', 'tel', 'mobile', 'tagId'],
			sort: SORT,
			options: [...CARD_LIST, 'ignoreBlankFilters'],
		},
		limited: TAGS,
	},
	'businessCard.get': {
		section: 'E3',
		versions: ALL,
		auto: '3.2',
		top: ['businessCardId'],
		collections: { options: ['includeTags', 'simplify'] },
		limited: TAGS,
	},
	'businessCard.getImage': {
		section: 'E4',
		versions: ALL,
		auto: '3.2',
		top: ['businessCardId', 'side', 'binaryPropertyName'],
		collections: {},
	},
	'businessCard.getTags': {
		section: 'E5',
		versions: ALL,
		auto: '3.2',
		top: ['businessCardId', 'returnAll', 'limit'],
		when: LIMITED_LIST,
		collections: {},
	},
	'businessCard.create': {
		section: 'E6',
		versions: ['3.2'],
		auto: '3.2',
		top: ['dataMode', 'columns', 'companyName', 'lastName', 'firstName'],
		when: { columns: { dataMode: 'mapColumns' } },
		collections: {
			additionalFields: [
				'exchangeDate',
				'lastNameReading',
				'firstNameReading',
				'departmentName',
				'title',
				'countryCode',
				'postalCode',
				'prefecture',
				'city',
				'street',
				'building',
				'email',
				'mobile',
				'tel',
				'secondTel',
				'fax',
				'url',
				'memo',
				'tagId',
				'sharingPermissions',
			],
			options: ['normalize'],
		},
	},
	'businessCard.uploadImage': {
		section: 'E7',
		versions: ['3.2'],
		auto: '3.2',
		top: ['binaryPropertyName'],
		collections: {
			additionalFields: [
				'backImageBinaryPropertyName',
				'exchangeDate',
				'prioritizeHandWrittenDates',
				'memo',
				'language',
				'tagId',
			],
		},
	},
	'person.get': {
		section: 'E8',
		versions: ALL,
		auto: '3.2',
		top: ['personId'],
		collections: { options: ['includeTags', 'simplify'] },
		limited: TAGS,
	},
	'report.getAll': {
		section: 'E9',
		versions: SINCE_2_5,
		auto: '3.2',
		top: TERM_LIST,
		when: LIMITED_LIST,
		collections: { sort: SORT, options: ['category', 'type', 'fields', 'simplify'] },
	},
	'tag.getAll': {
		section: 'E10',
		versions: UP_TO_2_5,
		auto: '2.5',
		top: ['range', 'returnAll', 'limit'],
		when: LIMITED_LIST,
		collections: { options: ['type'] },
	},
	'user.getAll': { ...ORGANIZATION_LIST, collections: { options: ['delimiter', 'columnOrder', 'simplify'] } },
	'department.getAll': { ...ORGANIZATION_LIST, section: 'E12' },
	'organization.sync': {
		section: 'E11 to E16',
		versions: ['2.0'],
		auto: '2.0',
		top: ['mode', 'recordType', 'dataMode', 'columns', 'matchUsersBy', 'missingUsers', 'missingDepartments', 'output'],
		when: { columns: { dataMode: 'mapColumns' } },
		collections: {
			options: [
				'createMissingDepartments',
				'pathSeparator',
				'blankCells',
				'maxDeletions',
				'maxChanges',
				'protectedUserIds',
				'includeAdministrators',
				'includeBackup',
				'userColumnOrder',
				'departmentColumnOrder',
				'delimiter',
				'encoding',
				'pollInterval',
				'timeout',
			],
		},
	},
	'organizationImport.create': {
		section: 'E13',
		versions: UP_TO_2_5,
		auto: '2.0',
		top: UPLOAD_TOP,
		when: FILES,
		collections: { options: [...UPLOAD_OPTIONS, 'waitForCompletion', 'pollInterval', 'timeout'] },
		added: { options: { waitForCompletion: true } },
		limited: { waitForCompletion: ['2.0'], pollInterval: ['2.0'], timeout: ['2.0'] },
	},
	'organizationImport.check': {
		section: 'E14',
		versions: ['2.0'],
		auto: '2.0',
		top: UPLOAD_TOP,
		when: FILES,
		collections: { options: UPLOAD_OPTIONS },
	},
	'organizationImport.getStatus': {
		section: 'E15',
		versions: ['2.0'],
		auto: '2.0',
		top: ['importId'],
		collections: {},
	},
	'organizationImport.getResult': {
		section: 'E16',
		versions: ['2.0'],
		auto: '2.0',
		top: ['importId'],
		collections: {},
	},
};

/** The operations that make one call each: their section of the specification is one endpoint. */
export const SINGLE_CALLS: Readonly<Record<string, ContractRow>> = Object.fromEntries(
	Object.entries(CONTRACT).filter(([, { section }]) => /^E\d+$/.test(section)),
);

/** Values of enumerations, by operation and parameter; an operation's own list first, then the common one. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
	range: ['me', 'all'],
	entryStatus: ['processing', 'completed', 'unreadable'],
	orderBy: ['registeredAt', 'completedAt', 'updatedAt'],
	'report.getAll orderBy': ['registeredAt', 'updatedAt'],
	orderDirection: ['asc', 'desc'],
	side: ['front', 'back'],
	downloadImages: ['front', 'back'],
	'report.getAll type': ['Meeting', 'Call', 'Email', 'BizCardExchange', 'OnlineMeeting'],
	'tag.getAll type': ['private', 'public', 'shared'],
	delimiter: ['comma', 'semicolon', 'tab', 'space'],
	encoding: ['utf8', 'sjis'],
	output: ['items', 'file'],
	'organization.sync output': ['summary', 'changes'],
	mode: ['plan', 'apply'],
	matchUsersBy: ['UserId', 'Email'],
	missingUsers: ['keep', 'delete'],
	missingDepartments: ['keep', 'delete'],
	blankCells: ['keep', 'clear'],
	source: ['items', 'files'],
	recordType: ['detect', 'user', 'department'],
	language: [
		'Japanese',
		'English',
		'Chinese',
		'Korean',
		'Spanish',
		'Portuguese',
		'German',
		'French',
		'Thai',
		'Indonesian',
		'Vietnamese',
	],
};

/** Values that not every version knows (spec: Versioning 2). */
const LIMITED_VALUES: Readonly<Record<string, readonly Version[]>> = { OnlineMeeting: ['3.2'] };

/** The version that a choice stands for, or `undefined` when the operation does not exist in it. */
export function versionOf(row: ContractRow, choice: Choice): Version | undefined {
	const version = choice === 'auto' ? row.auto : choice;
	return row.versions.includes(version) ? version : undefined;
}

/** Whether a parameter of the operation exists in a version of the service. */
export function existsIn(row: ContractRow, parameter: string, version: Version): boolean {
	return row.versions.includes(version) && (row.limited?.[parameter]?.includes(version) ?? true);
}

/** The values of an enumeration in a version, or `undefined` when the parameter is no enumeration. */
export function valuesOf(operation: string, parameter: string, version: Version): string[] | undefined {
	const values = VALUES[`${operation} ${parameter}`] ?? VALUES[parameter];
	return values?.filter((value) => LIMITED_VALUES[value]?.includes(version) ?? true);
}

/** Splits `<resource>.<operation>`. */
export function namesOf(operation: string): { resource: string; operation: string } {
	const [resource = '', name = ''] = operation.split('.');
	return { resource, operation: name };
}

/** An event of the trigger and what it watches. */
export interface EventRow {
	readonly event: string;
	readonly versions: readonly Version[];
	readonly options: readonly string[];
}

const EVERY_EVENT = ['startFrom', 'overlap', 'maxRecords', 'simplify', 'fields'];
const CARD_EVENT = [...EVERY_EVENT, 'entryStatus', 'includeTags', 'includePastBizCards'];
const TAGGED_EVENT = ['maxRecords', 'simplify', 'fields', 'entryStatus', 'includeTags', 'includePastBizCards'];
const REPORT_EVENT = [...EVERY_EVENT, 'type', 'category'];

/** The events of the contract. */
export const EVENTS: readonly EventRow[] = [
	{ event: 'businessCardUpdated', versions: ALL, options: CARD_EVENT },
	{ event: 'businessCardCreated', versions: ALL, options: CARD_EVENT },
	{ event: 'businessCardTagged', versions: ALL, options: TAGGED_EVENT },
	{ event: 'reportUpdated', versions: SINCE_2_5, options: REPORT_EVENT },
	{ event: 'reportCreated', versions: SINCE_2_5, options: REPORT_EVENT },
];
