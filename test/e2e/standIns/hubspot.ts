import { StandIn, type Fields, type Route, type StandInAnswer } from './services';

interface Filter {
	readonly propertyName: string;
	readonly value?: string;
	readonly values?: readonly string[];
}

interface Input {
	readonly idProperty: string;
	readonly id: string;
	readonly properties: Fields;
}

interface Link {
	readonly from: { readonly id: string };
	readonly to: { readonly id: string };
}

const OBJECT = '(contacts|companies|meetings|calls|notes)';
const OBJECTS = `/crm/v3/objects/${OBJECT}`;

/** HubSpot's records, owners and files, as far as the recipes use them. */
export class HubSpot extends StandIn {
	readonly host = 'api.hubapi.com';
	override readonly token = 'pat-stand-in';
	/** The properties of our own, by object and name, and whether no two records may share a value. */
	private readonly properties = new Map<string, unknown>();

	readonly routes: readonly Route[] = [
		['GET /crm/v3/owners', () => ({ status: 200, json: { results: this.all('owners') } })],
		['POST /files/v3/files', (_, { body }) => this.takeFile(String(body.text))],
		['POST /crm/v3/properties/(contacts|companies)', ([object], { body }) => this.define(`${object}.${body.name}`, body)],
		[
			`POST ${OBJECTS}/search`,
			([name = ''], { body }) => this.search(name, body.filterGroups as Array<{ filters: Filter[] }>),
		],
		[`POST ${OBJECTS}/batch/upsert`, ([name = ''], { body }) => this.upsert(name, body.inputs as Input[])],
		[
			`POST ${OBJECTS}`,
			([name = ''], { body }) => this.create(name, body.properties as Fields, body.associations as Link[]),
		],
		[`PATCH ${OBJECTS}/(\\d+)`, ([name = '', id = ''], { body }) => this.change(name, id, body.properties as Fields)],
		[
			`PUT /crm/v4/objects/${OBJECT}/(\\d+)/associations/default/${OBJECT}/(\\d+)`,
			([name = '', id = '', others = '', other = '']) => this.link(name, id, others, other),
		],
		[
			`POST /crm/v4/associations/${OBJECT}/${OBJECT}/batch/associate/default`,
			([name = '', others = ''], { body }) => {
				for (const { from, to } of body.inputs as Link[]) this.link(name, from.id, others, to.id);
				return { status: 200, json: { results: [] } };
			},
		],
	];

	private takeFile(form: string): StandInAnswer {
		if (!form.includes('name="folderPath"') || !form.includes('image/jpeg')) return this.refuse(400, 'No file');
		return { status: 201, json: { id: this.make('files', {}) } };
	}

	private define(key: string, { name, groupName, label, type, fieldType, hasUniqueValue }: Fields): StandInAnswer {
		const isWhole = [name, groupName, label, type, fieldType].every((value) => typeof value === 'string');
		if (!isWhole) return this.refuse(400, 'Invalid input JSON');
		if (this.properties.has(key)) return this.refuse(409, `A property named '${String(name)}' already exists.`);
		this.properties.set(key, hasUniqueValue);
		return { status: 201, json: { name } };
	}

	private search(name: string, groups: ReadonlyArray<{ filters: readonly Filter[] }>): StandInAnswer {
		const fits = (record: Fields, { propertyName, value = '', values = [value] }: Filter) =>
			values.includes(String(record[propertyName] ?? ''));
		const found = this.all(name).filter((record) =>
			groups.some(({ filters }) => filters.every((filter) => fits(record, filter))),
		);
		return { status: 200, json: { results: found.map(({ id, ...properties }) => ({ id, properties })) } };
	}

	/** The recipes send one record a call. */
	private upsert(name: string, [input]: readonly Input[]): StandInAnswer {
		const { idProperty = '', id, properties = {} } = input ?? {};
		if (this.properties.get(`${name}.${idProperty}`) !== true) return this.refuse(400, `'${idProperty}' is not unique`);
		const known = this.all(name).find((record) => record[idProperty] === id);
		const { status, json } = known
			? this.change(name, String(known.id), properties)
			: this.create(name, { ...properties, [idProperty]: id });
		return status < 300 ? { status: 200, json: { results: [json] } } : { status, json };
	}

	private create(name: string, properties: Fields, links: ReadonlyArray<Pick<Link, 'to'>> = []): StandInAnswer {
		const violation = this.violation(name, properties);
		if (violation) return violation;
		const id = this.make(name, properties);
		for (const { to } of links) this.link(name, id, 'contacts', to.id);
		return { status: 201, json: { id, properties } };
	}

	private change(name: string, id: string, properties: Fields): StandInAnswer {
		const violation = this.get(name, id) ? this.violation(name, properties) : this.refuse(404, 'Object not found');
		if (!violation) this.edit(name, id, properties);
		return violation ?? { status: 200, json: { id, properties: this.get(name, id) } };
	}

	private violation(name: string, properties: Fields): StandInAnswer | undefined {
		const own = Object.keys(properties).filter((key) => key.startsWith('business_card'));
		const strange = own.find((key) => !this.properties.has(`${name}.${key}`));
		if (strange) return this.refuse(400, `Property "${strange}" does not exist`);
		return this.refuseAddress(properties.email);
	}

	/** Notes at a record the id of another; HubSpot itself gives a contact the company that it works for, too. */
	private link(name: string, id: string, others: string, other: string): StandInAnswer {
		const { [others]: known = [] } = this.get(name, id) ?? {};
		this.edit(name, id, { [others]: [...new Set(known as string[]).add(other)] });
		if (others === 'companies') this.edit(name, id, { associatedcompanyid: other });
		return { status: 200, json: { results: [] } };
	}
}
