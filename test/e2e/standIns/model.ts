import { StandIn, type Route, type StandInAnswer } from './services';

/** A step of a conversation: the tool that is called and with what, or the answer, after what the tools gave before it. */
type Step = (
	learned: readonly string[],
) => { readonly tool: string; readonly arguments: object } | { readonly say: string };

/** What n8n's agent tells, in the form of OpenAI's chat completions. */
interface Message {
	readonly role: string;
	readonly content?: unknown;
}

/** A language model that follows a script: which step it takes depends on how many tools have given it something. */
export class ScriptedModel extends StandIn {
	readonly host = 'model';

	/** The steps of the next conversation. */
	script: readonly Step[] = [];

	/** What the tools gave in the last conversation. */
	learned: readonly string[] = [];

	readonly routes: readonly Route[] = [
		['POST /v1/chat/completions', (_, { body }) => this.answer(body.messages as readonly Message[])],
	];

	private answer(messages: readonly Message[]): StandInAnswer {
		const given = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
		this.learned = given.map((content) => (typeof content === 'string' ? content : JSON.stringify(content)));
		const step = this.script[given.length]?.(this.learned);
		if (!step) return this.refuse(400, 'The script has no such step.');
		const call = 'tool' in step && { name: step.tool, arguments: JSON.stringify(step.arguments) };
		const said = call
			? { content: null, tool_calls: [{ id: `call_${given.length}`, type: 'function', function: call }] }
			: { content: 'say' in step ? step.say : '' };
		const choices = [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: call ? 'tool_calls' : 'stop' }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return {
			status: 200,
			json: { id: 'answer', created: 0, model: 'scripted', object: 'chat.completion', choices, usage },
		};
	}
}
