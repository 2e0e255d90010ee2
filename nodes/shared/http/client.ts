import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INode,
	IPollFunctions,
} from 'n8n-workflow';
import type { ApiVersion, Endpoint, QueryPair } from '../api/versions';
import { systemClock, unlessAborted } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { Limiter } from '../limiter/limiter';
import { CREDENTIAL_TYPE, readCredential } from './credential';
import type { ServiceCredential } from './credential';
import { apiError, LINE_BREAK, readConnectionFailure, uncertain } from './errors';
import type { ErrorContext } from './errors';
import { explain, formProblem, readResponse } from './response';
import type { RawResponse, ServiceResponse } from './response';
import { readRetryAfter } from './retryAfter';

/** The places of n8n from which the service is called. */
export type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

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

type Effect = Endpoint['effect'];

/** A read that broke down is tried this often in all, with growing pauses. */
const READ_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/** A call that is refused as one too many is repeated until it gets through, but not for ever. */
const MAX_REFUSAL_MS = 900_000;

/** How long the service may be silent: usually, and at most where a person has set it. Reads are cheap to repeat. */
const SILENCE_MS: Readonly<Record<Effect, readonly [usual: number, most: number]>> = {
	read: [60_000, 60_000],
	write: [300_000, 3_600_000],
};

const RECONNECT = 'Check the Base URL in the credential and the connection, then try again.';
const FOREIGN_ADVICE =
	'The response may come from something other than the service: check the Base URL in the credential.';

/** One for each service address and key, shared by all of this process (contract: Common rules). Keys are not kept. */
const limiters = new Map<string, Limiter>();

export interface ClientOptions {
	readonly errorContext: ErrorContext;
	/** How n8n is told to connect: what a person set in the node's own request options. */
	readonly connection?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
	/** On {@link systemClock}'s scale: after it no call is begun, and a running one is cut off. */
	readonly deadline?: number;
	/** Once it fires no call is begun, and a running one is cut off. */
	readonly ended?: AbortSignal;
}

/** What of Node's readable stream is used. */
type ByteStream = AsyncIterable<Uint8Array> & { destroy(error: Error): unknown };

/** A whole body may take so much longer than the silence that is borne before its first byte. */
const BODY_FACTOR = 5;

/** Reads a body as it comes: n8n's library would wait for ever for one that cannot be decompressed. */
async function readBody(stream: ByteStream, signal: AbortSignal): Promise<Buffer> {
	const stop = () => stream.destroy(Object.assign(new Error('The response took too long'), { code: 'ETIMEDOUT' }));
	const chunks: Uint8Array[] = [];
	signal.addEventListener('abort', stop);
	if (signal.aborted) stop();
	try {
		for await (const chunk of stream) chunks.push(chunk);
		return Buffer.concat(chunks);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

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

	/** Opens a client with the credential of the node. @throws CredentialError when it breaks a rule of its fields */
	static async open(functions: ServiceFunctions, options: ClientOptions): Promise<ServiceClient> {
		const data = await functions.getCredentials(CREDENTIAL_TYPE);
		const credential = readCredential(data);
		const key = fingerprint(`${new URL(credential.baseUrl).host} ${credential.apiKey}`);
		const limiter = limiters.get(key) ?? new Limiter(systemClock);
		limiters.set(key, limiter);
		return new ServiceClient(functions, data, credential, limiter, options);
	}

	/** The same client for work that has to be over at a moment, or once a signal fires: {@link OutOfTime}. */
	endedBy(end: Pick<ClientOptions, 'deadline' | 'ended'>): ServiceClient {
		const { functions, data, credential, limiter } = this;
		return new ServiceClient(functions, data, credential, limiter, { ...this.options, ...end });
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
			const { outcome, pauseMs } = await this.attempt(request, isRepeated);
			const isError = outcome instanceof Error;
			if (!isError && pauseMs !== undefined && systemClock.now() + pauseMs - started <= MAX_REFUSAL_MS) {
				if (this.endsWithin(pauseMs)) throw new OutOfTime(this.refusal(outcome));
				continue;
			}
			failures += 1;
			const isLast = isWrite || failures === READ_ATTEMPTS;
			if (!isError && (isLast || outcome.status < 500)) return outcome;
			if (isError && isLast) throw outcome;
			await this.backOff(failures, isError ? outcome : this.refusal(outcome));
		}
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
		const { headline, said, details, advice } = explain(response, this.credential);
		const description = [...details, ...advice].join(LINE_BREAK);
		const error = apiError(this.errorContext, said ?? headline, description, String(status));
		return from?.effect !== 'write' || (status >= 400 && status < 500) ? error : uncertain(error);
	}

	/** The error where no response is of any use, though the request was sent; a write may have been done then. */
	unusable(message: string, effect: Effect = 'read', advice = FOREIGN_ADVICE): Error {
		if (effect === 'write') return uncertain(apiError(this.errorContext, message));
		return apiError(this.errorContext, message, advice);
	}

	/** What ends all waiting: the end of the execution or of the work, or the deadline. */
	private signal(): AbortSignal {
		const { functions } = this;
		const { deadline, ended } = this.options;
		const cancelled = 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
		// The longest timer of JavaScript; with a longer one it would fire at once.
		const leftMs = Math.min(Math.max(0, (deadline ?? Infinity) - systemClock.now()), 2 ** 31 - 1);
		const timeout = deadline === undefined ? undefined : AbortSignal.timeout(Math.ceil(leftMs));
		return AbortSignal.any([cancelled, timeout, ended].filter((signal) => signal !== undefined));
	}

	/** Waits before another try, unless the time is over before. */
	private async backOff(failures: number, reason: Error): Promise<void> {
		const signal = this.signal();
		const pauseMs = FIRST_BACKOFF_MS * 2 ** (failures - 1);
		if (!this.endsWithin(pauseMs)) await systemClock.sleep(pauseMs, signal);
		if (this.endsWithin(0) || signal.aborted) throw new OutOfTime(reason);
	}

	private endsWithin(pauseMs: number): boolean {
		return systemClock.now() + pauseMs >= (this.options.deadline ?? Infinity);
	}

	/** The error for a call that the end of the run came before, or cut off. */
	private cutOff(effect: Effect, wasSent: boolean): Error {
		if (effect === 'read') return new OutOfTime();
		if (wasSent) return this.unusable('The execution ended before the service responded', effect);
		const advice = 'The request did not reach the service.';
		return this.unusable('The execution ended before the request was sent', 'read', advice);
	}

	/** Sends once: gives a response, or why there is none, and a pause where the call was one too many. */
	private async attempt(
		request: ServiceRequest,
		isRepeated: boolean,
	): Promise<{ outcome: ServiceResponse | Error; pauseMs?: number }> {
		const { functions, credential, node } = this;
		const { effect } = request.endpoint;
		const signal = this.signal();
		// The allowance of a key is shared in turn by each node of each execution, each trigger, each list of a panel.
		const caller = [functions.getExecutionId(), functions.getWorkflow().id, node.id].join(' ');
		const holder = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
		const share = { credential: holder, callsPerSecond: credential.callsPerSecond };
		const permit = await this.limiter.acquire({ caller, share, signal, first: isRepeated });
		if (!permit) throw this.cutOff(effect, false);
		const raw = await this.transmit(request, signal).catch((error: unknown) => ({ error }));
		if (!raw || 'error' in raw) permit.failed();
		if (!raw || ('error' in raw && signal.aborted)) throw this.cutOff(effect, true);
		if ('error' in raw) {
			const { message, mayHaveArrived } = readConnectionFailure(raw.error);
			return { outcome: this.unusable(message, mayHaveArrived ? effect : 'read', RECONNECT) };
		}
		permit.answered(raw.body.length);
		const response = readResponse(request.endpoint, raw, credential);
		if (response.status === 429) {
			const pauseMs = readRetryAfter(response.json, raw.headers, request.version, isRepeated);
			permit.refused(pauseMs);
			return { outcome: response, pauseMs };
		}
		// A write that was accepted has happened, whatever its body says; its handler makes the best of it.
		const problem = effect === 'read' && response.status === 200 ? formProblem(response) : undefined;
		return { outcome: problem === undefined ? response : this.unusable(problem) };
	}

	/**
	 * Sends once, with the credential that was read before: n8n would read it again for each call.
	 *
	 * @returns `undefined` when the signal fired first: in nodes n8n puts a signal of its own in place of it
	 * @throws what n8n makes of a connection that failed
	 */
	private async transmit(request: ServiceRequest, signal: AbortSignal): Promise<RawResponse | undefined> {
		const { functions, data } = this;
		const options = { ...this.wire(request), abortSignal: signal };
		const read = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } };
		const send = functions.helpers.httpRequestWithAuthentication;
		const call = send.call(functions, CREDENTIAL_TYPE, options, read) as Promise<IN8nHttpFullResponse>;
		const whole = call.then(async ({ statusCode, headers, body }) => {
			const ended = AbortSignal.any([signal, AbortSignal.timeout(BODY_FACTOR * options.timeout)]);
			return { statusCode, headers, body: await readBody(body as ByteStream, ended) };
		});
		return await unlessAborted(whole, signal);
	}

	private wire({ endpoint, version, path, query, body, contentType }: ServiceRequest) {
		const { method, response, effect } = endpoint;
		const { timeout = 0, ...connection } = this.options.connection ?? {};
		const [usual, most] = SILENCE_MS[effect];
		// Escaped the strict way: a plus sign and square brackets survive every server.
		const asked = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
		return {
			...connection,
			timeout: timeout > 0 ? Math.min(timeout, most) : usual,
			method,
			url: `${this.credential.baseUrl}/v${version}${path}${asked === '' ? '' : `?${asked}`}`,
			headers: {
				Accept: response === 'image' ? 'image/jpeg' : '*/*',
				...(contentType && { 'Content-Type': contentType }),
			},
			body,
			encoding: 'stream' as const,
			returnFullResponse: true,
			// Without it n8n repeats a call after a 401 and hides bodies and headers of refusals.
			ignoreHttpStatusErrors: true,
		};
	}
}
