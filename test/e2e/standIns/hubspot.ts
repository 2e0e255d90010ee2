import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

/** A record: its properties by their internal names. */
export type Properties = Record<string, string>;

interface Filter {
	readonly propertyName: string;
	readonly operator: 'EQ' | 'IN';
	readonly value: string;
	readonly values?: readonly string[];
}

interface Association {
	readonly to: { readonly id: string };
}

const OBJECTS = ['contacts', 'companies', 'meetings', 'calls', 'notes'] as const;
type ObjectName = (typeof OBJECTS)[number];

/** HubSpot's records, owners and files, as far as the recipes use them. */
export class HubSpot implements StandIn {
	readonly hosts = ['api.hubapi.com'];

	readonly token = 'pat-stand-in';

	/** The records of each object by their ids. */
	readonly records = new Map<ObjectName, Map<string, Properties>>(OBJECTS.map((name) => [name, new Map()]));

	/** What is associated, as `contacts/1 companies/2`. */
	readonly links = new Set<string>();

	/** The users, by email address. */
	readonly owners = new Map<string, string>();

	/** How many pictures came. */
	files = 0;

	private readonly unique = new Map<string, boolean>();

	private lastId = 100;

	/** The records of an object with their ids, oldest first. */
	all(name: ObjectName): Properties[] {
		return [...this.of(name)].map(([id, properties]) => ({ id, ...properties }));
	}

	/** Puts in a record as a person makes it by hand. */
	make(name: ObjectName, properties: Properties): string {
		this.lastId += 1;
		this.of(name).set(String(this.lastId), properties);
		return String(this.lastId);
	}

	/** Leaves no record and no link. */
	clear(): void {
		for (const name of OBJECTS) this.of(name).clear();
		this.links.clear();
		this.files = 0;
	}

	answer(request: StandInRequest): StandInAnswer | undefined {
		if (request.headers.authorization !== `Bearer ${this.token}`) return refusal(401, 'Authentication credentials not found.');
		const { method, path } = request;
		const body = fieldsOf(request.body);
		const property = /^\/crm\/v3\/properties\/(contacts|companies)$/.exec(path)?.[1];
		const [, object, rest] = /^\/crm\/v3\/objects\/([a-z]+)(?:\/(.+))?$/.exec(path) ?? [];
		const link = /^\/crm\/v4\/objects\/(contacts\/\d+)\/associations\/default\/(companies\/\d+)$/.exec(path);
		const [, from, to] = /^\/crm\/v4\/associations\/([a-z]+)\/([a-z]+)\/batch\/associate\/default$/.exec(path) ?? [];
		if (method === 'GET' && path === '/crm/v3/owners') return this.ownerList(request.query.get('email'));
		if (method === 'POST' && path === '/files/v3/files') return this.takeFile(request.body);
		if (method === 'POST' && property !== undefined) return this.define(property, body);
		if (method === 'PUT' && link) return this.associate(`${link[1]} ${link[2]}`);
		if (method === 'POST' && from && to) return this.associateAll(from, to, body.inputs as Array<{ from: { id: string }; to: { id: string } }>);
		return isObject(object) ? this.onObject(object, method, rest, body) : undefined;
	}

	private onObject(name: ObjectName, method: string, rest: string | undefined, body: Readonly<Record<string, unknown>>): StandInAnswer | undefined {
		if (method === 'POST' && rest === 'search') return this.search(name, body.filterGroups as Array<{ filters: Filter[] }>);
		if (method === 'POST' && rest === 'batch/upsert') return this.upsert(name, body.inputs as Array<{ idProperty: string; id: string; properties: Properties }>);
		if (method === 'POST' && rest === undefined) return this.create(name, body.properties as Properties, body.associations as Association[] | undefined);
		if (method !== 'PATCH' || rest === undefined) return undefined;
		if (!this.of(name).has(rest)) return refusal(404, 'Object not found');
		return this.write(name, rest, body.properties as Properties);
	}

	private of(name: ObjectName): Map<string, Properties> {
		const records = this.records.get(name);
		if (!records) throw new Error(name);
		return records;
	}

	private ownerList(email: string | null): StandInAnswer {
		const results = [...this.owners].map(([address, id]) => ({ id, email: address })).filter((owner) => email === null || owner.email === email);
		return { status: 200, json: { results } };
	}

	private takeFile(body: unknown): StandInAnswer {
		if (typeof body !== 'string' || !body.includes('name="folderPath"') || !body.includes('image/jpeg')) return refusal(400, 'No file');
		this.files += 1;
		return { status: 201, json: { id: String(this.files) } };
	}

	private define(object: string, { name, hasUniqueValue, groupName, label, type, fieldType }: Readonly<Record<string, unknown>>): StandInAnswer {
		if ([name, groupName, label, type, fieldType].some((value) => typeof value !== 'string')) return refusal(400, 'Invalid input JSON');
		const key = `${object}.${String(name)}`;
		if (this.unique.has(key)) return refusal(409, `A property named '${String(name)}' already exists.`);
		this.unique.set(key, hasUniqueValue === true);
		return { status: 201, json: { name, hasUniqueValue } };
	}

	private search(name: ObjectName, groups: ReadonlyArray<{ filters: readonly Filter[] }>): StandInAnswer {
		const fits = (properties: Properties, { propertyName, operator, value, values }: Filter): boolean =>
			(operator === 'IN' ? values : [value])?.includes(properties[propertyName] ?? '') === true;
		const found = [...this.of(name)].filter(([, properties]) => groups.some(({ filters }) => filters.every((filter) => fits(properties, filter))));
		return { status: 200, json: { total: found.length, results: found.map(([id, properties]) => ({ id, properties })) } };
	}

	private upsert(name: ObjectName, [input, another]: ReadonlyArray<{ idProperty: string; id: string; properties: Properties }>): StandInAnswer {
		if (!input || another || !input.id) return refusal(400, 'The recipes send one record a call');
		if (this.unique.get(`${name}.${input.idProperty}`) !== true) return refusal(400, `Property '${input.idProperty}' is not a unique property`);
		const id = this.all(name).find((record) => record[input.idProperty] === input.id)?.id;
		const { status, json } = id ? this.write(name, id, input.properties) : this.create(name, { ...input.properties, [input.idProperty]: input.id });
		/* HubSpot answers a conflict of a batch with 207 and no record. */
		if (status === 409) return { status: 207, json: { status: 'COMPLETE', results: [], numErrors: 1, errors: [json] } };
		return status < 300 ? { status: 200, json: { status: 'COMPLETE', results: [json] } } : { status, json };
	}

	private create(name: ObjectName, properties: Properties, associations: readonly Association[] = []): StandInAnswer {
		const { status, json } = this.write(name, String(this.lastId + 1), properties);
		if (status >= 300) return { status, json };
		this.lastId += 1;
		for (const { to } of associations) this.links.add(`${name}/${this.lastId} contacts/${to.id}`);
		return { status: 201, json };
	}

	private write(name: ObjectName, id: string, properties: Properties): StandInAnswer {
		const strange = Object.keys(properties).find((key) => key.startsWith('business_card') && !this.unique.has(`${name}.${key}`));
		if (strange) return refusal(400, `Property values were not valid: Property "${strange}" does not exist`);
		const { email } = properties;
		if (email && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return refusal(400, `Property values were not valid: email ${email} is invalid`);
		const other = email && this.all(name).find((record) => record.email === email && record.id !== id);
		if (other) return refusal(409, `Contact already exists. Existing ID: ${other.id}`);
		this.of(name).set(id, { ...this.of(name).get(id), ...properties });
		return { status: 200, json: { id, properties: this.of(name).get(id) } };
	}

	private associate(link: string): StandInAnswer {
		const known = link.split(' ').every((record) => this.of(record.split('/')[0] as ObjectName).has(record.split('/')[1] ?? ''));
		if (!known) return refusal(404, 'Object not found');
		this.links.add(link);
		return { status: 200, json: { status: 'COMPLETE', results: [] } };
	}

	private associateAll(from: string, to: string, inputs: ReadonlyArray<{ from: { id: string }; to: { id: string } }>): StandInAnswer {
		const answers = inputs.map((input) => this.associate(`${from}/${input.from.id} ${to}/${input.to.id}`));
		return answers.find(({ status }) => status >= 300) ?? answers[0] ?? refusal(400, 'inputs must not be empty');
	}
}

function isObject(name: string | undefined): name is ObjectName {
	return OBJECTS.includes(name as ObjectName);
}

function refusal(status: number, message: string): StandInAnswer {
	return { status, json: { status: 'error', message } };
}
