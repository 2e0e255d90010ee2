import { StandIn, type Fields, type Route, type StandInAnswer, type StandInRequest } from './services';

/** What an application gets with its secret, and shows to Microsoft Graph, until it expires. */
export const graphToken = {
	value: 'graph-stand-in',
	expire(): void {
		this.value += ' again';
	},
};

/**
 * Where an application gets its token ("OAuth 2.0 client credentials flow on the Microsoft identity platform", first case: access token
 * request with a shared secret).
 */
export class MicrosoftLogin extends StandIn {
	readonly host = 'login.microsoftonline.com';

	readonly routes: readonly Route[] = [
		['POST /[^/]+/oauth2/v2.0/token', (_, { body }) => this.grant(new URLSearchParams(String(body.text)))],
	];

	private grant(form: URLSearchParams): StandInAnswer {
		const isAsked =
			form.get('grant_type') === 'client_credentials' && form.get('scope') === 'https://graph.microsoft.com/.default';
		const isKnown = form.get('client_id') === 'id' && form.get('client_secret') === 'secret';
		if (!isAsked || !isKnown) return { status: 400, json: { error: 'invalid_request' } };
		return { status: 200, json: { token_type: 'Bearer', expires_in: 3_599, access_token: graphToken.value } };
	}
}

/** The properties of a message that can be given when it is made, as far as the recipe uses them ("message resource type"). */
const WRITABLE = ['subject', 'body', 'toRecipients', 'singleValueExtendedProperties'];

/** A property that the filter looks for ("Get singleValueLegacyExtendedProperty"): a quote in a text is doubled (OData). */
const FILTER =
	/^singleValueExtendedProperties\/Any\(ep: ep\/id eq '((?:[^']|'')+)' and ep\/value eq '((?:[^']|'')+)'\)$/;

/** How the id of a property is written: its type, a GUID and a name ("Create singleValueLegacyExtendedProperty"). */
const PROPERTY_ID = /^String \{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\} Name \w+$/;

interface ExtendedProperty {
	readonly id: string;
	readonly value: string;
}

/**
 * The mailboxes of a company behind Microsoft Graph, for an application that has the permission Mail.ReadWrite and no other: it can
 * make drafts and read messages. A request to send is none that the stand-in knows, and fails the test.
 */
export class Outlook extends StandIn {
	readonly host = 'graph.microsoft.com';
	/** The addresses of those who have a mailbox. */
	mailboxes: readonly string[] = [];

	readonly routes: readonly Route[] = [
		[
			'POST /v1.0/users/([^/]+)/messages',
			([user = ''], request) => this.open(user, request, () => this.draft(user, request)),
		],
		[
			'GET /v1.0/users/([^/]+)/messages',
			([user = ''], request) => this.open(user, request, () => this.find(user, request)),
		],
	];

	/** The form of an error ("Microsoft Graph error responses and resource types"). */
	override refuse(status: number, message: string, code = 'ErrorInvalidRequest'): StandInAnswer {
		return { status, json: { error: { code, message } } };
	}

	/** The messages of a mailbox, oldest first. */
	messagesOf(user: string): Fields[] {
		return this.all('messages').filter((message) => message.user === user.toLowerCase());
	}

	override clear(): void {
		super.clear();
		this.mailboxes = [];
	}

	/** Answers for a mailbox that is there, if the token is ours. */
	private open(user: string, { headers }: StandInRequest, answer: () => StandInAnswer): StandInAnswer {
		if (headers.authorization !== `Bearer ${graphToken.value}`) {
			return this.refuse(401, 'Access token is empty.', 'InvalidAuthenticationToken');
		}
		const isThere = this.mailboxes.some((mailbox) => mailbox.toLowerCase() === user.toLowerCase());
		return isThere ? answer() : this.refuse(404, `The requested user '${user}' is invalid.`, 'ErrorInvalidUser');
	}

	/** "Create message": the draft is saved in the folder Drafts. */
	private draft(user: string, { body, headers }: StandInRequest): StandInAnswer {
		if (!String(headers['content-type']).startsWith('application/json')) return this.refuse(400, 'No JSON');
		const strange = Object.keys(body).find((name) => !WRITABLE.includes(name));
		if (strange !== undefined) return this.refuse(400, `The property '${strange}' does not exist`, 'RequestBodyRead');
		const { contentType, content } = (body.body ?? {}) as Fields;
		const recipients = (body.toRecipients ?? []) as Array<{ readonly emailAddress?: Fields }>;
		const properties = (body.singleValueExtendedProperties ?? []) as ExtendedProperty[];
		const isComplete =
			typeof body.subject === 'string' &&
			/^(?:text|html)$/i.test(String(contentType)) &&
			typeof content === 'string' &&
			recipients.every(({ emailAddress }) => /^[^@\s]+@[^@\s]+$/.test(String(emailAddress?.address))) &&
			properties.every(({ id, value }) => PROPERTY_ID.test(id) && typeof value === 'string' && value !== '');
		if (!isComplete) return this.refuse(400, 'A property has an invalid value.', 'ErrorInvalidPropertyValue');
		const id = this.make('messages', { ...body, user: user.toLowerCase(), isDraft: true });
		return { status: 201, json: this.shown(id) };
	}

	/** "List messages" reads the whole mailbox, deleted items included. Whether the case of a value counts is not settled: it does. */
	private find(user: string, { query }: StandInRequest): StandInAnswer {
		const [, id, value] = FILTER.exec(query.get('$filter') ?? '') ?? [];
		if (id === undefined || value === undefined) return this.refuse(400, 'Invalid filter clause', 'BadRequest');
		const wanted = [id, value].map((text) => text.replaceAll("''", "'"));
		const found = this.messagesOf(user).filter(({ singleValueExtendedProperties: has }) =>
			((has ?? []) as ExtendedProperty[]).some((each) => each.id === wanted[0] && each.value === wanted[1]),
		);
		const first = found.slice(0, Number(query.get('$top') ?? 10));
		return { status: 200, json: { value: first.map((message) => this.shown(String(message.id))) } };
	}

	private shown(id: string): Fields {
		return { id, webLink: `https://outlook.office365.com/owa/?ItemID=${id}` };
	}
}
