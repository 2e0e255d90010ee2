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
	isForeign,
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

const ADVICE_OF_CONFLICT = 'Try again later.';
const ADVICE = 'Check the Base URL, or ask the operator of the service.';

const FOREIGN = 'At the Base URL something other than the service';

const NOT_THE_SERVICE =
	'Check the address. If it is right, a firewall or a proxy stands between n8n and the service: ask whoever runs your network.';

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
	return failed(`The Base URL responds with the unexpected status ${status}. ${ADVICE}`);
}

/** Refusals with a sentence of their own, by status. None says that a key is valid: no refusal shows that. */
const SENTENCES: Readonly<Record<number, string>> = {
	401: 'The service does not accept the API Key or the App ID. Check both.',
	403: 'The user of the API Key is not allowed to use the API. Ask an administrator for the permission to use the API.',
	404: 'The Base URL does not lead to the API of the service (status 404). Enter the address of the service without the version.',
	429: 'The service asks for fewer calls (status 429), so the keys could not be checked. Try again in a minute.',
};

/** What each of the two kinds of 401 says (spec: Authentication 6). */
const UNAUTHORIZED: Readonly<Record<string, string>> = {
	invalid_app_id: 'The service does not know the App ID. Correct it, or leave it empty if you are not in the partner program.',
	invalid_api_key: 'The service does not accept the API Key. Copy it again from the settings of the service.',
};

function judge({ status, body, contentType }: ProbeResponse, credential: ServiceCredential): INodeCredentialTestResult {
	const json = parseJson(body);
	if (status === 200 && isList(json)) return { status: 'OK', message: 'Connection successful' };
	if (isTransient(status)) {
		return failed(`The service is not available at the moment (status ${status}), so the keys could not be checked. Try again later.`);
	}
	if (status < 400 || isForeign(LIST.response, { status, json, body, contentType })) {
		return failed(`${FOREIGN} responded (status ${status}), so the API Key and the App ID could not be checked. ${NOT_THE_SERVICE}`);
	}
	const refusal = readRefusal(status, json, body);
	const kind = status === 401 ? Object.keys(UNAUTHORIZED).find((code) => hasCode(refusal, code)) : undefined;
	const sentence = kind === undefined ? SENTENCES[status] : UNAUTHORIZED[kind];
	if (sentence !== undefined) return failed(sentence);
	return refused(refusal, credential);
}

/** What the probe brings back. */
interface ProbeResponse {
	readonly status: number;
	readonly body: Buffer;
	/** In small letters. */
	readonly contentType: string;
}

interface OldResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Buffer;
}

/**
 * n8n gives a credential test the old request helper alone. What it throws holds the request with its headers,
 * so nothing of it is shown.
 */
async function probe(functions: ICredentialTestFunctions, credential: ServiceCredential): Promise<INodeCredentialTestResult> {
	const { request } = functions.helpers;
	try {
		const { statusCode: status, headers, body } = (await request({
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
		const contentType = String(headers['content-type'] ?? '').toLowerCase();
		return judge({ status, body: Buffer.from(body ?? ''), contentType }, credential);
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
