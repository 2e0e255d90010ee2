import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, tooManyRequests, type Answer } from './answers';
import { ApiError } from './apiError';
import { isServed } from './availability';
import type { CallLog, CallRecord } from './callLog';
import type { EmulatorPace } from './clock';
import { findRoute, type Route } from './endpoints';
import { checkForm } from './formCheck';
import { needsAnswer, strike, type FaultBook, type FaultScript } from './faults';
import { HANDLERS } from './handlers';
import { readQuery } from './parameters';
import { Projection } from './projection';
import { RateLimiter, type RateLimit, type RateRefusal } from './rateLimit';
import type { EmulatorUser } from './records';
import { plainHeaders, queryPairs, readBody } from './requestReading';
import type { Service } from './service';
import { CallsUnderWay } from './underWay';
import type { Users } from './users';

/** Settings that may change while the server runs. */
export interface LiveSettings {
	latencyMs: number;
	rateLimit: RateLimit | false;
	readonly strict: boolean;
	readonly pace: EmulatorPace;
}

/** What the server is put together from. */
export interface ServerParts {
	readonly service: Service;
	readonly users: Users;
	readonly log: CallLog;
	readonly faults: FaultBook;
	readonly settings: LiveSettings;
	/** Run before each call is answered, in order. */
	readonly beforeCall: ReadonlySet<(call: CallRecord) => void | Promise<void>>;
	/** Fires when the server closes. */
	readonly closing: AbortSignal;
}

/** A call on its way through the server. */
interface Visit {
	readonly call: CallRecord;
	readonly route: Route;
	readonly user: EmulatorUser | undefined;
	/** The 401 that the headers earn. */
	readonly stranger: ApiError | undefined;
	readonly refusal: RateRefusal | undefined;
}

/** A target as it stands behind the host: a server has to take it with the host, too (RFC 9112, 3.2.2). */
function originForm(target: string): string {
	return target.replace(/^https?:\/\/[^/?#]*/i, '');
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The emulated service: one pipeline for every call, fed by the table of endpoints. */
export class ServiceServer {
	constructor(private readonly parts: ServerParts) {}

	private readonly limiter = new RateLimiter();
	private readonly underWay = new CallsUnderWay();
	private readonly visits = new WeakMap<FastifyRequest, Visit>();

	/** Takes a call in, before its body is read. */
	async meet(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const visit = this.arrive(request);
		this.visits.set(request, visit);
		reply.raw.once('close', this.underWay.begin(visit.user?.apiKey ?? ''));
		const fault = this.parts.faults.take(visit.call, 'arrival');
		if (fault) await this.spoil(visit.call, fault, reply);
	}

	/** Writes the call down and counts it, at the moment it arrives and in the order calls arrive. */
	private arrive(request: FastifyRequest): Visit {
		const { service, users, log, settings } = this.parts;
		const arrivedAt = settings.pace.now();
		const url = originForm(request.originalUrl);
		const mark = url.indexOf('?');
		const path = mark < 0 ? url : url.slice(0, mark);
		const headers = plainHeaders(request);
		const route = findRoute(request.method, path);
		let user: EmulatorUser | undefined;
		let stranger: ApiError | undefined;
		try {
			user = users.identify(headers);
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			stranger = error;
		}
		const call = log.open({
			time: service.clock.now(),
			arrivedAt,
			method: request.method,
			path,
			version: /^\/v([^/]*)/.exec(path)?.[1] ?? '',
			endpoint: route.endpoint?.id,
			id: route.id,
			query: queryPairs(mark < 0 ? '' : url.slice(mark + 1)),
			headers,
			userId: user?.id,
		});
		const extreme =
			user && service.switches.extremeLoad === 'atOnce' ? this.underWay.refuse(user.apiKey) : undefined;
		const refusal =
			user && settings.rateLimit && !extreme
				? this.limiter.take(user.apiKey, arrivedAt, settings.rateLimit)
				: extreme;
		if (refusal) log.refusedByRateLimit += 1;
		return { call, route, user, stranger, refusal };
	}

	/** Answers a call that has been taken in. */
	async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const visit = this.visits.get(request);
		if (!visit) throw new Error('A request that never arrived');
		const { service, settings, beforeCall, faults, closing } = this.parts;
		const { call } = visit;
		reply.raw.sendDate = service.switches.dateHeader;
		await readBody(request, call);
		if (settings.latencyMs > 0) await settings.pace.sleep(settings.latencyMs, closing);
		for (const hook of beforeCall) await hook(call);
		service.company.schedule.settle();
		const early = this.turnAway(visit);
		const fault = early ? undefined : faults.take(call, 'answer');
		if (!fault) {
			const answer = early ?? (await this.answer(visit));
			call.status = answer.status;
			call.answerBytes = answer.body.length;
			// Fastify gives every Buffer a content type, also an empty one.
			const body = answer.body.length === 0 ? undefined : answer.body;
			await reply.code(answer.status).headers(answer.headers).send(body);
			return;
		}
		await this.spoil(call, fault, reply, needsAnswer(fault) ? await this.answer(visit, fault) : undefined);
	}

	private async spoil(call: CallRecord, fault: FaultScript, reply: FastifyReply, real?: Answer): Promise<void> {
		const { service, closing } = this.parts;
		call.fault = fault.kind;
		reply.hijack();
		const scene = { fault, call, switches: service.switches, raw: reply.raw, closing };
		call.status = await strike(scene, real);
	}

	/** Answers that no fault comes before: a stranger's 401, and the 429 of a call that came too early. */
	private turnAway({ call, stranger, refusal }: Visit): Answer | undefined {
		const { switches } = this.parts.service;
		if (stranger) return this.refuse(stranger, call);
		if (!refusal) return undefined;
		return tooManyRequests(refusal, switches, call.version);
	}

	private async answer(visit: Visit, fault?: FaultScript): Promise<Answer> {
		try {
			return await this.work(visit, fault);
		} catch (error) {
			return this.refuse(error, visit.call);
		}
	}

	/** Turns an error into an answer, and writes a breach of the interface down. */
	private refuse(error: unknown, call: CallRecord): Answer {
		const { log, settings, service } = this.parts;
		const known = error instanceof ApiError;
		const refusal = known ? error : new ApiError(500, 'Internal error', [], `the emulator failed: ${reasonOf(error)}`);
		if (refusal.rule !== undefined && (settings.strict || !known)) {
			log.violations.push({ call, rule: refusal.rule });
		}
		return errorAnswer(refusal, service.switches, call.endpoint);
	}

	/** Permission, then availability, then form, then parameters, then the endpoint's own work. */
	private async work({ call, route, user }: Visit, fault?: FaultScript): Promise<Answer> {
		const { service, settings } = this.parts;
		if (!user || user.forbidden) {
			throw new ApiError(403, 'Not allowed to use the API', [{ Code: 'has_no_permission' }]);
		}
		const { endpoint, version, id } = route;
		const { switches } = service;
		if (version === '2.0' && switches.retired20 !== 'no') {
			throw new ApiError(switches.retired20, 'This version is no longer served');
		}
		if (!endpoint || !version || !isServed(endpoint, version, switches)) {
			throw new ApiError(
				404,
				'The specified resource does not exist',
				[],
				`${call.method} ${call.path}: the service has no such endpoint`,
			);
		}
		if (endpoint.adminOnly && user.role !== 'admin') {
			throw new ApiError(403, 'Not allowed to use the API', [{ Code: 'has_no_permission' }]);
		}
		checkForm(call, endpoint.body);
		const limitMax = endpoint.id === 'E9' ? switches.reportsLimitMax : undefined;
		const query = readQuery(call.query, endpoint.parameters, {
			version,
			switches,
			strict: settings.strict,
			limitMax,
		});
		const projection = new Projection(service.company, switches, version, user);
		const tweak =
			fault?.kind === 'emptyPage' || fault?.kind === 'repeatToken' ? fault.kind : undefined;
		return HANDLERS[endpoint.id]({
			service,
			call,
			endpoint,
			version,
			user,
			id,
			query,
			projection,
			tweak,
		});
	}
}
