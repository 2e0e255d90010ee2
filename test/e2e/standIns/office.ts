import type { WorkflowNode } from '../../../scripts/realN8n/client';
import { StandIn, type Fields, type Route, type StandInAnswer } from './services';

/**
 * A sheet and a channel, of which calls take the place of n8n's nodes for Google Sheets and Slack, because these need the services;
 * and a chat, of which Telegram's node takes the place of a mail that is answered.
 */
export class Office extends StandIn {
	readonly host = 'office';
	protected override readonly idField = 'cardId';

	readonly routes: readonly Route[] = [
		['GET /sheet', () => ({ status: 200, json: this.all('rows') })],
		['POST /sheet', (_, { body: { cardId, ...cells } }) => this.put('rows', cardId, cells)],
		['POST /channel', (_, { body }) => this.put('messages', this.messages.length, body)],
		['POST /botnone/sendMessage', (_, { body }) => this.put('questions', 'last', body)],
	];

	/** What stands in the channel, oldest first. */
	get messages(): unknown[] {
		return this.all('messages').map(({ text }) => text);
	}

	private put(object: string, id: unknown, fields: Fields): StandInAnswer {
		this.edit(object, id, fields);
		return { status: 200, json: {} };
	}

	/** Makes a call of the stand-in of a node for one of the two. */
	takePlaceOf(node: WorkflowNode, url: string): void {
		const { operation, text } = node.parameters;
		const write = { method: 'POST', sendBody: true };
		const row = { ...write, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' };
		const message = { ...write, bodyParameters: { parameters: [{ name: 'text', value: text }] } };
		const sheet = { ...(operation === 'read' ? {} : row), url: `${url}/office/sheet` };
		const calls: Readonly<Record<string, object>> = {
			'n8n-nodes-base.slack': { ...message, url: `${url}/office/channel` },
			'n8n-nodes-base.googleSheets': sheet,
		};
		const { [node.type]: parameters } = calls;
		if (parameters)
			Object.assign(node, { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, credentials: {}, parameters });
	}
}
