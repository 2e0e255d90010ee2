import { hash } from 'crypto';

/**
 * A short, stable fingerprint of a text: enough that two of a hundred million different texts meeting is
 * less likely than a failing disk, short enough to be kept by the thousand.
 *
 * @returns 11 characters (66 bits, base64url)
 */
export function fingerprint(text: string): string {
	return hash('sha256', text, 'base64url').slice(0, 11);
}
