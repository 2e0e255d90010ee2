import { DateTime } from 'luxon';

const FULL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/u;

/** Whether a text is `YYYY-MM-DD` and a day of the calendar: `2025-02-29` is not. */
export function isCalendarDate(text: string): boolean {
	const match = FULL_DATE.exec(text);
	if (!match) return false;
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
	return DateTime.utc(year, month, day).isValid;
}
