import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { catchAs } from '../base/errors';
import { isObject, parseJson } from '../base/json';
import { joined, withoutStop } from '../values/show';
import { switchOf } from '../values/readers';
import { authenticationHeaders, CredentialError, maskSecrets, readCredential } from './credential';
import type { ServiceCredential } from './credential';
import { hasCode, isForeign, isTransient, readRefusal } from './refusals';
import type { Refusing } from './refusals';

/** The cheapest real call: one card of two seconds (spec: E1). A term that ends where it begins may be refused. */
const TERM = 'updatedFrom=2000-01-01T00%3A00%3A00Z&updatedTo=2000-01-01T00%3A00%3A01Z';
const PROBE = `/v3.2/bizCards?${TERM}&limit=1`;

const TIMEOUT_MS = 20_000;

const UNREACHED = 'The service cannot be reached at the Base URL. Check the address and the network.';
const LATER = 'so the keys could not be checked. Try again';
const ASK = 'Check the Base URL, or ask the operator of the service.';
const FIREWALL =
	'Check the address. If it is right, a firewall or a proxy stands between n8n and the service: ask whoever runs your ' +
	'network.';

/** What each of the two kinds of 401 says (spec: Authentication 6). */
const UNAUTHORIZED = {
	invalid_app_id: 'The service does not know the App ID. Correct it. Leave it empty outside of the partner program.',
	invalid_api_key: 'The service does not accept the API Key. Copy it again from the settings of the service.',
};

/** Other refusals with a sentence of their own, by status. None says that a key is valid: no refusal shows that. */
const SENTENCES: Readonly<Record<number, string>> = {
	401: 'The service does not accept the API Key or the App ID. Check both.',
	403: 'The user of the API Key is not allowed to use the API. Ask an administrator for the permission to use the API.',
	404: 'The Base URL does not lead to the service (status 404). Enter the address of the service without the version.',
	429: `The service asks for fewer calls (status 429), ${LATER} in a minute.`,
};

/** Whether a response is a list, if only an empty one, as the lists of the node take it. */
function isList(response: unknown): boolean {
	if (!isObject(response)) return false;
	const { data, hasMore } = response;
	// Many programs say no more than `"data": null`, so the rest of the envelope has to be there as well.
	return Array.isArray(data) || (data === null && switchOf(hasMore) === false);
}

/** What a response other than the list says of address and keys. */
function sentenceFor(response: Refusing, credential: ServiceCredential): string {
	const { status, json, body } = response;
	if (isTransient(status)) return `The service is not available at the moment (status ${status}), ${LATER} later.`;
	if (status < 400 || isForeign(response, false)) {
		const answered = `At the Base URL something other than the service responded (status ${status})`;
		return `${answered}, so the API Key and the App ID could not be checked. ${FIREWALL}`;
	}
	const refusal = readRefusal(status, json, body);
	const [, unauthorized] = Object.entries(UNAUTHORIZED).find(([code]) => status === 401 && hasCode(refusal, code)) ?? [];
	if (unauthorized !== undefined) return unauthorized;
	const [first] = refusal.details;
	const reason = maskSecrets(refusal.message ?? joined([first?.code, first?.field], ': '), credential, 'message');
	if (SENTENCES[status] !== undefined) return SENTENCES[status];
	if (reason === '') return `The Base URL responds with the unexpected status ${status}. ${ASK}`;
	const advice = status === 409 ? 'Try again later.' : ASK;
	return `The service refused the test call (status ${status}): ${withoutStop(reason)}. ${advice}`;
}

/** What n8n's older request helper gives. */
interface OldResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body?: Buffer;
}

/** @returns why the keys or the address are of no use; nothing when they are */
async function problemOf(
	{ helpers }: ICredentialTestFunctions,
	credential: ServiceCredential,
): Promise<string | undefined> {
	// n8n gives a credential test this helper alone. What it throws holds the keys, so nothing of it is shown.
	const request = helpers.request({
		method: 'GET',
		uri: `${credential.baseUrl}${PROBE}`,
		headers: authenticationHeaders(credential),
		encoding: null,
		simple: false,
		followRedirect: false,
		resolveWithFullResponse: true,
		timeout: TIMEOUT_MS,
	}) as Promise<OldResponse>;
	const answered = await request.catch(() => undefined);
	if (!answered) return UNREACHED;
	const { statusCode: status, headers } = answered;
	const body = Buffer.from(answered.body ?? '');
	const json = parseJson(body);
	if (status === 200 && isList(json)) return undefined;
	const contentType = String(headers['content-type'] ?? '').toLowerCase();
	return sentenceFor({ status, json, body, contentType }, credential);
}

/**
 * The *Test* of the credential: one cheap real call, and a sentence a person can act on for each way it can fail
 * (contract: Credential). A `test` on the credential class could only look at the status, and both kinds of 401 have
 * the same.
 */
export async function businessCardDataApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const credential = await catchAs(Promise.resolve(data).then(readCredential), CredentialError);
	if (credential instanceof CredentialError) return { status: 'Error', message: credential.message };
	const message = await problemOf(this, credential);
	return message === undefined ? { status: 'OK', message: 'Connection successful' } : { status: 'Error', message };
}
