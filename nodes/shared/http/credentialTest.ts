import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { LIST } from '../api/versions';
import { timeoutSignal, unlessAborted } from '../base/clock';
import { catchAs, ParameterError } from '../base/errors';
import { isObject } from '../base/json';
import { joined, withoutStop } from '../values/show';
import { switchOf } from '../values/readers';
import { BodyTooLarge, readBodyStream } from './body';
import { authenticationHeaders, readCredential } from './credential';
import type { ServiceCredential } from './credential';
import { readConnectionFailure } from './errors';
import { explain, readResponse } from './response';
import type { RawResponse } from './response';
import { maskSecrets } from './secrets';

/** The cheapest real call: one card of two seconds (spec: E1). A term that ends where it begins may be refused. */
const TERM = 'updatedFrom=2000-01-01T00%3A00%3A00Z&updatedTo=2000-01-01T00%3A00%3A01Z';
const PROBE = `/v3.2/bizCards?${TERM}&limit=1`;

const TIMEOUT_MS = 20_000;

/** Makes the call, and gives the response with its body, or what kept it from coming. */
async function probed({ helpers }: ICredentialTestFunctions, credential: ServiceCredential) {
	const ended = timeoutSignal(TIMEOUT_MS);
	// n8n gives a credential test this helper alone. What it throws holds the keys, so only its code is read.
	const request = helpers.request({
		method: 'GET',
		uri: `${credential.baseUrl}${PROBE}`,
		headers: authenticationHeaders(credential),
		useStream: true,
		simple: false,
		followRedirect: false,
		resolveWithFullResponse: true,
		timeout: TIMEOUT_MS,
	}) as Promise<Omit<RawResponse, 'body'> & { body: AsyncIterable<Uint8Array> }>;

	const whole = request.then(async ({ statusCode, headers, body }) => {
		return { statusCode, headers, body: await readBodyStream(body, LIST.response, ended) };
	});
	const answer = unlessAborted(whole, ended).catch((error: unknown) => ({ error }));
	return (await answer) ?? { error: { code: 'ETIMEDOUT' } };
}

/** Says why the keys or the address are of no use, and nothing when they are. */
async function problemOf(functions: ICredentialTestFunctions, credential: ServiceCredential): Promise<string[]> {
	const raw = await probed(functions, credential);
	if ('error' in raw) {
		const { message } = raw.error instanceof BodyTooLarge ? raw.error : readConnectionFailure(raw.error);
		return [message, 'Check the Base URL and the connection.'];
	}

	const response = readResponse(LIST, raw, credential);
	const { data, hasMore } = isObject(response.json) ? response.json : {};
	// Many programs say no more than `"data": null`, so the rest of the envelope has to be there as well.
	const isList = Array.isArray(data) || (data === null && switchOf(hasMore) === false);
	if (response.status === 200 && isList) return [];
	const { headline, said = '', advice } = explain(response);
	return [headline, maskSecrets(said, credential), ...advice];
}

/**
 * The *Test* of the credential: one cheap real call, and what a person can do for each way it can fail (contract:
 * Credential). A `test` on the credential class could only look at the status, and both kinds of 401 have the same.
 */
export async function businessCardDataApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const credential = await catchAs(Promise.resolve(data).then(readCredential), ParameterError);
	if (credential instanceof ParameterError) return { status: 'Error', message: credential.message };
	const sentences = await problemOf(this, credential);
	if (sentences.length === 0) return { status: 'OK', message: 'Connection successful' };
	return { status: 'Error', message: `${joined(sentences.map(withoutStop), '. ')}.` };
}
