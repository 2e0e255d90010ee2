import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What the model has learned so far: what its tools gave, oldest first. */
export type Learned = readonly string[];

/** A step of a conversation: the tool that is called and with what, or the answer. */
export type Step = (
	learned: Learned,
) => { readonly tool: string; readonly arguments: object } | { readonly say: string };

/** What n8n's agent asks, in the form of OpenAI's chat completions. */
interface Question {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content?: unknown }>;
}

/** A language model that follows a script: which step it takes depends on how many tools have given it something. */
export class ScriptedModel {
	/** The steps of the next conversation. */
	script: readonly Step[] = [];

	/** What the tools gave in the last conversation. */
	learned: Learned = [];

	private readonly server: Server = createServer((request, response) => {
		json(request)
			.then((question) =>
				response.writeHead(200, { 'content-type': 'application/json' }).end(this.answer(question as Question)),
			)
			.catch((error: unknown) => response.writeHead(500).end(String(error)));
	});

	/** Where the model answers. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async start(): Promise<void> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
	}

	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	private answer({ messages }: Question): string {
		const given = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
		this.learned = given.map((content) => (typeof content === 'string' ? content : JSON.stringify(content)));
		const step = this.script[given.length]?.(this.learned) ?? { say: 'The script has no such step.' };
		const call = 'tool' in step && { name: step.tool, arguments: JSON.stringify(step.arguments) };
		const said = call
			? { content: null, tool_calls: [{ id: `call_${given.length}`, type: 'function', function: call }] }
			: { content: 'say' in step ? step.say : '' };
		const choices = [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: call ? 'tool_calls' : 'stop' }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return JSON.stringify({ id: 'answer', created: 0, model: 'scripted', object: 'chat.completion', choices, usage });
	}
}
