import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { LIST } from '../api/versions';
import { timeoutSignal, unlessAborted } from '../base/clock';
import { catchAs, ParameterError } from '../base/errors';
import { isObject } from '../base/json';
import { switchOf } from '../values/readers';
import { BodyTooLarge, readBodyStream } from './body';
import { authenticationHeaders, readCredential } from './credential';
import type { ServiceCredential } from './credential';
import { asSentences, readConnectionFailure } from './errors';
import { explain, readResponse } from './response';
import type { RawResponse, ServiceResponse } from './response';
import { maskSecrets } from './secrets';

/** The cheapest real call: one card of two seconds (spec: E1). A time range that ends where it begins may be refused. */
const TIME_RANGE = 'updatedFrom=2000-01-01T00%3A00%3A00Z&updatedTo=2000-01-01T00%3A00%3A01Z';
const PROBE = `/v3.2/bizCards?${TIME_RANGE}&limit=1`;

const TIMEOUT_MS = 20_000;

type StreamedResponse = Omit<RawResponse, 'body'> & { body: AsyncIterable<Uint8Array> };

/** Makes the call. n8n gives a credential test this helper alone. */
async function requestProbe(
	functions: ICredentialTestFunctions,
	credential: ServiceCredential,
): Promise<StreamedResponse> {
	return (await functions.helpers.request({
		method: 'GET',
		uri: `${credential.baseUrl}${PROBE}`,
		headers: authenticationHeaders(credential),
		useStream: true,
		simple: false,
		followRedirect: false,
		resolveWithFullResponse: true,
		timeout: TIMEOUT_MS,
	})) as StreamedResponse;
}

/** Makes the call within the time of a test. @returns the response with its body, or the error of the call */
async function probe(
	functions: ICredentialTestFunctions,
	credential: ServiceCredential,
): Promise<RawResponse | { error: unknown }> {
	const ended = timeoutSignal(TIMEOUT_MS);
	const receive = async (): Promise<RawResponse> => {
		const { statusCode, headers, body } = await requestProbe(functions, credential);
		return { statusCode, headers, body: await readBodyStream(body, LIST.response, ended) };
	};

	try {
		const raw = await unlessAborted(receive(), ended);
		return raw ?? { error: { code: 'ETIMEDOUT' } };
	} catch (error) {
		// The error of the helper holds the keys, so only its code is read.
		return { error };
	}
}

/** Whether a response is a list. Many programs say no more than `"data": null`, so the rest has to be there as well. */
function isList(response: ServiceResponse): boolean {
	const { data, hasMore } = isObject(response.json) ? response.json : {};
	const isEnvelope = Array.isArray(data) || (data === null && switchOf(hasMore) === false);

	return response.status === 200 && isEnvelope;
}

/** Says why the keys or the address are of no use, and nothing when they are. */
async function findProblem(functions: ICredentialTestFunctions, credential: ServiceCredential): Promise<string[]> {
	const raw = await probe(functions, credential);
	if ('error' in raw) {
		const { message } = raw.error instanceof BodyTooLarge ? raw.error : readConnectionFailure(raw.error);
		return [message, 'Check the Base URL and the network connection of n8n.'];
	}

	const response = readResponse(LIST, raw, credential);
	if (isList(response)) return [];

	const { headline, said = '', advice } = explain(response);
	return [headline, maskSecrets(said, credential), ...advice];
}

/**
 * The *Test* of the credential: one cheap real call, and what a person can do for each way it can fail (contract:
 * Credential). A `test` on the credential class could only look at the status, and both kinds of 401 have the same.
 */
export async function businessCardDataApiTest(
	this: ICredentialTestFunctions,
	decrypted: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const reading = Promise.resolve(decrypted.data ?? {}).then((data) => readCredential(data));
	const credential = await catchAs(reading, ParameterError);
	if (credential instanceof ParameterError) {
		return { status: 'Error', message: credential.message };
	}

	const problem = await findProblem(this, credential);
	if (problem.length > 0) {
		return { status: 'Error', message: asSentences(problem) };
	}
	return { status: 'OK', message: 'Connection successful' };
}
