import fast from './jest.config.mjs';
import slow from './jest.slow.config.mjs';

/** `npm test` and `npm run test:slow` in one run, in which no file of tests is run twice: what there is much of is taken in full. */
export default { ...slow, testMatch: [...fast.testMatch, ...slow.testMatch] };
