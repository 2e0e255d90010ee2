import { rm } from 'node:fs/promises';
import { ensureN8n, packPackage } from '../../scripts/realN8n/install';
import { endWithThisProcess } from '../../scripts/realN8n/processes';
import { runFolder } from '../../scripts/realN8n/versions';

/**
 * Once before all end-to-end tests: installs n8n when needed, builds and packs our package. What a file of tests could not end is
 * ended with Jest, because what a file registers is not told about the end of the process.
 */
export default async function prepare(): Promise<void> {
	endWithThisProcess(runFolder);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
	await rm(runFolder, { recursive: true, force: true });
	await ensureN8n((message) => process.stderr.write(`e2e: ${message}\n`));
	await packPackage(runFolder);
}
