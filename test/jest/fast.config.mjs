/** The folders of the suites; `engine` is n8n-core's real engine against the emulator. */
const SUITES = ['unit', 'engine', 'description', 'trigger', 'sync', 'emulator', 'programs', 'package'];

// Workers collect their garbage in larger portions: a tenth of their time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;

/** `npm test`: what a person waits for. Tests that take long are called `*.slow.test.ts`. */
export default {
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	runtime: '<rootDir>/test/jest/runtime.cjs',
	roots: ['<rootDir>/test'],
	testMatch: SUITES.map((suite) => `<rootDir>/test/${suite}/**/*.test.ts`),
	testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
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
	modulePathIgnorePatterns: ['dist', 'test/e2e/.run', 'test/e2e/n8n', 'test/e2e/compat', '.demo'].map(
		(folder) => `<rootDir>/${folder}/`,
	),
};
