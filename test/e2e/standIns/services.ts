import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to a service that is stood in for. */
export interface StandInRequest {
	/** Method and path, decoded. */
	readonly line: string;
	readonly query: URLSearchParams;
	/** The fields of JSON; what is no JSON is one field, `text`. */
	readonly body: Fields;
}

/** What it is answered with; the body is sent as JSON. */
export interface StandInAnswer {
	readonly status: number;
	readonly json?: unknown;
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
	readonly token: string | undefined;
	abstract readonly routes: readonly Route[];
	private readonly objects = new Map<string, Map<string, Fields>>();
	private lastId = 100;

	/** @param idField how the service calls the id of a record */
	constructor(private readonly idField: string) {}

	abstract refuse(status: number, message: string): StandInAnswer;

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

	/** Leaves no record. */
	clear(): void {
		this.objects.clear();
	}
}

/** Services on one port of this machine, below their names. */
export interface StandIns {
	readonly url: string;
	/** The requests that came, in their order, as `POST /path`. */
	readonly requests: string[];
	/** Requests that no service has: a test in which there is one fails. */
	readonly unknown: string[];
	/** Lets the requests fail with an answer for which it gives one. */
	fault: ((request: StandInRequest) => StandInAnswer | undefined) | undefined;
	stop(): void;
}

async function read({ method, url = '/' }: IncomingMessage, body: string): Promise<StandInRequest & { host: string }> {
	const { pathname, searchParams } = new URL(url, 'http://localhost');
	const [, host = '', path = ''] = /^\/([^/]+)(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
	const isJson = body.startsWith('{');
	return {
		host,
		line: `${method} ${path}`,
		query: searchParams,
		body: isJson ? (JSON.parse(body) as Fields) : { text: body },
	};
}

function answerOf(
	service: StandIn | undefined,
	request: StandInRequest,
	authorization = '',
): StandInAnswer | undefined {
	if (service?.token && authorization !== `Bearer ${service.token}`) return service.refuse(401, 'Unauthorized');
	for (const [pattern, answer] of service?.routes ?? []) {
		const found = new RegExp(`^${pattern}$`).exec(request.line);
		if (found) return answer(found.slice(1), request);
	}
	return undefined;
}

/** Starts services. */
export async function startStandIns(services: readonly StandIn[]): Promise<StandIns> {
	const server = createServer((incoming, response) => {
		const serve = async () => {
			const request = await read(incoming, await text(incoming));
			standIns.requests.push(request.line);
			const service = services.find(({ host }) => host === request.host);
			const answer = standIns.fault?.(request) ?? answerOf(service, request, incoming.headers.authorization);
			if (!answer) standIns.unknown.push(`${request.line} ${JSON.stringify(request.body)}`);
			const { status, json } = answer ?? { status: 404 };
			response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' });
			response.end(json === undefined ? undefined : JSON.stringify(json));
		};
		serve().catch((error: unknown) => {
			standIns.unknown.push(String(error));
			response.writeHead(500).end();
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const standIns: StandIns = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ requests: [], unknown: [], fault: undefined },
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
	return standIns;
}
