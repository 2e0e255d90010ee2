import fast, { filesWith } from '../jest/fast.config.mjs';

/** The randomised tests alone, wherever they stand, with all the time they want: `npm run soak` gives them new seeds. */
export default { ...fast, rootDir: '../..', testMatch: filesWith('seedOf'), testTimeout: 3_600_000, reporters: ['summary'] };
