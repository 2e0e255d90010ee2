import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	authenticationHeaders,
	autoVersion,
	credentialFaultIn,
	CredentialFault,
	endpoint,
	hasCode,
	isObject,
	isTransient,
	catchAs,
	joined,
	maskSecrets,
	parseJson,
	readCredential,
	readRefusal,
	keptFromProxies,
	switchOf,
	withoutStop,
} from '../shared';
import type { ServiceCredential, ServiceRefusal } from '../shared';

/** The cheapest real call: one card of two seconds (spec: E1). A term that ends where it begins may be refused. */
const LIST = endpoint('businessCard.getAll');
const PROBE = `/v${autoVersion(LIST)}${LIST.path}?updatedFrom=2000-01-01T00%3A00%3A00Z&updatedTo=2000-01-01T00%3A00%3A01Z&limit=1`;

const TIMEOUT_MS = 20_000;

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** Refusals that the spec has for every call, besides those that have sentences of their own (spec: Errors, table). */
const DOCUMENTED: ReadonlySet<number> = new Set([400, 409, 415]);

const ADVICE_OF_CONFLICT = 'Try again later.';
const ADVICE = 'Check the Base URL, or ask the operator of the service.';

/** Whether a response is a list, if only an empty one, as the lists of the node take it. */
function isList(response: unknown): boolean {
	if (!isObject(response)) return false;
	const { data, hasMore } = response;
	// Many programs say no more than `"data": null`, so the rest of the envelope has to be there as well.
	return Array.isArray(data) || (data === null && switchOf(hasMore) === false);
}

/** What the service says of a refusal: its message, or else its details. */
function reasonOf({ message, details: [first] }: ServiceRefusal): string {
	return message ?? joined([first?.code, first?.field], ': ');
}

/** A refusal that no sentence is about: with the service's own reason, or else by what it shows of the address. */
function refused(refusal: ServiceRefusal, credential: ServiceCredential): INodeCredentialTestResult {
	const { status } = refusal;
	const reason = status >= 400 && status < 500 ? maskSecrets(reasonOf(refusal), credential, 'message') : '';
	if (reason !== '') {
		const advice = status === 409 ? ADVICE_OF_CONFLICT : ADVICE;
		return failed(`The service refused the test call (status ${status}): ${withoutStop(reason)}. ${advice}`);
	}
	const what = DOCUMENTED.has(status) ? ' and without a reason' : ', which the service never sends';
	return failed(`The Base URL responds with status ${status}${what}. Check the address.`);
}

function judge(status: number, body: Buffer, credential: ServiceCredential): INodeCredentialTestResult {
	const response = parseJson(body);
	if (status === 200) {
		if (isList(response)) return { status: 'OK', message: 'Connection successful' };
		return failed('The Base URL leads to something other than the service. Check the address.');
	}
	const refusal = readRefusal(status, response, body);
	if (status === 401 && hasCode(refusal, 'invalid_app_id')) {
		return failed('The service does not know the App ID. Correct it, or leave it empty if you are not in the partner program.');
	}
	if (status === 401 && hasCode(refusal, 'invalid_api_key')) {
		return failed('The service does not accept the API Key. Copy it again from the settings of the service.');
	}
	if (status === 401) return failed('The service does not accept the API Key or the App ID. Check both.');
	if (status === 403) {
		return failed('The API Key is valid, but its user is not allowed to use the API. Ask an administrator for the permission to use the API.');
	}
	if (status === 429) return { status: 'OK', message: 'The API Key is valid. Other programs are using it heavily at the moment.' };
	if (isTransient(status)) return failed(`The service is not available at the moment (status ${status}), so the keys could not be checked. Try again later.`);
	return refused(refusal, credential);
}

interface OldResponse {
	statusCode: number;
	body: Buffer;
}

/**
 * n8n gives a credential test the old request helper alone. What it throws holds the request with its headers,
 * so nothing of it is shown.
 */
async function probe(functions: ICredentialTestFunctions, credential: ServiceCredential): Promise<INodeCredentialTestResult> {
	const { request } = functions.helpers;
	try {
		const response = (await request({
			method: 'GET',
			uri: `${credential.baseUrl}${PROBE}`,
			headers: authenticationHeaders(credential),
			encoding: null,
			simple: false,
			followRedirect: false,
			resolveWithFullResponse: true,
			timeout: TIMEOUT_MS,
			...keptFromProxies(credential.baseUrl),
		})) as OldResponse;
		return judge(response.statusCode, Buffer.from(response.body ?? ''), credential);
	} catch (error) {
		const fault = credentialFaultIn(error);
		return failed(fault?.message ?? 'The service cannot be reached at the Base URL. Check the address and the network.');
	}
}

/**
 * The "Test" of the credential: one cheap real call, and a sentence a person can act on for each way it can fail
 * (contract: Credential). A `test` on the credential class could only look at the status, and both kinds of 401
 * have the same.
 */
export async function businessCardDataApiTest(
	this: ICredentialTestFunctions,
	decrypted: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { data = {} } = decrypted;
	const credential = await catchAs((async () => readCredential(data))(), CredentialFault);
	return credential instanceof CredentialFault ? failed(credential.message) : await probe(this, credential);
}
