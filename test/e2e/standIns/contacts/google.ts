import type { WorkflowNode } from '../../../../scripts/realN8n/client';
import type { Fields, Route, StandInAnswer, StandInRequest } from '../services';
import { AddressBook, type ShownContact } from './addressBook';

/** Fields of a person that the recipe may write, and what a list entry of each may have ("REST Resource: people"). */
const LISTS: Readonly<Record<string, string>> = {
	names: 'familyName givenName phoneticFamilyName phoneticGivenName',
	organizations: 'type name department title',
	emailAddresses: 'type value',
	phoneNumbers: 'type value',
	addresses: 'type postalCode region city streetAddress',
	urls: 'type value',
	clientData: 'key value',
	memberships: 'contactGroupMembership',
	biographies: 'value',
};

/** What the service adds to an entry; it is ignored where it comes back. */
const OUTPUT_ONLY = ['metadata', 'formattedType', 'canonicalForm'];

/** Fields of which a contact has one ("people.createContact": singletons). */
const SINGLETONS = ['names', 'biographies'];

/** A contact whose group this is shows among the contacts. Others may stay hidden: nothing says so, and it is stricter. */
const MY_CONTACTS = 'contactGroups/myContacts';

/** What the recipe asks of all contacts ("System parameters": fields). */
const PARTIAL = 'nextPageToken,connections(resourceName,clientData(key,value))';

/** Whom the page tells the credential to impersonate. */
const IMPERSONATED = "{{ $('Card').first().json.owner.email }}";

/** Fewer than the largest page that the documentation allows, so that every story has to follow the pages. */
const CONTACTS_PER_PAGE = 2;

type Entry = Record<string, unknown>;

/**
 * Google's People API by its public documentation ("People API", REST v1), and stricter where one cannot know. Whose contacts they
 * are is who is impersonated: the bearer token has the address.
 */
export class GoogleContacts extends AddressBook {
	readonly host = 'people.googleapis.com';
	protected override readonly idField = 'resourceName';

	/** What n8n's credential sends that takes the place of the one for service accounts. */
	readonly impersonating = { name: 'Authorization', value: `=Bearer for ${IMPERSONATED}` };

	readonly routes: readonly Route[] = [
		['GET /v1/contactGroups', this.as((holder, _, request) => this.listGroups(holder, request))],
		['POST /v1/contactGroups', this.as((holder, _, { body }) => this.makeGroup(holder, body))],
		['GET /v1/people/me/connections', this.as((holder, _, request) => this.list(holder, request))],
		['GET /v1/(people/[^/:]+)', this.as((...given) => this.read(...given))],
		['POST /v1/people:createContact', this.as((holder, _, request) => this.create(holder, request))],
		['PATCH /v1/(people/[^/:]+):updateContact', this.as((...given) => this.update(...given))],
		['DELETE /v1/(people/[^/:]+):deleteContact', this.as((holder, id) => this.deleteForGood(holder, id))],
	];

	override refuse(code: number, message: string, status = 'INVALID_ARGUMENT'): StandInAnswer {
		return { status: code, json: { error: { code, message, status } } };
	}

	/** Google does not say how long to wait. */
	busy(): StandInAnswer {
		return this.refuse(429, "Quota exceeded for quota metric 'Critical write requests'", 'RESOURCE_EXHAUSTED');
	}

	/** Nobody gets a token for a user who is not in the domain; the login says so (OAuth 2.0 for service accounts: invalid_grant). */
	private as(answer: (holder: string, id: string, request: StandInRequest) => StandInAnswer): Route[1] {
		return ([id = ''], request) => {
			const [, holder = ''] = /^Bearer for (.+)$/.exec(request.headers.authorization ?? '') ?? [];
			if (!this.holders.has(holder)) return this.refuse(400, 'Invalid email or User ID', 'invalid_grant');
			return answer(holder, id, request);
		};
	}

	/** The service names records itself. */
	override make(object: string, fields: Fields): string {
		const id = super.make(object, {});
		super.remove(object, id);
		const name = object.startsWith('places') ? `contactGroups/${id}` : `people/c${id}`;
		this.edit(object, name, fields);
		return name;
	}

	override edit(object: string, id: unknown, fields: Fields): void {
		const { version = 0 } = this.get(object, id) ?? {};
		super.edit(object, id, { ...fields, version: Number(version) + 1, updateTime: new Date().toISOString() });
	}

	/** "contactGroups.list": 1 to 1000 a page, 30 by default. System groups come with it. */
	private listGroups(holder: string, { query }: StandInRequest): StandInAnswer {
		const size = Number(query.get('pageSize') ?? '30');
		const own = this.all(this.places(holder)).map(({ resourceName, name }) => ({
			resourceName,
			name,
			groupType: 'USER_CONTACT_GROUP',
		}));
		const system = [{ resourceName: MY_CONTACTS, name: 'myContacts', groupType: 'SYSTEM_CONTACT_GROUP' }];
		return { status: 200, json: { contactGroups: [...system, ...own].slice(0, size) } };
	}

	/** "contactGroups.create": a name that is taken is a 409. */
	private makeGroup(holder: string, body: Fields): StandInAnswer {
		const { name } = body.contactGroup as { name: string };
		if (this.placesOf(holder).includes(name))
			return this.refuse(409, 'Contact group name already exists', 'ALREADY_EXISTS');
		return { status: 200, json: { resourceName: this.make(this.places(holder), { name }), name } };
	}

	/** "people.connections.list": fields are required; a page has up to 1000. */
	private list(holder: string, { query }: StandInRequest): StandInAnswer {
		const isMeant =
			query.get('personFields') === 'clientData' && query.get('fields') === PARTIAL && query.get('pageSize') === '1000';
		if (!isMeant) return this.refuse(400, `Unknown query: ${query.toString()}`);
		const start = Number(query.get('pageToken') ?? '0');
		const shown = this.all(this.contacts(holder)).filter((contact) => groupsOf(contact).includes(MY_CONTACTS));
		const page = shown.slice(start, start + CONTACTS_PER_PAGE);
		const next = start + page.length;
		const connections = page.map(({ resourceName, clientData }) => ({
			resourceName,
			...(clientData !== undefined && { clientData }),
		}));
		const rest = next < shown.length && { nextPageToken: String(next) };
		return { status: 200, json: { ...(connections.length > 0 && { connections }), ...rest } };
	}

	/** "people.get": only the fields that are asked for, and the entity tag in the source of the contact. */
	private read(holder: string, id: string, { query }: StandInRequest): StandInAnswer {
		const present = this.get(this.contacts(holder), id);
		if (!present) return this.refuse(404, 'Requested entity was not found.', 'NOT_FOUND');
		const asked = (query.get('personFields') ?? '').split(',');
		if (!asked.includes('metadata')) return this.refuse(400, 'personFields mask is required.');
		const lists = asked
			.filter((field) => field in present)
			.map((field) => [field, withOutputOnly(field, present[field] as Entry[])]);
		return { status: 200, json: { ...this.frame(id, present), ...Object.fromEntries(lists) } };
	}

	private frame(resourceName: string, { version, updateTime }: Fields): Fields {
		const etag = `tag ${String(version)}`;
		return {
			resourceName,
			etag: `%${etag}`,
			metadata: { sources: [{ type: 'CONTACT', id: resourceName, etag, updateTime }], objectType: 'PERSON' },
		};
	}

	private create(holder: string, { body, query }: StandInRequest): StandInAnswer {
		if (query.get('personFields') !== 'metadata') return this.refuse(400, 'Unknown personFields');
		const refusal = this.refusalOf(holder, body);
		if (refusal) return refusal;
		const id = this.make(this.contacts(holder), taken(body));
		return { status: 200, json: this.frame(id, this.get(this.contacts(holder), id) ?? {}) };
	}

	/** "people.updateContact": the fields of the mask are replaced; the tag of the source has to be the present one. */
	private update(holder: string, id: string, { body, query }: StandInRequest): StandInAnswer {
		const { etag: _, metadata, resourceName: __, ...lists } = body;
		const present = this.get(this.contacts(holder), id);
		if (!present) return this.refuse(404, 'Requested entity was not found.', 'NOT_FOUND');
		const mask = (query.get('updatePersonFields') ?? '').split(',');
		const [source] = (metadata as { sources?: Fields[] } | undefined)?.sources ?? [];
		if (!source) return this.refuse(400, 'Request must set person.metadata.sources.etag');
		if (source.etag !== `tag ${String(present.version)}`)
			return this.refuse(400, 'Request person.etag is different.', 'FAILED_PRECONDITION');
		const isWhole = mask.every((field) => field in lists) && Object.keys(lists).every((field) => mask.includes(field));
		if (!isWhole) return this.refuse(400, `updatePersonFields does not fit: ${mask.join(',')}`);
		const refusal = this.refusalOf(holder, lists);
		if (refusal) return refusal;
		this.edit(this.contacts(holder), id, taken(lists));
		return { status: 200, json: this.frame(id, this.get(this.contacts(holder), id) ?? {}) };
	}

	private deleteForGood(holder: string, id: string): StandInAnswer {
		if (!this.get(this.contacts(holder), id)) return this.refuse(404, 'Requested entity was not found.', 'NOT_FOUND');
		this.remove(this.contacts(holder), id);
		return { status: 200, json: {} };
	}

	private refusalOf(holder: string, lists: Fields): StandInAnswer | undefined {
		for (const [field, entries] of Object.entries(lists)) {
			const allowed = [...(LISTS[field]?.split(' ') ?? []), ...OUTPUT_ONLY];
			const isList = field in LISTS && Array.isArray(entries);
			if (!isList) return this.refuse(400, `Unknown name "${field}"`);
			for (const entry of entries as Entry[]) {
				const [unknown] = Object.entries(entry).find(([name, value]) => !allowed.includes(name) || value === null) ?? [];
				if (unknown !== undefined) return this.refuse(400, `Unknown name "${unknown}" at '${field}'`);
			}
			const isTooMuch = SINGLETONS.includes(field) && entries.length > 1;
			if (isTooMuch) return this.refuse(400, `${field} is a singleton`);
		}
		const groups = 'memberships' in lists ? groupsOf(lists) : [MY_CONTACTS];
		const isKnown =
			groups.length > 0 && groups.every((group) => group === MY_CONTACTS || this.get(this.places(holder), group));
		return isKnown ? undefined : this.refuse(400, 'Unknown contact group');
	}

	protected shown(holder: string, contact: Fields): ShownContact {
		const of = (field: string) => (contact[field] ?? []) as Array<Record<string, string>>;
		const [{ familyName = '', givenName = '' } = {}] = of('names');
		const [{ name = '', title = '' } = {}] = of('organizations');
		const [{ streetAddress = '', postalCode = '' } = {}] = of('addresses');
		const [{ value: notes = '' } = {}] = of('biographies');
		const values = (field: string) => of(field).map(({ value = '' }) => value);
		return {
			id: String(contact.resourceName),
			lastName: familyName,
			firstName: givenName,
			company: name,
			title,
			emails: values('emailAddresses'),
			phones: values('phoneNumbers'),
			street: streetAddress,
			postalCode,
			notes,
			isInPlace: groupsOf(contact).some((group) => this.get(this.places(holder), group) !== undefined),
		};
	}

	change(
		holder: string,
		id: string,
		{ title, notes, phones }: { title?: string; notes?: string; phones?: string[] },
	): void {
		const { organizations } = this.get(this.contacts(holder), id) ?? {};
		const [organization] = organizations as Entry[];
		this.edit(this.contacts(holder), id, {
			...(title !== undefined && { organizations: [{ ...organization, title }] }),
			...(notes !== undefined && { biographies: [{ value: notes }] }),
			...(phones !== undefined && { phoneNumbers: phones.map((value) => ({ type: 'work', value })) }),
		});
	}

	takeOut(holder: string, id: string): void {
		this.edit(this.contacts(holder), id, { memberships: [membership(MY_CONTACTS)] });
	}

	/**
	 * Lets a node send the address that n8n's credential for service accounts would impersonate, in place of a token for it: Google's
	 * login has a fixed address. The expression of the address is the one that the page has for that credential.
	 */
	takePlaceOf(node: WorkflowNode): void {
		const { nodeCredentialType, ...parameters } = node.parameters;
		if (nodeCredentialType !== 'googleApi') return;
		const header = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' };
		const credentials = { httpHeaderAuth: node.credentials?.googleApi };
		Object.assign(node, { credentials, parameters: { ...parameters, ...header } });
	}
}

function membership(contactGroupResourceName: string): Entry {
	return { contactGroupMembership: { contactGroupResourceName } };
}

function groupsOf({ memberships = [] }: Fields): string[] {
	const all = memberships as Array<{ contactGroupMembership: { contactGroupResourceName: string } }>;
	return all.map(({ contactGroupMembership }) => contactGroupMembership.contactGroupResourceName);
}

/** Entries as they are stored: without what the service adds. */
function taken(lists: Fields): Fields {
	const kept = (entry: Entry) =>
		Object.fromEntries(Object.entries(entry).filter(([name]) => !OUTPUT_ONLY.includes(name)));
	const stored = Object.entries(lists).map(([field, entries]) => [field, (entries as Entry[]).map(kept)]);
	return Object.fromEntries(stored) as Fields;
}

/** Entries as they are shown. An address and a name have a whole that the service makes of their parts. */
function withOutputOnly(field: string, entries: Entry[]): Entry[] {
	const whole = { addresses: { formattedValue: 'whole' }, names: { displayName: 'whole', unstructuredName: 'whole' } }[
		field
	];
	return entries.map((entry) => ({ metadata: { primary: true }, ...entry, ...whole }));
}
