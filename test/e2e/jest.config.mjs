import fast from '../jest/fast.config.mjs';

/**
 * The end-to-end tests: our packed package in a real n8n against the emulated service. Each has an n8n, ports and a folder of
 * its own. They run one after another, so that what they say can be read; `.ci/run` runs two at a time.
 */
export default {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['<rootDir>/test/e2e/*.test.ts'],
	modulePathIgnorePatterns: fast.modulePathIgnorePatterns,
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	transform: fast.transform,
	testTimeout: 180_000,
	maxWorkers: 1,
};
