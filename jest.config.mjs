/** Tests that take long have a run of their own: `npm run test:slow`. */
export const SLOW = '\\.slow\\.test\\.ts$';

/** The fast suites: unit, engine (n8n-core's real engine against the emulator), description and trigger. */
export default {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/{unit,engine,description,trigger,smallWorld,emulator}/**/*.test.ts'],
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
