import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callOf, readQuestion, send, textOf, type OfferedTool } from './chat';

/**
 * A language model that answers in the form of OpenAI's chat completions and does not think: it calls the one tool it
 * is offered with the arguments it was told, and answers with what the tool gave.
 */
export class FakeModel {
	/** What the next conversation's tool is called with. */
	arguments: Record<string, unknown> = {};

	/** The tools that were offered with the last question. */
	offered: OfferedTool[] = [];

	/** What the tool gave, as the model got it, in the order of the calls. */
	readonly toolResults: string[] = [];

	private readonly server: Server = createServer((request, response) => {
		this.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
	});

	/** Where the model answers, without a final slash. */
	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	/** Starts to answer, on a free port of the loopback interface. */
	async start(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(0, '127.0.0.1', resolve);
		});
	}

	/** Ends, with every connection. */
	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Forgets the last conversation, and takes the arguments of the next. */
	prepare(toolArguments: Record<string, unknown>): void {
		this.arguments = toolArguments;
		this.offered = [];
		this.toolResults.length = 0;
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { stream = false, messages, tools = [] } = await readQuestion(request);
		const last = messages.at(-1);
		this.offered = tools.map((tool) => tool.function);
		const [tool] = this.offered;
		if (last?.role === 'tool' || !tool) {
			const result = last ? textOf(last) : '';
			this.toolResults.push(result);
			send(response, stream, { content: `The tool gave ${result}` }, 'stop');
			return;
		}
		send(response, stream, callOf(tool.name, this.arguments), 'tool_calls');
	}
}
