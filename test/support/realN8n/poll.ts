/** One entry of a polling node's schedule. */
export interface CronItem {
	mode: 'custom';
	cronExpression: string;
}

const secondsPerMinute = 60;

/**
 * The `pollTimes` parameter for a polling node that looks every few seconds. n8n refuses step expressions in the seconds field, and newer
 * versions lists as well, but they take any number of entries with one fixed second each.
 * @param seconds a divisor of 60
 */
export function pollEverySeconds(seconds: number): { item: CronItem[] } {
	if (!Number.isInteger(seconds) || seconds < 1 || secondsPerMinute % seconds !== 0) {
		throw new Error(`${seconds} does not divide a minute.`);
	}
	return {
		item: Array.from({ length: secondsPerMinute / seconds }, (_, index) => ({
			mode: 'custom' as const,
			cronExpression: `${index * seconds} * * * * *`,
		})),
	};
}
