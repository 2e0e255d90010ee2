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
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	readonly path: string;
	readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 60_000;

function parse(text: string): { message?: unknown } | undefined {
	try {
		return JSON.parse(text) as { message?: unknown };
	} catch {
		return undefined;
	}
}

/**
 * Sends one request and reads its JSON.
 *
 * @throws N8nRefusal with n8n's own message for any status from 300; Error when n8n does not answer
 */
export async function callJson(baseUrl: string, call: Call): Promise<{ json: unknown; response: Response }> {
	const { method, path, query = {}, body, headers = {} } = call;
	const url = new URL(path, baseUrl);
	for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
	const request = `${method} ${path}`;
	const response = await fetch(url, {
		...{ method, headers: { 'content-type': 'application/json', ...headers }, signal: AbortSignal.timeout(TIMEOUT_MS) },
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch((error: unknown) => {
		throw new Error(`${request}: n8n does not answer (${String(error)})`, { cause: error });
	});
	const text = await response.text();
	const json = parse(text);
	if (!response.ok) throw new N8nRefusal(response.status, typeof json?.message === 'string' ? json.message : text, request);
	return { json, response };
}

/** The session cookies of an answer, as they are sent back. */
export function cookiesOf({ headers }: Response): string {
	return headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
}
