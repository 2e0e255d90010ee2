import type { WorkflowNode } from '../../support/realN8n/client';
import { StandIn, type Route, type StandInAnswer } from './services';

/** The answer once something was done. */
function ok(_done: unknown): StandInAnswer {
	return { status: 200, json: {} };
}

/** A sheet and a channel: calls of them take the place of n8n's nodes for Google Sheets and Slack, which need the services themselves. */
export class Office extends StandIn {
	readonly host = 'office';
	protected override readonly idField = 'cardId';

	readonly routes: readonly Route[] = [
		['GET /sheet', () => ({ status: 200, json: this.all('rows') })],
		['POST /sheet', (_, { body: { cardId, ...cells } }) => ok(this.edit('rows', cardId, cells))],
		['POST /channel', (_, { body }) => ok(this.make('messages', body))],
	];

	/** What stands in the channel, oldest first. */
	get messages(): unknown[] {
		return this.all('messages').map(({ text }) => text);
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
