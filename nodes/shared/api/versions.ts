/**
 * The one table of what exists where: endpoint x version, parameter x version, and every notation
 * that differs between versions (spec: Endpoints, Versioning). Whoever adds an operation adds a row
 * here and a file under `resources/`; nothing else asks which version can do what.
 */

/** The live versions, oldest first (spec: Versioning 1). */
export const API_VERSIONS = ['2.0', '2.5', '3.2'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/** What a person can choose: a version, or the newest one that documents the operation. */
export type VersionChoice = ApiVersion | 'auto';

const ALL = API_VERSIONS;
const SINCE_2_5: readonly ApiVersion[] = ['2.5', '3.2'];
const ONLY_3_2: readonly ApiVersion[] = ['3.2'];
const UP_TO_2_5: readonly ApiVersion[] = ['2.0', '2.5'];
const ONLY_2_0: readonly ApiVersion[] = ['2.0'];

/** Versions whose `retry_after` is documented to be in seconds; of the others the unit is not shown (spec: Errors, 429). */
const RETRY_AFTER_IN_SECONDS = ONLY_2_0;

/** Fields of a card that only some versions have (spec: Versioning 2). */
const FIELD_VERSIONS: ReadonlyMap<string, readonly ApiVersion[]> = new Map([
	['countryCode', SINCE_2_5],
	['tags', SINCE_2_5],
	['isVirtualCard', ONLY_3_2],
	['hasUnrecognizedChar', ONLY_3_2],
]);

/** Calls that the service allows per key in one second, in every version (spec: Limits). */
export const CALLS_PER_SECOND = 10;

export const ENTRY_STATUSES = ['processing', 'completed', 'unreadable'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

export const DELIMITERS = ['comma', 'semicolon', 'tab', 'space'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export const ENCODINGS = ['utf8', 'sjis'] as const;
export type Encoding = (typeof ENCODINGS)[number];

interface ParameterBase {
	/** Versions that document the parameter; all that have the endpoint unless said. */
	readonly versions?: readonly ApiVersion[];
	/** The key on the wire where it is not the parameter's own name, by version. */
	readonly wireName?: Partial<Record<ApiVersion, string>>;
	readonly required?: true;
}

interface PlainParameter extends ParameterBase {
	readonly kind: 'dateTime' | 'boolean' | 'string' | 'strings' | 'ids';
}

interface EnumParameter extends ParameterBase {
	readonly kind: 'enum' | 'enums';
	readonly values: readonly string[];
	/** Values that only some versions know (spec: Versioning 2, report type OnlineMeeting). */
	readonly valueVersions?: Readonly<Record<string, readonly ApiVersion[]>>;
}

/** One query parameter of an endpoint: `strings`, `ids` and `enums` are arrays, sent as repeated keys. */
export type QueryParameter = PlainParameter | EnumParameter;

export type QueryTable = Readonly<Record<string, QueryParameter>>;

const RANGE: QueryParameter = { kind: 'enum', values: ['me', 'all'] };
const ORDER_DIRECTION: QueryParameter = { kind: 'enum', values: ['asc', 'desc'] };
const INCLUDE_TAGS: QueryParameter = { kind: 'boolean', versions: SINCE_2_5 };
const DELIMITER: QueryParameter = { kind: 'enum', values: DELIMITERS };
const ENCODING: QueryParameter = { kind: 'enum', values: ENCODINGS };

const CARD_LIST: QueryTable = {
	includeTags: INCLUDE_TAGS,
	includePastBizCards: { kind: 'boolean' },
	range: RANGE,
	entryStatus: { kind: 'enums', values: ENTRY_STATUSES },
	orderBy: { kind: 'enum', values: ['registeredAt', 'completedAt', 'updatedAt'] },
	orderDirection: ORDER_DIRECTION,
};

const TERM: QueryTable = {
	updatedFrom: { kind: 'dateTime', required: true },
	updatedTo: { kind: 'dateTime', required: true },
};

const IMPORT_FORMAT: QueryTable = { encoding: ENCODING, delimiter: DELIMITER };

/** Which versions have an operation of the node. */
export interface OperationRow {
	readonly versions: readonly ApiVersion[];
	/** `auto` where the newest version that has the operation is not the best choice. */
	readonly autoVersion?: ApiVersion;
	/** Set where all input items are taken together. */
	readonly takesAllItems?: true;
}

export interface EndpointRow extends OperationRow {
	/** Section number in the spec. */
	readonly section: `E${number}`;
	readonly method: 'GET' | 'POST';
	/** Below `{base_url}/v<version>`; names in braces are node parameters, put in encoded. */
	readonly path: string;
	/** What a record of the response is, where records carry tags. */
	readonly record?: 'card' | 'tag' | 'person';
	/** What a success carries. */
	readonly response: 'list' | 'record' | 'image' | 'csv' | 'json';
	/** A request that changes nothing may be repeated after a lost connection; a write never. */
	readonly effect: 'read' | 'write';
	/** The direction of a list that is sorted by update, unless the request says another (spec: E1, E9). */
	readonly defaultDirection?: 'asc' | 'desc';
	readonly query: QueryTable;
}

/** Largest page of every list whose bound the spec gives (spec: Limits). */
export const PAGE_SIZE = 300;

/**
 * The flow check - create - status - result is whole in 2.0 only, and nobody knows whether a job
 * that 2.5 reserved can be looked up there: `auto` keeps all of it in 2.0.
 */
const IMPORT_FLOW_VERSION: ApiVersion = '2.0';

export const ENDPOINTS = {
	'businessCard.getAll': {
		section: 'E1',
		method: 'GET',
		path: '/bizCards',
		versions: ALL,
		record: 'card',
		response: 'list',
		effect: 'read',
		defaultDirection: 'asc',
		query: { ...TERM, ...CARD_LIST },
	},
	'businessCard.search': {
		section: 'E2',
		method: 'GET',
		path: '/bizCards/search',
		versions: ALL,
		record: 'card',
		response: 'list',
		effect: 'read',
		query: {
			companyName: { kind: 'string' },
			name: { kind: 'string' },
			email: { kind: 'string' },
			tel: { kind: 'string' },
			mobile: { kind: 'string' },
			tagId: { kind: 'ids', wireName: { '2.0': 'tagId[]' } },
			...CARD_LIST,
		},
	},
	'businessCard.get': {
		section: 'E3',
		method: 'GET',
		path: '/bizCards/{businessCardId}',
		versions: ALL,
		record: 'card',
		response: 'record',
		effect: 'read',
		query: { includeTags: INCLUDE_TAGS },
	},
	'businessCard.getImage': {
		section: 'E4',
		method: 'GET',
		path: '/bizCards/{businessCardId}/image',
		versions: ALL,
		response: 'image',
		effect: 'read',
		query: { side: { kind: 'enum', values: ['front', 'back'] } },
	},
	'businessCard.getTags': {
		section: 'E5',
		method: 'GET',
		path: '/bizCards/{businessCardId}/tags',
		versions: ALL,
		record: 'tag',
		response: 'list',
		effect: 'read',
		query: {},
	},
	'businessCard.create': {
		section: 'E6',
		method: 'POST',
		path: '/bizCards',
		versions: ONLY_3_2,
		record: 'card',
		response: 'record',
		effect: 'write',
		query: {},
	},
	'businessCard.uploadImage': {
		section: 'E7',
		method: 'POST',
		path: '/bizCards/images',
		versions: ONLY_3_2,
		response: 'json',
		effect: 'write',
		query: {},
	},
	'person.get': {
		section: 'E8',
		method: 'GET',
		path: '/persons/{personId}',
		versions: ALL,
		record: 'person',
		response: 'record',
		effect: 'read',
		query: { includeTags: INCLUDE_TAGS },
	},
	'report.getAll': {
		section: 'E9',
		method: 'GET',
		path: '/reports',
		versions: SINCE_2_5,
		response: 'list',
		effect: 'read',
		defaultDirection: 'desc',
		query: {
			...TERM,
			category: { kind: 'strings', wireName: { '2.5': 'category[]', '3.2': 'category[]' } },
			type: {
				kind: 'enums',
				values: ['Meeting', 'Call', 'Email', 'BizCardExchange', 'OnlineMeeting'],
				valueVersions: { OnlineMeeting: ONLY_3_2 },
				wireName: { '2.5': 'type[]', '3.2': 'type[]' },
			},
			range: RANGE,
			orderBy: { kind: 'enum', values: ['registeredAt', 'updatedAt'] },
			orderDirection: ORDER_DIRECTION,
		},
	},
	'tag.getAll': {
		section: 'E10',
		method: 'GET',
		path: '/tags',
		versions: UP_TO_2_5,
		record: 'tag',
		response: 'list',
		effect: 'read',
		query: { range: RANGE, type: { kind: 'enums', values: ['private', 'public', 'shared'] } },
	},
	'user.getAll': {
		section: 'E11',
		method: 'GET',
		path: '/organization/users',
		versions: UP_TO_2_5,
		response: 'csv',
		effect: 'read',
		query: { delimiter: DELIMITER },
	},
	'department.getAll': {
		section: 'E12',
		method: 'GET',
		path: '/organization/departments',
		versions: UP_TO_2_5,
		response: 'csv',
		effect: 'read',
		query: { delimiter: DELIMITER },
	},
	'organizationImport.create': {
		section: 'E13',
		method: 'POST',
		path: '/organization/jobs',
		versions: UP_TO_2_5,
		autoVersion: IMPORT_FLOW_VERSION,
		response: 'json',
		effect: 'write',
		takesAllItems: true,
		query: IMPORT_FORMAT,
	},
	'organizationImport.check': {
		section: 'E14',
		method: 'POST',
		path: '/organization/check',
		versions: ONLY_2_0,
		response: 'csv',
		// The check changes nothing on the service, so it may be repeated like any other read.
		effect: 'read',
		takesAllItems: true,
		query: IMPORT_FORMAT,
	},
	'organizationImport.getStatus': {
		section: 'E15',
		method: 'GET',
		path: '/organization/jobs/{importId}',
		versions: ONLY_2_0,
		response: 'json',
		effect: 'read',
		query: {},
	},
	'organizationImport.getResult': {
		section: 'E16',
		method: 'GET',
		path: '/organization/jobs/{importId}/result',
		versions: ONLY_2_0,
		response: 'csv',
		effect: 'read',
		query: {},
	},
} as const satisfies Readonly<Record<string, EndpointRow>>;

/** `<resource>.<operation>` as the node names them. */
export type EndpointName = keyof typeof ENDPOINTS;

/** The row of an endpoint, in its general shape. */
export function endpoint(name: EndpointName): EndpointRow {
	return ENDPOINTS[name];
}

/** Whether a text names an endpoint of the table (prototype keys do not). */
export function isEndpointName(name: string): name is EndpointName {
	return Object.hasOwn(ENDPOINTS, name);
}

/** An operation that calls several endpoints, each call by the row of its own. It is there where all of them are. */
export interface ProcedureRow extends OperationRow {
	/** In the order in which they are called first. */
	readonly calls: readonly [EndpointName, ...EndpointName[]];
}

function procedure(...calls: ProcedureRow['calls']): ProcedureRow {
	const versions = API_VERSIONS.filter((version) => calls.every((name) => endpoint(name).versions.includes(version)));
	return { calls, versions, takesAllItems: true };
}

export const PROCEDURES = {
	'organization.sync': procedure(
		'department.getAll',
		'user.getAll',
		'organizationImport.check',
		'organizationImport.create',
		'organizationImport.getStatus',
		'organizationImport.getResult',
	),
} as const satisfies Readonly<Record<string, ProcedureRow>>;

/** The names of the procedures. */
export type ProcedureName = keyof typeof PROCEDURES;

/** Every operation of the node, as `<resource>.<operation>`. */
export type OperationName = EndpointName | ProcedureName;

/** Whether a text names an operation of the node. */
export function isOperationName(name: string): name is OperationName {
	return isEndpointName(name) || Object.hasOwn(PROCEDURES, name);
}

/** Which versions have an operation. */
export function operationRow(name: OperationName): OperationRow {
	return isEndpointName(name) ? endpoint(name) : PROCEDURES[name];
}

/** The endpoint that an operation calls, the first one where it calls several. */
export function firstEndpoint(name: OperationName): EndpointRow {
	return endpoint(isEndpointName(name) ? name : PROCEDURES[name].calls[0]);
}

/** Whether a value is one of the live versions. */
export function isApiVersion(value: unknown): value is ApiVersion {
	return API_VERSIONS.some((version) => version === value);
}

/** A version as text. A table makes a number of what looks like one, and of 2.0 a 2; everything else stays as it is. */
export function versionText(value: unknown): unknown {
	if (typeof value !== 'number') return value;
	const text = value.toFixed(1);
	return Number(text) === value ? text : value;
}

/** Which versions have a field of a record. */
export function versionsOfField(field: string): readonly ApiVersion[] {
	return FIELD_VERSIONS.get(field) ?? ALL;
}

/** Whether a version documents that `retry_after` is in seconds. */
export function isRetryAfterInSeconds(version: ApiVersion): boolean {
	return RETRY_AFTER_IN_SECONDS.includes(version);
}

/** The version `auto` stands for: the newest that documents the operation, or the row's own choice. */
export function autoVersion(row: OperationRow): ApiVersion {
	return row.autoVersion ?? row.versions[row.versions.length - 1] ?? '3.2';
}

/**
 * The version a request goes to.
 *
 * @returns the version, or `undefined` when the pinned one does not document the operation
 */
export function resolveVersion(row: OperationRow, choice: VersionChoice): ApiVersion | undefined {
	if (choice === 'auto') return autoVersion(row);
	return row.versions.includes(choice) ? choice : undefined;
}

/** The version for a list in the panel: the chosen one, or where that is none or lacks the list, the one of `auto`. */
export function versionOfList(row: OperationRow, choice: unknown): ApiVersion {
	return isApiVersion(choice) && row.versions.includes(choice) ? choice : autoVersion(row);
}

/** The choices of `apiVersion` under which something that only `versions` document can be used. */
export function choicesFor(row: OperationRow, versions: readonly ApiVersion[]): VersionChoice[] {
	const pinned = row.versions.filter((version) => versions.includes(version));
	return versions.includes(autoVersion(row)) ? ['auto', ...pinned] : pinned;
}

/** The values of an enumeration that a version knows. */
export function valuesIn(parameter: EnumParameter, version: ApiVersion): string[] {
	return parameter.values.filter(
		(value) => parameter.valueVersions?.[value]?.includes(version) ?? true,
	);
}
