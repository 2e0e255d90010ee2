import { DateTime } from 'luxon';

const FULL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/u;

/** RFC 3339, section 5.6: `T` and `Z` may be lower case, a blank may stand for `T`, second 60 is a leap second. */
const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u;

/** Whether a text is `YYYY-MM-DD` and a day of the calendar: `2025-02-29` is not. */
export function isCalendarDate(text: string): boolean {
	const match = FULL_DATE.exec(text);
	if (!match) return false;
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
	return DateTime.utc(year, month, day).isValid;
}

/**
 * The day an RFC 3339 full-date or date-time stands for.
 * @param text `2025-04-01` or `2025-04-01T00:00:00+09:00`; a date-time without an offset is not RFC 3339
 * @param zone the IANA zone in which a date-time's day is taken; without it, the day as written
 * @returns the day as `YYYY-MM-DD`, or undefined when the text is no RFC 3339 date
 */
export function rfc3339Day(text: string, zone?: string): string | undefined {
	if (isCalendarDate(text)) return text;
	const match = DATE_TIME.exec(text);
	if (!match) return undefined;
	const [, day = '', minutes = '', , offset = ''] = match;
	if (!isCalendarDate(day)) return undefined;
	if (zone === undefined) return day;
	// The seconds cannot change the day of any zone in use, and a leap second would not parse.
	return (
		DateTime.fromISO(`${day}T${minutes}${offset.toUpperCase()}`).setZone(zone).toISODate() ?? day
	);
}
