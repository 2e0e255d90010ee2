import { endLeftovers } from '../../tools/realN8n/leftover';
import { runFolder } from '../../tools/realN8n/paths';

/** Once after all end-to-end tests: ends what a test file could not end itself. */
export default async function endAll(): Promise<void> {
	await endLeftovers(runFolder);
}
