/**
 * The end-to-end tests: `npm run test:e2e` in the usual n8n, `npm run test:e2e -- --n8n 2.41` in another version, `--n8n all` in all of
 * them, one after another. What else is given goes to Jest, such as the name of a file of tests.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const VERSIONS = ['1.123', '2.8', '2.41', '2.41-durable'];

/** The scheduler and the cursors of newer versions concern the trigger alone. */
const SUITES = { '2.41-durable': ['trigger'] };

const { values, tokens } = parseArgs({ options: { n8n: { type: 'string', default: '2.8' } }, strict: false, tokens: true });
const own = new Set(tokens.filter(({ name }) => name === 'n8n').flatMap(({ index, inlineValue }) => (inlineValue ? [index] : [index, index + 1])));
const rest = process.argv.slice(2).filter((_, index) => !own.has(index));
const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js');

for (const n8n of values.n8n === 'all' ? VERSIONS : [values.n8n]) {
	if (!VERSIONS.includes(n8n)) throw new Error(`There is no n8n "${n8n}" to test with: ${VERSIONS.join(', ')}, all`);
	process.stderr.write(`n8n ${n8n}\n`);
	const args = [jest, '-c', 'test/e2e/jest.config.mjs', ...(rest.length > 0 ? rest : (SUITES[n8n] ?? []))];
	const { status } = spawnSync(process.execPath, args, { env: { ...process.env, E2E_N8N: n8n }, stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}
