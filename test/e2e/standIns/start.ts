import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from './authority';
import { startProxy } from './proxy';
import type { StandIn, StandInAnswer, StandInRequest } from './types';

/** Services that n8n reaches under their own names, all of them on this machine. */
export interface StandIns {
	/** What n8n has to be started with. */
	readonly env: Readonly<Record<string, string>>;
	/** The requests that came, in their order, as `POST host/path`. */
	readonly requests: string[];
	/** Requests that no service has, with their bodies: a test in which there is one fails. */
	readonly unknown: string[];
	/** Lets the next requests to a path that fits fail with an answer; until `undefined` is set. */
	fault: ((request: StandInRequest) => StandInAnswer | undefined) | undefined;
	stop(): Promise<void>;
}

const UNKNOWN: StandInAnswer = { status: 404, json: { message: 'The stand-in does not know this request.' } };

async function read(request: IncomingMessage): Promise<StandInRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	const { method = 'GET', headers } = request;
	const host = (headers.host ?? '').replace(/:443$/, '');
	const { pathname, searchParams } = new URL(request.url ?? '/', `https://${host}`);
	return { method, host, path: decodeURIComponent(pathname), query: searchParams, headers, body: bodyOf(text, headers['content-type']) };
}

function bodyOf(text: string, type = ''): unknown {
	if (text === '') return undefined;
	if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
	return type.includes('multipart/') ? text : (JSON.parse(text) as unknown);
}

/**
 * Starts the services behind TLS with a certificate of an authority that exists for this run only, and a proxy that leads to them.
 * @param services what answers, by its hosts
 */
export async function startStandIns(services: readonly StandIn[]): Promise<StandIns> {
	const folder = await mkdtemp(join(tmpdir(), 'stand-ins-'));
	const byHost = new Map(services.flatMap((service) => service.hosts.map((host) => [host, service] as const)));
	const { authorityPath, certificate, key } = await certify([...byHost.keys()], folder);
	const server = createServer({ cert: certificate, key }, (incoming, response) => {
		read(incoming)
			.then((request) => {
				const { status, json } = answerTo(request);
				response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' });
				response.end(json === undefined ? undefined : JSON.stringify(json));
			})
			.catch((error: unknown) => {
				standIns.unknown.push(String(error));
				response.writeHead(500).end();
			});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const proxy = await startProxy((server.address() as AddressInfo).port);
	const standIns: StandIns = {
		env: {
			NODE_EXTRA_CA_CERTS: authorityPath,
			HTTPS_PROXY: proxy.url,
			HTTP_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1,localhost',
		},
		requests: [],
		unknown: [],
		fault: undefined,
		async stop() {
			await proxy.stop();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await rm(folder, { recursive: true, force: true });
		},
	};
	return standIns;

	function answerTo(request: StandInRequest): StandInAnswer {
		const line = `${request.method} ${request.host}${request.path}`;
		standIns.requests.push(line);
		const answer = standIns.fault?.(request) ?? byHost.get(request.host)?.answer(request);
		if (answer === undefined) standIns.unknown.push(`${line} ${JSON.stringify(request.body)}`);
		return answer ?? UNKNOWN;
	}
}
