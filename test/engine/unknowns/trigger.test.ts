import { FIRST_CONFIGURATIONS } from './configurations';
import { liveEveryLife } from './everyLife';

/** The rest in `trigger.slow.test.ts`. */
liveEveryLife(FIRST_CONFIGURATIONS);
