import type { ParameterSpec } from './parameters';

export const API_VERSIONS = ['2.0', '2.5', '3.2'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/** One row of the service's table of endpoints. */
export interface EndpointSpec {
	/** Number in the spec. */
	readonly id: EndpointId;
	/** Method and path below the version segment; `{id}` is a path parameter. */
	readonly route: string;
	readonly versions: readonly ApiVersion[];
	readonly parameters: readonly ParameterSpec[];
	readonly body?: string;
}

const SINCE_25: readonly ApiVersion[] = ['2.5', '3.2'];
const UP_TO_25: readonly ApiVersion[] = ['2.0', '2.5'];

function choice(name: string, values: string, more: Partial<ParameterSpec> = {}): ParameterSpec {
	return { name, kind: 'enum', values: values.split(' '), ...more };
}

function flag(name: string, more: Partial<ParameterSpec> = {}): ParameterSpec {
	return { name, kind: 'boolean', default: 'false', ...more };
}

function texts(...names: readonly string[]): ParameterSpec[] {
	return names.map((name) => ({ name, kind: 'text' }));
}

function orders(by: string, standard: string, direction: string): ParameterSpec[] {
	return [choice('orderBy', by, { default: standard }), choice('orderDirection', 'asc desc', { default: direction })];
}

const PAGE: readonly ParameterSpec[] = [...texts('nextPageToken'), { name: 'limit', kind: 'limit', default: '100' }];
const RANGE = choice('range', 'me all', { default: 'me' });
const INCLUDE_TAGS = flag('includeTags', { versions: SINCE_25 });
const TERM: readonly ParameterSpec[] = [
	{ name: 'updatedFrom', kind: 'dateTime', required: true },
	{ name: 'updatedTo', kind: 'dateTime', required: true },
];
const STATUS = choice('entryStatus', 'processing completed unreadable', { array: true, default: 'completed' });
const CARD_LIST: readonly ParameterSpec[] = [...PAGE, RANGE, INCLUDE_TAGS, flag('includePastBizCards'), STATUS];
const CARD_ORDERS = 'registeredAt completedAt updatedAt';
const SEARCH: readonly ParameterSpec[] = [
	...texts('companyName', 'name', 'email', 'tel', 'mobile'),
	{ name: 'tagId', kind: 'text', array: true, bracketed: ['2.0'] },
];
const REPORT_TYPES = 'Meeting Call Email BizCardExchange';
const REPORTS: readonly ParameterSpec[] = [
	{ name: 'category', kind: 'text', array: true, bracketed: SINCE_25 },
	choice('type', REPORT_TYPES, { array: true, bracketed: SINCE_25, newValues: ['OnlineMeeting'] }),
];
const TAG_TYPES = choice('type', 'private public shared', { array: true, default: 'private' });
const DELIMITER = choice('delimiter', 'comma semicolon tab space', { default: 'comma' });
const UPLOAD: readonly ParameterSpec[] = [choice('encoding', 'utf8 sjis', { default: 'utf8' }), DELIMITER];
const JSON_BODY = 'application/json';
const FORM = 'multipart/form-data';

/** Every endpoint (spec: "Endpoints", "Versioning"). */
const ROWS = {
	E1: ['GET /bizCards', API_VERSIONS, [...TERM, ...CARD_LIST, ...orders(CARD_ORDERS, 'updatedAt', 'asc')]],
	E2: ['GET /bizCards/search', API_VERSIONS, [...CARD_LIST, ...SEARCH, ...orders(CARD_ORDERS, 'registeredAt', 'desc')]],
	E3: ['GET /bizCards/{id}', API_VERSIONS, [INCLUDE_TAGS]],
	E4: ['GET /bizCards/{id}/image', API_VERSIONS, [choice('side', 'front back', { default: 'front' })]],
	E5: ['GET /bizCards/{id}/tags', API_VERSIONS, PAGE],
	E6: ['POST /bizCards', ['3.2'], [], JSON_BODY],
	E7: ['POST /bizCards/images', ['3.2'], [], FORM],
	E8: ['GET /persons/{id}', API_VERSIONS, [INCLUDE_TAGS]],
	E9: [
		'GET /reports',
		SINCE_25,
		[...TERM, ...PAGE, RANGE, ...REPORTS, ...orders('registeredAt updatedAt', 'updatedAt', 'desc')],
	],
	E10: ['GET /tags', UP_TO_25, [...PAGE, RANGE, TAG_TYPES]],
	E11: ['GET /organization/users', UP_TO_25, [DELIMITER]],
	E12: ['GET /organization/departments', UP_TO_25, [DELIMITER]],
	E13: ['POST /organization/jobs', UP_TO_25, UPLOAD, FORM],
	E14: ['POST /organization/check', ['2.0'], UPLOAD, FORM],
	E15: ['GET /organization/jobs/{id}', ['2.0'], []],
	E16: ['GET /organization/jobs/{id}/result', ['2.0'], []],
} as const satisfies Record<string, readonly [string, readonly ApiVersion[], readonly ParameterSpec[], string?]>;

export type EndpointId = keyof typeof ROWS;

export const ENDPOINTS = Object.entries(ROWS).map(([id, [route, versions, parameters, body]]): EndpointSpec => ({
	id: id as EndpointId,
	route,
	versions,
	parameters,
	body,
}));

/** What a method and path lead to; `endpoint` and `version` stay open when the service has no such thing. */
export interface Route {
	readonly version?: ApiVersion;
	readonly endpoint?: EndpointSpec;
	/** Decoded path parameter, for endpoints that have one. */
	readonly id: string;
}

/** Fixed segments win over `{id}`, so /bizCards/search is never the card called "search". */
const MATCHERS = [...ENDPOINTS]
	.sort((a, b) => Number(a.route.includes('{')) - Number(b.route.includes('{')))
	.map((endpoint) => ({ endpoint, pattern: new RegExp(`^${endpoint.route.replace('{id}', '([^/]+)')}$`) }));

/** Finds the endpoint of a request by its path without query, also when its version does not have it. */
export function findRoute(method: string, path: string): Route {
	const [, number, rest = ''] = /^\/v([^/]+)(\/.*)$/.exec(path) ?? [];
	const version = API_VERSIONS.find((candidate) => candidate === number);
	for (const { endpoint, pattern } of MATCHERS) {
		const match = pattern.exec(`${method} ${rest}`);
		if (match) return { version, endpoint, id: decodeURIComponent(match[1] ?? '') };
	}
	return { version, id: '' };
}
