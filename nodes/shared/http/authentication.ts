import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { authenticationHeaders, CredentialFault, readCredential } from './credentials';
import type { ServiceCredential } from './credentials';
import { confined } from './destination';
import type { AnyRequest } from './destination';
import { ownCallOf } from './ownCall';
import type { OwnCall } from './ownCall';

const CHANGED =
	'The credential changed during the execution, so this request was not sent: run the node again';

function isSame(one: ServiceCredential, other: ServiceCredential): boolean {
	return one.baseUrl === other.baseUrl && one.apiKey === other.apiKey && one.appId === other.appId;
}

async function withKeys(data: ICredentialDataDecryptedObject, request: AnyRequest, own: OwnCall | undefined): Promise<IHttpRequestOptions> {
	const credential = readCredential(data);
	if (own && !isSame(own.credential, credential)) throw new CredentialFault(CHANGED);
	const safe = confined(request, credential.baseUrl, own !== undefined);
	return {
		...(safe as IHttpRequestOptions),
		headers: { ...request.headers, ...authenticationHeaders(credential) },
		...(own ? { abortSignal: own.signal } : {}),
	};
}

/**
 * A request with the headers that every call carries (spec: Authentication 1), confined to where they may go. A call of
 * this package that was begun with another credential is not sent: half of a list or of a job would be read with the
 * rights of somebody else.
 *
 * @throws CredentialFault when the credential is unusable or has changed, or when the request would carry the keys to
 *   another place
 */
export async function authenticated(data: ICredentialDataDecryptedObject, request: AnyRequest): Promise<IHttpRequestOptions> {
	const own = ownCallOf(request);
	return await withKeys(data, request, own).catch((error: unknown) => {
		if (own && error instanceof CredentialFault) own.fault = error;
		throw error;
	});
}
