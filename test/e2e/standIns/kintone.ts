import { fieldsOf, type StandIn, type StandInAnswer, type StandInRequest } from './types';

type Fields = Record<string, string>;

/** Two apps of kintone, as far as records are written by a key. */
export class Kintone implements StandIn {
	readonly hosts = ['example.cybozu.com'];

	readonly tokens = 'token-of-companies,token-of-persons';

	/** The records of the app of companies by `companyId`, and of the app of persons by `personId`. */
	readonly companies = new Map<string, Fields>();

	readonly persons = new Map<string, Fields>();

	private readonly apps = {
		1: { key: 'companyId', fields: ['companyName'], records: this.companies },
		2: { key: 'personId', fields: ['companyId', 'cardId', 'lastName', 'firstName', 'department', 'title', 'email', 'mobile', 'tel'], records: this.persons },
	} as const;

	answer({ method, path, headers, body }: StandInRequest): StandInAnswer | undefined {
		if (method !== 'PUT' || path !== '/k/v1/records.json') return undefined;
		if (headers['x-cybozu-api-token'] !== this.tokens) return refusal(401, 'CB_AU01', 'Please login.');
		const { app: number, upsert, records } = fieldsOf(body);
		const app = this.apps[number as 1 | 2];
		const [sent, another] = records as Array<{ updateKey: { field: string; value: string }; record: Record<string, { value: string }> }>;
		if (upsert !== true || !sent || another) return undefined;
		const { updateKey, record } = sent;
		if (updateKey.field !== app.key) return refusal(400, 'CB_IJ01', 'Invalid JSON string.');
		const strange = Object.keys(record).find((name) => !(app.fields as readonly string[]).includes(name));
		if (strange !== undefined) return refusal(400, 'GAIA_FC01', `The field code "${strange}" was not found.`);
		if (typeof updateKey.value !== 'string' || updateKey.value === '') return refusal(400, 'CB_VA01', 'Missing or invalid input.');
		const looked = record.companyId?.value;
		if (looked !== undefined && !this.companies.has(looked)) return refusal(400, 'GAIA_LO04', 'A value in the field for lookup does not exist.');
		const before = app.records.get(updateKey.value);
		const values = Object.fromEntries(Object.entries(record).map(([name, { value }]) => [name, value]));
		app.records.set(updateKey.value, { ...before, ...values });
		return { status: 200, json: { records: [{ id: String(app.records.size), revision: '1', operation: before ? 'UPDATE' : 'INSERT' }] } };
	}
}

function refusal(status: number, code: string, message: string): StandInAnswer {
	return { status, json: { code, id: 'stand-in', message } };
}
