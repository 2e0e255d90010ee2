import { ServiceAccount } from './serviceAccount';
import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

/** A record: its fields by their API names. */
export type SalesforceRecord = Record<string, unknown>;

/** The objects that records are written to by an external ID, with that field and the others that a recipe may write. */
const OBJECTS = {
	account: { externalId: 'Business_Card_Company_Id__c', prefix: '001', fields: ['Name'] },
	contact: {
		externalId: 'Business_Card_Person_Id__c',
		prefix: '003',
		fields: ['LastName', 'FirstName', 'AccountId', 'Department', 'Email', 'MobilePhone', 'Phone', 'Title'],
	},
} as const;

type ObjectName = keyof typeof OBJECTS;

/** Accounts and contacts of Salesforce, as far as n8n's node writes them by an external ID. */
export class Salesforce implements StandIn {
	readonly hosts = ['login.salesforce.com', 'example.my.salesforce.com'];

	readonly account = new ServiceAccount();

	/** The records by their external IDs; each has its own ID as `Id`. */
	readonly records: Readonly<Record<ObjectName, Map<string, SalesforceRecord>>> = { account: new Map(), contact: new Map() };

	answer(request: StandInRequest): StandInAnswer | undefined {
		const { method, host, path } = request;
		if (host === 'login.salesforce.com') {
			if (path !== '/services/oauth2/token') return undefined;
			return this.account.grant(request, 'https://login.salesforce.com', { instance_url: 'https://example.my.salesforce.com' });
		}
		if (!this.account.sent(request)) return refusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
		const [, name = '', field, value = ''] = /^\/services\/data\/v59\.0\/sobjects\/(\w+)\/(\w+)\/([^/]+)$/.exec(path) ?? [];
		if (method !== 'PATCH' || !(name in OBJECTS)) return undefined;
		const object = OBJECTS[name as ObjectName];
		if (field !== object.externalId) return refusal(400, 'NOT_FOUND', `The requested resource does not exist: ${String(field)}`);
		return this.upsert(name as ObjectName, value, fieldsOf(request.body));
	}

	private upsert(name: ObjectName, externalId: string, fields: Readonly<SalesforceRecord>): StandInAnswer {
		const { prefix, fields: known } = OBJECTS[name];
		const strange = Object.keys(fields).find((field) => !(known as readonly string[]).includes(field));
		if (strange !== undefined) return refusal(400, 'INVALID_FIELD', `No such column '${strange}' on sobject of type ${name}`);
		if (typeof fields.Email === 'string' && !fields.Email.includes('@')) return refusal(400, 'INVALID_EMAIL_ADDRESS', `Email: invalid email address: ${fields.Email}`);
		const accounts = [...this.records.account.values()].map(({ Id }) => Id);
		if (name === 'contact' && !accounts.includes(fields.AccountId)) return refusal(400, 'INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id');
		const records = this.records[name];
		const before = records.get(externalId);
		const Id = before?.Id ?? `${prefix}${String(records.size + 1).padStart(12, '0')}`;
		records.set(externalId, { ...before, ...fields, Id });
		return { status: before ? 200 : 201, json: { id: Id, success: true, errors: [], created: before === undefined } };
	}
}

function refusal(status: number, errorCode: string, message: string): StandInAnswer {
	return { status, json: [{ errorCode, message }] };
}
