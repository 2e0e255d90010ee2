import type { INodeParameters } from 'n8n-workflow';

/**
 * The tables of the public contract, with the choices that n8n's users expect beside it, and of the service's
 * specification, written down once more: what the nodes are measured against must not be read from the nodes.
 */

export type Version = '2.0' | '2.5' | '3.2';
export type Choice = Version | 'auto';

export const VERSIONS: readonly Version[] = ['2.0', '2.5', '3.2'];
export const CHOICES: readonly Choice[] = ['auto', ...VERSIONS];

/** A list of names, written as a person would list them. */
const words = (text: string) => text.split(' ');

const ALL = VERSIONS;
const SINCE_2_5: readonly Version[] = ['2.5', '3.2'];
const UP_TO_2_5: readonly Version[] = ['2.0', '2.5'];

/** One row of the contract's tables of operations and parameters. */
export interface ContractRow {
	/** Section of the specification. */
	readonly section: string;
	readonly versions: readonly Version[];
	/** The version that `auto` stands for. */
	readonly auto: Version;
	/** Parameters at the top level. */
	readonly top: readonly string[];
	/** Parameters in a collection, by the name of the collection. */
	readonly collections: Readonly<Record<string, readonly string[]>>;
}

/** What has to be chosen for a parameter at the top level to show, where there is the choice. */
export const SHOWS_WITH: Readonly<Record<string, INodeParameters>> = {
	limit: { returnAll: false },
	binaryPropertyName: { output: 'file' },
	departmentBinaryPropertyName: { source: 'files' },
	userBinaryPropertyName: { source: 'files' },
	recordType: { source: 'items' },
	dataMode: { source: 'items' },
	columns: { source: 'items', dataMode: 'mapColumns' },
};

/** Parameters that only some versions have (spec: Versioning 2; contract: waitForCompletion). */
const LIMITED: Readonly<Record<string, readonly Version[]>> = {
	includeTags: SINCE_2_5,
	waitForCompletion: ['2.0'],
	pollInterval: ['2.0'],
	timeout: ['2.0'],
};

function row(
	section: string,
	versions: readonly Version[],
	top: readonly string[],
	collections: ContractRow['collections'] = {},
): ContractRow {
	return { section, versions, auto: versions.at(-1) ?? '3.2', top, collections };
}

const LIST = words('range returnAll limit');
const TERM_LIST = [...words('updatedFrom updatedTo'), ...LIST];
const SORT = words('orderBy orderDirection');
const CARD_LIST = words('entryStatus includeTags includePastBizCards fields downloadImages simplify');
const ONE_RECORD = { options: words('includeTags simplify') };
const UPLOAD = words('source departmentBinaryPropertyName userBinaryPropertyName recordType dataMode columns');
const CSV_LIST = words('output binaryPropertyName');
const UPLOAD_OPTIONS = words('encoding delimiter columnOrder');
const CARD_FIELDS = [
	...words('exchangeDate lastNameReading firstNameReading departmentName title memo tagId sharingPermissions'),
	...words('countryCode postalCode prefecture city street building email mobile tel secondTel fax url'),
];
const IMAGE_FIELDS = 'backImageBinaryPropertyName exchangeDate prioritizeHandWrittenDates memo language tagId';
const SYNC = 'mode recordType dataMode columns matchUsersBy missingUsers missingDepartments output';
const SYNC_OPTIONS = [
	...words('createMissingDepartments pathSeparator blankCells maxDeletions maxChanges protectedUserIds'),
	...words('includeAdministrators includeBackup userColumnOrder departmentColumnOrder delimiter encoding'),
	...words('pollInterval timeout'),
];

/** The operations of the contract with their parameters, by `<resource>.<operation>`. */
export const CONTRACT: Readonly<Record<string, ContractRow>> = {
	'businessCard.getAll': row('E1', ALL, TERM_LIST, { sort: SORT, options: CARD_LIST }),
	'businessCard.search': row('E2', ALL, LIST, {
		filters: words('companyName name email tel mobile tagId'),
		sort: SORT,
		options: [...CARD_LIST, 'ignoreBlankFilters'],
	}),
	'businessCard.get': row('E3', ALL, ['businessCardId'], ONE_RECORD),
	'businessCard.getImage': row('E4', ALL, words('businessCardId side binaryPropertyName')),
	'businessCard.getTags': row('E5', ALL, words('businessCardId returnAll limit')),
	'businessCard.create': row('E6', ['3.2'], words('dataMode columns companyName lastName firstName'), {
		additionalFields: CARD_FIELDS,
		options: ['normalize'],
	}),
	'businessCard.uploadImage': row('E7', ['3.2'], ['binaryPropertyName'], { additionalFields: words(IMAGE_FIELDS) }),
	'person.get': row('E8', ALL, ['personId'], ONE_RECORD),
	'report.getAll': row('E9', SINCE_2_5, TERM_LIST, { sort: SORT, options: words('category type fields simplify') }),
	'tag.getAll': row('E10', UP_TO_2_5, LIST, { options: ['type'] }),
	'user.getAll': row('E11', UP_TO_2_5, CSV_LIST, { options: words('delimiter columnOrder simplify') }),
	'department.getAll': row('E12', UP_TO_2_5, CSV_LIST, { options: words('delimiter columnOrder') }),
	'organization.sync': row('E11 to E16', ['2.0'], words(SYNC), { options: SYNC_OPTIONS }),
	'organizationImport.create': {
		...row('E13', UP_TO_2_5, UPLOAD, {
			options: [...UPLOAD_OPTIONS, ...words('waitForCompletion pollInterval timeout')],
		}),
		auto: '2.0',
	},
	'organizationImport.check': row('E14', ['2.0'], UPLOAD, { options: UPLOAD_OPTIONS }),
	'organizationImport.getStatus': row('E15', ['2.0'], ['importId']),
	'organizationImport.getResult': row('E16', ['2.0'], ['importId']),
};

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
	language: words('Japanese English Chinese Korean Spanish Portuguese German French Thai Indonesian Vietnamese'),
};

/** Values that not every version knows (spec: Versioning 2). */
const LIMITED_VALUES: Readonly<Record<string, readonly Version[]>> = { OnlineMeeting: ['3.2'] };

/** The version that a choice stands for, or `undefined` when the operation does not exist in it. */
export function versionOf({ versions, auto }: ContractRow, choice: Choice): Version | undefined {
	const version = choice === 'auto' ? auto : choice;
	return versions.includes(version) ? version : undefined;
}

/** Each operation with each choice of a version that has it. */
export const PAIRS = Object.entries(CONTRACT).flatMap(([operation, row]) =>
	CHOICES.flatMap((choice) => {
		const version = versionOf(row, choice);
		return version ? [{ operation, choice, version, row }] : [];
	}),
);

/** Those of some parameters that a version of the service has. */
export function existingIn(version: Version, parameters: readonly string[]): string[] {
	return parameters.filter((parameter) => LIMITED[parameter]?.includes(version) ?? true);
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

const CARD_EVENT = words('maxRecords simplify fields entryStatus includeTags includePastBizCards');
const REPORT_EVENT = words('maxRecords simplify fields type category');
const STARTS = words('startFrom overlap');

function event(name: string, operation: string, options: readonly string[]) {
	return { event: name, versions: CONTRACT[operation]?.versions ?? [], operation, options };
}

/** The events of the contract; each has the versions and values of the operation that lists what it watches. */
export const EVENTS = [
	event('businessCardUpdated', 'businessCard.getAll', [...STARTS, ...CARD_EVENT]),
	event('businessCardCreated', 'businessCard.getAll', [...STARTS, ...CARD_EVENT]),
	event('businessCardTagged', 'businessCard.search', CARD_EVENT),
	event('reportUpdated', 'report.getAll', [...STARTS, ...REPORT_EVENT]),
	event('reportCreated', 'report.getAll', [...STARTS, ...REPORT_EVENT]),
];

/** What *Simplify* leaves of a card: at most ten fields, none of them a list or an object. */
export const SIMPLE_CARD: string[] = words(
	'id personId lastName firstName departmentName title email mobile companyName tel',
);
