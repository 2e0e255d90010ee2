import fast from './fast.config.mjs';
import slow from './slow.config.mjs';

/** The fast tests and the slow ones in one run, in which no file of tests is run twice: what there is much of is taken in full. */
export default { ...slow, testMatch: [...fast.testMatch, ...slow.testMatch] };
