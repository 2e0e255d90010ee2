/** One entry of a polling node's schedule. */
export interface CronItem {
	mode: 'custom';
	cronExpression: string;
}

const secondsPerMinute = 60;

/**
 * The `pollTimes` parameter for a polling node that looks every few seconds. n8n refuses `*` in the seconds field, but takes a list.
 * @param seconds a divisor of 60
 */
export function pollEverySeconds(seconds: number): { item: CronItem[] } {
	if (!Number.isInteger(seconds) || seconds < 1 || secondsPerMinute % seconds !== 0) {
		throw new Error(`${seconds} does not divide a minute.`);
	}
	const list = Array.from({ length: secondsPerMinute / seconds }, (_, index) => index * seconds);
	return { item: [{ mode: 'custom', cronExpression: `${list.join(',')} * * * * *` }] };
}
