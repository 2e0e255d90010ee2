import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

/** A contact: its properties by their internal names. */
export type Contact = Record<string, string>;

/** HubSpot's contacts, as far as n8n's node and the recipe use them. */
export class HubSpot implements StandIn {
	readonly hosts = ['api.hubapi.com'];

	readonly token = 'pat-stand-in';

	/** The contacts by their number. */
	readonly contacts = new Map<number, Contact>();

	private readonly properties = new Set([
		'email', 'firstname', 'lastname', 'company', 'jobtitle', 'phone', 'mobilephone', 'website', 'address', 'city', 'state', 'zip', 'lifecyclestage',
	]);

	/** Properties that no two contacts share. */
	private readonly unique = new Set<string>();

	/** The contacts without their numbers, oldest first. */
	get list(): Contact[] {
		return [...this.contacts.values()];
	}

	answer(request: StandInRequest): StandInAnswer | undefined {
		if (request.headers.authorization !== `Bearer ${this.token}`) {
			return refusal(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
		}
		const { method, path } = request;
		const email = /^\/contacts\/v1\/contact\/createOrUpdate\/email\/(.+)$/.exec(path)?.[1];
		const number = /^\/contacts\/v1\/contact\/vid\/(\d+)\/profile$/.exec(path)?.[1];
		if (method === 'POST' && email !== undefined) return this.byEmail(email, request.body);
		if (method === 'GET' && number !== undefined) return this.profile(Number(number));
		if (method === 'POST' && path === '/crm/v3/properties/contacts') return this.define(fieldsOf(request.body));
		if (method === 'POST' && path === '/crm/v3/objects/contacts/batch/upsert') return this.batchUpsert(request.body);
		return undefined;
	}

	private byEmail(email: string, body: unknown): StandInAnswer {
		if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return refusal(400, 'VALIDATION_ERROR', `Property values were not valid: email ${email} is invalid`);
		const pairs = (fieldsOf(body).properties ?? []) as Array<{ property: string; value: string }>;
		return this.write('email', email, Object.fromEntries(pairs.map(({ property, value }) => [property, value])), (vid, isNew) => ({
			status: 200,
			json: { vid, isNew },
		}));
	}

	private profile(vid: number): StandInAnswer {
		const contact = this.contacts.get(vid) ?? {};
		return { status: 200, json: { vid, properties: Object.fromEntries(Object.entries(contact).map(([name, value]) => [name, { value }])) } };
	}

	private define({ name, hasUniqueValue, groupName, label, type, fieldType }: Readonly<Record<string, unknown>>): StandInAnswer {
		if ([name, groupName, label, type, fieldType].some((value) => typeof value !== 'string')) return refusal(400, 'VALIDATION_ERROR', 'Invalid input JSON');
		if (this.properties.has(String(name))) return refusal(409, 'OBJECT_ALREADY_EXISTS', `Property ${String(name)} already exists`);
		this.properties.add(String(name));
		if (hasUniqueValue === true) this.unique.add(String(name));
		return { status: 201, json: { name, hasUniqueValue } };
	}

	private batchUpsert(body: unknown): StandInAnswer {
		const inputs = (fieldsOf(body).inputs ?? []) as Array<{ idProperty: string; id: string; properties: Contact }>;
		const [input, another] = inputs;
		if (!input || another) return refusal(400, 'VALIDATION_ERROR', 'The recipe sends one contact a call');
		if (!this.unique.has(input.idProperty)) return refusal(400, 'VALIDATION_ERROR', `Property '${input.idProperty}' is not a unique property`);
		return this.write(input.idProperty, input.id, input.properties, (id, isNew) => ({
			status: 200,
			json: { status: 'COMPLETE', results: [{ id: String(id), new: isNew, properties: this.contacts.get(id) }] },
		}));
	}

	private write(key: string, value: string, properties: Contact, answer: (id: number, isNew: boolean) => StandInAnswer): StandInAnswer {
		const strange = Object.keys(properties).find((name) => !this.properties.has(name));
		if (strange !== undefined) return refusal(400, 'VALIDATION_ERROR', `Property values were not valid: Property "${strange}" does not exist`);
		const found = [...this.contacts].find(([, contact]) => contact[key] === value)?.[0];
		const id = found ?? this.contacts.size + 1;
		this.contacts.set(id, { ...this.contacts.get(id), [key]: value, ...properties });
		return answer(id, found === undefined);
	}
}

function refusal(status: number, category: string, message: string): StandInAnswer {
	return { status, json: { status: 'error', category, message } };
}
