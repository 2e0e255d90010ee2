import { graphToken } from '../outlook';
import type { Fields, Route, StandInAnswer, StandInRequest } from '../services';
import { AddressBook, type ShownContact } from './addressBook';

/** The properties of a contact that are texts, and those that are lists or addresses ("contact resource type"). */
const TEXTS = [
	'displayName surname givenName yomiSurname yomiGivenName yomiCompanyName companyName department jobTitle title',
	'mobilePhone businessHomePage personalNotes nickName fileAs',
].flatMap((line) => line.split(' '));
const ADDRESSES = ['businessAddress', 'homeAddress', 'otherAddress'];

/** How many a contact has room for: Email 1 to 3 and Business Phone 1 to 2 ([MS-OXOCNTC], "Electronic Address Properties", "Telephone Properties"). */
const MOST: Readonly<Record<string, number>> = { emailAddresses: 3, businessPhones: 2 };

/** "singleValueLegacyExtendedProperty": an ID of a named property of the type String. */
const PROPERTY_ID = /^String \{[0-9a-f-]{36}\} Name \w+$/;

/** The only filter of a collection by a string property, as "Get singleValueLegacyExtendedProperty" shows it. */
const FILTER = /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']*)'\)$/;

/** A page has ten items by default ("Paging Microsoft Graph data": the default of Outlook), and a thousand at most. */
const [USUAL_PAGE, LARGEST_PAGE] = [10, 1000];

/** Contacts in mailboxes, as Microsoft Graph's public documentation has them, and stricter where one cannot know. */
export class OutlookContacts extends AddressBook {
	readonly host = 'graph.microsoft.com';

	/** Mailboxes that a policy keeps from the application. */
	readonly closed = new Set<string>();

	private readonly user = '/v1\\.0/users/([^/]+)';

	readonly routes: readonly Route[] = [
		[`GET ${this.user}/contactFolders`, this.inMailbox((holder, _, request) => this.listFolders(holder, request))],
		[`POST ${this.user}/contactFolders`, this.inMailbox((holder, _, { body }) => this.makeFolder(holder, body))],
		[`GET ${this.user}/contactFolders/([^/]+)/contacts`, this.inMailbox((...given) => this.list(...given))],
		[`POST ${this.user}/contactFolders/([^/]+)/contacts`, this.inMailbox((...given) => this.create(...given))],
		[`PATCH ${this.user}/contacts/([^/]+)`, this.inMailbox((...given) => this.update(...given))],
		[`DELETE ${this.user}/contacts/([^/]+)`, this.inMailbox((holder, id) => this.deleteForGood(holder, id))],
	];

	override clear(): void {
		super.clear();
		this.closed.clear();
	}

	override refuse(status: number, message: string, code = 'ErrorInvalidRequest'): StandInAnswer {
		return { status, json: { error: { code, message } } };
	}

	/** 429 with the seconds to wait in a header ("Microsoft Graph throttling guidance"; code as Outlook has it). */
	busy(seconds = 1): StandInAnswer {
		const answer = this.refuse(429, 'Application is over its MailboxConcurrency limit.', 'ApplicationThrottled');
		return { ...answer, headers: { 'retry-after': String(seconds) } };
	}

	/** Whoever asks needs a token, and a mailbox that is there and open to the application. */
	private inMailbox(answer: (holder: string, id: string, request: StandInRequest) => StandInAnswer): Route[1] {
		return ([holder = '', id = ''], request) => {
			if (request.headers.authorization !== `Bearer ${graphToken.value}`)
				return this.refuse(401, 'Access token is empty or invalid.', 'InvalidAuthenticationToken');
			if (!this.holders.has(holder))
				return this.refuse(404, `The requested user '${holder}' is invalid.`, 'ErrorInvalidUser');
			/* "Role Based Access Control for Applications in Exchange Online": a mailbox outside of the scope. */
			if (this.closed.has(holder))
				return this.refuse(403, 'Access is denied. Check credentials and try again.', 'ErrorAccessDenied');
			return answer(holder, id, request);
		};
	}

	/** A page of what was asked for; nothing but these parameters is understood. */
	private page(records: Fields[], { query }: StandInRequest): StandInAnswer {
		const unknown = [...query.keys()].filter((name) => !['$select', '$top', '$filter'].includes(name));
		const size = Number(query.get('$top') ?? USUAL_PAGE);
		if (unknown.length > 0 || size > LARGEST_PAGE) return this.refuse(400, `Invalid query: ${query.toString()}`);
		return { status: 200, json: { value: records.slice(0, size) } };
	}

	private listFolders(holder: string, request: StandInRequest): StandInAnswer {
		const folders = this.all(this.places(holder)).map(({ id, name }) => ({ id, displayName: name }));
		return this.page(folders, request);
	}

	/** Two folders of one parent cannot have the same name; most report a 400, some a 409 (EWS "ResponseCode": ErrorFolderExists). */
	private makeFolder(holder: string, { displayName: name }: Fields): StandInAnswer {
		if (typeof name !== 'string' || name === '') return this.refuse(400, 'A folder needs a displayName.');
		if (this.placesOf(holder).includes(name))
			return this.refuse(400, 'A folder with the specified name already exists.', 'ErrorFolderExists');
		return { status: 201, json: { id: this.make(this.places(holder), { name }), displayName: name } };
	}

	/**
	 * Contacts with a property ("Get singleValueLegacyExtendedProperty"). The filter looks at the whole mailbox and at no case of
	 * letters, and the answer does not have the property.
	 */
	private list(holder: string, folder: string, request: StandInRequest): StandInAnswer {
		if (!this.get(this.places(holder), folder))
			return this.refuse(404, 'The specified folder was not found.', 'ErrorItemNotFound');
		const [, property, value = ''] = FILTER.exec(request.query.get('$filter') ?? '') ?? [];
		if (property === undefined) return this.refuse(400, 'Invalid filter clause', 'ErrorInvalidUrlQueryFilter');

		const found = this.all(this.contacts(holder)).filter(({ properties }) => {
			const { [property]: present } = properties as Record<string, string>;
			return present?.toLowerCase() === value.toLowerCase();
		});
		return this.page(
			found.map((contact) => this.answered(contact)),
			request,
		);
	}

	private answered({ properties: _, version, ...contact }: Fields): Fields {
		return { '@odata.etag': `W/"${String(version)}"`, ...contact };
	}

	private create(holder: string, folder: string, { body }: StandInRequest): StandInAnswer {
		if (!this.get(this.places(holder), folder))
			return this.refuse(404, 'The specified folder was not found.', 'ErrorItemNotFound');
		const refusal = this.refusalOf(body);
		if (refusal) return refusal;
		const createdDateTime = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
		const lists = { emailAddresses: [], businessPhones: [], personalNotes: '', categories: [] };
		const id = this.make(this.contacts(holder), {
			...lists,
			parentFolderId: folder,
			createdDateTime,
			version: 1,
			...this.taken(body),
		});
		return { status: 201, json: this.answered({ id, ...this.get(this.contacts(holder), id) }) };
	}

	/**
	 * "Update contact": what is not sent stays, but a display name that is not sent may be made anew. An address is taken as a
	 * whole, which nothing says. An outdated tag is refused, as users report it of items of Outlook (ErrorIrresolvableConflict).
	 */
	private update(holder: string, id: string, { body, headers }: StandInRequest): StandInAnswer {
		const present = this.get(this.contacts(holder), id);
		if (!present) return this.refuse(404, 'The specified object was not found in the store.', 'ErrorItemNotFound');
		const tag = `W/"${String(present.version)}"`;
		if ((headers['if-match'] ?? tag) !== tag)
			return this.refuse(412, 'The change key passed in the request does not match.', 'ErrorIrresolvableConflict');
		const refusal = this.refusalOf(body);
		if (refusal) return refusal;

		const change = this.taken(body, present);
		const displayName = change.displayName ?? `${String(change.givenName ?? present.givenName)} made anew`;
		this.edit(this.contacts(holder), id, { ...change, displayName });
		return { status: 200, json: this.answered({ id, ...this.get(this.contacts(holder), id) }) };
	}

	/** "Delete contact": 204 without a body. */
	private deleteForGood(holder: string, id: string): StandInAnswer {
		if (!this.get(this.contacts(holder), id))
			return this.refuse(404, 'The specified object was not found.', 'ErrorItemNotFound');
		this.remove(this.contacts(holder), id);
		return { status: 204 };
	}

	private refusalOf(body: Fields): StandInAnswer | undefined {
		for (const [name, value] of Object.entries(body)) {
			const isAddress =
				ADDRESSES.includes(name) && Object.values(value as object).every((part) => typeof part === 'string');
			const isText = TEXTS.includes(name) && typeof value === 'string';
			const isList =
				Array.isArray(value) && value.length <= (MOST[name] ?? 0) && value.every((each) => isEntry(name, each));
			const isProperty =
				name === 'singleValueExtendedProperties' && (value as Fields[]).every(({ id }) => PROPERTY_ID.test(String(id)));
			if (!isAddress && !isText && !isList && !isProperty)
				return this.refuse(400, `The property '${name}' is not valid.`, 'RequestBodyRead');
		}
		return undefined;
	}

	/** What is stored of a body. */
	private taken({ singleValueExtendedProperties = [], ...fields }: Fields, present: Fields = {}): Fields {
		const sent = (singleValueExtendedProperties as Array<{ id: string; value: string }>).map(({ id, value }) => [
			id,
			value,
		]);
		const properties = { ...(present.properties as object), ...Object.fromEntries(sent) };
		return { ...fields, properties };
	}

	/** Each change has a version of its own. */
	override edit(object: string, id: unknown, fields: Fields): void {
		const { version = 0 } = this.get(object, id) ?? {};
		super.edit(object, id, { ...fields, version: Number(version) + 1 });
	}

	protected shown(holder: string, contact: Fields): ShownContact {
		const { emailAddresses, businessPhones, mobilePhone, businessAddress, parentFolderId } = contact;
		const { street = '', postalCode = '' } = (businessAddress ?? {}) as Record<string, string>;
		const text = (value: unknown = '') => String(value);
		const mobile = mobilePhone === undefined ? [] : [text(mobilePhone)];
		return {
			id: text(contact.id),
			lastName: text(contact.surname),
			firstName: text(contact.givenName),
			company: text(contact.companyName),
			title: text(contact.jobTitle),
			emails: (emailAddresses as Fields[]).map(({ address }) => text(address)),
			phones: [...(businessPhones as string[]), ...mobile],
			street,
			postalCode,
			notes: text(contact.personalNotes),
			isInPlace: this.get(this.places(holder), parentFolderId) !== undefined,
		};
	}

	change(
		holder: string,
		id: string,
		{ title, notes, phones }: { title?: string; notes?: string; phones?: string[] },
	): void {
		this.edit(this.contacts(holder), id, {
			...(title !== undefined && { jobTitle: title }),
			...(notes !== undefined && { personalNotes: notes }),
			...(phones !== undefined && { businessPhones: phones }),
		});
	}

	takeOut(holder: string, id: string): void {
		this.edit(this.contacts(holder), id, { parentFolderId: 'another' });
	}
}

function isEntry(name: string, entry: unknown): boolean {
	if (name !== 'emailAddresses') return typeof entry === 'string';
	const { address } = entry as Fields;
	return typeof address === 'string' && /^[^@\s]+@[^@\s]+$/.test(address);
}
