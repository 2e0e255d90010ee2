import type { WorkflowNode } from '../../support/realN8n/client';
import { StandIn, type Route, type StandInAnswer } from './services';

/**
 * A sheet of Google's and a channel of Slack's, behind calls that take the place of n8n's own nodes for them: those need the services
 * themselves.
 */
export class Office extends StandIn {
	readonly host = 'office';

	/** What stands in the channel, oldest first. */
	messages: string[] = [];

	/** Whether Slack has the channel. */
	hasChannel = true;

	constructor() {
		super('cardId');
	}

	readonly routes: readonly Route[] = [
		['GET /sheet', () => ({ status: 200, json: this.all('rows') })],
		[
			'POST /sheet',
			(_, { body: { cardId, ...cells } }) => {
				this.edit('rows', cardId, cells);
				return { status: 200, json: {} };
			},
		],
		[
			'POST /channel',
			(_, { body }) => {
				if (!this.hasChannel) return this.refuse(404, 'channel_not_found');
				this.messages.push(String(body.text));
				return { status: 200, json: {} };
			},
		],
	];

	refuse(status: number, message: string): StandInAnswer {
		return { status, json: { message } };
	}

	override clear(): void {
		super.clear();
		this.messages = [];
		this.hasChannel = true;
	}

	/** Makes a call of the stand-in of a node for one of the two. */
	takePlaceOf(node: WorkflowNode, url: string): void {
		const { operation, text } = node.parameters;
		const write = { method: 'POST', sendBody: true };
		const call = { ...node, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, credentials: {} };
		if (node.type === 'n8n-nodes-base.slack') {
			const bodyParameters = { parameters: [{ name: 'text', value: text }] };
			Object.assign(node, call, { parameters: { ...write, url: `${url}/office/channel`, bodyParameters } });
		}
		if (node.type === 'n8n-nodes-base.googleSheets') {
			const row = { ...write, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' };
			Object.assign(node, call, { parameters: { ...(operation === 'read' ? {} : row), url: `${url}/office/sheet` } });
		}
	}
}
