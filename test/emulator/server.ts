import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ApiError, errorAnswer, invalidValue, tooManyRequests, type Answer } from './answers';
import { findRoute, type ApiVersion, type EndpointId, type EndpointSpec, type Route } from './endpoints';
import { strike } from './faults';
import { HANDLERS } from './handlers';
import type { Emulator } from './index';
import { readQuery, type Query, type QueryPairs } from './parameters';
import { Projection } from './projection';
import type { EmulatorUser } from './records';

/** One part of a multipart body, in the order sent. */
export interface CallPart {
	readonly name: string;
	/** Undefined for plain fields. */
	readonly filename?: string;
	readonly data: Buffer;
}

/** One call as it reached the emulator. */
export interface CallRecord {
	/** 1 for the first call after a start or a cleared log. */
	readonly n: number;
	/** Monotonic milliseconds of arrival, for measuring pace. */
	readonly arrivedAt: number;
	readonly method: string;
	/** Path with the version segment, still encoded, without query. */
	readonly path: string;
	/** The version segment's number, also when there is no such version; empty when there is none. */
	readonly version: string;
	readonly endpoint?: EndpointId;
	readonly id: string;
	readonly query: QueryPairs;
	/** Names in lower case; repeated headers joined with a comma. */
	readonly headers: Readonly<Record<string, string>>;
	/** Raw body of calls that have one, and the same as UTF-8 text. */
	bodyBuffer?: Buffer;
	bodyText?: string;
	parts?: CallPart[];
	/** Status sent; 0 while unanswered and for calls that ended without one. */
	status: number;
	answerBytes: number;
}

/** A breach of the service's interface by the client. */
export interface Violation {
	readonly call: CallRecord;
	readonly rule: string;
}

/** One call that has passed authentication, availability and parameter checks. */
export interface ServiceCall {
	readonly emulator: Emulator;
	readonly call: CallRecord;
	readonly endpoint: EndpointSpec;
	readonly version: ApiVersion;
	readonly user: EmulatorUser;
	readonly id: string;
	readonly query: Query;
	readonly projection: Projection;
	/** Whether a fault makes an empty page of the answer. */
	readonly isEmpty: boolean;
}

/** The work of one endpoint. @throws ApiError for whatever the service refuses */
export type Handler = (call: ServiceCall) => Answer;

/** A server that does not listen yet. Connections stay open so long that no client finds one closed that it is about to use. */
export function serverOf(emulator: Emulator): Server {
	return createServer({ keepAliveTimeout: 72_000, requestTimeout: 0 }, (request, response) => {
		serve(emulator, request, response).catch(() => response.destroy());
	});
}

async function serve(emulator: Emulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { switches, pace, closing, limiter, latencyMs } = emulator;
	const { call, route } = openCall(emulator, request);
	// The spec knows no common response header.
	response.sendDate = false;
	const key = call.headers['x-service-api-key'] ?? '';
	const early = emulator.users.has(key) ? limiter?.take(key, call.arrivedAt) : undefined;
	await readBody(request, call);
	if (latencyMs > 0) await pace.sleep(latencyMs, closing);
	for (const hook of emulator.hooks) await hook(call);
	const stranger = identify(emulator, call);
	const script = stranger || early ? undefined : emulator.faults.take(call);
	const work = (): Answer => {
		try {
			if (stranger) throw stranger;
			if (early) return tooManyRequests(early, switches);
			return answerOf(emulator, call, route, script?.kind === 'emptyPage');
		} catch (error) {
			return refuse(emulator, error, call);
		}
	};
	let answer: Answer | undefined;
	const real = async () => (answer ??= work());
	call.status = await strike(script, { call, switches, response, pace, closing, real });
}

/** Writes a call down, at the moment it arrives and in the order calls arrive. */
function openCall({ calls, pace }: Emulator, request: IncomingMessage): { call: CallRecord; route: Route } {
	const { method = '', url = '' } = request;
	// A server has to take a target with its host, too (RFC 9112, 3.2.2).
	const [path = '', ...search] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
	const route = findRoute(method, path);
	const call: CallRecord = {
		n: calls.length + 1,
		arrivedAt: pace.now(),
		method,
		path,
		version: /^\/v([^/]*)/.exec(path)?.[1] ?? '',
		endpoint: route.endpoint?.id,
		id: route.id,
		query: [...new URLSearchParams(search.join('?'))],
		headers: Object.fromEntries(
			Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
		),
		status: 0,
		answerBytes: 0,
	};
	calls.push(call);
	return { call, route };
}

/** The 401 that the headers earn (spec: "Authentication"). */
function identify({ users, appId }: Emulator, { headers }: CallRecord): ApiError | undefined {
	if (!users.has(headers['x-service-api-key'] ?? '')) return new ApiError(401, 'The API key is not valid');
	const { 'x-service-app-id': sent = appId } = headers;
	if (sent === appId) return undefined;
	const rule = sent === '' ? 'X-Service-App-Id: sent empty' : undefined;
	return new ApiError(401, 'The application id is not valid', { Code: 'invalid_app_id' }, rule);
}

async function readBody(request: IncomingMessage, call: CallRecord): Promise<void> {
	const body = await buffer(request);
	if (body.length === 0) return;
	call.bodyBuffer = body;
	call.bodyText = body.toString();
	const { 'content-type': type = '' } = call.headers;
	if (!type.startsWith('multipart/')) return;
	try {
		const form = await new Response(body, { headers: { 'content-type': type } }).formData();
		call.parts = await Promise.all([...form].map(async ([name, value]) => await partOf(name, value)));
	} catch {
		// Its parts stay unknown, and the endpoint refuses it.
	}
}

async function partOf(name: string, value: string | File): Promise<CallPart> {
	if (typeof value === 'string') return { name, data: Buffer.from(value) };
	return { name, filename: value.name, data: Buffer.from(await value.arrayBuffer()) };
}

/** Turns an error into an answer, and writes a breach of the interface down. */
function refuse({ violations, switches }: Emulator, error: unknown, call: CallRecord): Answer {
	const known =
		error instanceof ApiError ? error : new ApiError(500, 'Internal error', {}, `the emulator failed: ${String(error)}`);
	if (known.rule !== undefined) violations.push({ call, rule: known.rule });
	return errorAnswer(known, switches, call.endpoint);
}

/** Permission, then availability, then form, then parameters, then the endpoint's own work. */
function answerOf(emulator: Emulator, call: CallRecord, { endpoint, version, id }: Route, isEmpty: boolean): Answer {
	const { switches, company, users } = emulator;
	const user = users.get(call.headers['x-service-api-key'] ?? '');
	if (!user || user.forbidden || (call.path.includes('/organization/') && user.role !== 'admin')) {
		throw new ApiError(403, 'Not allowed to use the API');
	}
	if (!endpoint || !version || !endpoint.versions.includes(version)) {
		const rule = `${call.method} ${call.path}: the service has no such endpoint`;
		throw new ApiError(404, 'The specified resource does not exist', {}, rule);
	}
	checkForm(call, endpoint);
	const limitMax = endpoint.id === 'E9' ? switches.reportsLimitMax : 300;
	const query = readQuery(call.query, endpoint.parameters, { version, switches, limitMax });
	const projection = new Projection(company, switches, version, user);
	return HANDLERS[endpoint.id]({ emulator, call, endpoint, version, user, id, query, projection, isEmpty });
}

/** @throws ApiError 403 for a browser's cross-domain call, 415 for the wrong content type, 400 for a body where none belongs */
function checkForm({ headers, bodyBuffer }: CallRecord, { body }: EndpointSpec): void {
	if (headers.origin !== undefined)
		throw new ApiError(403, 'Cross-domain calls are refused', {}, 'Origin: cross-domain call');
	if (body === undefined && bodyBuffer) throw invalidValue('body', 'none belongs here');
	const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (body === undefined || type === body) return;
	throw new ApiError(415, `Content-Type must be ${body}`, {}, `Content-Type: ${type} instead of ${body}`);
}
