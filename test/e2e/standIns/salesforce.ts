import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

/** A record: its fields by their names. */
export type Fields = Record<string, unknown>;

const OBJECTS = ['Account', 'Contact', 'ContentVersion', 'Event', 'User'] as const;
type ObjectName = (typeof OBJECTS)[number];

const DATA = '/services/data/v62.0';

/** Fields that no two records share, by which a record can be addressed. */
const EXTERNAL_IDS = ['Business_Card_Person_ID__c', 'Business_Card_Company_ID__c'];

/** Salesforce's records and queries, as far as the recipes use them. */
export class Salesforce implements StandIn {
	readonly hosts = ['your-company.my.salesforce.com'];

	readonly token = 'salesforce-stand-in';

	private readonly records = new Map<ObjectName, Map<string, Fields>>(OBJECTS.map((name) => [name, new Map()]));

	private lastId = 100;

	/** The records of an object with their ids, oldest first. */
	all(name: ObjectName): Fields[] {
		return [...this.of(name)].map(([Id, fields]) => ({ Id, ...fields }));
	}

	/** Puts in a record as a person makes it by hand. */
	make(name: ObjectName, fields: Fields): string {
		this.lastId += 1;
		const id = `${name.slice(0, 3)}${this.lastId}`;
		this.of(name).set(id, fields);
		return id;
	}

	/** Changes a record as a person does it by hand. */
	edit(name: ObjectName, id: string, fields: Fields): void {
		this.of(name).set(id, { ...this.of(name).get(id), ...fields });
	}

	/** Leaves no record. */
	clear(): void {
		for (const name of OBJECTS) this.of(name).clear();
	}

	answer(request: StandInRequest): StandInAnswer | undefined {
		const { method, path } = request;
		if (request.headers.authorization !== `Bearer ${this.token}`) return refusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
		if (method === 'GET' && path === `${DATA}/query`) return this.query(request.query.get('q') ?? '');
		const [, object, key, value] = /^\/services\/data\/v62\.0\/sobjects\/([A-Za-z]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
		if (!OBJECTS.includes(object as ObjectName)) return undefined;
		const name = object as ObjectName;
		const fields = fieldsOf(request.body);
		if (method === 'POST' && key === undefined) return this.create(name, fields);
		if (method !== 'PATCH' || key === undefined) return undefined;
		if (value === undefined) return this.update(name, key, fields);
		if (!EXTERNAL_IDS.includes(key)) return refusal(404, 'NOT_FOUND', 'Provided external ID field does not exist');
		const [found] = this.all(name).filter((record) => record[key] === value);
		return found ? this.update(name, String(found.Id), fields) : this.create(name, { ...fields, [key]: value });
	}

	private of(name: ObjectName): Map<string, Fields> {
		const records = this.records.get(name);
		if (!records) throw new Error(name);
		return records;
	}

	/** Understands what the recipes ask: conditions with `=` and `IN`, joined by AND inside of brackets and by OR between them. */
	private query(soql: string): StandInAnswer {
		const [, , name, where = ''] = /^SELECT (.+) FROM (\w+) WHERE (.+)$/.exec(soql) ?? [];
		if (!OBJECTS.includes(name as ObjectName)) return refusal(400, 'MALFORMED_QUERY', soql);
		const wanted = where.split(/\) OR \(/).map((group) => group.replace(/^\((?=\w+ = )|\)$/g, '').split(' AND ').map(condition));
		const accounts = this.of('Account');
		const records = this.all(name as ObjectName)
			.filter((record) => wanted.some((group) => group.every(([field, values]) => values.includes(String(record[field])))))
			.map((record) => ({ ...record, Account: accounts.get(String(record.AccountId)) ?? null }));
		return { status: 200, json: { totalSize: records.length, done: true, records } };
	}

	private create(name: ObjectName, fields: Fields): StandInAnswer {
		const violation = this.violation(name, fields);
		if (violation) return violation;
		if (name === 'Contact' && !fields.LastName) return refusal(400, 'REQUIRED_FIELD_MISSING', 'Required fields are missing: [LastName]');
		return { status: 201, json: { id: this.make(name, fields), success: true, errors: [] } };
	}

	private update(name: ObjectName, id: string, fields: Fields): StandInAnswer {
		if (!this.of(name).has(id)) return refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
		const violation = this.violation(name, fields);
		if (violation) return violation;
		this.edit(name, id, fields);
		return { status: 204 };
	}

	private violation(name: ObjectName, { Email, VersionData, OwnerId }: Fields): StandInAnswer | undefined {
		if (Email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(Email))) {
			return refusal(400, 'INVALID_EMAIL_ADDRESS', `Email: invalid email address: ${String(Email)}`);
		}
		if (OwnerId !== undefined && !this.of('User').has(String(OwnerId))) return refusal(400, 'INVALID_CROSS_REFERENCE_KEY', 'Owner ID: id value of incorrect type');
		const isPicture = name !== 'ContentVersion' || Buffer.from(String(VersionData), 'base64').subarray(0, 2).toString('hex') === 'ffd8';
		return isPicture ? undefined : refusal(400, 'REQUIRED_FIELD_MISSING', 'VersionData');
	}
}

function condition(text: string): readonly [string, readonly string[]] {
	const [, field = '', , rest = ''] = /^(\w+) (=|IN) (.+)$/.exec(text) ?? [];
	const quoted = [...rest.matchAll(/'((?:\\.|[^'\\])*)'/g)].map(([, value = '']) => value.replace(/\\(.)/g, '$1'));
	return [field, quoted.length > 0 ? quoted : [rest]];
}

function refusal(status: number, errorCode: string, message: string): StandInAnswer {
	return { status, json: [{ errorCode, message }] };
}
