import type { ParameterSpec } from './parameters';

/** API versions, oldest first. */
export const API_VERSIONS = ['2.0', '2.5', '3.2'] as const;

/** One API version. */
export type ApiVersion = (typeof API_VERSIONS)[number];

/** Endpoint number in the spec. */
export type EndpointId =
	| 'E1'
	| 'E2'
	| 'E3'
	| 'E4'
	| 'E5'
	| 'E6'
	| 'E7'
	| 'E8'
	| 'E9'
	| 'E10'
	| 'E11'
	| 'E12'
	| 'E13'
	| 'E14'
	| 'E15'
	| 'E16';

/** One row of the service's table of endpoints. */
export interface EndpointSpec {
	readonly id: EndpointId;
	readonly method: 'GET' | 'POST';
	/** Path below the version segment; `{id}` is a path parameter. */
	readonly path: string;
	readonly versions: readonly ApiVersion[];
	/** System administrators only. */
	readonly adminOnly?: true;
	/** Content type of the request body. */
	readonly body?: 'application/json' | 'multipart/form-data';
	readonly parameters: readonly ParameterSpec[];
}

const ALL = API_VERSIONS;
const WITH_TAGS: readonly ApiVersion[] = ['2.5', '3.2'];
const ORGANIZATION: readonly ApiVersion[] = ['2.0', '2.5'];

const NEXT_PAGE_TOKEN: ParameterSpec = { name: 'nextPageToken', kind: 'token' };
const LIMIT: ParameterSpec = { name: 'limit', kind: 'limit', default: ['100'] };
const RANGE: ParameterSpec = {
	name: 'range',
	kind: 'enum',
	values: ['me', 'all'],
	default: ['me'],
};
const INCLUDE_TAGS: ParameterSpec = {
	name: 'includeTags',
	kind: 'boolean',
	versions: WITH_TAGS,
	default: ['false'],
};
const TERM: readonly ParameterSpec[] = [
	{ name: 'updatedFrom', kind: 'dateTime', required: true },
	{ name: 'updatedTo', kind: 'dateTime', required: true },
];
const CARD_LIST: readonly ParameterSpec[] = [
	NEXT_PAGE_TOKEN,
	INCLUDE_TAGS,
	{ name: 'includePastBizCards', kind: 'boolean', default: ['false'] },
	RANGE,
	{
		name: 'entryStatus',
		kind: 'enum',
		array: true,
		values: ['processing', 'completed', 'unreadable'],
		default: ['completed'],
	},
	LIMIT,
];
const CARD_ORDERS = ['registeredAt', 'completedAt', 'updatedAt'];
const DIRECTIONS = ['asc', 'desc'];
const DELIMITER: ParameterSpec = {
	name: 'delimiter',
	kind: 'enum',
	values: ['comma', 'semicolon', 'tab', 'space'],
	default: ['comma'],
};
const UPLOAD: readonly ParameterSpec[] = [
	{ name: 'encoding', kind: 'enum', values: ['utf8', 'sjis'], default: ['utf8'] },
	DELIMITER,
];

/** Every endpoint of the service with its versions and parameters (spec: "Endpoints", "Versioning"). */
export const ENDPOINTS: readonly EndpointSpec[] = [
	{
		id: 'E1',
		method: 'GET',
		path: '/bizCards',
		versions: ALL,
		parameters: [
			...TERM,
			...CARD_LIST,
			{ name: 'orderBy', kind: 'enum', values: CARD_ORDERS, default: ['updatedAt'] },
			{ name: 'orderDirection', kind: 'enum', values: DIRECTIONS, default: ['asc'] },
		],
	},
	{
		id: 'E2',
		method: 'GET',
		path: '/bizCards/search',
		versions: ALL,
		parameters: [
			...CARD_LIST,
			{ name: 'companyName', kind: 'text' },
			{ name: 'name', kind: 'text' },
			{ name: 'email', kind: 'text' },
			{ name: 'tel', kind: 'text' },
			{ name: 'mobile', kind: 'text' },
			{ name: 'tagId', kind: 'text', array: true, wireNames: { '2.0': 'tagId[]' } },
			{ name: 'orderBy', kind: 'enum', values: CARD_ORDERS, default: ['registeredAt'] },
			{ name: 'orderDirection', kind: 'enum', values: DIRECTIONS, default: ['desc'] },
		],
	},
	{ id: 'E3', method: 'GET', path: '/bizCards/{id}', versions: ALL, parameters: [INCLUDE_TAGS] },
	{
		id: 'E4',
		method: 'GET',
		path: '/bizCards/{id}/image',
		versions: ALL,
		parameters: [{ name: 'side', kind: 'enum', values: ['front', 'back'], default: ['front'] }],
	},
	{
		id: 'E5',
		method: 'GET',
		path: '/bizCards/{id}/tags',
		versions: ALL,
		parameters: [NEXT_PAGE_TOKEN, LIMIT],
	},
	{
		id: 'E6',
		method: 'POST',
		path: '/bizCards',
		versions: ['3.2'],
		body: 'application/json',
		parameters: [],
	},
	{
		id: 'E7',
		method: 'POST',
		path: '/bizCards/images',
		versions: ['3.2'],
		body: 'multipart/form-data',
		parameters: [],
	},
	{ id: 'E8', method: 'GET', path: '/persons/{id}', versions: ALL, parameters: [INCLUDE_TAGS] },
	{
		id: 'E9',
		method: 'GET',
		path: '/reports',
		versions: ['2.5', '3.2'],
		parameters: [
			...TERM,
			NEXT_PAGE_TOKEN,
			{
				name: 'category',
				kind: 'text',
				array: true,
				wireNames: { '2.5': 'category[]', '3.2': 'category[]' },
			},
			{
				name: 'type',
				kind: 'enum',
				array: true,
				wireNames: { '2.5': 'type[]', '3.2': 'type[]' },
				values: ['Meeting', 'Call', 'Email', 'BizCardExchange'],
				moreValues: { '3.2': ['OnlineMeeting'] },
			},
			RANGE,
			{
				name: 'orderBy',
				kind: 'enum',
				values: ['registeredAt', 'updatedAt'],
				default: ['updatedAt'],
			},
			{ name: 'orderDirection', kind: 'enum', values: DIRECTIONS, default: ['desc'] },
			LIMIT,
		],
	},
	{
		id: 'E10',
		method: 'GET',
		path: '/tags',
		versions: ['2.0', '2.5'],
		parameters: [
			NEXT_PAGE_TOKEN,
			RANGE,
			{
				name: 'type',
				kind: 'enum',
				array: true,
				values: ['private', 'public', 'shared'],
				default: ['private'],
			},
			LIMIT,
		],
	},
	{
		id: 'E11',
		method: 'GET',
		path: '/organization/users',
		versions: ORGANIZATION,
		adminOnly: true,
		parameters: [DELIMITER],
	},
	{
		id: 'E12',
		method: 'GET',
		path: '/organization/departments',
		versions: ORGANIZATION,
		adminOnly: true,
		parameters: [DELIMITER],
	},
	{
		id: 'E13',
		method: 'POST',
		path: '/organization/jobs',
		versions: ORGANIZATION,
		adminOnly: true,
		body: 'multipart/form-data',
		parameters: UPLOAD,
	},
	{
		id: 'E14',
		method: 'POST',
		path: '/organization/check',
		versions: ['2.0'],
		adminOnly: true,
		body: 'multipart/form-data',
		parameters: UPLOAD,
	},
	{
		id: 'E15',
		method: 'GET',
		path: '/organization/jobs/{id}',
		versions: ['2.0'],
		adminOnly: true,
		parameters: [],
	},
	{
		id: 'E16',
		method: 'GET',
		path: '/organization/jobs/{id}/result',
		versions: ['2.0'],
		adminOnly: true,
		parameters: [],
	},
];

/** What a method and path lead to; `endpoint` and `version` stay open when the service has no such thing. */
export interface Route {
	readonly version?: ApiVersion;
	readonly endpoint?: EndpointSpec;
	/** Decoded path parameter, for endpoints that have one. */
	readonly id: string;
}

/** Fixed segments win over `{id}`, so /bizCards/search is never the card called "search". */
const MATCH_ORDER = [...ENDPOINTS].sort(
	(a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
);

function matchPath(template: string, path: string): string | undefined {
	const expected = template.split('/');
	const actual = path.split('/');
	if (expected.length !== actual.length) return undefined;
	let id = '';
	for (const [index, segment] of expected.entries()) {
		const given = actual[index] ?? '';
		if (segment === '{id}') {
			if (given === '') return undefined;
			id = given;
		} else if (segment !== given) {
			return undefined;
		}
	}
	try {
		return decodeURIComponent(id);
	} catch {
		return undefined;
	}
}

/**
 * Finds the endpoint of a request, also when its version does not have it.
 *
 * @param method HTTP method
 * @param path path as sent, without query
 */
export function findRoute(method: string, path: string): Route {
	const match = /^\/v([^/]+)(\/.*)$/.exec(path);
	if (!match) return { id: '' };
	const version = API_VERSIONS.find((candidate) => candidate === match[1]);
	for (const endpoint of MATCH_ORDER) {
		if (endpoint.method !== method) continue;
		const id = matchPath(endpoint.path, match[2] ?? '');
		if (id !== undefined) return { version, endpoint, id };
	}
	return { version, id: '' };
}
