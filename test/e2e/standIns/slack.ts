import type { Route, StandIn, StandInAnswer } from './services';

/** Slack's channels, as far as a message is sent to one. */
export class Slack implements StandIn {
	readonly hosts = ['slack.com'];
	readonly token = 'xoxb-stand-in';
	readonly channels = new Set(['#business-cards']);

	/** What stands in the channels, oldest first. */
	readonly messages: string[] = [];

	readonly routes: readonly Route[] = [
		[
			'POST /api/chat.postMessage',
			(_, { body: { channel, text } }) => {
				if (!this.channels.has(String(channel))) return this.refuse(200, 'channel_not_found');
				this.messages.push(String(text));
				return { status: 200, json: { ok: true, channel: 'C1', ts: `${this.messages.length}.000100`, message: { text } } };
			},
		],
	];

	/** Slack refuses with status 200. */
	refuse(_status: number, error: string): StandInAnswer {
		return { status: 200, json: { ok: false, error } };
	}
}
