import fast, { SLOW } from './jest.config.mjs';

/** What `npm test` leaves out because it takes long: every pair of open answers, amounts at the edge, a copy of the repository. */
export default {
	...fast,
	testMatch: ['<rootDir>/test/**/*.slow.test.ts'],
	testPathIgnorePatterns: fast.testPathIgnorePatterns.filter((pattern) => pattern !== SLOW),
	testTimeout: 600_000,
};
