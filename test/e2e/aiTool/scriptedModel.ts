import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callOf, readQuestion, send, textOf, type OfferedTool } from './chat';

/** What the model has learned so far: what its tools gave, oldest first. */
export type Learned = readonly string[];

/** A step of a conversation: the tool that is called and with what, or the answer. */
export type Step = (learned: Learned) => { readonly tool: string; readonly arguments: object } | { readonly say: string };

/**
 * A language model that follows a script: which step it takes depends on how many tools have given it something, and what it takes
 * along from what they gave.
 */
export class ScriptedModel {
	/** The steps of the next conversation. */
	script: readonly Step[] = [];

	/** The tools that were offered with the last question. */
	offered: OfferedTool[] = [];

	/** What the tools gave in the last conversation. */
	learned: Learned = [];

	private readonly server: Server = createServer((request, response) => {
		this.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
	});

	/** Where the model answers, without a final slash. */
	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	/** Starts to answer, on a free port of the loopback interface. */
	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	/** Ends, with every connection. */
	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { stream = false, messages, tools = [] } = await readQuestion(request);
		this.offered = tools.map((tool) => tool.function);
		this.learned = messages.filter(({ role }) => role === 'tool').map(textOf);
		const step = this.script[this.learned.length]?.(this.learned) ?? { say: 'The script has no such step.' };
		if ('say' in step) send(response, stream, { content: step.say }, 'stop');
		else send(response, stream, callOf(step.tool, step.arguments, `call_${this.learned.length + 1}`), 'tool_calls');
	}
}
