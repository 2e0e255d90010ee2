import type { ParameterSpec } from './parameters';

/** API versions, oldest first. */
export const API_VERSIONS = ['2.0', '2.5', '3.2'] as const;

/** One API version. */
export type ApiVersion = (typeof API_VERSIONS)[number];

/** One row of the service's table of endpoints. */
export interface EndpointSpec {
	/** Number in the spec. */
	readonly id: EndpointId;
	readonly method: 'GET' | 'POST';
	/** Path below the version segment; `{id}` is a path parameter. */
	readonly path: string;
	readonly versions: readonly ApiVersion[];
	/** Content type of the request body. */
	readonly body?: 'application/json' | 'multipart/form-data';
	readonly parameters: readonly ParameterSpec[];
}

const ALL = API_VERSIONS;
const SINCE_25: readonly ApiVersion[] = ['2.5', '3.2'];
const UP_TO_25: readonly ApiVersion[] = ['2.0', '2.5'];
const FORM = 'multipart/form-data';

function choice(name: string, values: readonly string[], more: Partial<ParameterSpec> = {}): ParameterSpec {
	return { name, kind: 'enum', values, ...more };
}

function flag(name: string, more: Partial<ParameterSpec> = {}): ParameterSpec {
	return { name, kind: 'boolean', default: ['false'], ...more };
}

const TOKEN: ParameterSpec = { name: 'nextPageToken', kind: 'text' };
const LIMIT: ParameterSpec = { name: 'limit', kind: 'limit', default: ['100'] };
const RANGE = choice('range', ['me', 'all'], { default: ['me'] });
const INCLUDE_TAGS = flag('includeTags', { versions: SINCE_25 });
const TERM: readonly ParameterSpec[] = [
	{ name: 'updatedFrom', kind: 'dateTime', required: true },
	{ name: 'updatedTo', kind: 'dateTime', required: true },
];
const STATUSES = ['processing', 'completed', 'unreadable'];
const CARD_LIST: readonly ParameterSpec[] = [
	...[TOKEN, LIMIT, RANGE, INCLUDE_TAGS, flag('includePastBizCards')],
	choice('entryStatus', STATUSES, { array: true, default: ['completed'] }),
];

function orders(by: readonly string[], standard: string, direction: string): ParameterSpec[] {
	return [
		choice('orderBy', by, { default: [standard] }),
		choice('orderDirection', ['asc', 'desc'], { default: [direction] }),
	];
}

const CARD_ORDERS = ['registeredAt', 'completedAt', 'updatedAt'];
const CONDITIONS = ['companyName', 'name', 'email', 'tel', 'mobile'];
const DELIMITER = choice('delimiter', ['comma', 'semicolon', 'tab', 'space'], { default: ['comma'] });
const UPLOAD: readonly ParameterSpec[] = [choice('encoding', ['utf8', 'sjis'], { default: ['utf8'] }), DELIMITER];
const REPORT_TYPES = ['Meeting', 'Call', 'Email', 'BizCardExchange'];
const TAG_TYPES = ['private', 'public', 'shared'];

/** Method, path, versions, parameters and body of every endpoint (spec: "Endpoints", "Versioning"). */
const ROWS = {
	E1: ['GET', '/bizCards', ALL, [...TERM, ...CARD_LIST, ...orders(CARD_ORDERS, 'updatedAt', 'asc')]],
	E2: [
		'GET',
		'/bizCards/search',
		ALL,
		[
			...CARD_LIST,
			...CONDITIONS.map((name): ParameterSpec => ({ name, kind: 'text' })),
			{ name: 'tagId', kind: 'text', array: true, wireNames: { '2.0': 'tagId[]' } },
			...orders(CARD_ORDERS, 'registeredAt', 'desc'),
		],
	],
	E3: ['GET', '/bizCards/{id}', ALL, [INCLUDE_TAGS]],
	E4: ['GET', '/bizCards/{id}/image', ALL, [choice('side', ['front', 'back'], { default: ['front'] })]],
	E5: ['GET', '/bizCards/{id}/tags', ALL, [TOKEN, LIMIT]],
	E6: ['POST', '/bizCards', ['3.2'], [], 'application/json'],
	E7: ['POST', '/bizCards/images', ['3.2'], [], FORM],
	E8: ['GET', '/persons/{id}', ALL, [INCLUDE_TAGS]],
	E9: [
		'GET',
		'/reports',
		SINCE_25,
		[
			...[...TERM, TOKEN, LIMIT, RANGE],
			{ name: 'category', kind: 'text', array: true, wireNames: { '2.5': 'category[]', '3.2': 'category[]' } },
			choice('type', REPORT_TYPES, {
				array: true,
				wireNames: { '2.5': 'type[]', '3.2': 'type[]' },
				moreValues: { '3.2': ['OnlineMeeting'] },
			}),
			...orders(['registeredAt', 'updatedAt'], 'updatedAt', 'desc'),
		],
	],
	E10: ['GET', '/tags', UP_TO_25, [TOKEN, LIMIT, RANGE, choice('type', TAG_TYPES, { array: true, default: ['private'] })]],
	E11: ['GET', '/organization/users', UP_TO_25, [DELIMITER]],
	E12: ['GET', '/organization/departments', UP_TO_25, [DELIMITER]],
	E13: ['POST', '/organization/jobs', UP_TO_25, UPLOAD, FORM],
	E14: ['POST', '/organization/check', ['2.0'], UPLOAD, FORM],
	E15: ['GET', '/organization/jobs/{id}', ['2.0'], []],
	E16: ['GET', '/organization/jobs/{id}/result', ['2.0'], []],
} as const satisfies Record<
	string,
	readonly ['GET' | 'POST', string, readonly ApiVersion[], readonly ParameterSpec[], EndpointSpec['body']?]
>;

/** Endpoint number in the spec. */
export type EndpointId = keyof typeof ROWS;

/** Every endpoint of the service. */
export const ENDPOINTS = Object.entries(ROWS).map(
	([id, [method, path, versions, parameters, body]]): EndpointSpec => ({
		id: id as EndpointId,
		...{ method, path, versions, parameters, body },
	}),
);

/** What a method and path lead to; `endpoint` and `version` stay open when the service has no such thing. */
export interface Route {
	readonly version?: ApiVersion;
	readonly endpoint?: EndpointSpec;
	/** Decoded path parameter, for endpoints that have one. */
	readonly id: string;
}

/** Fixed segments win over `{id}`, so /bizCards/search is never the card called "search". */
const MATCHERS = [...ENDPOINTS]
	.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
	.map((endpoint) => ({ endpoint, pattern: new RegExp(`^${endpoint.path.replace('{id}', '([^/]+)')}$`) }));

/**
 * Finds the endpoint of a request, also when its version does not have it.
 *
 * @param path as sent, without query
 */
export function findRoute(method: string, path: string): Route {
	const [, number, rest = ''] = /^\/v([^/]+)(\/.*)$/.exec(path) ?? [];
	const version = API_VERSIONS.find((candidate) => candidate === number);
	for (const { endpoint, pattern } of MATCHERS) {
		const match = endpoint.method === method ? pattern.exec(rest) : null;
		if (match) return { version, endpoint, id: decoded(match[1] ?? '') };
	}
	return { version, id: '' };
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
