import { endLeftovers } from '../support/realN8n/leftover';
import { runFolder } from '../support/realN8n/paths';

/** Once after all end-to-end tests: ends what a test file could not end itself. */
export default async function endAll(): Promise<void> {
	await endLeftovers(runFolder);
}
