import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ApiError, errorAnswer, invalidValue, tooManyRequests, type Answer } from './answers';
import type { EmulatorPace } from './clock';
import { findRoute, type EndpointId, type EndpointSpec, type Route } from './endpoints';
import { needsAnswer, strike, type FaultBook, type FaultScript } from './faults';
import { HANDLERS } from './handlers';
import type { Service } from './handlers/call';
import { noSuchEndpoint, readQuery, type QueryPairs } from './parameters';
import { Projection } from './projection';
import { RateLimiter, type RateLimit } from './rateLimit';
import type { EmulatorUser } from './records';

/** One part of a multipart body, in the order sent. */
export interface CallPart {
	readonly name: string;
	/** Undefined for plain fields. */
	readonly filename?: string;
	readonly contentType?: string;
	readonly data: Buffer;
}

/** One call as it reached the emulator. */
export interface CallRecord {
	/** 1 for the first call after a start or a cleared log. */
	readonly n: number;
	/** The emulator clock's time of arrival. */
	readonly time: number;
	/** Monotonic milliseconds of arrival, for measuring pace. */
	readonly arrivedAt: number;
	readonly method: string;
	/** Path with the version segment, still encoded, without query. */
	readonly path: string;
	/** The version segment's number, also when there is no such version; empty when there is none. */
	readonly version: string;
	readonly endpoint?: EndpointId;
	/** Decoded path parameter. */
	readonly id: string;
	readonly query: QueryPairs;
	/** Names in lower case; repeated headers joined with a comma. */
	readonly headers: Readonly<Record<string, string>>;
	/** Raw body of calls that have one, and the same as UTF-8 text. */
	bodyBuffer?: Buffer;
	bodyText?: string;
	/** Parts of a multipart body. */
	parts?: CallPart[];
	/** Status sent; 0 while unanswered and for calls that ended without one. */
	status: number;
	/** Bytes of the answer's body. */
	answerBytes: number;
}

/** A breach of the service's interface by the client. */
export interface Violation {
	readonly call: CallRecord;
	readonly rule: string;
}

/** What the server works with; settings may change while it runs. */
export interface ServerParts {
	readonly service: Service;
	readonly users: ReadonlyMap<string, EmulatorUser>;
	readonly appId: string;
	readonly calls: CallRecord[];
	readonly violations: Violation[];
	refusedByRateLimit: number;
	readonly faults: FaultBook;
	latencyMs: number;
	rateLimit: RateLimit | false;
	readonly pace: EmulatorPace;
	/** Run before each call is answered, in order. */
	readonly beforeCall: ReadonlySet<(call: CallRecord) => void | Promise<void>>;
	/** Fires when the server closes. */
	readonly closing: AbortSignal;
}

const limiters = new WeakMap<ServerParts, RateLimiter>();

/** A server that does not listen yet. Connections stay open so long that no client finds one closed that it is about to use. */
export function serverOf(parts: ServerParts): Server {
	limiters.set(parts, new RateLimiter());
	return createServer({ keepAliveTimeout: 72_000, requestTimeout: 0 }, (request, response) => {
		serve(parts, request, response).catch(() => response.destroy());
	});
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { service, faults, pace, closing } = parts;
	const arrivedAt = pace.now();
	const { call, route } = openCall(parts, request, arrivedAt);
	// The spec knows no common response header.
	response.sendDate = false;
	const stranger = identify(parts, call);
	const user = parts.users.get(call.headers['x-service-api-key'] ?? '');
	const refusal = user && parts.rateLimit && limiters.get(parts)?.take(user.apiKey, arrivedAt, parts.rateLimit);
	if (refusal) parts.refusedByRateLimit += 1;
	await readBody(request, call);
	if (parts.latencyMs > 0) await pace.sleep(parts.latencyMs, closing);
	for (const hook of parts.beforeCall) await hook(call);
	service.company.settle();
	let answer: Answer | undefined;
	if (stranger) answer = refuse(parts, stranger, call);
	else if (refusal) answer = tooManyRequests(refusal, service.switches, call.version);
	const fault = answer ? undefined : faults.take(call);
	if (!fault || needsAnswer(fault)) answer ??= await answerOf(parts, call, route, user, fault);
	call.status = await strike({ fault, call, switches: service.switches, response, closing, pace }, answer);
	call.answerBytes = answer?.body.length ?? 0;
}

/** Writes a call down, at the moment it arrives and in the order calls arrive. */
function openCall(parts: ServerParts, request: IncomingMessage, arrivedAt: number): { call: CallRecord; route: Route } {
	const { method = '', url = '' } = request;
	// A server has to take a target with its host, too (RFC 9112, 3.2.2).
	const [path = '', ...search] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
	const route = findRoute(method, path);
	const headers = Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
	const call: CallRecord = {
		n: parts.calls.length + 1,
		time: parts.service.clock.now(),
		...{ arrivedAt, method, path },
		version: /^\/v([^/]*)/.exec(path)?.[1] ?? '',
		endpoint: route.endpoint?.id,
		id: route.id,
		query: [...new URLSearchParams(search.join('?'))],
		headers: Object.fromEntries(headers) as Record<string, string>,
		status: 0,
		answerBytes: 0,
	};
	parts.calls.push(call);
	return { call, route };
}

/** The 401 that the headers earn (spec: "Authentication"). */
function identify({ users, appId }: ServerParts, { headers }: CallRecord): ApiError | undefined {
	if (!users.has(headers['x-service-api-key'] ?? '')) {
		return new ApiError(401, 'The API key is not valid', [{ Code: 'invalid_api_key' }]);
	}
	const sent = headers['x-service-app-id'];
	if (sent === undefined || sent === appId) return undefined;
	const rule = sent === '' ? 'X-Service-App-Id: sent empty' : undefined;
	return new ApiError(401, 'The application id is not valid', [{ Code: 'invalid_app_id' }], rule);
}

async function readBody(request: IncomingMessage, call: CallRecord): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	if (chunks.length === 0) return;
	call.bodyBuffer = Buffer.concat(chunks);
	call.bodyText = call.bodyBuffer.toString();
	const type = call.headers['content-type'] ?? '';
	if (!type.startsWith('multipart/')) return;
	try {
		const form = await new Response(call.bodyBuffer, { headers: { 'content-type': type } }).formData();
		call.parts = await Promise.all([...form].map(async ([name, value]) => await partOf(name, value)));
	} catch {
		// Its parts stay unknown, and the endpoint refuses it.
	}
}

async function partOf(name: string, value: string | File): Promise<CallPart> {
	if (typeof value === 'string') return { name, data: Buffer.from(value) };
	const data = Buffer.from(await value.arrayBuffer());
	return { name, filename: value.name, contentType: value.type, data };
}

async function answerOf(
	parts: ServerParts,
	call: CallRecord,
	route: Route,
	user: EmulatorUser | undefined,
	fault: FaultScript | undefined,
): Promise<Answer> {
	try {
		return await work(parts.service, call, route, user, fault);
	} catch (error) {
		return refuse(parts, error, call);
	}
}

/** Turns an error into an answer, and writes a breach of the interface down. */
function refuse({ violations, service }: ServerParts, error: unknown, call: CallRecord): Answer {
	const known = error instanceof ApiError ? error : new ApiError(500, 'Internal error', [], `the emulator failed: ${String(error)}`);
	if (known.rule !== undefined) violations.push({ call, rule: known.rule });
	return errorAnswer(known, service.switches, call.endpoint);
}

/** Permission, then availability, then form, then parameters, then the endpoint's own work. */
async function work(
	service: Service,
	call: CallRecord,
	{ endpoint, version, id }: Route,
	user: EmulatorUser | undefined,
	fault: FaultScript | undefined,
): Promise<Answer> {
	const { switches, company } = service;
	if (!user || user.forbidden || (call.path.includes('/organization/') && user.role !== 'admin')) {
		throw new ApiError(403, 'Not allowed to use the API', [{ Code: 'has_no_permission' }]);
	}
	if (!endpoint || !version || !endpoint.versions.includes(version)) throw noSuchEndpoint(call.method, call.path);
	checkForm(call, endpoint);
	const limitMax = endpoint.id === 'E9' ? switches.reportsLimitMax : 300;
	const query = readQuery(call.query, endpoint.parameters, { version, switches, limitMax });
	const projection = new Projection(company, switches, version, user);
	const isEmpty = fault?.kind === 'emptyPage';
	return await HANDLERS[endpoint.id]({ service, call, endpoint, version, user, id, query, projection, isEmpty });
}

/** @throws ApiError 403 for a browser's cross-domain call, 415 for the wrong content type, 400 for a body where none belongs */
function checkForm({ headers, bodyBuffer }: CallRecord, { body }: EndpointSpec): void {
	if (headers.origin !== undefined) {
		throw new ApiError(403, 'Cross-domain calls are refused', [{ Code: 'has_no_permission' }], 'Origin: cross-domain call');
	}
	if (body === undefined && bodyBuffer) throw invalidValue('body', 'none belongs here');
	const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (body === undefined || type === body) return;
	const details = [{ Code: 'unsupported_media_type' as const }];
	throw new ApiError(415, `Content-Type must be ${body}`, details, `Content-Type: ${type} instead of ${body}`);
}
