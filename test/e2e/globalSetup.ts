import { rm } from 'node:fs/promises';
import { ensureN8n, packPackage } from '../../scripts/realN8n/install';
import { endLeftovers } from '../../scripts/realN8n/processes';
import { runFolder } from '../../scripts/realN8n/versions';

/**
 * Once before all end-to-end tests: installs n8n when needed, builds and packs our package. Signals are handled here because
 * what a test file registers is not told about them.
 */
export default async function prepare(): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void endLeftovers(runFolder).finally(() => process.exit(1)));
	}
	await endLeftovers(runFolder);
	await rm(runFolder, { recursive: true, force: true });
	await ensureN8n((message) => process.stderr.write(`e2e: ${message}\n`));
	await packPackage(runFolder);
}
