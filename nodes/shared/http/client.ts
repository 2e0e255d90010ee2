import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import type { ApiVersion, Endpoint, QueryPair } from '../api/versions';
import { systemClock, timeoutSignal, unlessAborted } from '../base/clock';
import { fingerprint } from '../base/json';
import { Limiter } from '../limiter/limiter';
import type { Waiting } from '../limiter/limiter';
import { BodyTooLarge, readBodyStream } from './body';
import { CREDENTIAL_TYPE, readCredential } from './credential';
import type { ServiceCredential } from './credential';
import { apiError, LINE_BREAK, readConnectionFailure, uncertain } from './errors';
import type { ErrorContext } from './errors';
import { explain, formProblem, readResponse } from './response';
import type { RawResponse, ServiceResponse } from './response';
import { readRetryAfter } from './retryAfter';
import { maskSecrets } from './secrets';

/** A call, ready for the wire. */
export interface ServiceRequest {
	readonly endpoint: Endpoint;
	readonly version: ApiVersion;
	/** Below the version segment, ids already encoded. */
	readonly path: string;
	readonly query: readonly QueryPair[];
	readonly body?: IHttpRequestOptions['body'];
	readonly contentType?: string;
}

/** The error after the deadline, or the end of the work. `cause` is the last error before it, unless that was the end, too. */
export class OutOfTime extends Error {
	constructor(override readonly cause?: Error) {
		super('The execution ended before the service responded');
	}
}

const FOREIGN_ADVICE = 'Something other than the service may have responded. Check the Base URL in the credential.';

/** Attempts of a read in all, and the pause before the second; each pause is twice as long as the one before. */
const READ_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/** Longest time for which a call that is refused as one too many is retried. */
const MAX_REFUSAL_MS = 900_000;

/** Time for which the service may be silent, unless a person has set it, and at most; a whole body may take longer. */
const SILENCE_MS: Readonly<Record<Endpoint['effect'], number>> = { read: 60_000, write: 300_000 };
const MAX_SILENCE_MS = 3_600_000;
const BODY_FACTOR = 5;

/** The limiters of this process, by the fingerprint of service address and key (contract: Common rules). Keys are not kept. */
const limiters = new Map<string, Limiter>();

function limiterFor(credential: ServiceCredential): Limiter {
	const { host } = new URL(credential.baseUrl);
	const key = fingerprint(`${host} ${credential.apiKey}`);
	const limiter = limiters.get(key) ?? new Limiter();

	limiters.set(key, limiter);
	return limiter;
}

type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The settings of a client: n8n's functions, its line before the limiter, and what limits its calls. */
interface ClientSettings {
	readonly functions: ServiceFunctions;
	readonly limiter: Limiter;
	readonly line: Waiting;
	/** How n8n is to connect: what a person set in the node's own request options. */
	readonly connection?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
	/** On {@link systemClock}'s scale. Then, and once the signal fires, no call is begun, and a running one is cut off. */
	readonly deadline?: number;
	readonly ended?: AbortSignal;
}

/** The options of a client when it is opened. */
interface OpenOptions extends Pick<ClientSettings, 'connection' | 'deadline'> {
	readonly errorContext: ErrorContext;
}

/** A response, or the error that says why none can be used. */
type Outcome = ServiceResponse | Error;

/** The result of sending a request once. */
interface Attempt {
	readonly outcome: Outcome;
	/** Milliseconds for which a 429 asks to wait. */
	readonly pauseMs?: number;
	/** Whether another attempt would come to the same. */
	readonly isFinal?: boolean;
}

/** The error of a call without a response that can be read. */
interface CallError {
	readonly error: unknown;
}

/** Milliseconds for which a response asks to wait; `undefined` unless it refuses a call as one too many. */
function pauseOf(
	response: ServiceResponse,
	raw: RawResponse,
	call: { version: ApiVersion; isRetry: boolean },
): number | undefined {
	if (response.status !== 429) return undefined;

	return readRetryAfter({ json: response.json, headers: raw.headers, ...call });
}

/** Whether another attempt may come to something else. A 429 that is not waited out any more stays what it is. */
function isWorthRetrying(attempt: Attempt): boolean {
	const { outcome, isFinal = false } = attempt;
	if (outcome instanceof Error) return !isFinal;

	return outcome.status >= 500;
}

/** The response of the last attempt. @throws the error of an attempt without one */
function responseOf(outcome: Outcome): ServiceResponse {
	if (outcome instanceof Error) throw outcome;

	return outcome;
}

/** Details of a call whose response is of no use. */
interface Unusable {
	/** Set for a write that may have arrived at the service, which may have done it then. */
	readonly mayHaveArrived?: boolean;
	/** The last sentence of the error. An error of a write that may have arrived has its own. */
	readonly advice?: string;
}

/** The one way to the wire: sends when the allowance permits, retries what may be sent again, and explains failures. */
export class ServiceClient {
	/** Where errors of calls belong; their texts show no secret. */
	readonly errorContext: ErrorContext & Required<Pick<ErrorContext, 'masked'>>;

	private constructor(
		errorContext: ErrorContext,
		readonly credential: ServiceCredential,
		private readonly settings: ClientSettings,
	) {
		this.errorContext = {
			...errorContext,
			masked: (text) => maskSecrets(text, credential),
		};
	}

	/** Opens a client with the credential of the node. @throws ParameterError when it breaks a rule of its fields */
	static async open(functions: ServiceFunctions, options: OpenOptions): Promise<ServiceClient> {
		const { errorContext, ...more } = options;
		const node = functions.getNode();
		const reference = node.credentials?.[CREDENTIAL_TYPE];
		const data = await functions.getCredentials(CREDENTIAL_TYPE);
		const credential = readCredential(data, reference?.name);

		// The allowance of a key is shared in turn by each node of each execution, each trigger, each list of a panel.
		const caller = [functions.getExecutionId(), functions.getWorkflow().id, node.id].join(' ');
		const share = {
			credential: reference?.id ?? '',
			callsPerSecond: credential.callsPerSecond,
		};

		return new ServiceClient(errorContext, credential, {
			functions,
			limiter: limiterFor(credential),
			line: { caller, share },
			...more,
		});
	}

	/** The same client for work that has to be over at a moment, or once a signal fires: {@link OutOfTime}. */
	endedBy(end: Pick<ClientSettings, 'deadline' | 'ended'>): ServiceClient {
		return new ServiceClient(this.errorContext, this.credential, { ...this.settings, ...end });
	}

	/**
	 * Sends a call, whatever the service decides. A 429 is waited out. When the endpoint reads, a lost connection, an
	 * unreadable body and every status from 500 on are retried; a write that may have arrived is never sent again.
	 *
	 * @returns the last response
	 * @throws NodeApiError when no usable response came; OutOfTime when the time for a read was over before
	 */
	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const mostAttempts = request.endpoint.effect === 'write' ? 1 : READ_ATTEMPTS;
		const startedAt = systemClock.now();
		let failures = 0;
		let reason: Error | undefined;

		for (;;) {
			const attempt = await this.attempt(request, reason);
			const { outcome, pauseMs = Infinity } = attempt;

			// A 429 did nothing, so it is no failed attempt: it is waited out, but not for ever.
			const waitedMs = systemClock.now() - startedAt;
			const isWaitedOut = waitedMs + pauseMs <= MAX_REFUSAL_MS;
			let restMs = pauseMs;

			if (!isWaitedOut) {
				failures += 1;
				const mayRetry = failures < mostAttempts && isWorthRetrying(attempt);
				if (!mayRetry) return responseOf(outcome);
				restMs = FIRST_BACKOFF_MS * 2 ** (failures - 1);
			}

			reason = this.reasonOf(outcome);
			await systemClock.sleep(restMs, this.endSignal());
		}
	}

	/** The error that explains why a call is sent again. */
	private reasonOf(outcome: Outcome): Error {
		if (outcome instanceof Error) return outcome;

		return this.refusal(outcome);
	}

	/** Sends a call that has to succeed: a read with the status of the spec, a write with any. @throws NodeApiError */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const response = await this.exchange(request);
		const { status } = response;
		const isRead = request.endpoint.effect === 'read';
		const isSuccess = isRead ? status === 200 : status >= 200 && status < 300;
		if (isSuccess) return response;

		throw this.refusal(response);
	}

	/** The error for a response that refuses. A server that broke down or sends elsewhere may have done a write before. */
	refusal(response: ServiceResponse): Error {
		const { status, from } = response;
		const { headline, said, details, advice } = explain(response);
		const description = [...details, ...advice].join(LINE_BREAK);
		const error = apiError(this.errorContext, said ?? headline, description, String(status));

		const didNothing = from?.effect !== 'write' || (status >= 400 && status < 500);
		if (didNothing) return error;

		return uncertain(error);
	}

	/** The error where no response is of any use. */
	unusable(message: string, call: Unusable = {}): Error {
		const { mayHaveArrived = false, advice = FOREIGN_ADVICE } = call;
		if (mayHaveArrived) {
			return uncertain(apiError(this.errorContext, message));
		}

		return apiError(this.errorContext, message, advice);
	}

	/** The signal that ends all waiting: the end of the execution or of the work, or the deadline. */
	private endSignal(): AbortSignal {
		const { functions, deadline, ended } = this.settings;
		const signals: AbortSignal[] = [];

		if (deadline !== undefined) {
			const leftMs = Math.ceil(deadline - systemClock.now());
			if (leftMs <= 0) return AbortSignal.abort();
			signals.push(timeoutSignal(leftMs));
		}

		const cancelled = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
		if (cancelled) signals.push(cancelled);
		if (ended) signals.push(ended);
		return AbortSignal.any(signals);
	}

	/**
	 * Sends once its turn has come.
	 *
	 * @param reason why it is sent again; `undefined` for the first time
	 * @throws OutOfTime where the time for a read is over
	 */
	private async attempt(request: ServiceRequest, reason: Error | undefined): Promise<Attempt> {
		const { effect } = request.endpoint;
		const isRetry = reason !== undefined;
		const signal = this.endSignal();

		const permit = await this.settings.limiter.acquire({
			...this.settings.line,
			signal,
			goesFirst: isRetry,
		});
		if (!permit) {
			if (effect === 'read') throw new OutOfTime(reason);
			return this.failed(effect, { code: 'UNSENT' });
		}

		const raw = await this.transmit(request, signal);
		if ('error' in raw) {
			permit.end();
			if (!signal.aborted) {
				return this.failed(effect, raw.error);
			}
			if (effect === 'read') throw new OutOfTime(reason);
			return this.failed(effect, { code: 'CUT_OFF' });
		}

		const response = readResponse(request.endpoint, raw, this.credential);
		const pauseMs = pauseOf(response, raw, { version: request.version, isRetry });
		permit.end(raw.body.length, pauseMs);
		return { outcome: this.checked(response, effect), pauseMs };
	}

	/** A response, or the error for a success that cannot be what was asked for. */
	private checked(response: ServiceResponse, effect: Endpoint['effect']): Outcome {
		// A write that was accepted has happened, whatever its body says; its handler makes the best of it.
		if (effect === 'write' || response.status !== 200) {
			return response;
		}

		const problem = formProblem(response);
		if (problem === undefined) return response;

		return this.unusable(problem);
	}

	/** The outcome of a call without a response that can be read. */
	private failed(effect: Endpoint['effect'], error: unknown): Attempt {
		const isWrite = effect === 'write';
		if (error instanceof BodyTooLarge) {
			const tooLarge = this.unusable(error.message, { mayHaveArrived: isWrite });
			// The same body would come again.
			return { outcome: tooLarge, isFinal: true };
		}

		const failure = readConnectionFailure(error);
		const { message, advice } = failure;
		const mayHaveArrived = isWrite && failure.mayHaveArrived;
		return { outcome: this.unusable(message, { mayHaveArrived, advice }) };
	}

	/**
	 * Sends once, with the credential that was read before: n8n would read it again for each call. The body is read here,
	 * because n8n's library would wait for ever for one that cannot be decompressed, and reads one of any length.
	 */
	private async transmit(request: ServiceRequest, signal: AbortSignal): Promise<RawResponse | CallError> {
		const silenceMs = this.silenceMsOf(request.endpoint);
		const ended = AbortSignal.any([signal, timeoutSignal(BODY_FACTOR * silenceMs)]);
		const options = this.optionsOf(request, silenceMs, ended);
		const receive = async (): Promise<RawResponse> => {
			const { statusCode, headers, body } = await this.call(options);
			const chunks = body as unknown as AsyncIterable<Uint8Array>;
			// In nodes n8n puts a signal of its own in place of ours, so that the body has to be watched as well.
			return { statusCode, headers, body: await readBodyStream(chunks, request.endpoint.response, ended) };
		};

		try {
			const raw = await unlessAborted(receive(), ended);
			return raw ?? { error: { code: 'ETIMEDOUT' } };
		} catch (error) {
			return { error };
		}
	}

	/** Calls n8n's helper. */
	private async call(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		const { functions } = this.settings;
		const decrypted = {
			id: '',
			name: '',
			type: CREDENTIAL_TYPE,
			data: { ...this.credential },
		};

		const send = functions.helpers.httpRequestWithAuthentication;
		const response: unknown = await send.call(functions, CREDENTIAL_TYPE, options, {
			credentialsDecrypted: decrypted,
		});
		return response as IN8nHttpFullResponse;
	}

	/** Milliseconds for which the service may be silent. */
	private silenceMsOf(endpoint: Endpoint): number {
		const { timeout = 0 } = this.settings.connection ?? {};
		if (timeout > 0) {
			return Math.min(timeout, MAX_SILENCE_MS);
		}

		return SILENCE_MS[endpoint.effect];
	}

	/** The options of n8n's helper for a request. */
	private optionsOf(request: ServiceRequest, silenceMs: number, ended: AbortSignal): IHttpRequestOptions {
		const { endpoint, body, contentType } = request;
		const headers: Record<string, string> = { Accept: '*/*' };
		if (contentType !== undefined) headers['Content-Type'] = contentType;

		return {
			...this.settings.connection,
			timeout: silenceMs,
			abortSignal: ended,
			method: endpoint.method,
			url: this.urlOf(request),
			headers,
			body,
			encoding: 'stream',
			returnFullResponse: true,
			// Without it n8n repeats a call after a 401 and hides bodies and headers of refusals.
			ignoreHttpStatusErrors: true,
		};
	}

	private urlOf(request: ServiceRequest): string {
		const address = `${this.credential.baseUrl}/v${request.version}${request.path}`;
		// Escaped the strict way: a plus sign and square brackets survive every server.
		const pairs = request.query.map((pair) => pair.map(encodeURIComponent).join('='));

		if (pairs.length === 0) return address;

		return `${address}?${pairs.join('&')}`;
	}
}
