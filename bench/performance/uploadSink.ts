import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long an answer takes: what is sent is held so long. */
const LATENCY_MS = 100;

/**
 * What takes pictures and keeps none: the emulator would hold all of them. It counts the bytes of each request and answers
 * as the service does.
 */
const server = createServer((request, response) => {
	let bytes = 0;
	request.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
	});
	request.on('end', () => {
		setTimeout(() => {
			response.writeHead(202, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ data: [{ id: String(bytes), language: 'Japanese' }] }));
		}, LATENCY_MS);
	});
});

server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` })}\n`);
});
