import { Records, type Fields } from './records';
import type { Route, StandIn, StandInAnswer } from './services';

const DATA = '/services/data/v62.0';
const OBJECT = '(Account|Contact|ContentVersion|Event|User)';

/** Fields that no two records share, by which a record can be addressed. */
const EXTERNAL_ID = '(Business_Card_(?:Person|Company)_ID__c)';

/** Salesforce's records and queries, as far as the recipes use them. */
export class Salesforce extends Records implements StandIn {
	readonly hosts = ['your-company.my.salesforce.com'];
	readonly token = 'salesforce-stand-in';

	constructor() {
		super('Id');
	}

	readonly routes: readonly Route[] = [
		[`GET ${DATA}/query`, (_, { query }) => this.query(query.get('q') ?? '')],
		[`POST ${DATA}/sobjects/${OBJECT}`, ([name = ''], { body }) => this.create(name, body)],
		[`PATCH ${DATA}/sobjects/${OBJECT}/(\\w+)`, ([name = '', id = ''], { body }) => this.change(name, id, body)],
		[
			`PATCH ${DATA}/sobjects/${OBJECT}/${EXTERNAL_ID}/([^/]+)`,
			([name = '', key = '', value = ''], { body }) => {
				const known = this.all(name).find((record) => record[key] === value);
				return known ? this.change(name, String(known.Id), body) : this.create(name, { ...body, [key]: value });
			},
		],
	];

	refuse(status: number, message: string): StandInAnswer {
		return { status, json: [{ errorCode: 'REFUSED', message }] };
	}

	/** Understands what the recipes ask: conditions with `=` and `IN`, joined by AND inside of brackets and by OR between them. */
	private query(soql: string): StandInAnswer {
		const [, name, where = ''] = new RegExp(`^SELECT .+ FROM ${OBJECT} WHERE (.+)$`).exec(soql) ?? [];
		if (name === undefined) return this.refuse(400, `MALFORMED_QUERY: ${soql}`);
		const groups = where.split(/\) OR \(/).map((group) =>
			group
				.replace(/^\((?=\w+ = )|\)$/g, '')
				.split(' AND ')
				.map(condition),
		);
		const records = this.all(name)
			.filter((record) => groups.some((group) => group.every(([field, values]) => values.includes(String(record[field])))))
			.map((record) => ({ ...record, Account: this.get('Account', record.AccountId) ?? null }));
		return { status: 200, json: { totalSize: records.length, done: true, records } };
	}

	private create(name: string, fields: Fields): StandInAnswer {
		if (name === 'Contact' && !fields.LastName) return this.refuse(400, 'Required fields are missing: [LastName]');
		return (
			this.violation(name, fields) ?? { status: 201, json: { id: this.make(name, fields), success: true, errors: [] } }
		);
	}

	private change(name: string, id: string, fields: Fields): StandInAnswer {
		if (!this.get(name, id)) return this.refuse(404, 'The requested resource does not exist');
		const violation = this.violation(name, fields);
		if (!violation) this.edit(name, id, fields);
		return violation ?? { status: 204 };
	}

	private violation(name: string, { Email = 'a@b.c', OwnerId, VersionData }: Fields): StandInAnswer | undefined {
		if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(Email)))
			return this.refuse(400, `invalid email address: ${String(Email)}`);
		if (OwnerId !== undefined && !this.get('User', OwnerId))
			return this.refuse(400, 'Owner ID: id value of incorrect type');
		const isPicture = name !== 'ContentVersion' || Buffer.from(String(VersionData), 'base64').readUInt16BE() === 0xffd8;
		return isPicture ? undefined : this.refuse(400, 'VersionData');
	}
}

function condition(text: string): readonly [string, readonly string[]] {
	const [, field = '', rest = ''] = /^(\w+) (?:=|IN) (.+)$/.exec(text) ?? [];
	const quoted = [...rest.matchAll(/'((?:\\.|[^'\\])*)'/g)].map(([, value = '']) => value.replace(/\\(.)/g, '$1'));
	return [field, quoted.length > 0 ? quoted : [rest]];
}
