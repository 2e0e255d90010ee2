/* Moments as the trigger counts them: whole seconds since 1970 on the clock of the service. */

/** The first second: no record of the service is older. */
export const FIRST_SECOND = 0;

/** The last second: no record of the service is newer. */
export const LAST_SECOND = Date.UTC(2099, 11, 31, 23, 59, 59) / 1_000;

/** Stands for no second at all; it is before every other one. */
export const NEVER = -1;

/** The clocks of n8n and the service differ by at most so many seconds. */
export const CLOCK_DIFFERENCE = 600;
