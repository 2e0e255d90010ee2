import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** A request to a service that is stood in for, as it came out of the TLS connection. */
export interface StandInRequest {
	readonly method: string;
	readonly host: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	/** The fields of JSON or of a form; a multipart body is one field, `multipart`. */
	readonly body: Readonly<Record<string, unknown>>;
}

/** What it is answered with; the body is sent as JSON. */
export interface StandInAnswer {
	readonly status: number;
	readonly json?: unknown;
}

/** A pattern for method and path, and what a request is answered with; `undefined` if the service has no such request after all. */
export type Route = readonly [
	pattern: string,
	answer: (found: string[], request: StandInRequest) => StandInAnswer | undefined,
];

/** A service that the recipes write to, as far as their nodes use it. A request without a route fails the test. */
export interface StandIn {
	readonly hosts: readonly string[];
	/** What has to be sent as bearer token, if anything. */
	readonly token?: string;
	readonly routes: readonly Route[];
	refuse(status: number, message: string): StandInAnswer;
}

/** Services that n8n reaches under their own names, all of them on this machine. */
export interface StandIns {
	/** What n8n has to be started with. */
	readonly env: Readonly<Record<string, string>>;
	/** The requests that came, in their order, as `POST host/path`. */
	readonly requests: string[];
	/** Requests that no service has: a test in which there is one fails. */
	readonly unknown: string[];
	/** Lets the requests fail with an answer for which it gives one. */
	fault: ((request: StandInRequest) => StandInAnswer | undefined) | undefined;
	stop(): Promise<void>;
}

/** Makes a certificate for some hosts that vouches for itself. @throws where the command `openssl` is missing */
async function certify(hosts: readonly string[], folder: string): Promise<{ path: string; cert: string; key: string }> {
	const [path, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
	const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`;
	const parts = ['-subj', '/CN=Stand-ins', '-addext', names, '-keyout', keyPath, '-out', path];
	await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...parts]);
	return { path, cert: await readFile(path, 'utf8'), key: await readFile(keyPath, 'utf8') };
}

async function read(request: IncomingMessage): Promise<StandInRequest> {
	const { method = 'GET', headers, url = '/' } = request;
	const host = (headers.host ?? '').replace(/:443$/, '');
	const { pathname, searchParams } = new URL(url, `https://${host}`);
	return {
		method,
		host,
		path: decodeURIComponent(pathname),
		query: searchParams,
		headers,
		body: bodyOf(await text(request), headers),
	};
}

function bodyOf(
	body: string,
	{ 'content-type': type = '' }: IncomingMessage['headers'],
): Readonly<Record<string, unknown>> {
	if (type.includes('multipart/')) return { multipart: body };
	if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body));
	return body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
}

function answerOf(service: StandIn | undefined, request: StandInRequest): StandInAnswer | undefined {
	if (service?.token !== undefined && request.headers.authorization !== `Bearer ${service.token}`)
		return service.refuse(401, 'Unauthorized');
	for (const [pattern, answer] of service?.routes ?? []) {
		const found = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`);
		if (found) return answer(found.slice(1), request);
	}
	return undefined;
}

/** A proxy that leads every TLS connection to one port, whatever host is asked for: nothing leaves the machine. */
async function startProxy(port: number): Promise<{ url: string; stop: () => void }> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => sockets.add(socket.on('error', () => socket.destroy()));
	const server = createServer((_, response) => response.writeHead(501).end()).on('connection', keep);
	server.on('connect', (_, client: Socket) => {
		const target = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(client).pipe(target);
		});
		keep(target);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const stop = () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Starts services behind TLS, and a proxy that leads n8n to them. */
export async function startStandIns(services: readonly StandIn[]): Promise<StandIns> {
	const folder = await mkdtemp(join(tmpdir(), 'stand-ins-'));
	const byHost = new Map(services.flatMap((service) => service.hosts.map((host) => [host, service] as const)));
	const { path, cert, key } = await certify([...byHost.keys()], folder);
	const server = createTlsServer({ cert, key }, (incoming, response) => {
		read(incoming)
			.then((request) => {
				const line = `${request.method} ${request.host}${request.path}`;
				standIns.requests.push(line);
				const answer = standIns.fault?.(request) ?? answerOf(byHost.get(request.host), request);
				if (!answer) standIns.unknown.push(`${line} ${JSON.stringify(request.body)}`);
				const { status, json } = answer ?? { status: 404, json: {} };
				response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' });
				response.end(json === undefined ? undefined : JSON.stringify(json));
			})
			.catch((error: unknown) => {
				standIns.unknown.push(String(error));
				response.writeHead(500).end();
			});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const proxy = await startProxy((server.address() as AddressInfo).port);
	const led = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1,localhost' };
	const standIns: StandIns = {
		env: { NODE_EXTRA_CA_CERTS: path, ...led },
		requests: [],
		unknown: [],
		fault: undefined,
		async stop() {
			proxy.stop();
			server.closeAllConnections();
			server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
	return standIns;
}
