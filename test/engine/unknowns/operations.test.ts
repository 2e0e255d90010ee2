import { FIRST_CONFIGURATIONS } from './configurations';
import { tryEveryOperation } from './everyOperation';

/** The rest in `operations.slow.test.ts`. */
tryEveryOperation(FIRST_CONFIGURATIONS);
