import fast, { filesWith, SLOW } from './fast.config.mjs';

// The tests that take a few of what there is much of take all of it.
process.env.TEST_IN_FULL = 'yes';

/** What `npm test` leaves out because it takes long: every pair of open answers, amounts at the edge, a copy of the repository. */
export default {
	...fast,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/**/*.slow.test.ts', ...filesWith('inFull', 'someOf', 'describeFaults')],
	testPathIgnorePatterns: fast.testPathIgnorePatterns.filter((pattern) => pattern !== SLOW),
	testTimeout: 600_000,
};
