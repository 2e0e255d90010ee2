import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to a service that is stood in for. */
export interface StandInRequest {
	/** Method and path, decoded. */
	readonly line: string;
	readonly query: URLSearchParams;
	/** The fields of JSON; what is no JSON is one field, `text`. */
	readonly body: Fields;
	/** Their names in lower case. */
	readonly headers: IncomingHttpHeaders;
}

/** What it is answered with: JSON, or a photo. */
export interface StandInAnswer {
	readonly status: number;
	readonly json?: unknown;
	readonly bytes?: Buffer;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Fields by their names, of a record or a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** A pattern for method and path, and what a request is answered with. */
export type Route = readonly [pattern: string, answer: (found: string[], request: StandInRequest) => StandInAnswer];

/** A service that the recipes write to, as far as they use it, with its records by object and id. */
export abstract class StandIn {
	/** The name of the service on the internet. */
	abstract readonly host: string;
	/** What has to be sent as bearer token, if anything. */
	readonly token?: string;
	abstract readonly routes: readonly Route[];
	/** How the service calls the id of a record. */
	protected readonly idField: string = 'id';
	private readonly objects = new Map<string, Map<string, Fields>>();
	private lastId = 100;

	refuse(status: number, message: string): StandInAnswer {
		return { status, json: { message } };
	}

	/** The refusal that an address earns which is none. */
	protected refuseAddress(address: unknown = 'none@example.com'): StandInAnswer | undefined {
		const isAddress = /^[^@\s]+@[^@\s]+$/.test(String(address));
		return isAddress ? undefined : this.refuse(400, `invalid email address: ${String(address)}`);
	}

	private of(object: string): Map<string, Fields> {
		const records = this.objects.get(object) ?? new Map<string, Fields>();
		this.objects.set(object, records);
		return records;
	}

	/** The records of an object with their ids, oldest first. */
	all(object: string): Fields[] {
		return [...this.of(object)].map(([id, fields]) => ({ [this.idField]: id, ...fields }));
	}

	get(object: string, id: unknown): Fields | undefined {
		return this.of(object).get(String(id));
	}

	/** Puts in a record. @returns its id */
	make(object: string, fields: Fields): string {
		this.lastId += 1;
		this.of(object).set(String(this.lastId), fields);
		return String(this.lastId);
	}

	/** Changes a record, or makes it. */
	edit(object: string, id: unknown, fields: Fields): void {
		this.of(object).set(String(id), { ...this.get(object, id), ...fields });
	}

	/** Takes a record away for good. */
	remove(object: string, id: unknown): void {
		this.of(object).delete(String(id));
	}

	/** Leaves no record. */
	clear(): void {
		this.objects.clear();
	}
}

/** What a request fails with, if it does: an answer, or `lost`, where it is carried out and nobody hears of it. */
type Failure = StandInAnswer | 'lost' | undefined;
type Fault = (request: StandInRequest) => Failure | Promise<Failure>;

class AnswerLost extends Error {}

/**
 * Services on one port of this machine, below their names, for the tests of a file. All are up at the beginning of each test, and a
 * test fails in which a request came that no service has.
 */
export class StandIns {
	/** The requests that came, in their order, as `POST /path`. */
	readonly requests: string[] = [];
	/** Requests that no service has. */
	readonly unknown: string[] = [];
	/** Lets the requests fail with an answer for which it gives one. */
	fault: Fault | undefined;

	private readonly server = createServer((incoming, response) => {
		this.answer(incoming)
			.then(({ status, json, bytes, headers }) => {
				if (bytes) {
					response.writeHead(status, { 'content-type': 'image/jpeg', ...headers });
					response.end(bytes);
					return;
				}
				const type = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
				response.writeHead(status, { ...type, ...headers });
				response.end(json === undefined ? undefined : JSON.stringify(json));
			})
			.catch((error: unknown) => {
				if (!(error instanceof AnswerLost)) this.unknown.push(String(error));
				response.destroy();
			});
	});

	constructor(private readonly services: readonly StandIn[]) {
		beforeAll(async () => await once(this.server.listen(0, '127.0.0.1'), 'listening'));
		afterEach(() => {
			this.fault = undefined;
			expect(this.unknown.splice(0)).toEqual([]);
		});
		afterAll(() => {
			this.server.closeAllConnections();
			this.server.close();
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private async answer(incoming: IncomingMessage): Promise<StandInAnswer> {
		const { method, url = '/', headers } = incoming;
		const sent = await text(incoming);
		const { pathname, searchParams: query } = new URL(url, this.url);
		const [, host = '', path = ''] = /^\/([^/]+)(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
		const body = sent.startsWith('{') ? (JSON.parse(sent) as Fields) : { text: sent };
		const request = { line: `${method} ${path}`, query, body, headers };
		this.requests.push(request.line);
		const atHost = this.services.filter((each) => each.host === host);
		const service = atHost.find(({ routes }) => routes.some(([pattern]) => matched(pattern, request))) ?? atHost[0];
		const isStranger = service?.token !== undefined && headers.authorization !== `Bearer ${service.token}`;
		const fault = await this.fault?.(request);
		if (fault !== undefined && fault !== 'lost') return fault;
		const answer = isStranger ? service.refuse(401, 'Unauthorized') : routed(service, request);
		if (!answer) this.unknown.push(`${request.line} ${sent}`);
		if (fault === 'lost') throw new AnswerLost();
		return answer ?? { status: 404 };
	}
}

function routed(service: StandIn | undefined, request: StandInRequest): StandInAnswer | undefined {
	for (const [pattern, answer] of service?.routes ?? []) {
		const found = matched(pattern, request);
		if (found) return answer(found.slice(1), request);
	}
	return undefined;
}

function matched(pattern: string, { line }: StandInRequest): RegExpExecArray | null {
	return new RegExp(`^${pattern}$`).exec(line);
}
