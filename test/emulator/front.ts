import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { ServiceServer } from './server';

/** More than the service takes, so that its own rules do the refusing. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** Where every path but the control surface's is routed, so that no path is too odd to be looked at. */
const SERVICE_PATH = '/service';

/** Path below which the control surface lives. */
const CONTROL_PATH = '/__control';

/** As long as Fastify keeps connections, so that no client finds one closed that it is about to use; answers may take any time. */
const TIMEOUTS = { keepAliveTimeout: 72_000, requestTimeout: 0 };

/** Whose request it is. */
const receivers = new WeakMap<IncomingMessage, ServiceServer>();

function receiver(request: IncomingMessage): ServiceServer {
	const found = receivers.get(request);
	if (!found) throw new Error('A request that came through no emulator');
	return found;
}

async function makeServiceApp(): Promise<FastifyInstance> {
	const app = Fastify({ exposeHeadRoutes: false, bodyLimit: BODY_LIMIT, rewriteUrl: () => SERVICE_PATH });
	await app.register(multipart, {
		limits: {
			fileSize: BODY_LIMIT,
			fieldSize: BODY_LIMIT,
			files: 100,
			fields: 1000,
			parts: 1000,
		},
	});
	app.removeContentTypeParser(['application/json', 'text/plain']);
	app.addContentTypeParser(
		'*',
		{ parseAs: 'buffer', bodyLimit: BODY_LIMIT },
		(_request, body, done) => done(null, body),
	);
	app.addHook('onRequest', async (request, reply) => await receiver(request.raw).meet(request, reply));
	app.route({
		method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
		url: SERVICE_PATH,
		handler: async (request, reply) => await receiver(request.raw).serve(request, reply),
	});
	await app.ready();
	return app;
}

async function makeControlApp(register: (app: FastifyInstance) => Promise<void>): Promise<FastifyInstance> {
	const app = Fastify({ exposeHeadRoutes: false, bodyLimit: BODY_LIMIT });
	await app.register(register, { prefix: CONTROL_PATH });
	await app.ready();
	return app;
}

let shared: Promise<FastifyInstance> | undefined;

/**
 * The HTTP server of one emulator. Reading requests and writing answers is the same for all emulators of a process and is made
 * once, and the routes of the control surface when they are first asked for: a test starts an emulator in no time.
 *
 * @param service answers the calls
 * @param control registers the control surface
 * @returns a server that does not listen yet
 */
export async function frontOf(
	service: ServiceServer,
	control: (app: FastifyInstance) => Promise<void>,
): Promise<Server> {
	shared ??= makeServiceApp();
	const app = await shared;
	let controlApp: Promise<FastifyInstance> | undefined;
	return createServer(TIMEOUTS, (request, response) => {
		if (request.url?.startsWith(`${CONTROL_PATH}/`)) {
			controlApp ??= makeControlApp(control);
			void controlApp.then((ready) => ready.routing(request, response));
			return;
		}
		receivers.set(request, service);
		app.routing(request, response);
	});
}
