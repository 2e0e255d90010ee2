import { CONFIGURATIONS } from './configurations';
import { liveEveryLife } from './everyLife';

/** Every pair of answers to two open points. */
liveEveryLife(CONFIGURATIONS);
