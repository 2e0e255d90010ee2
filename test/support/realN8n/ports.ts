import { createServer, type AddressInfo, type Server } from 'node:net';

async function listen(server: Server, port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
}

async function close(server: Server): Promise<void> {
	await new Promise((resolve) => server.close(resolve));
}

/**
 * Finds ports of the loopback interface that nothing listens on at the moment.
 * All are held open until the last is found, so that no two are the same.
 */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer());
	try {
		await Promise.all(servers.map(async (server) => await listen(server, 0)));
		return servers.map((server) => (server.address() as AddressInfo).port);
	} finally {
		await Promise.all(servers.map(close));
	}
}

/** Whether nothing listens on a port of the loopback interface at the moment. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	try {
		await listen(server, port);
		return true;
	} catch {
		return false;
	} finally {
		await close(server);
	}
}
