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
import { maskSecrets } from './secrets';
import { readRetryAfter } from './retryAfter';

/** One call, ready for the wire. */
export interface ServiceRequest {
	readonly endpoint: Endpoint;
	readonly version: ApiVersion;
	/** Below the version segment, ids already encoded. */
	readonly path: string;
	readonly query: readonly QueryPair[];
	readonly body?: IHttpRequestOptions['body'];
	readonly contentType?: string;
}

/** The time for the work is over; the cause is what the last call ran into, if it was anything but the clock. */
export class OutOfTime extends Error {
	constructor(override readonly cause?: Error) {
		super('The execution ended before the service responded');
	}
}

const FOREIGN_ADVICE =
	'The response may come from something other than the service: check the Base URL in the credential.';

/** A read that broke down is tried this often in all, with growing pauses. */
const READ_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/** A call that is refused as one too many is repeated until it gets through, but not for ever. */
const MAX_REFUSAL_MS = 900_000;

/** How long the service may be silent, unless a person has set it, and at most; a whole body may take longer. */
const SILENCE_MS: Readonly<Record<Endpoint['effect'], number>> = { read: 60_000, write: 300_000 };
const MAX_SILENCE_MS = 3_600_000;
const BODY_FACTOR = 5;

/** One for each service address and key, shared by all of this process (contract: Common rules). Keys are not kept. */
const limiters = new Map<string, Limiter>();

/** What a client works with: n8n's functions, its line before the limiter, and what else it was told. */
interface Setting {
	readonly functions: IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;
	readonly limiter: Limiter;
	readonly line: Waiting;
	/** How n8n is to connect: what a person set in the node's own request options. */
	readonly connection?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
	/** On {@link systemClock}'s scale. Then, and once the signal fires, no call is begun, and a running one is cut off. */
	readonly deadline?: number;
	readonly ended?: AbortSignal;
}

/** What came of sending a request once. */
interface Attempt {
	/** The response, or the error that says why none can be used. */
	readonly outcome: ServiceResponse | Error;
	/** How long a 429 asks to wait, in milliseconds. */
	readonly pauseMs?: number;
	/** Whether another attempt would come to the same. */
	readonly isFinal?: boolean;
}

/** The one way to the wire: sends when the allowance permits, repeats what may be repeated, and explains what fails. */
export class ServiceClient {
	/** Where errors of calls belong; their texts show no secret. */
	readonly errorContext: ErrorContext & Required<Pick<ErrorContext, 'masked'>>;

	private constructor(
		errorContext: ErrorContext,
		readonly credential: ServiceCredential,
		private readonly setting: Setting,
	) {
		this.errorContext = { ...errorContext, masked: (text) => maskSecrets(text, credential) };
	}

	/** Opens a client with the credential of the node. @throws ParameterError when it breaks a rule of its fields */
	static async open(
		functions: Setting['functions'],
		{ errorContext, ...more }: Pick<Setting, 'connection' | 'deadline'> & { readonly errorContext: ErrorContext },
	): Promise<ServiceClient> {
		const credential = readCredential(await functions.getCredentials(CREDENTIAL_TYPE));
		const key = fingerprint(`${new URL(credential.baseUrl).host} ${credential.apiKey}`);
		const limiter = limiters.get(key) ?? new Limiter();
		limiters.set(key, limiter);
		// The allowance of a key is shared in turn by each node of each execution, each trigger, each list of a panel.
		const { id, credentials } = functions.getNode();
		const caller = [functions.getExecutionId(), functions.getWorkflow().id, id].join(' ');
		const share = { credential: credentials?.[CREDENTIAL_TYPE]?.id ?? '', callsPerSecond: credential.callsPerSecond };
		return new ServiceClient(errorContext, credential, { functions, limiter, line: { caller, share }, ...more });
	}

	/** The same client for work that has to be over at a moment, or once a signal fires: {@link OutOfTime}. */
	endedBy(end: Pick<Setting, 'deadline' | 'ended'>): ServiceClient {
		return new ServiceClient(this.errorContext, this.credential, { ...this.setting, ...end });
	}

	/**
	 * Sends one call and gives its response, whatever the service decided. A 429 is waited out. A lost connection, an
	 * unreadable body, a 500 or a 503 is tried again when the endpoint reads; a write that may have arrived never is.
	 *
	 * @throws NodeApiError when no usable response came; OutOfTime when the time for a read was over before
	 */
	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const mostAttempts = request.endpoint.effect === 'write' ? 1 : READ_ATTEMPTS;
		const startedAt = systemClock.now();
		let failures = 0;
		let reason: Error | undefined;

		for (;;) {
			const { outcome, pauseMs, isFinal = false } = await this.attempt(request, reason);

			// A 429 did nothing, so it is no failed attempt: it is waited out, but not for ever.
			if (pauseMs !== undefined && systemClock.now() + pauseMs - startedAt <= MAX_REFUSAL_MS) {
				reason = this.reasonOf(outcome);
				await systemClock.sleep(pauseMs, this.signal());
				continue;
			}

			failures += 1;
			const mayTryAgain = !isFinal && failures < mostAttempts;
			if (outcome instanceof Error) {
				if (!mayTryAgain) throw outcome;
			} else if (outcome.status < 500 || !mayTryAgain) {
				return outcome;
			}

			reason = this.reasonOf(outcome);
			await systemClock.sleep(FIRST_BACKOFF_MS * 2 ** (failures - 1), this.signal());
		}
	}

	private reasonOf(outcome: ServiceResponse | Error): Error {
		return outcome instanceof Error ? outcome : this.refusal(outcome);
	}

	/** Sends one call that has to succeed: a read with the status of the spec, a write with any. @throws NodeApiError */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const response = await this.exchange(request);
		const { status } = response;
		if (request.endpoint.effect === 'read' ? status === 200 : status >= 200 && status < 300) return response;
		throw this.refusal(response);
	}

	/** The error for a response that refuses. A server that broke down or sends elsewhere may have done a write before. */
	refusal(response: ServiceResponse): Error {
		const { status, from } = response;
		const { headline, said, details, advice } = explain(response);
		const description = [...details, ...advice].join(LINE_BREAK);
		const error = apiError(this.errorContext, said ?? headline, description, String(status));
		return from?.effect !== 'write' || (status >= 400 && status < 500) ? error : uncertain(error);
	}

	/** The error where no response is of any use, though the request was sent; a write may have been done then. */
	unusable(message: string, effect: Endpoint['effect'] = 'read', advice = FOREIGN_ADVICE): Error {
		if (effect === 'write') return uncertain(apiError(this.errorContext, message));
		return apiError(this.errorContext, message, advice);
	}

	/** What ends all waiting: the end of the execution or of the work, or the deadline. */
	private signal(): AbortSignal {
		const { functions, deadline, ended } = this.setting;
		const cancelled = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
		const leftMs = Math.ceil((deadline ?? Infinity) - systemClock.now());
		if (leftMs <= 0) return AbortSignal.abort();
		const timeout = deadline === undefined ? undefined : timeoutSignal(leftMs);
		return AbortSignal.any([cancelled, timeout, ended].filter((signal) => signal !== undefined));
	}

	/** Sends once, or again for a reason. @throws OutOfTime where the time for a read is over */
	private async attempt(request: ServiceRequest, reason: Error | undefined): Promise<Attempt> {
		const { effect } = request.endpoint;
		const isRepeated = reason !== undefined;
		const signal = this.signal();

		const permit = await this.setting.limiter.acquire({ ...this.setting.line, signal, first: isRepeated });
		const raw = permit ? await this.transmit(request, signal) : { error: { code: 'UNSENT' } };
		if ('error' in raw) {
			permit?.ended();
			if (signal.aborted && effect === 'read') throw new OutOfTime(reason);
			return this.failed(effect, permit && signal.aborted ? { code: 'CUT_OFF' } : raw.error);
		}

		const response = readResponse(request.endpoint, raw, this.credential);
		const { status, json } = response;
		const pauseMs = status === 429 ? readRetryAfter(json, raw.headers, request.version, isRepeated) : undefined;
		permit?.ended(raw.body.length, pauseMs);

		// A write that was accepted has happened, whatever its body says; its handler makes the best of it.
		const problem = effect === 'read' && status === 200 ? formProblem(response) : undefined;
		return { outcome: problem === undefined ? response : this.unusable(problem), pauseMs };
	}

	/** The outcome of a call without a response that can be read. */
	private failed(effect: Endpoint['effect'], error: unknown): Attempt {
		// The same would come again.
		if (error instanceof BodyTooLarge) return { outcome: this.unusable(error.message, effect), isFinal: true };

		const { message, advice, mayHaveArrived } = readConnectionFailure(error);
		return { outcome: this.unusable(message, mayHaveArrived ? effect : 'read', advice) };
	}

	/**
	 * Sends once, with the credential that was read before: n8n would read it again for each call. The body is read here,
	 * because n8n's library would wait for ever for one that cannot be decompressed, and takes one of any length.
	 */
	private async transmit(request: ServiceRequest, signal: AbortSignal): Promise<RawResponse | { error: unknown }> {
		const { endpoint, version, path, query, body, contentType } = request;
		const { functions, connection: { timeout = 0, ...connection } = {} } = this.setting;
		const silenceMs = timeout > 0 ? Math.min(timeout, MAX_SILENCE_MS) : SILENCE_MS[endpoint.effect];
		const ended = AbortSignal.any([signal, timeoutSignal(BODY_FACTOR * silenceMs)]);

		// Escaped the strict way: a plus sign and square brackets survive every server.
		const asked = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
		const options = {
			...connection,
			timeout: silenceMs,
			abortSignal: ended,
			method: endpoint.method,
			url: `${this.credential.baseUrl}/v${version}${path}${asked === '' ? '' : `?${asked}`}`,
			headers: { Accept: '*/*', ...(contentType === undefined ? {} : { 'Content-Type': contentType }) },
			body,
			encoding: 'stream' as const,
			returnFullResponse: true,
			// Without it n8n repeats a call after a 401 and hides bodies and headers of refusals.
			ignoreHttpStatusErrors: true,
		};
		const read = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: { ...this.credential } } };

		const send = functions.helpers.httpRequestWithAuthentication;
		const call = send.call(functions, CREDENTIAL_TYPE, options, read) as Promise<IN8nHttpFullResponse>;
		const whole = call.then(async ({ statusCode, headers, body: stream }) => {
			const chunks = stream as unknown as AsyncIterable<Uint8Array>;
			// In nodes n8n puts a signal of its own in place of ours, so that the body has to be watched as well.
			return { statusCode, headers, body: await readBodyStream(chunks, endpoint.response, ended) };
		});
		const answer = unlessAborted(whole, ended).catch((error: unknown) => ({ error }));
		return (await answer) ?? { error: { code: 'ETIMEDOUT' } };
	}
}
