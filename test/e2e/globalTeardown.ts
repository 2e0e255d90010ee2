import { endLeftovers } from './harness/leftover';
import { runFolder } from './harness/paths';

/** Once after all end-to-end tests: ends what a test file could not end itself. */
export default async function endAll(): Promise<void> {
	await endLeftovers(runFolder);
}
