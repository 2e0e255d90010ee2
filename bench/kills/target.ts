import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Records that an execution has written to the target. */
export interface Delivery {
	readonly workflowId: string;
	readonly executionId: string;
	/** Which process of n8n ran it. */
	readonly process: string;
	readonly ids: readonly string[];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString();
}

/** What the workflows write their records to: what came here has happened, whatever n8n shows of it. */
export class Target {
	/** In the order in which they came. */
	readonly deliveries: Delivery[] = [];

	private readonly server: Server;

	private constructor(workMs: number) {
		this.server = createServer((request, response) => {
			void bodyOf(request).then(async (body) => {
				this.deliveries.push(JSON.parse(body) as Delivery);
				await sleep(workMs);
				response.setHeader('content-type', 'application/json').end('{}');
			});
		});
	}

	/** @param workMs how long it takes over each delivery: so long does each execution run at least */
	static async start(workMs: number): Promise<Target> {
		const target = new Target(workMs);
		await new Promise<void>((resolve) => target.server.listen(0, '127.0.0.1', resolve));
		return target;
	}

	/** Where it takes deliveries. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
	}

	/** Ends it and every open connection. */
	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
