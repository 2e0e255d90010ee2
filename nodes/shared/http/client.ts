import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';
import { timeoutSignal } from '../limiter/aborts';
import { charsetProblem, inUtf8 } from './responseCharset';
import { formProblem, isParsed, refusalInside, startsAsText } from './responseForm';
import { systemClock } from '../base/clock';
import { CREDENTIAL_TYPE, CredentialFault, readCallsPerSecond, readCredential } from './credentials';
import { catchAs } from '../base/catchAs';
import type { ServiceCredential } from './credentials';
import { isForeign, isTransient, noUsableResponse, readRefusal, refusedBeforeCall, refusedByService, uncertain } from './errors';
import type { ErrorContext } from './errors';
import { fingerprint } from '../base/fingerprint';
import { parseJson } from '../base/json';
import { LimiterRegistry } from '../limiter/limiter';
import type { Limiter, Waiting } from '../limiter/limiter';
import { maskSecrets } from './masking';
import { readNetworkFailure } from './networkFailure';
import type { NetworkFailure } from './networkFailure';
import { toQueryString } from '../api/parameters';
import type { QueryPair } from '../api/parameters';
import { ResponseTooLarge, MAX_RESPONSE_BYTES } from './responseBody';
import { readRetryAfter } from './retryAfter';
import { directConnection, transmit } from './transport';
import type { Connection, RawResponse } from './transport';
import { normaliseResponse } from '../api/tags';
import { endpoint } from '../api/versions';
import type { ApiVersion, EndpointName, EndpointRow } from '../api/versions';

export type { Connection } from './transport';

/** The places of n8n from which the service is called. */
export type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

/** One call, ready for the wire. */
export interface ServiceRequest {
	readonly endpoint: EndpointName;
	readonly version: ApiVersion;
	/** Below the version segment, ids already encoded. */
	readonly path: string;
	readonly query: readonly QueryPair[];
	readonly body?: IHttpRequestOptions['body'];
	/** Content type of the body, where the body does not bring its own. */
	readonly contentType?: string;
}

/** A response as it came, but for what {@link normaliseResponse} does; `json` is set where the body is JSON. */
export interface ServiceResponse {
	/** Of the response, or of the refusal inside of it. */
	readonly status: number;
	/** Whether it came with a status of success, whatever its body says. */
	readonly cameAsSuccess: boolean;
	/** The endpoint that was asked, where it is known. */
	readonly from?: EndpointName;
	readonly body: Buffer;
	/** The body as UTF-8 where its content type names its charset. A CSV without one is in the charset that its reader finds. */
	readonly text: Buffer;
	/** In small letters; empty where there is none. */
	readonly contentType: string;
	readonly json: unknown;
}

/**
 * The time for the work is over: what was read so far stands, the rest is for another time. `cause` is what the
 * last call ran into, if it ran into anything but the clock.
 */
export class OutOfTime extends Error {
	constructor(override readonly cause?: Error) {
		super('The execution ended before the service responded');
	}
}

/** A read that broke down is tried this often in all, with growing pauses. */
const READ_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/** A call that is refused as one too many is repeated until it gets through, but not for ever. */
const MAX_REFUSAL_MS = 900_000;

/** How long the service may be silent. Reads are cheap to repeat, so they are given up early; a write may take its time. */
const SILENCE_MS = {
	read: { usual: 60_000, most: 60_000 },
	write: { usual: 300_000, most: 3_600_000 },
} as const satisfies Record<EndpointRow['effect'], unknown>;

/** The silence that is borne, as a person set it in the node's request options; 0 there stands for nothing set. */
function idleTimeoutFor(effect: EndpointRow['effect'], { timeout }: Connection): number {
	const { usual, most } = SILENCE_MS[effect];
	return timeout !== undefined && timeout > 0 ? Math.min(timeout, most) : usual;
}

const TOO_LARGE = `The service sent a response of more than ${MAX_RESPONSE_BYTES / 1024 ** 2} MB, which is too large to read`;

/** Shared by every node, trigger and list of this process (contract: Common rules). */
const limiters = new LimiterRegistry(systemClock);

const WRITE_ADVICE =
	'The request may have reached the service, so it was not sent again. Look in the service before you repeat it, or the card, image or import may exist twice.';

const FOREIGN_ANSWER_ADVICE =
	'The response may come from something other than the service: check the Base URL in the credential.';

const CHANGED_ADVICE = 'The request did not reach the service. Requests that were sent before it took effect.';

/** Nothing of a foreign body is shown. */
const FOREIGN_REFUSAL = { message: undefined, details: [], isForeign: true } as const;

export interface ClientOptions {
	readonly errorContext: ErrorContext;
	readonly connection?: Connection;
	/** On {@link systemClock}'s scale: after it no call is begun, and a running one is cut off. */
	readonly deadline?: number;
	/** Once it fires no call is begun, and a running one is cut off. */
	readonly ended?: AbortSignal;
}

/** How a client waits for its calls: in whose turn, and with which credential's share of the allowance. */
type Queued = Pick<Waiting, 'caller' | 'share'>;

/** The allowance of a key is shared in turn by each node of each execution, each trigger, each list of a panel. */
function queuedFor(functions: ServiceFunctions, callsPerSecond: number): Queued {
	const node = functions.getNode();
	const credential = node.credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	const caller = [functions.getExecutionId(), functions.getWorkflow().id, node.id].join(' ');
	return { caller, share: { credential, callsPerSecond } };
}

/** What became of one attempt. */
type Attempt =
	| { kind: 'answered'; response: ServiceResponse }
	| { kind: 'refused'; pauseMs: number; response: ServiceResponse }
	| { kind: 'transient'; response: ServiceResponse }
	| ({ kind: 'disconnected'; message?: string } & NetworkFailure)
	| { kind: 'aborted'; wasSent: boolean };

/** Why the bytes of a success are no text, where one was asked for; a CSV without a charset is left to its reader. */
function bytesProblem({ response }: EndpointRow, body: Buffer, contentType: string): string | undefined {
	return response === 'image' ? undefined : charsetProblem(body, contentType, response === 'csv');
}

/** Whether a status is a success: of a read the one that the spec has, of a write every one, so that none is repeated. */
function isSuccess({ effect }: EndpointRow, status: number): boolean {
	return effect === 'read' ? status === 200 : status >= 200 && status < 300;
}

/**
 * The one way to the wire for node, trigger and lists: it waits for the key's allowance, sends, reads the response,
 * repeats what may be repeated and turns what went wrong into an error a person can act on.
 */
export class ServiceClient {
	private constructor(
		private readonly functions: ServiceFunctions,
		private readonly limiter: Limiter,
		readonly credential: ServiceCredential,
		private readonly queued: Queued,
		private readonly options: ClientOptions,
	) {}

	/**
	 * Opens a client with the credential of the node.
	 *
	 * @throws NodeOperationError when the credential breaks a rule of its fields, or a proxy would see its keys
	 */
	static async open(functions: ServiceFunctions, options: ClientOptions): Promise<ServiceClient> {
		const reading = async () => {
			const data = await functions.getCredentials(CREDENTIAL_TYPE);
			return { credential: readCredential(data), callsPerSecond: readCallsPerSecond(data) };
		};
		const read = await catchAs(reading(), CredentialFault);
		if (read instanceof CredentialFault) {
			throw refusedBeforeCall(options.errorContext, {
				parameter: 'credential',
				message: read.message,
				rule: 'correct it in the credential "Business Card Data API".',
			});
		}
		const { credential, callsPerSecond } = read;
		const connection = await directConnection(functions, credential, options.connection ?? {});
		if ('rule' in connection) throw refusedBeforeCall(options.errorContext, connection);
		const limiter = limiters.for(fingerprint(`${new URL(credential.baseUrl).host} ${credential.apiKey}`));
		return new ServiceClient(functions, limiter, credential, queuedFor(functions, callsPerSecond), { ...options, connection });
	}

	/** The same client for work that has to be over at a moment on the clock; later calls end in {@link OutOfTime}. */
	until(deadline: number): ServiceClient {
		return new ServiceClient(this.functions, this.limiter, this.credential, this.queued, { ...this.options, deadline });
	}

	/** The same client for work that may be given up; calls end in {@link OutOfTime} once the signal fires. */
	endedBy(ended: AbortSignal): ServiceClient {
		return new ServiceClient(this.functions, this.limiter, this.credential, this.queued, { ...this.options, ended });
	}

	get node(): INode {
		return this.options.errorContext.node;
	}

	get errorContext(): ErrorContext {
		return this.options.errorContext;
	}

	/**
	 * Sends one call and gives its response, whatever the service decided.
	 *
	 * A 429 is waited out. A lost connection, an unreadable body, a 500 or a 503 is tried again when the endpoint
	 * reads; a write is never sent a second time after it may have arrived.
	 *
	 * @throws NodeApiError when no usable answer came
	 * @throws OutOfTime when the deadline or the end of the execution came first
	 */
	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const row = endpoint(request.endpoint);
		const started = systemClock.now();
		let failures = 0;
		let repeated = false;
		for (;;) {
			const attempt = await this.attempt(request, repeated);
			repeated = true;
			switch (attempt.kind) {
				case 'answered':
					return attempt.response;
				case 'aborted':
					throw row.effect === 'write' ? this.cutOff(attempt.wasSent) : new OutOfTime();
				case 'refused':
					if (this.endsBefore(attempt.pauseMs)) throw new OutOfTime(this.refusal(attempt.response));
					if (systemClock.now() + attempt.pauseMs - started > MAX_REFUSAL_MS) return attempt.response;
					break;
				case 'transient':
					failures += 1;
					if (row.effect === 'write' || failures === READ_ATTEMPTS) return attempt.response;
					await this.backOff(failures, this.refusal(attempt.response));
					break;
				case 'disconnected': {
					failures += 1;
					const { code, message, mayHaveArrived } = attempt;
					const isDoubtful = row.effect === 'write' && mayHaveArrived;
					const error = noUsableResponse(this.errorContext, { code, message, advice: isDoubtful ? WRITE_ADVICE : undefined });
					if (row.effect === 'write') throw isDoubtful ? uncertain(error) : error;
					if (failures === READ_ATTEMPTS) throw error;
					await this.backOff(failures, error);
				}
			}
		}
	}

	/**
	 * Sends one call that has to succeed.
	 *
	 * @throws NodeApiError for whatever the service refused
	 */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const response = await this.exchange(request);
		const row = endpoint(request.endpoint);
		if (isSuccess(row, response.status)) return response;
		throw this.refusal(response, row.effect);
	}

	/** The error for a refusing answer. */
	refusal(response: ServiceResponse, effect: EndpointRow['effect'] = 'read'): Error {
		// A server that broke down may have done the work before, and one that sends elsewhere mostly has.
		const isNoRefusal = response.status < 400 || response.status >= 500 || (response.cameAsSuccess && response.status === 429);
		const warning = effect === 'write' && isNoRefusal ? WRITE_ADVICE : undefined;
		const row = response.from === undefined ? undefined : endpoint(response.from);
		const said = isForeign(row?.response, response) ? FOREIGN_REFUSAL : readRefusal(response.status, response.json, response.body);
		const refusal = { ...said, status: response.status, isAboutRecord: row?.path.includes('{') ?? true };
		const error = refusedByService(this.errorContext, refusal, this.credential, warning);
		return effect === 'write' && (isNoRefusal || response.cameAsSuccess) ? uncertain(error) : error;
	}

	/** The error for a response that is no use although it was a success. */
	unusable(message: string, effect: EndpointRow['effect'] = 'read'): Error {
		const isWrite = effect === 'write';
		const advice = isWrite ? WRITE_ADVICE : FOREIGN_ANSWER_ADVICE;
		const error = noUsableResponse(this.errorContext, { code: 'unusable response', message, advice });
		return isWrite ? uncertain(error) : error;
	}

	/** The error for a write that the end of the run came before, or cut off. */
	private cutOff(wasSent: boolean): Error {
		if (wasSent) {
			const message = 'The execution ended before the service responded';
			return uncertain(noUsableResponse(this.errorContext, { code: 'ended', message, advice: WRITE_ADVICE }));
		}
		const message = 'The execution ended before the request was sent';
		return noUsableResponse(this.errorContext, { code: 'ended', message, advice: 'The request did not reach the service.' });
	}

	/** What ends all waiting: the end of the execution or of the work, or the deadline. */
	private signal(): AbortSignal | undefined {
		const { deadline, ended } = this.options;
		const cancelled =
			'getExecutionCancelSignal' in this.functions ? this.functions.getExecutionCancelSignal() : undefined;
		const timeout = deadline === undefined ? undefined : timeoutSignal(deadline - systemClock.now());
		const signals = [cancelled, timeout, ended].filter((signal) => signal !== undefined);
		return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
	}

	private endsBefore(pauseMs: number): boolean {
		const { deadline } = this.options;
		return deadline !== undefined && systemClock.now() + pauseMs >= deadline;
	}

	private async backOff(failures: number, reason: Error): Promise<void> {
		const signal = this.signal();
		const pauseMs = FIRST_BACKOFF_MS * 2 ** (failures - 1);
		if (this.endsBefore(pauseMs)) throw new OutOfTime(reason);
		await systemClock.sleep(pauseMs, signal);
		if (signal?.aborted) throw new OutOfTime(reason);
	}

	private async attempt(request: ServiceRequest, repeated: boolean): Promise<Attempt> {
		const signal = this.signal();
		const permit = await this.limiter.acquire({ ...this.queued, signal, first: repeated });
		if (!permit) return { kind: 'aborted', wasSent: false };
		try {
			const httpResponse = await this.call(request, signal);
			if (!httpResponse) {
				permit.failed();
				return { kind: 'aborted', wasSent: true };
			}
			permit.answered(httpResponse.body.length);
			const attempt = this.read(request, httpResponse, repeated);
			if (attempt.kind === 'refused') permit.refused(attempt.pauseMs);
			return attempt;
		} catch (error) {
			permit.failed();
			if (error instanceof ResponseTooLarge) throw this.unusable(TOO_LARGE, endpoint(request.endpoint).effect);
			if (error instanceof CredentialFault) {
				throw noUsableResponse(this.errorContext, { code: 'credential', message: error.message, advice: CHANGED_ADVICE });
			}
			return signal?.aborted ? { kind: 'aborted', wasSent: true } : { kind: 'disconnected', ...readNetworkFailure(error) };
		}
	}

	private async call(request: ServiceRequest, signal: AbortSignal | undefined): Promise<RawResponse | undefined> {
		const row = endpoint(request.endpoint);
		const { connection = {} } = this.options;
		const query = toQueryString(request.query);
		const wire = {
			method: row.method,
			url: `${this.credential.baseUrl}/v${request.version}${request.path}${query === '' ? '' : `?${query}`}`,
			headers: {
				Accept: row.response === 'image' ? 'image/jpeg' : '*/*',
				...(request.contentType === undefined ? {} : { 'Content-Type': request.contentType }),
			},
			body: request.body,
		};
		const limits = { idleTimeoutMs: idleTimeoutFor(row.effect, connection), signal };
		return await transmit(this.functions, this.credential, connection, wire, limits);
	}

	private read(request: ServiceRequest, httpResponse: RawResponse, repeated: boolean): Attempt {
		const row = endpoint(request.endpoint);
		const header: unknown = httpResponse.headers?.['content-type'];
		const contentType = typeof header === 'string' ? header.toLowerCase() : '';
		const isPicture = row.response === 'image' && httpResponse.statusCode === 200 && !startsAsText(httpResponse.body);
		const decoded = isPicture ? httpResponse.body : inUtf8(httpResponse.body, contentType);
		const text = isPicture ? decoded : this.withoutSecrets(decoded);
		// A CSV is handed on as a file byte for byte.
		const isFile = row.response === 'csv' && httpResponse.statusCode === 200;
		const body = isFile && decoded !== httpResponse.body ? this.withoutSecrets(httpResponse.body) : text;
		const parsed = isParsed(row.response, text) ? parseJson(text) : undefined;
		const json = normaliseResponse(parsed, row);
		const cameAsSuccess = httpResponse.statusCode >= 200 && httpResponse.statusCode < 300;
		const status = refusalInside(json) ?? httpResponse.statusCode;
		const response: ServiceResponse = { status, cameAsSuccess, from: request.endpoint, body, text, contentType, json };
		// A write is repeated only when nothing but a refusal as one too many has come of it, whatever a body says.
		if ((row.effect === 'write' ? httpResponse.statusCode : status) === 429) {
			const pauseMs = readRetryAfter({ json, headers: httpResponse.headers ?? {}, version: request.version, repeated });
			return { kind: 'refused', response, pauseMs };
		}
		if (isTransient(status)) return { kind: 'transient', response };
		// A write that was accepted has happened, whatever its body says; its handler makes the best of it.
		const problem =
			row.effect === 'read' && status === 200
				? (bytesProblem(row, httpResponse.body, contentType) ?? formProblem(row.response, text, json))
				: undefined;
		if (problem === undefined) return { kind: 'answered', response };
		return { kind: 'disconnected', code: 'unreadable response', message: problem, mayHaveArrived: true };
	}

	/** Should the service echo a secret, it goes no further than this (contract: Credential). */
	private withoutSecrets(body: Buffer): Buffer {
		// latin1 gives every byte back unchanged, whatever charset the body is in.
		const text = body.toString('latin1');
		const masked = maskSecrets(text, this.credential, 'data');
		return masked === text ? body : Buffer.from(masked, 'latin1');
	}
}
