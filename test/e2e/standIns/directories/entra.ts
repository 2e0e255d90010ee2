import { StandIn, type Fields, type Route, type StandInAnswer, type StandInRequest } from '../services';
import type { Account } from './account';

/** Properties of a user that a list can have (Microsoft Graph v1.0, "user resource type"), as far as the recipe may ask for them. */
const PROPERTIES: ReadonlySet<string> = new Set([
	...['id', 'accountEnabled', 'department', 'displayName', 'employeeId', 'mail', 'mailNickname'],
	...['userPrincipalName', 'userType'],
]);

/** What a list has without `$select` (Microsoft Graph v1.0, "List users"): neither the department nor whether an account is enabled. */
const USUAL = ['id', 'displayName', 'mail', 'userPrincipalName'];

const TENANT = 'hokuto.onmicrosoft.com';

/** Users of Microsoft Entra ID as Microsoft Graph lists them, by its public documentation. */
export class Entra extends StandIn {
	readonly host = 'graph.microsoft.com';
	override readonly token = 'entra-token';

	/** A page may have any number of users ("Paging Microsoft Graph data in your app"); by default 100. */
	pageSize = 2;

	readonly routes: readonly Route[] = [['GET /v1\\.0/users', (_, request) => this.list(request)]];

	/** An error as Graph has it ("Microsoft Graph error responses and resource types"). */
	override refuse(status: number, message: string): StandInAnswer {
		const code = status === 401 ? 'InvalidAuthenticationToken' : status === 429 ? 'TooManyRequests' : 'BadRequest';
		return { status, json: { error: { code, message, innerError: { date: '2026-04-01T02:00:00' } } } };
	}

	/** More requests than Graph takes ("Microsoft Graph throttling guidance"). */
	busy(): StandInAnswer {
		return { ...this.refuse(429, 'Too many requests'), headers: { 'retry-after': '1' } };
	}

	private list({ query, headers }: StandInRequest): StandInAnswer {
		const unknown = [...query.keys()].find((name) => !['$select', '$top', '$skiptoken'].includes(name));
		if (unknown !== undefined) return this.refuse(400, `Unrecognized query argument specified: '${unknown}'.`);
		const selected = query.get('$select')?.split(',') ?? USUAL;
		const stranger = selected.find((name) => !PROPERTIES.has(name));
		if (stranger !== undefined)
			return this.refuse(400, `Could not find a property named '${stranger}' on type 'microsoft.graph.user'.`);
		const start = Number(query.get('$skiptoken') ?? 0);
		const end = start + Math.min(this.pageSize, Number(query.get('$top') ?? 100));
		const all = this.all('users');
		const value = all.slice(start, end).map((user) => Object.fromEntries(selected.map((name) => [name, user[name]])));
		const next = new URLSearchParams({ $select: selected.join(','), $skiptoken: String(end) });
		const link = `http://${headers.host}/${this.host}/v1.0/users?${next}`;
		return { status: 200, json: { ...(end < all.length && { '@odata.nextLink': link }), value } };
	}

	/** Puts an account in, or changes the one with this id; `null` where it has nothing, as Graph writes it. */
	put(id: string, account: Account): void {
		this.edit('users', id, fieldsOf(account));
	}

	/** Takes an account away. */
	take(id: string): void {
		this.remove('users', id);
	}
}

/**
 * The properties of an account. A guest's name for signing in is the address in another form, followed by `#EXT#` ("Properties of a
 * Microsoft Entra B2B collaboration user").
 */
function fieldsOf({ family, given, address, department, kind, isDisabled = false }: Account): Fields {
	const isGuest = kind === 'guest';
	const [name = ''] = isGuest ? [`${address.replace('@', '_')}#EXT#`] : address.split('@');
	return {
		accountEnabled: !isDisabled,
		department: department ?? null,
		displayName: [family, given].filter(Boolean).join(' '),
		employeeId: null,
		mail: kind === 'service' ? null : address,
		mailNickname: name,
		userPrincipalName: isGuest ? `${name}@${TENANT}` : address,
		userType: isGuest ? 'Guest' : 'Member',
	};
}
