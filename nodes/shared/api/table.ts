import { isBlank } from '../base/blankValue';
import { readDateTime, readMoment, toServiceDateTime } from '../values/dateTime';
import { fault } from '../base/parameterError';
import { shownValue } from '../values/shownValue';
import { readSwitch } from '../values/switchValue';
import { readId, readText } from '../values/textValue';
import { encodeId, entriesOf, readList, readQueryText } from './parameters';
import type { GivenParameters } from './parameters';
import { ALL_VERSIONS, autoVersion, DELIMITERS, ENCODINGS, ENTRY_STATUSES, ONLY_2_0, ONLY_3_2, SINCE_2_5, UP_TO_2_5 } from './versions';
import type { ApiVersion, Endpoint, QueryPair, Versioned, VersionChoice } from './versions';

const ALL = ALL_VERSIONS;

/** Fields of a card that only some versions have (spec: Versioning 2). */
const FIELD_VERSIONS: ReadonlyMap<string, readonly ApiVersion[]> = new Map([
	['countryCode', SINCE_2_5],
	['tags', SINCE_2_5],
	['isVirtualCard', ONLY_3_2],
	['hasUnrecognizedChar', ONLY_3_2],
]);

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

export interface EndpointRow extends Endpoint, Versioned {
	readonly takesAllItems?: true;
	/** Section number in the spec. */
	readonly section: `E${number}`;
	/** Below `{base_url}/v<version>`; names in braces are node parameters, put in encoded. */
	readonly path: string;
	/** The direction of a list that is sorted by update, unless the request says another (spec: E1, E9). */
	readonly defaultDirection?: 'asc' | 'desc';
	readonly query: QueryTable;
}

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
		namesRecord: true,
		versions: ONLY_2_0,
		response: 'json',
		effect: 'read',
		query: {},
	},
	'organizationImport.getResult': {
		section: 'E16',
		method: 'GET',
		path: '/organization/jobs/{importId}/result',
		namesRecord: true,
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

/** Which versions have a field of a record. */
export function versionsOfField(field: string): readonly ApiVersion[] {
	return FIELD_VERSIONS.get(field) ?? ALL;
}

/** The choices of `apiVersion` under which something that only `versions` document can be used. */
export function choicesFor(row: Versioned, versions: readonly ApiVersion[]): VersionChoice[] {
	const pinned = row.versions.filter((version) => versions.includes(version));
	return versions.includes(autoVersion(row)) ? ['auto', ...pinned] : pinned;
}

/** The values of an enumeration that a version knows. */
export function valuesIn(parameter: EnumParameter, version: ApiVersion): string[] {
	return parameter.values.filter(
		(value) => parameter.valueVersions?.[value]?.includes(version) ?? true,
	);
}
function checkEnum(name: string, value: string, parameter: QueryParameter, version: ApiVersion): string {
	if (parameter.kind !== 'enum' && parameter.kind !== 'enums') return value;
	const known = valuesIn(parameter, version);
	if (known.includes(value)) return value;
	const elsewhere = parameter.valueVersions?.[value];
	throw fault(
		name,
		elsewhere
			? `${name} "${value}" does not exist in API version ${version}`
			: `${name} is ${shownValue(value)}, which the service does not know`,
		elsewhere
			? `"${value}" exists in API version ${elsewhere.join(', ')}; version ${version} knows ${known.join(', ')}.`
			: `it must be ${parameter.kind === 'enums' ? 'any of' : 'one of'} ${known.join(', ')}.`,
	);
}

function readValues(
	name: string,
	value: unknown,
	parameter: QueryParameter,
	version: ApiVersion,
	zone: string,
): string[] {
	switch (parameter.kind) {
		case 'dateTime':
			return [toServiceDateTime(readMoment(name, value, zone))];
		case 'boolean':
			return [String(readSwitch(name, value))];
		case 'string':
			return [readQueryText(name, value)];
		case 'strings':
			return readList(name, value).map((entry) => readQueryText(name, entry));
		case 'ids':
			return entriesOf(value).map((entry) => readId(name, entry));
		case 'enum':
			return [checkEnum(name, readText(name, value), parameter, version)];
		case 'enums':
			return [...new Set(readList(name, value))].map((entry) => checkEnum(name, entry, parameter, version));
	}
}

/**
 * What one parameter of an endpoint would send.
 *
 * @returns nothing where the endpoint does not have it or the value is blank
 * @throws ParameterError as {@link buildQuery} does
 */
export function readQueryValues(row: EndpointRow, version: ApiVersion, name: string, value: unknown, zone: string): string[] {
	const parameter = row.query[name];
	return parameter && !isBlank(value) ? readValues(name, value, parameter, version, zone) : [];
}

/** `updatedFrom` and `updatedTo` are the only pair that can contradict each other. */
function checkTimeRange(given: GivenParameters, row: EndpointRow, zone: string): void {
	if (!row.query.updatedFrom || !row.query.updatedTo) return;
	const from = readDateTime(given.updatedFrom, zone);
	const to = readDateTime(given.updatedTo, zone);
	if (from && to && from > to) {
		throw fault(
			'updatedFrom',
			`updatedFrom (${toServiceDateTime(from)}) is after updatedTo (${toServiceDateTime(to)})`,
			'the start of the time range must not be after its end.',
		);
	}
}

/**
 * Turns what a person filled in into the query of one endpoint and version, checking every value by the table
 * of the spec. What the version does not have is left out; what is blank is left out unless it is required.
 *
 * @param zone IANA zone in which a date-time without zone is read
 * @returns key-value pairs in the table's order; arrays as repeated keys in the version's notation
 * @throws ParameterError naming the parameter and the rule
 */
export function buildQuery(
	row: EndpointRow,
	version: ApiVersion,
	given: GivenParameters,
	zone: string,
): QueryPair[] {
	const pairs: QueryPair[] = [];
	for (const [name, parameter] of Object.entries(row.query)) {
		if (parameter.versions && !parameter.versions.includes(version)) continue;
		const value = given[name];
		if (isBlank(value)) {
			if (!parameter.required) continue;
			throw fault(name, `${name} is empty`, 'it is required.');
		}
		const key = parameter.wireName?.[version] ?? name;
		for (const entry of readValues(name, value, parameter, version, zone)) pairs.push([key, entry]);
	}
	checkTimeRange(given, row, zone);
	return pairs;
}

/** Fills the names in braces of a path with encoded ids. */
export function fillPath(path: string, given: GivenParameters): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(name, given[name]));
}

