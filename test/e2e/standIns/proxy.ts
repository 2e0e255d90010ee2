import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy of the loopback interface that leads every TLS connection to one server. */
export interface TunnelProxy {
	readonly url: string;
	stop(): Promise<void>;
}

/**
 * Starts a proxy that takes CONNECT and nothing else. Whatever host is asked for, the connection ends at the given port of the
 * loopback interface: nothing that goes through it leaves the machine.
 */
export async function startProxy(port: number): Promise<TunnelProxy> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket): void => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => socket.destroy());
	};
	const server = createServer((_, response) => response.writeHead(501).end());
	server.on('connection', keep);
	server.on('connect', (_, client: Socket, head: Buffer) => {
		const target = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.write(head);
			target.pipe(client).pipe(target);
		});
		keep(target);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async stop() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
