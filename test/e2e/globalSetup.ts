import { mkdir, rm, writeFile } from 'node:fs/promises';
import { ensureN8n } from '../support/realN8n/install';
import { buildPackage, packPackage } from '../support/realN8n/package';
import { runFolder } from '../support/realN8n/paths';
import { endLeftovers } from '../support/realN8n/leftover';
import { preparedPath, type Prepared } from '../support/realN8n/prepared';

/**
 * Once before all end-to-end tests: installs n8n when needed, builds and packs our package. Signals are handled
 * here because what a test file registers is not told about them.
 */
export default async function prepare(): Promise<void> {
	const say = (message: string): void => {
		process.stderr.write(`e2e: ${message}\n`);
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void endLeftovers(runFolder).finally(() => process.exit(1)));
	}
	await endLeftovers(runFolder);
	await rm(runFolder, { recursive: true, force: true });
	await mkdir(runFolder, { recursive: true });
	const { program } = await ensureN8n(say);
	say('building and packing the package');
	await buildPackage();
	const prepared: Prepared = { program, tarball: await packPackage(runFolder) };
	await writeFile(preparedPath, JSON.stringify(prepared));
}
