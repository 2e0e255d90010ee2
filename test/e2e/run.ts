import { spawnSync } from 'node:child_process';
import { usualVersion, versionNamed, versions } from '../../scripts/realN8n/versions';

/**
 * The end-to-end tests: `npm run test:e2e` in the usual n8n, `npm run test:e2e -- --n8n 2.41` in another version, `--n8n all` in
 * all of them, one after another. What follows goes to Jest, such as the name of a file of tests.
 */

/** The scheduler and the cursors of newer versions concern the trigger alone. */
const SUITES: Readonly<Record<string, readonly string[]>> = { '2.41-durable': ['trigger'] };

const rest = process.argv.slice(2);
const [, name = ''] = rest[0] === '--n8n' ? rest.splice(0, 2) : ['', usualVersion];
if (name !== 'all') versionNamed(name);

for (const n8n of name === 'all' ? Object.keys(versions) : [name]) {
	process.stderr.write(`n8n ${n8n}\n`);
	const wanted = rest.length > 0 ? rest : (SUITES[n8n] ?? []);
	const args = [require.resolve('jest/bin/jest'), '-c', 'test/e2e/jest.config.mjs', ...wanted];
	const { status } = spawnSync(process.execPath, args, { env: { ...process.env, E2E_N8N: n8n }, stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}
