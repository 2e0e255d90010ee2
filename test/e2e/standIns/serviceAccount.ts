import { generateKeyPairSync, verify } from 'node:crypto';
import { fieldsOf, type StandInAnswer, type StandInRequest } from './types';

/** An account that proves itself with a signed assertion and gets a token for it (RFC 7523). */
export class ServiceAccount {
	readonly email = 'sync@project.example.com';

	private readonly pair = generateKeyPairSync('rsa', { modulusLength: 2048 });

	private readonly token = 'token-of-the-service-account';

	/** What goes into n8n's credential. */
	get privateKey(): string {
		return this.pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	}

	/**
	 * Answers a request for a token.
	 * @param audience whom the assertion has to be meant for
	 * @param more further fields of the answer
	 */
	grant({ body }: StandInRequest, audience: string, more: object = {}): StandInAnswer {
		const { grant_type: grantType, assertion } = fieldsOf(body);
		const [head = '', claims = '', signature = ''] = String(assertion).split('.');
		const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), this.pair.publicKey, Buffer.from(signature, 'base64url'));
		const { aud } = fieldsOf(JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}'));
		const isRight = grantType === 'urn:ietf:params:oauth:grant-type:jwt-bearer' && isSigned && aud === audience;
		if (!isRight) return { status: 400, json: { error: 'invalid_grant' } };
		return { status: 200, json: { access_token: this.token, token_type: 'Bearer', expires_in: 3600, ...more } };
	}

	/** Whether a request carries the token. */
	sent({ headers }: StandInRequest): boolean {
		return headers.authorization === `Bearer ${this.token}`;
	}
}
