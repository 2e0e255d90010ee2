import { Readable } from 'node:stream';
import type { IHttpRequestOptions, IN8nHttpFullResponse, INode } from 'n8n-workflow';
import { authenticationHeaders, ServiceClient, type ServiceCredential, type ServiceFunctions } from '../../nodes/shared';

/** What of an answer is kept to look at its form. */
export interface Exchange {
	readonly status: number;
	readonly version: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Kept of refusals alone: nothing of a record stays here. */
	readonly body: Buffer;
}

const NODE: INode = {
	id: 'probe',
	name: 'Probe',
	type: 'n8n-nodes-business-card-data.businessCardData',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Refused before anything is sent: this program reads and does nothing else. */
export class NotARead extends Error {}

async function fetchOnce({ url, method, headers, timeout, abortSignal }: IHttpRequestOptions, secrets: Record<string, string>) {
	if (method !== 'GET') throw new NotARead('The probe sends no writes');
	const limits = [AbortSignal.timeout(timeout ?? 60_000), ...(abortSignal ? [abortSignal as AbortSignal] : [])];
	const answer = await fetch(url, {
		headers: { ...(headers as Record<string, string>), ...secrets },
		redirect: 'manual',
		signal: AbortSignal.any(limits),
	});
	return { answer, body: Buffer.from(await answer.arrayBuffer()) };
}

/**
 * The package's own way to the wire, outside n8n: its limiter, its retries, its masking, and a record of what came back.
 *
 * @param exchanges gets every answer, also those that the client repeats
 * @throws NodeOperationError when the credential breaks a rule of its fields
 */
export async function openClient(credential: ServiceCredential, exchanges: Exchange[]): Promise<ServiceClient> {
	const request = async (_type: string, options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
		const { answer, body } = await fetchOnce(options, authenticationHeaders(credential));
		const headers = Object.fromEntries(answer.headers);
		const version = /\/v(\d\.\d)\//.exec(options.url)?.[1] ?? '';
		exchanges.push({ status: answer.status, version, headers, body: answer.status >= 400 ? body : Buffer.alloc(0) });
		return { statusCode: answer.status, headers, body: Readable.from([body]) };
	};
	const functions = {
		getCredentials: async () => ({ ...credential }),
		getExecutionId: () => NODE.id,
		getWorkflow: () => ({ id: NODE.id }),
		getNode: () => NODE,
		helpers: { httpRequestWithAuthentication: request },
	};
	return await ServiceClient.open(functions as unknown as ServiceFunctions, { errorContext: { node: NODE } });
}
