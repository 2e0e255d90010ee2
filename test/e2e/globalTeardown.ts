import { endLeftovers } from '../../scripts/realN8n/processes';
import { runFolder } from '../../scripts/realN8n/versions';

/** Once after all end-to-end tests: ends what a test file could not end itself. */
export default async (): Promise<void> => await endLeftovers(runFolder);
