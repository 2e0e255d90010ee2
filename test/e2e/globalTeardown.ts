import { endLeftovers } from '../support/realN8n/processes';
import { runFolder } from '../support/realN8n/versions';

/** Once after all end-to-end tests: ends what a test file could not end itself. */
export default async (): Promise<void> => await endLeftovers(runFolder);
