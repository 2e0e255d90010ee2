import { StandIn, type Fields, type Route, type StandInAnswer } from './services';

const DATA = '/services/data/v62.0';
const OBJECT = '(Account|Contact|ContentVersion|Event|User)';

/** Fields that no two records share, by which a record can be addressed. */
const EXTERNAL_ID = '(Business_Card_(?:Person|Company)_ID__c)';

/** Salesforce's records and queries, as far as the recipes use them. */
export class Salesforce extends StandIn {
	readonly host = 'your-company.my.salesforce.com';
	protected override readonly idField = 'Id';
	override readonly token = 'salesforce-stand-in';

	readonly routes: readonly Route[] = [
		[`GET ${DATA}/query`, (_, { query }) => this.query(query.get('q') ?? '')],
		[`POST ${DATA}/sobjects/${OBJECT}`, ([name = ''], { body }) => this.write(name, undefined, body)],
		[`PATCH ${DATA}/sobjects/${OBJECT}/(\\w+)`, ([name = '', id], { body }) => this.write(name, id, body)],
		[
			`PATCH ${DATA}/sobjects/${OBJECT}/${EXTERNAL_ID}/([^/]+)`,
			([name = '', key = '', value = ''], { body }) => {
				const known = this.all(name).find((record) => record[key] === value);
				return this.write(name, known && String(known.Id), { ...body, [key]: value });
			},
		],
	];

	override refuse(status: number, message: string): StandInAnswer {
		return { status, json: [{ errorCode: 'REFUSED', message }] };
	}

	/** Understands what the recipes ask: conditions with `=` and `IN`, joined by AND inside of brackets and by OR between them. */
	private query(soql: string): StandInAnswer {
		const [, name, where = ''] = new RegExp(`^SELECT .+ FROM ${OBJECT} WHERE (.+)$`).exec(soql) ?? [];
		if (name === undefined) return this.refuse(400, `MALFORMED_QUERY: ${soql}`);
		const inner = where.split(/\) OR \(/).map((group) => group.replace(/^\((?=\w+ = )|\)$/g, ''));
		const groups = inner.map((group) => group.split(' AND ').map(condition));
		const records = this.all(name)
			.filter((record) => groups.some((group) => group.every(([field, values]) => values.includes(String(record[field])))))
			.map((record) => ({ ...record, Account: this.get('Account', record.AccountId) ?? null }));
		return { status: 200, json: { totalSize: records.length, done: true, records } };
	}

	/** Changes a record, or makes one where there is no id. */
	private write(name: string, id: string | undefined, fields: Fields): StandInAnswer {
		if (id !== undefined && !this.get(name, id)) return this.refuse(404, 'The requested resource does not exist');
		const { Email, OwnerId, VersionData, LastName } = { ...this.get(name, id), ...fields };
		const refusal = this.refuseAddress(Email);
		if (refusal) return refusal;
		if (fields.OwnerId && !this.get('User', OwnerId)) return this.refuse(400, 'Owner ID: id value of incorrect type');
		const isPicture = Buffer.from(String(VersionData), 'base64').subarray(0, 2).toString('hex') === 'ffd8';
		if (name === 'ContentVersion' && !isPicture) return this.refuse(400, 'VersionData');
		if (name === 'Contact' && !LastName) return this.refuse(400, 'Required fields are missing: [LastName]');
		if (id === undefined) return { status: 201, json: { id: this.make(name, fields), success: true, errors: [] } };
		this.edit(name, id, fields);
		return { status: 204 };
	}
}

function condition(text: string): readonly [string, readonly string[]] {
	const [, field = '', rest = ''] = /^(\w+) (?:=|IN) (.+)$/.exec(text) ?? [];
	const quoted = [...rest.matchAll(/'((?:\\.|[^'\\])*)'/g)].map(([, value = '']) => value.replace(/\\(.)/g, '$1'));
	return [field, quoted.length > 0 ? quoted : [rest]];
}
