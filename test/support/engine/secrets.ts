import { inspect } from 'node:util';

/** The emulator's own key and application id: the ones a credential has to have for anything to be said about them. */
export const KEY = 'EmulatorSystemAdministratorKey01';
export const APP_ID = 'EmulatorApp01';

/** Everything that an object holds, hidden and inherited parts, messages, stacks and causes included. */
function everything(value: unknown): string {
	const shown = inspect(value, {
		depth: Infinity,
		showHidden: true,
		maxArrayLength: null,
		maxStringLength: null,
		getters: true,
	});
	return `${shown}\n${JSON.stringify(value)}`;
}

/** Looks for secrets in all of an object, plain, encoded for an address, and in base64. */
export function expectNoSecret(value: unknown, secrets: readonly string[] = [KEY, APP_ID]): void {
	const text = everything(value);
	for (const secret of secrets) {
		expect(text).not.toContain(secret);
		expect(text.toLowerCase()).not.toContain(encodeURIComponent(secret).toLowerCase());
		expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
	}
}
