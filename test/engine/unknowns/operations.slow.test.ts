import { CONFIGURATIONS } from './configurations';
import { tryEveryOperation } from './everyOperation';

/** Every pair of answers to two open points. */
tryEveryOperation(CONFIGURATIONS);
