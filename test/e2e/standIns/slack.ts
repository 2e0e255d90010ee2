import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

/** Slack's channels, as far as a message is sent to one. */
export class Slack implements StandIn {
	readonly hosts = ['slack.com'];

	readonly token = 'xoxb-stand-in';

	readonly channels = new Set(['#business-cards']);

	/** What stands in the channels, oldest first. */
	readonly messages: string[] = [];

	answer({ method, path, headers, body }: StandInRequest): StandInAnswer | undefined {
		if (method !== 'POST' || path !== '/api/chat.postMessage') return undefined;
		/* Slack refuses with status 200. */
		if (headers.authorization !== `Bearer ${this.token}`) return { status: 200, json: { ok: false, error: 'invalid_auth' } };
		const { channel, text } = fieldsOf(body);
		if (!this.channels.has(String(channel))) return { status: 200, json: { ok: false, error: 'channel_not_found' } };
		this.messages.push(String(text));
		return { status: 200, json: { ok: true, channel: 'C1', ts: `${this.messages.length}.000100`, message: { text } } };
	}
}
