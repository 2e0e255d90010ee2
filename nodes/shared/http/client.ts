import type { ICredentialDataDecryptedObject, IHttpRequestOptions, INode, NodeApiError } from 'n8n-workflow';
import type { ApiVersion, Endpoint, QueryPair } from '../api/versions';
import { catchAs } from '../base/errors';
import { systemClock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { joined } from '../values/show';
import { Limiter } from '../limiter/limiter';
import { CREDENTIAL_TYPE, CredentialError, readCredential } from './credential';
import type { ServiceCredential } from './credential';
import {
	apiError,
	LINE_BREAK,
	readConnectionFailure,
	refusedBeforeCall,
	refusedByAnother,
	refusedByService,
	uncertain,
} from './errors';
import type { ErrorContext } from './errors';
import { isForeign, isTransient, readRefusal } from './refusals';
import { readRetryAfter } from './retryAfter';
import { formProblem, readResponse, transmit } from './transport';
import type { ServiceFunctions, ServiceResponse } from './transport';

export type { ServiceFunctions, ServiceResponse } from './transport';

/** How n8n is told to connect: what a person set in the node's own request options. */
export type Connection = Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;

/** One call, ready for the wire. */
export interface ServiceRequest {
	readonly endpoint: Endpoint;
	readonly version: ApiVersion;
	/** Below the version segment, ids already encoded. */
	readonly path: string;
	readonly query: readonly QueryPair[];
	readonly body?: IHttpRequestOptions['body'];
	/** Content type of the body, where the body does not bring its own. */
	readonly contentType?: string;
}

/** The time for the work is over: what was read so far stands, the rest is for another time. */
export class OutOfTime extends Error {
	/** @param cause what the last call ran into, if it ran into anything but the clock */
	constructor(override readonly cause?: Error) {
		super('The execution ended before the service responded');
	}
}

type Effect = Endpoint['effect'];

/** A read that broke down is tried this often in all, with growing pauses. */
const READ_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/** What the longest timer of JavaScript holds; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A call that is refused as one too many is repeated until it gets through, but not for ever. */
const MAX_REFUSAL_MS = 900_000;

/** How long the service may be silent: usually, and at most where a person has set it. Reads are cheap to repeat. */
const SILENCE_MS: Readonly<Record<Effect, readonly [usual: number, most: number]>> = {
	read: [60_000, 60_000],
	write: [300_000, 3_600_000],
};

/**
 * One for each service address and key, shared by every node, trigger and list of this process (contract: Common
 * rules). Found by a fingerprint: keys are not kept.
 */
const limiters = new Map<string, Limiter>();

const WRITE_ADVICE =
	'The request may have reached the service, so it was not sent again. Look in the service before you repeat it, or ' +
	'the card, image or import may exist twice.';

const RECONNECT = 'Check the Base URL in the credential and the connection, then try again.';

const FOREIGN_ADVICE =
	'The response may come from something other than the service: check the Base URL in the credential.';

export interface ClientOptions {
	readonly errorContext: ErrorContext;
	readonly connection?: Connection;
	/** On {@link systemClock}'s scale: after it no call is begun, and a running one is cut off. */
	readonly deadline?: number;
	/** Once it fires no call is begun, and a running one is cut off. */
	readonly ended?: AbortSignal;
}

/** The error of a write of which nobody knows whether it was done. */
function inDoubt(error: NodeApiError): NodeApiError {
	error.description = joined([error.description ?? '', WRITE_ADVICE], LINE_BREAK);
	return uncertain(error);
}

/** What came of one attempt: a response, with a pause where the call was one too many; or why there is none. */
type Attempt = { response: ServiceResponse; pauseMs?: number } | { error: Error };

/**
 * The one way to the wire for node, trigger and lists: it waits for the key's allowance, sends, reads the response,
 * repeats what may be repeated and turns what went wrong into an error a person can act on.
 */
export class ServiceClient {
	private constructor(
		private readonly functions: ServiceFunctions,
		private readonly data: ICredentialDataDecryptedObject,
		readonly credential: ServiceCredential,
		private readonly limiter: Limiter,
		private readonly options: ClientOptions,
	) {}

	/**
	 * Opens a client with the credential of the node, which is read here and not again.
	 *
	 * @throws NodeOperationError when the credential breaks a rule of its fields
	 */
	static async open(functions: ServiceFunctions, options: ClientOptions): Promise<ServiceClient> {
		const data = await functions.getCredentials(CREDENTIAL_TYPE);
		const credential = await catchAs(Promise.resolve(data).then(readCredential), CredentialError);
		if (credential instanceof CredentialError) {
			const rule = 'correct it in the credential "Business Card Data API".';
			throw refusedBeforeCall(options.errorContext, { parameter: 'credential', message: credential.message, rule });
		}
		const key = fingerprint(`${new URL(credential.baseUrl).host} ${credential.apiKey}`);
		const limiter = limiters.get(key) ?? new Limiter(systemClock);
		limiters.set(key, limiter);
		return new ServiceClient(functions, data, credential, limiter, options);
	}

	private with(options: Partial<ClientOptions>): ServiceClient {
		const { functions, data, credential, limiter } = this;
		return new ServiceClient(functions, data, credential, limiter, { ...this.options, ...options });
	}

	/** The same client for work that has to be over at a moment on the clock; later calls end in {@link OutOfTime}. */
	until(deadline: number): ServiceClient {
		return this.with({ deadline });
	}

	/** The same client for work that may be given up; calls end in {@link OutOfTime} once the signal fires. */
	endedBy(ended: AbortSignal): ServiceClient {
		return this.with({ ended });
	}

	get errorContext(): ErrorContext {
		return this.options.errorContext;
	}

	get node(): INode {
		return this.errorContext.node;
	}

	/**
	 * Sends one call and gives its response, whatever the service decided. A 429 is waited out. A lost connection, an
	 * unreadable body, a 500 or a 503 is tried again when the endpoint reads; a write that may have arrived never is.
	 *
	 * @throws NodeApiError when no usable response came
	 * @throws OutOfTime when the deadline or the end of the execution came before that of a read
	 */
	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const isWrite = request.endpoint.effect === 'write';
		const started = systemClock.now();
		let failures = 0;
		for (let isRepeated = false; ; isRepeated = true) {
			const attempt = await this.attempt(request, isRepeated);
			if ('response' in attempt) {
				const { response, pauseMs } = attempt;
				if (pauseMs !== undefined) {
					if (this.endsWithin(pauseMs)) throw new OutOfTime(this.refusal(response));
					if (systemClock.now() + pauseMs - started > MAX_REFUSAL_MS) return response;
					continue;
				}
				if (isWrite || !isTransient(response.status)) return response;
			}
			failures += 1;
			if (isWrite || failures === READ_ATTEMPTS) {
				if ('error' in attempt) throw attempt.error;
				return attempt.response;
			}
			await this.backOff(failures, 'error' in attempt ? attempt.error : this.refusal(attempt.response));
		}
	}

	/**
	 * Sends one call that has to succeed: a read with the status of the spec, a write with any, so that none is repeated.
	 *
	 * @throws NodeApiError for whatever the service refused
	 */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const { effect } = request.endpoint;
		const response = await this.exchange(request);
		const { status } = response;
		if (effect === 'read' ? status === 200 : status >= 200 && status < 300) return response;
		throw this.refusal(response);
	}

	/** The error for a response that refuses. A server that broke down or sends elsewhere may have done a write before. */
	refusal(response: ServiceResponse): Error {
		const { status, from, json, body } = response;
		const error = isForeign(response, from?.response === 'image')
			? refusedByAnother(this.errorContext, status)
			: refusedByService(this.errorContext, readRefusal(status, json, body), this.credential, from?.namesRecord);
		return from?.effect !== 'write' || (status >= 400 && status < 500) ? error : inDoubt(error);
	}

	/** The error for a response that is no use although it was a success. */
	unusable(message: string, effect: Effect = 'read'): Error {
		if (effect === 'write') return inDoubt(apiError(this.errorContext, message));
		return apiError(this.errorContext, message, FOREIGN_ADVICE);
	}

	/** What ends all waiting: the end of the execution or of the work, or the deadline. */
	private signal(): AbortSignal | undefined {
		const { functions } = this;
		const { deadline = Infinity, ended } = this.options;
		const cancelled = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
		const left = Math.ceil(Math.min(Math.max(0, deadline - systemClock.now()), MAX_TIMER_MS));
		const timeout = deadline === Infinity ? undefined : AbortSignal.timeout(left);
		const signals = [cancelled, timeout, ended].filter((signal) => signal !== undefined);
		return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
	}

	/** Waits before another try, unless the time is over before. */
	private async backOff(failures: number, reason: Error): Promise<void> {
		const signal = this.signal();
		const pauseMs = FIRST_BACKOFF_MS * 2 ** (failures - 1);
		if (!this.endsWithin(pauseMs)) await systemClock.sleep(pauseMs, signal);
		if (this.endsWithin(0) || signal?.aborted) throw new OutOfTime(reason);
	}

	private endsWithin(pauseMs: number): boolean {
		return systemClock.now() + pauseMs >= (this.options.deadline ?? Infinity);
	}

	/** The error for a call that the end of the run came before, or cut off. */
	private cutOff(effect: Effect, wasSent: boolean): Error {
		if (effect === 'read') return new OutOfTime();
		if (wasSent) return this.unusable('The execution ended before the service responded', effect);
		const message = 'The execution ended before the request was sent';
		return apiError(this.errorContext, message, 'The request did not reach the service.');
	}

	private async attempt(request: ServiceRequest, isRepeated: boolean): Promise<Attempt> {
		const { functions, credential, node } = this;
		const { effect } = request.endpoint;
		const signal = this.signal();
		// The allowance of a key is shared in turn by each node of each execution, each trigger, each list of a panel.
		const caller = [functions.getExecutionId(), functions.getWorkflow().id, node.id].join(' ');
		const holder = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
		const share = { credential: holder, callsPerSecond: credential.callsPerSecond };
		const permit = await this.limiter.acquire({ caller, share, signal, first: isRepeated });
		if (!permit) throw this.cutOff(effect, false);
		const raw = await transmit(functions, this.data, this.wire(request), signal).catch((error: unknown) => ({ error }));
		if (!raw || 'error' in raw) permit.failed();
		if (!raw || ('error' in raw && signal?.aborted)) throw this.cutOff(effect, true);
		if ('error' in raw) return { error: this.disconnected(raw.error, effect) };
		permit.answered(raw.body.length);
		const response = readResponse(request.endpoint, raw, credential);
		if (response.status === 429) {
			const pauseMs = readRetryAfter(response.json, raw.headers, request.version, isRepeated);
			permit.refused(pauseMs);
			return { response, pauseMs };
		}
		// A write that was accepted has happened, whatever its body says; its handler makes the best of it.
		const problem = effect === 'read' && response.status === 200 ? formProblem(response) : undefined;
		return problem === undefined ? { response } : { error: this.unusable(problem) };
	}

	private disconnected(error: unknown, effect: Effect): Error {
		const { message, mayHaveArrived } = readConnectionFailure(error);
		const isDoubtful = effect === 'write' && mayHaveArrived;
		return isDoubtful ? this.unusable(message, effect) : apiError(this.errorContext, message, RECONNECT);
	}

	private wire({ endpoint, version, path, query, body, contentType }: ServiceRequest) {
		const { method, response, effect } = endpoint;
		const { timeout = 0, ...connection } = this.options.connection ?? {};
		const [usual, most] = SILENCE_MS[effect];
		const asked = query.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
		return {
			...connection,
			timeout: timeout > 0 ? Math.min(timeout, most) : usual,
			method,
			// Escaped the strict way: a plus sign and square brackets survive every server.
			url: `${this.credential.baseUrl}/v${version}${path}${asked === '' ? '' : `?${asked}`}`,
			headers: {
				Accept: response === 'image' ? 'image/jpeg' : '*/*',
				...(contentType === undefined ? {} : { 'Content-Type': contentType }),
			},
			body,
		};
	}
}
