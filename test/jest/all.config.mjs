import fast from './fast.config.mjs';

// The tests that take a few of what there is much of take all of it.
process.env.TEST_IN_FULL = 'yes';

/** `npm run test:all`: all tests but those of a real n8n, in full, and those that `npm test` leaves out because they take long. */
export default { ...fast, rootDir: '../..', testPathIgnorePatterns: ['/node_modules/'], testTimeout: 600_000 };
