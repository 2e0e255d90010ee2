import type { IHttpRequestOptions } from 'n8n-workflow';
import type { CredentialFault, ServiceCredential } from './credentials';

/** What a call of this package tells the credential, which sees every request last before it is sent. */
export interface OwnCall {
	/** The credential that the call was made for: n8n reads it again for each request. */
	readonly credential: ServiceCredential;
	/** What ends the call. n8n puts the signal of the execution in its place. */
	readonly signal?: AbortSignal;
	/** Set by the credential when it refuses the call: n8n keeps nothing of such an error but its message. */
	fault?: CredentialFault;
}

/** Under a symbol, which stays with the request when n8n copies it and means nothing to anybody else. */
const OWN_CALL = Symbol('call of this package');

interface MarkedRequest extends IHttpRequestOptions {
	[OWN_CALL]?: OwnCall;
}

/** The request, known again by {@link ownCallOf}. */
export function ownRequest(request: IHttpRequestOptions, call: OwnCall): IHttpRequestOptions {
	const marked: MarkedRequest = { ...request, [OWN_CALL]: call };
	return marked;
}

/** @returns `undefined` for a request of another node */
export function ownCallOf(request: object): OwnCall | undefined {
	return (request as MarkedRequest)[OWN_CALL];
}
