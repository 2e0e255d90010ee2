/** An answer of n8n that is not a success. */
export class N8nRefusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		request: string,
	) {
		super(`${request}: n8n answered ${status}: ${message}`);
	}
}

/** One request to n8n. */
export interface Call {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	query?: Record<string, string | number | boolean | undefined>;
	body?: unknown;
	headers?: Record<string, string>;
	/** How long the answer may take; a minute when left out. */
	timeoutMs?: number;
}

const usualTimeoutMs = 60_000;

/**
 * Sends one request and reads its JSON.
 * @throws N8nRefusal with n8n's own message for any status from 300; Error when n8n does not answer
 */
export async function callJson(
	baseUrl: string,
	{ method, path, query = {}, body, headers, timeoutMs = usualTimeoutMs }: Call,
): Promise<{ json: unknown; response: Response }> {
	const url = new URL(path, baseUrl);
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) url.searchParams.set(name, String(value));
	}
	const request = `${method} ${path}`;
	const { response, text } = await exchange(request, url, {
		method,
		headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const json = parse(text);
	if (!response.ok) throw new N8nRefusal(response.status, messageOf(json) ?? text, request);
	return { json, response };
}

async function exchange(
	request: string,
	url: URL,
	init: RequestInit,
): Promise<{ response: Response; text: string }> {
	try {
		const response = await fetch(url, init);
		return { response, text: await response.text() };
	} catch (error) {
		throw new Error(`${request}: n8n does not answer (${String(error)})`, { cause: error });
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function messageOf(json: unknown): string | undefined {
	if (typeof json !== 'object' || json === null || !('message' in json)) return undefined;
	return typeof json.message === 'string' ? json.message : undefined;
}
