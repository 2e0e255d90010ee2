import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool as the model is told of it. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, { type?: string; description?: string }>; required?: string[] };
}

interface Message {
	role: string;
	content?: unknown;
}

interface Question {
	stream?: boolean;
	messages: Message[];
	tools?: Array<{ function: OfferedTool }>;
}

async function readQuestion(request: IncomingMessage): Promise<Question> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as Question;
}

/** What a message of the model holds. */
type Say = { content: string } | { content: null; tool_calls: object[] };

function send(response: ServerResponse, stream: boolean, say: Say, finish: string): void {
	const common = { id: 'answer', created: 0, model: 'fake-model' };
	const message = { role: 'assistant', ...say };
	if (!stream) {
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ index: 0, message, finish_reason: finish }];
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
		return;
	}
	const chunk = (delta: object, reason: string | null) =>
		`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.end(`${chunk(message, null)}${chunk({}, finish)}data: [DONE]\n\n`);
}

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
			const result = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content);
			this.toolResults.push(result);
			send(response, stream, { content: `The tool gave ${result}` }, 'stop');
			return;
		}
		const call = { index: 0, id: 'call_1', type: 'function', function: { name: tool.name, arguments: JSON.stringify(this.arguments) } };
		send(response, stream, { content: null, tool_calls: [call] }, 'tool_calls');
	}
}
