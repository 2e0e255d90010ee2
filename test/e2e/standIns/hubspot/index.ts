import type { Fields, Route, StandInAnswer, StandInRequest } from '../services';
import { TYPE, UNLABELLED } from './associations';
import { formOf } from './form';
import { CallLimit, LIMITS } from './limits';
import { defaultProperties, violationOfDefinition, violationOfValue, type Property } from './properties';
import { HubSpotRecords } from './records';
import { found, violationOfSearch, type SearchRequest } from './search';

interface Input {
	readonly id: string;
	readonly idProperty?: string;
	readonly properties: Fields;
}

interface Link {
	readonly from: { readonly id: string };
	readonly to: { readonly id: string };
	readonly types?: ReadonlyArray<{ readonly associationTypeId: number }>;
}

const OBJECT = '(contacts|companies|meetings|calls|notes)';
const OBJECTS = `/crm/v3/objects/${OBJECT}`;

/** Batches take this many inputs (objects API). */
const LARGEST_BATCH = 100;

/** Owners come in pages of 100 by default and 500 at most (owners reference). */
const [USUAL_OWNERS, MOST_OWNERS] = [100, 500];

/** HubSpot's calls by its public rules, as far as the recipes use them, and stricter than HubSpot where one cannot know. */
export class HubSpot extends HubSpotRecords {
	readonly host = 'api.hubapi.com';
	override readonly token = 'pat-stand-in';

	/** Whether the number of calls is limited; searches always are. */
	limitsCalls = false;

	private readonly properties = defaultProperties();
	private searches = new CallLimit(LIMITS.search);
	private calls = new CallLimit(LIMITS.burst);

	readonly routes: readonly Route[] = [
		this.route('GET /crm/v3/owners', (_, { query }) => this.owners(query)),
		this.route('POST /files/v3/files', (_, { body }) => this.takeFile(String(body.text))),
		this.route('POST /crm/v3/properties/(contacts|companies)', ([object], { body }) => this.define(object, body)),
		this.route(`POST ${OBJECTS}/search`, ([name], { body }) => this.search(name, body)),
		this.route(`POST ${OBJECTS}/batch/read`, ([name], { body }) => this.readAll(name, body)),
		this.route(`POST ${OBJECTS}/batch/upsert`, ([name], { body }) => this.upsert(name, body.inputs as Input[])),
		this.route(`GET ${OBJECTS}/([^/]+)`, ([name, id], { query }) => this.read(name, id, query)),
		this.route(`POST ${OBJECTS}`, ([name], { body }) => this.create(name, body)),
		this.route(`PATCH ${OBJECTS}/([^/]+)`, ([name, id], { query, body }) =>
			this.change(name, id, query.get('idProperty'), body.properties as Fields),
		),
		this.route(
			`PUT /crm/v4/objects/${OBJECT}/(\\d+)/associations/${OBJECT}/(\\d+)`,
			([name, id, others, other], { body }) =>
				this.associate([name, id], [others, other], JSON.parse(String(body.text)) as Link['types']),
		),
		this.route(
			`PUT /crm/v4/objects/${OBJECT}/(\\d+)/associations/default/${OBJECT}/(\\d+)`,
			([name, id, others, other]) => this.associateAll(name, others, [{ from: { id }, to: { id: other } }]),
		),
		this.route(`POST /crm/v4/associations/${OBJECT}/${OBJECT}/batch/associate/default`, ([name, others], { body }) =>
			this.associateAll(name, others, body.inputs as Link[]),
		),
		/* What n8n's own node calls for "Create or Update" (contacts API v1). */
		this.route('POST /contacts/v1/contact/createOrUpdate/email/(.+)', ([address], { body }) =>
			this.createOrUpdate(address, body.properties as Array<{ property: string; value: unknown }>),
		),
	];

	override clear(): void {
		super.clear();
		this.limitsCalls = false;
		[this.searches, this.calls] = [new CallLimit(LIMITS.search), new CallLimit(LIMITS.burst)];
	}

	/** A route whose calls are counted. */
	private route(
		pattern: string,
		answer: (found: [string, string, string, string], request: StandInRequest) => StandInAnswer,
	): Route {
		return [
			pattern,
			(groups, request) => {
				const policy = this.refusedBy(request.line);
				return policy ? this.tooMany(policy) : answer(groups as [string, string, string, string], request);
			},
		];
	}

	private refusedBy(line: string): string | undefined {
		const isSearch = line.endsWith('/search');
		const policy = isSearch ? this.searches.refusal() : undefined;
		return policy ?? (this.limitsCalls ? this.calls.refusal() : undefined);
	}

	private tooMany(policyName: string): StandInAnswer {
		const message = `You have reached your ${policyName === 'SECONDLY' ? 'secondly' : 'ten_secondly_rolling'} limit.`;
		return { status: 429, json: { status: 'error', message, errorType: 'RATE_LIMIT', policyName } };
	}

	override refuse(status: number, message: string, category = 'VALIDATION_ERROR'): StandInAnswer {
		return { status, json: { status: 'error', message, category } };
	}

	private owners(query: URLSearchParams): StandInAnswer {
		const limit = Number(query.get('limit') ?? USUAL_OWNERS);
		if (!(limit >= 1 && limit <= MOST_OWNERS)) return this.refuse(400, `limit is at most ${MOST_OWNERS}`);
		const email = query.get('email');
		/* Whether the case of an address that is asked for counts is not said: it does, and addresses are lower case. */
		const owners = this.all('owners').filter((owner) => email === null || String(owner.email).toLowerCase() === email);
		const begin = Number(query.get('after') ?? 0);
		const next = begin + limit < owners.length && { paging: { next: { after: String(begin + limit) } } };
		return { status: 200, json: { results: owners.slice(begin, begin + limit), ...next } };
	}

	/** Files need a folder and their access; a name that is taken gives another file, or with `overwrite` a new version (files guide). */
	private takeFile(text: string): StandInAnswer {
		const { file, fileName, folderPath, folderId, options = '{}' } = formOf(text);
		const { access, overwrite } = JSON.parse(options) as Fields;
		if (file === undefined || !(folderPath ?? folderId)) return this.refuse(400, 'A file needs a folder');
		if (!access) return this.refuse(400, 'access is required');
		const name = `${folderPath}/${fileName}`;
		const known = this.all('files').find((each) => overwrite === true && each.name === name);
		const id = known ? String(known.id) : this.add('files', { name });
		return { status: 201, json: { id, name: fileName, access } };
	}

	/** A name can be used once (properties guide). */
	private define(object: string, definition: Fields): StandInAnswer {
		const violation = violationOfDefinition(definition);
		if (violation) return this.refuse(400, violation);
		const { name, type, hasUniqueValue = false } = definition;
		const key = `${object}.${String(name)}`;
		const isTaken = this.properties.has(key);
		if (isTaken) return this.refuse(409, `A property named '${String(name)}' already exists.`, 'OBJECT_ALREADY_EXISTS');
		this.properties.set(key, { type: String(type), hasUniqueValue: hasUniqueValue === true, isReadOnly: false });
		return { status: 201, json: { name } };
	}

	private search(name: string, request: SearchRequest): StandInAnswer {
		const violation = violationOfSearch(request, (property) => this.properties.has(`${name}.${property}`));
		if (violation) return this.refuse(400, violation);
		const { total, page, next } = found(this.indexed(name), request);
		const results = page.map((record) => this.answerOf(name, record, request.properties));
		const paging = next > 0 && { paging: { next: { after: String(next) } } };
		return { status: 200, json: { total, results, ...paging } };
	}

	/** 207 with the errors where a record is missing, 200 where all are there (batch read, objects API). */
	private readAll(name: string, { inputs = [], idProperty, properties }: Fields): StandInAnswer {
		const ids = (inputs as Input[]).map(({ id }) => id);
		if (ids.length === 0 || ids.length > LARGEST_BATCH) return this.refuse(400, 'A batch has 1 to 100 inputs');
		if (ids.some((id) => typeof id !== 'string' || id === '')) return this.refuse(400, 'An input has no id');
		const key = idProperty as string | undefined;
		if (!this.identifies(name, key)) return this.refuse(400, `'${key}' is not unique`);
		const records = [...new Set(ids)].map((id) => this.find(name, id, key));
		const results = records.flatMap((record) => (record ? [this.answerOf(name, record, properties as string[])] : []));
		const missing = records.length - results.length;
		const errors = missing > 0 && { numErrors: missing, errors: [{ category: 'OBJECT_NOT_FOUND' }] };
		return { status: missing > 0 ? 207 : 200, json: { status: 'COMPLETE', results, ...errors } };
	}

	private read(name: string, id: string, query: URLSearchParams): StandInAnswer {
		const record = this.find(name, id, query.get('idProperty') ?? undefined);
		if (!record) return this.notFound();
		const answer = this.answerOf(name, record, query.get('properties')?.split(','));
		const asked = query.get('associations')?.split(',') ?? [];
		const associations = asked.flatMap((others) => {
			const ids = this.associations.of(`${name} ${String(record.id)}`, others);
			return ids.length > 0
				? [[others, { results: ids.map((other) => ({ id: other, type: `${name}_to_${others}` })) }]]
				: [];
		});
		return {
			status: 200,
			json: { ...answer, ...(associations.length > 0 && { associations: Object.fromEntries(associations) }) },
		};
	}

	private create(name: string, { properties = {}, associations = [] }: Fields): StandInAnswer {
		const violation = this.violation(name, properties as Fields);
		if (violation) return violation;
		const links = associations as Link[];
		const isTyped = links.every(
			({ types = [] }) =>
				types.length > 0 && types.every((type) => type.associationTypeId === UNLABELLED[`${name} contacts`]),
		);
		if (!isTyped) return this.refuse(400, 'An association needs a type that fits its objects');
		if (links.some(({ to }) => !this.get('contacts', to.id)))
			return this.refuse(400, 'An associated object does not exist');
		const id = this.add(name, properties as Fields);
		for (const { to } of links)
			this.associations.add(`${name} ${id}`, `contacts ${to.id}`, UNLABELLED[`${name} contacts`] ?? 0);
		if (name === 'contacts') this.associateByAddress(id);
		return { status: 201, json: this.answerOf(name, this.get(name, id) ?? {}, Object.keys(properties as Fields)) };
	}

	private change(name: string, id: string, idProperty: string | null, properties: Fields): StandInAnswer {
		if (!this.identifies(name, idProperty ?? undefined)) return this.refuse(400, `'${idProperty}' is not unique`);
		const record = this.find(name, id, idProperty ?? undefined);
		if (!record) return this.notFound();
		const violation = this.violation(name, properties, String(record.id));
		if (violation) return violation;
		this.put(name, record.id, properties);
		if (name === 'contacts' && 'email' in properties) this.associateByAddress(String(record.id));
		return { status: 200, json: this.answerOf(name, this.get(name, record.id) ?? {}, Object.keys(properties)) };
	}

	/** Upserts go by a property with unique values and no other (contacts guide). Without trace ids one refusal refuses the batch. */
	private upsert(name: string, inputs: readonly Input[]): StandInAnswer {
		const results: unknown[] = [];
		for (const { id, idProperty = '', properties } of inputs) {
			const isUnique = this.properties.get(`${name}.${idProperty}`)?.hasUniqueValue;
			if (!isUnique || !id) return this.refuse(400, `'${idProperty}' is not unique, or without a value`);
			const known = this.find(name, id, idProperty);
			const all = { ...properties, [idProperty]: id };
			const answer = known ? this.change(name, String(known.id), null, all) : this.create(name, { properties: all });
			if (answer.status >= 300) return answer;
			results.push({ ...(answer.json as object), new: !known });
		}
		return { status: 200, json: { status: 'COMPLETE', results } };
	}

	private createOrUpdate(address: string, given: Array<{ property: string; value: unknown }>): StandInAnswer {
		const properties = { ...Object.fromEntries(given.map(({ property, value }) => [property, value])), email: address };
		const known = this.find('contacts', address.toLowerCase(), 'email');
		const answer = known
			? this.change('contacts', String(known.id), null, properties)
			: this.create('contacts', { properties });
		return answer.status < 300 ? { status: 200, json: { vid: (answer.json as Fields).id, isNew: !known } } : answer;
	}

	private associate(
		[name, id]: [string, string],
		[others, other]: [string, string],
		types: Link['types'] = [],
	): StandInAnswer {
		if (!this.get(name, id) || !this.get(others, other)) return this.notFound();
		const known: readonly number[] = [
			UNLABELLED[`${name} ${others}`] ?? 0,
			...(others === 'companies' ? [TYPE.primaryCompany] : []),
		];
		const isKnown = types.length > 0 && types.every(({ associationTypeId }) => known.includes(associationTypeId));
		if (!isKnown) return this.refuse(400, 'One or more association types are not valid');
		for (const { associationTypeId } of types)
			this.associations.add(`${name} ${id}`, `${others} ${other}`, associationTypeId);
		return { status: 201, json: { fromObjectId: id, toObjectId: other } };
	}

	private associateAll(name: string, others: string, links: readonly Link[]): StandInAnswer {
		for (const { from, to } of links) {
			if (!this.get(name, from.id) || !this.get(others, to.id)) return this.notFound();
			this.associations.add(`${name} ${from.id}`, `${others} ${to.id}`, UNLABELLED[`${name} ${others}`] ?? 0);
		}
		return { status: 200, json: { status: 'COMPLETE', results: [] } };
	}

	private notFound(): StandInAnswer {
		return this.refuse(404, 'resource not found', 'OBJECT_NOT_FOUND');
	}

	/** Whether records can be read by a property: an address, or one with unique values. */
	private identifies(name: string, property: string | undefined): boolean {
		const isAddress = name === 'contacts' && property === 'email';
		return property === undefined || isAddress || this.properties.get(`${name}.${property}`)?.hasUniqueValue === true;
	}

	/** Finds a record by its ID or a unique property; whether the additional addresses count here is not said: they do not. */
	private find(name: string, id: string, property = 'id'): Fields | undefined {
		const wanted = property === 'email' ? id.toLowerCase() : id;
		const winner = property === 'id' && this.mergedIdsLead ? this.merged.get(id) : undefined;
		return this.all(name).find((record) => record[property] === (winner ?? wanted));
	}

	private answerOf(name: string, record: Fields, asked: readonly string[] = []): Fields {
		const properties = Object.fromEntries(asked.map((property) => [property, record[property] ?? null]));
		return { id: record.id, properties: { hs_object_id: record.id, ...properties }, archived: false, object: name };
	}

	private violation(name: string, properties: Fields, id?: string): StandInAnswer | undefined {
		const known = (property: string): Property | undefined => this.properties.get(`${name}.${property}`);
		const reasons = Object.entries(properties).map(([property, value]) =>
			violationOfValue(property, known(property), value),
		);
		const reason = reasons.find(Boolean);
		if (reason) return this.refuse(400, reason);
		const owner = properties.hubspot_owner_id;
		const isStranger = owner && !this.all('owners').some((each) => each.id === owner);
		if (isStranger) return this.refuse(400, `Owner ${String(owner)} does not exist`);
		/* Notes, meetings and calls need their time (engagements guides). */
		const isEngagement = ['notes', 'meetings', 'calls'].includes(name);
		if (isEngagement && id === undefined && !properties.hs_timestamp) return this.refuse(400, 'hs_timestamp is required');
		return this.conflict(name, properties, id);
	}

	/** An address belongs to one contact, an additional one included (hubspot-api-nodejs#545, hubspot-api-python#51, pipedream#11236). */
	private conflict(name: string, properties: Fields, id?: string): StandInAnswer | undefined {
		const others = this.all(name).filter((record) => record.id !== id);
		const email = String(properties.email ?? '').toLowerCase();
		const addresses = ({ email: own = '', hs_additional_emails: more = '' }: Fields) => [own, ...String(more).split(';')];
		const holder = email && others.find((record) => addresses(record).includes(email));
		if (name === 'contacts' && holder)
			return this.refuse(409, `Contact already exists. Existing ID: ${String(holder.id)}`, 'CONFLICT');
		for (const [property, value] of Object.entries(properties)) {
			const isUnique = this.properties.get(`${name}.${property}`)?.hasUniqueValue === true;
			const isTaken = isUnique && value !== '' && others.some((record) => record[property] === value);
			if (isTaken)
				return this.refuse(400, `Property values were not valid: ${property} is taken: CONFLICTING_UNIQUE_VALUE`);
		}
		return undefined;
	}
}
