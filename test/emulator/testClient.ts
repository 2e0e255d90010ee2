import type { Emulator } from './index';

/** What tests read from JSON bodies; whatever an answer lacks is undefined, but for the two lists. */
export interface TestBody {
	readonly [field: string]: unknown;
	readonly hasMore?: boolean;
	readonly nextPageToken?: string | null;
	readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>;
	readonly error: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

export interface TestAnswer {
	readonly status: number;
	readonly bytes: Buffer;
	readonly text: string;
	/** The decoded body; empty when it is no JSON. */
	readonly json: TestBody;
}

/** Query pairs: repeated keys by arrays. */
export type TestQuery = Readonly<Record<string, string | readonly string[]>>;

/** A term that holds every record. */
export const ALWAYS: TestQuery = { updatedFrom: '2000-01-01T00:00:00Z', updatedTo: '2099-12-31T23:59:59Z' };

/** Most pages a test reads before it gives up. */
const MAX_PAGES = 2000;

/** Plain HTTP calls of the emulator, nothing clever: every pair is sent as given. */
export class TestClient {
	constructor(
		readonly emulator: Emulator,
		private readonly headers: Readonly<Record<string, string>> = { 'X-Service-Api-Key': emulator.apiKey },
	) {}

	async send(path: string, init: RequestInit = {}): Promise<TestAnswer> {
		const headers = { ...this.headers, ...(init.headers as Record<string, string> | undefined) };
		const answer = await fetch(this.emulator.baseUrl + path, { ...init, headers });
		const bytes = Buffer.from(await answer.arrayBuffer());
		const text = bytes.toString();
		const json = (text.startsWith('{') ? JSON.parse(text) : { data: [], error: [] }) as TestBody;
		return { status: answer.status, bytes, text, json };
	}

	async get(path: string, query: TestQuery = {}): Promise<TestAnswer> {
		const sent = new URLSearchParams();
		for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) sent.append(name, one);
		return await this.send(sent.size === 0 ? path : `${path}?${sent.toString()}`);
	}

	/** Posts JSON. */
	async post(path: string, body: unknown): Promise<TestAnswer> {
		const headers = { 'content-type': 'application/json' };
		return await this.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
	}

	/** Reads a list to its end and gives the ids, in order. */
	async ids(path: string, query: TestQuery, betweenPages: () => void = () => undefined): Promise<string[]> {
		const ids: string[] = [];
		let next = query;
		for (let page = 1; page <= MAX_PAGES; page += 1) {
			const { status, text, json } = await this.get(path, next);
			if (status !== 200) throw new Error(`${status} ${text}`);
			for (const record of json.data) ids.push(String(record.id ?? record.Id));
			if (json.hasMore !== true) return ids;
			next = { nextPageToken: String(json.nextPageToken) };
			betweenPages();
		}
		throw new Error('The list has no end');
	}
}
