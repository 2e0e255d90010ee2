import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { LIST } from '../api/versions';
import { catchAs, ParameterError } from '../base/errors';
import { isObject } from '../base/json';
import { joined, withoutStop } from '../values/show';
import { switchOf } from '../values/readers';
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

/** Makes the call: says why the keys or the address are of no use, and nothing when they are. */
async function problemOf({ helpers }: ICredentialTestFunctions, credential: ServiceCredential): Promise<string[]> {
	// n8n gives a credential test this helper alone. What it throws holds the keys, so only its code is read.
	const request = helpers.request({
		method: 'GET',
		uri: `${credential.baseUrl}${PROBE}`,
		headers: authenticationHeaders(credential),
		encoding: null,
		simple: false,
		followRedirect: false,
		resolveWithFullResponse: true,
		timeout: TIMEOUT_MS,
	}) as Promise<RawResponse>;
	const raw = await request.catch((error: unknown) => ({ error }));
	if ('error' in raw) return [readConnectionFailure(raw.error).message, 'Check the Base URL and the connection.'];
	const response = readResponse(LIST, { ...raw, body: Buffer.from(raw.body ?? '') }, credential);
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
