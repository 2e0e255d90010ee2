import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What somebody was asked. */
export interface Overheard {
	readonly method: string | undefined;
	readonly target: string | undefined;
	readonly headers: IncomingHttpHeaders;
}

/** Another server of this machine, which writes down all that it is asked, as a proxy too, and answers like the service. */
export class Stranger {
	readonly requests: Overheard[] = [];

	private readonly server: Server = createServer(({ method, url, headers }, response) => {
		this.requests.push({ method, target: url, headers });
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ id: 'stolen', hasMore: false, data: [{ id: 'stolen' }], importId: 'stolen' }));
	});

	constructor() {
		this.server.on('connect', ({ method, url, headers }, socket) => {
			this.requests.push({ method, target: url, headers });
			socket.destroy();
		});
	}

	get address(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async open(): Promise<void> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await once(this.server.close(), 'close');
	}
}

/** A stranger for each test of a file. */
export function strangerPerTest(): Pick<Stranger, 'address' | 'requests'> {
	let present = new Stranger();

	beforeEach(async () => {
		present = new Stranger();
		await present.open();
	});

	afterEach(async () => {
		await present.close();
	});

	return {
		get address() {
			return present.address;
		},
		get requests() {
			return present.requests;
		},
	};
}
