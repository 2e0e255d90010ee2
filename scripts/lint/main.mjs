/**
 * n8n's rules for what ships, general rules for tests and scripts, and our own for what ships. ESLint takes the configuration that
 * stands nearest to each file; the flag for it is set here, because not every shell can set variables in a command.
 */
import { spawnSync } from 'node:child_process';

const env = { ...process.env, ESLINT_FLAGS: 'v10_config_lookup_from_file' };

for (const command of ['n8n-node lint', 'eslint -c scripts/lint/shipped.config.mjs nodes credentials']) {
	const { status } = spawnSync(command, { env, shell: true, stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}
