import type { IncomingMessage, ServerResponse } from 'node:http';

/** The form of OpenAI's chat completions, as far as n8n's agent speaks it. */

/** A tool as the model is told of it. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, { type?: string; description?: string }>; required?: string[] };
}

/** One message of the conversation. */
export interface Message {
	role: string;
	content?: unknown;
}

/** What the agent asks the model. */
export interface Question {
	stream?: boolean;
	messages: Message[];
	tools?: Array<{ function: OfferedTool }>;
}

/** Reads what the agent asks. */
export async function readQuestion(request: IncomingMessage): Promise<Question> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as Question;
}

/** What a message of the model holds. */
export type Say = { content: string } | { content: null; tool_calls: object[] };

/** Answers in one piece or as a stream, as was asked. */
export function send(response: ServerResponse, stream: boolean, say: Say, finish: string): void {
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

/** A message that calls one tool. */
export function callOf(name: string, toolArguments: object, id = 'call_1'): Say {
	return { content: null, tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(toolArguments) } }] };
}

/** What stands in a message, as a text. */
export function textOf({ content }: Message): string {
	return typeof content === 'string' ? content : JSON.stringify(content);
}
