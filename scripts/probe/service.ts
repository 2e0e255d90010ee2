import { setTimeout as sleep } from 'node:timers/promises';

/** An answer as the questions look at it. */
export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Buffer;
	readonly text: string;
	readonly json?: Readonly<Record<string, unknown>>;
	/** Records of a list; none where the answer is no list. */
	readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Where the service is, and as whom it is asked. */
export interface Access {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly appId?: string;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/** A tenth of a second is the allowance of a call; a little more leaves room for others. */
const PAUSE_MS = 120;

/** The service as the questions see it: reads, one after another. */
export class Service {
	/** Every answer so far. */
	readonly answers: Answer[] = [];

	constructor(
		private readonly access: Access,
		private readonly pauseMs = PAUSE_MS,
	) {}

	/** One read; once more where it was one call too many. */
	async get(path: string, query: Query = {}, apiKey = this.access.apiKey): Promise<Answer> {
		const { baseUrl, appId } = this.access;
		const url = new URL(baseUrl + path);
		for (const [name, value] of Object.entries(query)) {
			for (const one of [value].flat()) url.searchParams.append(name, one);
		}
		const headers = { 'X-Service-Api-Key': apiKey, ...(appId && { 'X-Service-App-Id': appId }) };
		await sleep(this.pauseMs);
		const response = await fetch(url, { headers, redirect: 'manual' });
		const bytes = Buffer.from(await response.arrayBuffer());
		const text = bytes.toString();
		const json = text.startsWith('{') ? (JSON.parse(text) as Answer['json']) : undefined;
		const data = Array.isArray(json?.data) ? (json.data as Answer['data']) : [];
		const answer = { status: response.status, headers: response.headers, bytes, text, json, data };
		const isFirstRefusal = answer.status === 429 && this.answers.at(-1)?.status !== 429;
		this.answers.push(answer);
		if (!isFirstRefusal) return answer;
		await sleep(10 * this.pauseMs);
		return await this.get(path, query, apiKey);
	}
}
