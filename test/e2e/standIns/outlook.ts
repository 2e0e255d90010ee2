import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

/** A contact: its fields as Microsoft Graph names them. */
export type OutlookContact = Record<string, unknown> & { readonly id: string };

const CONTACTS = '/v1.0/me/contacts';

/** Few, so that even a small mailbox has several pages. */
const CONTACTS_PER_PAGE = 2;

const FIELDS: ReadonlySet<string> = new Set([
	'givenName', 'surname', 'displayName', 'companyName', 'department', 'jobTitle', 'mobilePhone', 'businessPhones', 'businessHomePage', 'emailAddresses', 'personalNotes', 'categories',
]);

/** The contacts of a mailbox, as far as n8n's node for Outlook uses them, behind a login by OAuth 2. */
export class Outlook implements StandIn {
	readonly hosts = ['login.microsoftonline.com', 'graph.microsoft.com'];

	/** What goes into n8n's credential. */
	readonly app = { clientId: 'app-of-the-company', clientSecret: 'secret-of-the-app' } as const;

	/** What the login page gives when a person has consented. */
	readonly code = 'code-of-the-consent';

	/** The contacts by their IDs, oldest first. */
	readonly contacts = new Map<string, OutlookContact>();

	private tokens = 0;

	/** The contacts without their IDs, oldest first. */
	get list(): Array<Record<string, unknown>> {
		return [...this.contacts.values()].map(({ id: _, ...fields }) => fields);
	}

	/** Adds a contact, as a person does. */
	add(fields: Readonly<Record<string, unknown>>): OutlookContact {
		const contact = { emailAddresses: [], businessPhones: [], ...fields, id: `AAMk${String(this.contacts.size + 1)}=` };
		this.contacts.set(contact.id, contact);
		return contact;
	}

	/** Ends the life of the token: the next call has to fetch another. */
	expire(): void {
		this.tokens += 1;
	}

	answer(request: StandInRequest): StandInAnswer | undefined {
		const { method, host, path, query, headers, body } = request;
		if (host === 'login.microsoftonline.com') return path === '/common/oauth2/v2.0/token' ? this.grant(fieldsOf(body)) : undefined;
		if (headers.authorization !== `Bearer ${this.token}`) return refusal(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.');
		const id = path.startsWith(`${CONTACTS}/`) ? path.slice(CONTACTS.length + 1) : undefined;
		if (method === 'GET' && path === CONTACTS) return this.page(query);
		if (method === 'POST' && path === CONTACTS) return written(201, fieldsOf(body), (fields) => this.add(fields));
		if (method === 'PATCH' && id !== undefined) return this.change(id, fieldsOf(body));
		return undefined;
	}

	private get token(): string {
		return `token-${String(this.tokens)}`;
	}

	private grant({ grant_type: type, code, refresh_token: refresh, client_id: id, client_secret: secret }: Readonly<Record<string, unknown>>): StandInAnswer {
		const isApp = id === this.app.clientId && secret === this.app.clientSecret;
		const isGranted = type === 'authorization_code' ? code === this.code : type === 'refresh_token' && refresh === 'refresh';
		if (!isApp || !isGranted) return { status: 400, json: { error: 'invalid_grant' } };
		return { status: 200, json: { access_token: this.token, refresh_token: 'refresh', token_type: 'Bearer', expires_in: 3600 } };
	}

	private page(query: URLSearchParams): StandInAnswer {
		const from = Number(query.get('$skip') ?? 0);
		const selected = query.get('$select')?.split(',') ?? [];
		const strange = selected.find((field) => !FIELDS.has(field));
		if (strange !== undefined) return refusal(400, 'BadRequest', `Could not find a property named '${strange}' on type 'microsoft.graph.contact'.`);
		const all = [...this.contacts.values()];
		const value = all.slice(from, from + CONTACTS_PER_PAGE).map(({ id, ...fields }) => ({ id, ...Object.fromEntries(selected.map((field) => [field, fields[field] ?? null])) }));
		const next = from + CONTACTS_PER_PAGE;
		const link = `https://graph.microsoft.com${CONTACTS}?$select=${selected.join(',')}&$skip=${String(next)}`;
		return { status: 200, json: { value, ...(next < all.length ? { '@odata.nextLink': link } : {}) } };
	}

	private change(id: string, fields: Readonly<Record<string, unknown>>): StandInAnswer {
		const contact = this.contacts.get(id);
		if (!contact) return refusal(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');
		return written(200, fields, () => {
			const changed = { ...contact, ...fields };
			this.contacts.set(id, changed);
			return changed;
		});
	}
}

/** What is written: fields that a contact has, addresses and numbers as lists. */
function written(status: number, fields: Readonly<Record<string, unknown>>, write: (fields: Readonly<Record<string, unknown>>) => OutlookContact): StandInAnswer {
	const strange = Object.keys(fields).find((field) => !FIELDS.has(field));
	if (strange !== undefined) return refusal(400, 'RequestBodyRead', `The property '${strange}' does not exist on type 'microsoft.graph.contact'.`);
	const { emailAddresses = [], businessPhones = [] } = fields;
	if (!Array.isArray(emailAddresses) || !Array.isArray(businessPhones)) return refusal(400, 'RequestBodyRead', 'Cannot convert a value to a collection.');
	if (emailAddresses.some((entry) => !String(fieldsOf(entry).address).includes('@'))) return refusal(400, 'ErrorInvalidArgument', 'An e-mail address is invalid.');
	return { status, json: write(fields) };
}

function refusal(status: number, code: string, message: string): StandInAnswer {
	return { status, json: { error: { code, message } } };
}
