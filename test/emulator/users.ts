import { ApiError } from './apiError';
import type { Company } from './company';
import type { EmulatorUser } from './records';

/** Someone to give an API key to. Whatever is left out is made up. */
export interface UserInput {
	/** 32 alphanumerics. */
	readonly apiKey: string;
	readonly role?: 'user' | 'admin';
	readonly forbidden?: boolean;
	readonly sees?: 'all' | readonly string[];
	readonly seesCreated?: boolean;
	readonly id?: string;
	readonly name?: string;
	readonly email?: string;
}

const API_KEY = /^[A-Za-z0-9]{32}$/;

/** Who may call the service (spec: "Authentication"). */
export class Users {
	constructor(
		private readonly company: Company,
		private readonly appId: () => string,
	) {}

	private readonly byKey = new Map<string, EmulatorUser>();

	/** Issues an API key. @throws Error when it is not 32 alphanumerics or taken */
	add(input: UserInput): EmulatorUser {
		if (!API_KEY.test(input.apiKey)) throw new Error('An API key has 32 alphanumeric characters');
		if (this.byKey.has(input.apiKey)) throw new Error('This API key is taken');
		const role = input.role ?? 'user';
		const number = this.byKey.size + 1;
		const person = this.company.addPerson({
			id: input.id,
			name: input.name ?? `User ${number}`,
			email: input.email ?? `user-${number}@example.co.jp`,
		});
		const user: EmulatorUser = {
			...person,
			apiKey: input.apiKey,
			role,
			forbidden: input.forbidden ?? false,
			sees: input.sees ?? (role === 'admin' ? 'all' : []),
			seesCreated: input.seesCreated ?? true,
		};
		this.byKey.set(user.apiKey, user);
		return user;
	}

	/**
	 * The user whose key a call carries.
	 *
	 * @throws ApiError 401 `invalid_api_key` or `invalid_app_id`
	 */
	identify(headers: Readonly<Record<string, string>>): EmulatorUser {
		const user = this.byKey.get(headers['x-service-api-key'] ?? '');
		if (!user) throw new ApiError(401, 'The API key is not valid', [{ Code: 'invalid_api_key' }]);
		const appId = headers['x-service-app-id'];
		if (appId !== undefined && appId !== this.appId()) {
			throw new ApiError(
				401,
				'The application id is not valid',
				[{ Code: 'invalid_app_id' }],
				appId === '' ? 'X-Service-App-Id: sent empty' : undefined,
			);
		}
		return user;
	}
}
