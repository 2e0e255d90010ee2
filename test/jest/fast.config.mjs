import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

/** Tests that take long have a run of their own: `npm run test:slow`. */
export const SLOW = '\\.slow\\.test\\.ts$';

/** The folders of the fast suites; `engine` is n8n-core's real engine against the emulator. */
const SUITES = ['unit', 'engine', 'description', 'trigger', 'sync', 'emulator', 'programs', 'package'];

// Workers collect their garbage in larger portions: a tenth of their time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;

/** The test files that call one of these functions. */
export function filesWith(...names) {
	const call = new RegExp(`\\b(${names.join('|')})\\(`);
	return SUITES.flatMap((suite) => readdirSync(join(TESTS, suite), { recursive: true }).map((file) => join(suite, file)))
		.filter((file) => file.endsWith('.test.ts') && call.test(readFileSync(join(TESTS, file), 'utf8')))
		.map((file) => `<rootDir>/test/${file}`);
}

export default {
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	runtime: '<rootDir>/test/jest/runtime.cjs',
	roots: ['<rootDir>/test'],
	testMatch: SUITES.map((suite) => `<rootDir>/test/${suite}/**/*.test.ts`),
	testPathIgnorePatterns: ['/node_modules/', SLOW],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
				module: { type: 'commonjs' },
			},
		],
	},
	testTimeout: 120_000,
	maxWorkers: 2,
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/e2e/.run/', '<rootDir>/test/e2e/n8n/', '<rootDir>/.demo/'],
};
