import type { WorkflowNode } from '../../../scripts/realN8n/client';
import { StandIn, type Fields, type Route, type StandInAnswer } from './services';

/** The length that Slack recommends for a text (Slack, *chat.postMessage*, "Formatting messages": 4,000 characters). */
const SLACK_LENGTH = 4_000;
/** What a message of Teams may hold with all its markup (Microsoft, *Limits and specifications for Microsoft Teams*: about 28 KB). */
const TEAMS_BYTES = 28 * 1024;
/** The longest line of a mail, without its line break (RFC 5322, *2.1.1 Line Length Limits*). */
const MAIL_LINE = 998;

/** Whether a text has characters that its format gives another meaning. */
function hasRaw(text: string, allowed: RegExp): boolean {
	return /[<>]|&(?!amp;|lt;|gt;)/.test(text.replace(allowed, ''));
}

/**
 * A sheet, a channel of Slack and a mailbox, of which calls take the place of n8n's nodes for Google Sheets, Slack and mail, because
 * these need the services; a channel of Teams, to which the credential of n8n's own node leads; and a chat, of which Telegram's node
 * takes the place of a mail that is answered.
 */
export class Office extends StandIn {
	readonly host = 'office';
	protected override readonly idField = 'cardId';

	readonly routes: readonly Route[] = [
		['GET /sheet', () => ({ status: 200, json: this.all('rows') })],
		['POST /sheet', (_, { body: { cardId, ...cells } }) => this.put('rows', cardId, cells)],
		['POST /channel', (_, { body }) => this.post(String(body.text ?? ''))],
		['POST /beta/teams/t1/channels/c1/messages', (_, { body }) => this.postInTeams(body.body as Fields | undefined)],
		['POST /mail', (_, { body }) => this.mail(body)],
		['POST /botnone/sendMessage', (_, { body }) => this.put('questions', 'last', body)],
	];

	/** What stands in the channel, oldest first. */
	get messages(): unknown[] {
		return this.all('messages').map(({ text }) => text);
	}

	/** What stands in the channel of Teams, and in the mailbox. */
	get htmlOfTeams(): unknown[] {
		return this.all('teams').map(({ html }) => html);
	}

	get mails(): Fields[] {
		return this.all('mails');
	}

	private put(object: string, id: unknown, fields: Fields): StandInAnswer {
		this.edit(object, id, fields);
		return { status: 200, json: {} };
	}

	/** Stricter than Slack, which cuts or splits long texts, and takes what looks like one of its own links for a link. */
	private post(text: string): StandInAnswer {
		// Slack, *chat.postMessage*, "Errors".
		if (text.trim() === '') return this.refuse(400, 'no_text');
		if (text.length > SLACK_LENGTH) return this.refuse(400, 'msg_too_long');
		// Slack, *Formatting message text*, "Escaping text".
		if (hasRaw(text, /$^/)) return this.refuse(400, `not escaped: ${text}`);

		const ts = String(this.messages.length);
		this.edit('messages', ts, { text });
		return { status: 200, json: { ok: true, channel: 'C1', ts, message: { text } } };
	}

	/** Microsoft, *Send chatMessage in a channel*: the answer is 201 and the message. */
	private postInTeams({ contentType, content = '' }: Fields = {}): StandInAnswer {
		const html = String(content);
		if (contentType !== 'html' || html === '') return this.refuse(400, 'Missing body content');
		if (Buffer.byteLength(html) > TEAMS_BYTES) return this.refuse(413, 'RequestEntityTooLarge');
		if (hasRaw(html, /<\/?b>|<br>/g)) return this.refuse(400, `not escaped: ${html}`);

		const id = this.make('teams', { html });
		return { status: 201, json: { id, body: { contentType, content } } };
	}

	/** The fields of a mail as n8n hands them to its SMTP client, which answers with who takes it. */
	private mail({ from, to, subject, html }: Fields): StandInAnswer {
		const refusal = this.refuseAddress(from) ?? this.refuseAddress(to);
		if (refusal) return refusal;
		const line = String(subject ?? '');
		if (line === '' || /[\r\n]/.test(line) || line.length > MAIL_LINE) return this.refuse(400, 'bad subject');
		if (hasRaw(String(html), /<\/?b>|<br>/g)) return this.refuse(400, `not escaped: ${String(html)}`);

		const messageId = this.make('mails', { subject, html });
		return { status: 200, json: { accepted: [to], rejected: [], messageId } };
	}

	/** Makes a call of the stand-in of a node for one of them, with the same values. */
	takePlaceOf(node: WorkflowNode, url: string): void {
		const { operation, text, fromEmail, toEmail, subject, html } = node.parameters;
		const json = (jsonBody: string) => ({ method: 'POST', sendBody: true, specifyBody: 'json', jsonBody });
		const fields = (given: object) => {
			const parameters = Object.entries(given).map(([name, value]) => ({ name, value: value as unknown }));
			return { method: 'POST', sendBody: true, bodyParameters: { parameters } };
		};
		const row = operation === 'read' ? {} : json('={{ JSON.stringify($json) }}');
		const calls: Readonly<Record<string, object>> = {
			'n8n-nodes-base.emailSend': {
				...fields({ from: fromEmail, to: toEmail, subject, html }),
				url: `${url}/office/mail`,
			},
			'n8n-nodes-base.googleSheets': { ...row, url: `${url}/office/sheet` },
			'n8n-nodes-base.slack': { ...fields({ text }), url: `${url}/office/channel` },
		};
		const { [node.type]: parameters } = calls;
		if (parameters)
			Object.assign(node, { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, credentials: {}, parameters });
	}
}
