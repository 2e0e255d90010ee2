import type { WorkflowNode } from '../../../../scripts/realN8n/client';
import { StandIn, type Fields, type Route, type StandInAnswer, type StandInRequest } from '../services';
import type { Account } from './account';

/** The parameters of a list (Admin SDK Directory API, "Method: users.list") that the recipe may use. */
const PARAMETERS: readonly string[] = ['customer', 'domain', 'maxResults', 'pageToken', 'projection'];

/** A page has 100 users by default, and 500 at most. */
const [USUAL_LIMIT, HIGHEST_LIMIT] = [100, 500];

/** Users of Google Workspace as the Directory API lists them, by its public documentation. */
export class Google extends StandIn {
	readonly host = 'www.googleapis.com';
	override readonly token = 'google-token';

	/** A page may have fewer users than asked for. */
	pageSize = 2;

	readonly routes: readonly Route[] = [['GET /admin/directory/v1/users', (_, request) => this.list(request)]];

	/** An error as Google's APIs have it ("Directory API: Resolve errors"). */
	override refuse(status: number, message: string): StandInAnswer {
		return { status, json: { error: { code: status, message, errors: [{ domain: 'global', message }] } } };
	}

	/** More requests than Google takes ("Directory API: Limits and quotas"); it asks for growing pauses and names none. */
	busy(): StandInAnswer {
		return this.refuse(429, 'Quota exceeded for quota metric');
	}

	private list({ query }: StandInRequest): StandInAnswer {
		const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name));
		if (unknown !== undefined) return this.refuse(400, `Unknown name "${unknown}"`);
		if (!query.has('customer') && !query.has('domain')) return this.refuse(400, 'Bad Request');
		const limit = Number(query.get('maxResults') ?? USUAL_LIMIT);
		if (limit < 1 || limit > HIGHEST_LIMIT) return this.refuse(400, 'Invalid value at maxResults');
		const start = Number(query.get('pageToken') ?? 0);
		const end = start + Math.min(this.pageSize, limit);
		const all = this.all('users');
		const users = all.slice(start, end);
		/* A list without users has no such field. */
		const page = { kind: 'admin#directory#users', ...(users.length > 0 && { users }) };
		return { status: 200, json: { ...page, ...(end < all.length && { nextPageToken: String(end) }) } };
	}

	/** Puts an account in, or changes the one with this id. */
	put(id: string, account: Account): void {
		this.remove('users', id);
		this.edit('users', id, fieldsOf(account));
	}

	/** Takes an account away. */
	take(id: string): void {
		this.remove('users', id);
	}

	/**
	 * Makes n8n's node for Google Workspace, whose address is fixed, a Code node with the calls that it makes to list all users, and the
	 * items that it gives with the output Raw (n8n-nodes-base, GSuiteAdmin). Its credential is a token in the code.
	 */
	takePlaceOf(node: WorkflowNode, url: string): void {
		if (node.type !== 'n8n-nodes-base.gSuiteAdmin') return;
		const { resource, operation, returnAll, output, projection, filter } = node.parameters;
		expect({ resource, operation, returnAll, output, filter }).toEqual({
			...{ resource: 'user', operation: 'getAll', returnAll: true, output: 'raw', filter: {} },
		});
		const jsCode = `const qs = { projection: '${String(projection)}', customer: 'my_customer', maxResults: 100 };
const users = [];
do {
	const url = '${url}/${this.host}/admin/directory/v1/users';
	const page = await this.helpers.httpRequest({ url, qs, json: true, headers: { authorization: 'Bearer ${this.token}' } });
	qs.pageToken = page.nextPageToken;
	users.push.apply(users, page.users);
} while (qs.pageToken !== undefined && qs.pageToken !== '');
return users.map((json) => ({ json }));`;
		Object.assign(node, { type: 'n8n-nodes-base.code', typeVersion: 2, credentials: {}, parameters: { jsCode } });
	}
}

/** The fields of an account; those that have no value are absent ("REST Resource: users"). A guest is no user of Google Workspace. */
function fieldsOf({ family, given, address, department, kind, isDisabled = false }: Account): Fields {
	return {
		kind: 'admin#directory#user',
		primaryEmail: address,
		name: { familyName: family, givenName: given, fullName: `${given} ${family}` },
		suspended: isDisabled,
		archived: false,
		orgUnitPath: kind === 'service' ? '/Service Accounts/Scanners' : '/',
		emails: [{ address, primary: true }],
		...(department !== undefined && { organizations: [{ department, primary: true }] }),
	};
}
