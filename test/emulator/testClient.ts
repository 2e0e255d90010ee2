import { startEmulator, type Emulator, type EmulatorOptions } from './index';

/** An answer as a test looks at it. */
export interface TestAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Buffer;
	readonly text: string;
	/** The decoded body, undefined when it is no JSON. */
	readonly json: TestBody;
}

/** What tests read from JSON bodies; whatever an answer lacks is undefined. */
export interface TestBody {
	readonly [field: string]: unknown;
	readonly hasMore?: boolean;
	readonly nextPageToken?: string | null;
	readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>;
	readonly error: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Query pairs: repeated keys by arrays. */
export type TestQuery = Readonly<Record<string, string | readonly string[]>>;

/** A term that holds every record. */
export const ALWAYS: TestQuery = {
	updatedFrom: '2000-01-01T00:00:00Z',
	updatedTo: '2099-12-31T23:59:59Z',
};

/** Most pages a test reads before it gives up. */
const MAX_PAGES = 2000;

function decode(text: string): TestBody {
	try {
		return JSON.parse(text) as TestBody;
	} catch {
		return { data: [], error: [] };
	}
}

/** Plain HTTP calls of the emulator, nothing clever: every pair is sent as given. */
export class TestClient {
	constructor(
		readonly emulator: Emulator,
		private readonly headers: Readonly<Record<string, string>> = {
			'X-Service-Api-Key': emulator.apiKey,
		},
	) {}

	/** The same with other headers. */
	with(headers: Readonly<Record<string, string>>): TestClient {
		return new TestClient(this.emulator, headers);
	}

	async send(path: string, init: RequestInit = {}): Promise<TestAnswer> {
		const answer = await fetch(this.emulator.baseUrl + path, {
			...init,
			headers: { ...this.headers, ...(init.headers as Record<string, string> | undefined) },
		});
		const bytes = Buffer.from(await answer.arrayBuffer());
		const text = bytes.toString();
		return { status: answer.status, headers: answer.headers, bytes, text, json: decode(text) };
	}

	async get(path: string, query: TestQuery = {}): Promise<TestAnswer> {
		const pairs = Object.entries(query).flatMap(([name, value]) =>
			(typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
		);
		return this.send(
			pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`,
		);
	}

	/** Posts JSON. */
	async post(path: string, body: unknown): Promise<TestAnswer> {
		return this.send(path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	}

	/** Reads a list to its end and gives the ids, in order. */
	async ids(
		path: string,
		query: TestQuery,
		betweenPages: (page: number) => void = () => undefined,
	): Promise<string[]> {
		const ids: string[] = [];
		let token: string | null | undefined;
		for (let page = 1; page <= MAX_PAGES; page += 1) {
			const answer = await this.get(path, token ? { nextPageToken: token } : query);
			if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
			for (const record of answer.json.data) ids.push(String(record.id ?? record.Id));
			if (answer.json.hasMore !== true) return ids;
			token = answer.json.nextPageToken;
			betweenPages(page);
		}
		throw new Error('The list has no end');
	}
}

/** The error types of an answer with their fields, as "Code field". */
export function errorsOf({ json }: TestAnswer): string[] {
	return json.error.map(({ Code, field }) =>
		[Code, field].filter((part) => part !== undefined).join(' '),
	);
}

/**
 * An emulator for the tests of one file, fresh for each test, without rate limit unless asked for.
 *
 * @returns how to get at the emulator and a client of the present test
 */
export function emulatorPerTest(options: EmulatorOptions = {}): {
	readonly emulator: Emulator;
	readonly client: TestClient;
} {
	let emulator: Emulator | undefined;
	const present = (): Emulator => {
		if (!emulator) throw new Error('Only within a test');
		return emulator;
	};
	beforeEach(async () => {
		emulator = await startEmulator({ rateLimit: false, ...options });
	});
	afterEach(async () => {
		await emulator?.close();
		emulator = undefined;
	});
	return {
		get emulator() {
			return present();
		},
		get client() {
			return new TestClient(present());
		},
	};
}
