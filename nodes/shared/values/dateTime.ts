import { DateTime, Info } from 'luxon';
import { ParameterError } from '../base/violation';
import { isCalendarDate } from './calendarDate';
import { shownValue } from './shownValue';

/** `YYYY-MM-DDThh:mm:ssTZD`, the only form the service takes (spec: Common parameter rules). */
const SERVICE_FORMAT = "yyyy-MM-dd'T'HH:mm:ssZZ";

/**
 * A day, or a day with at least hours and minutes. Luxon alone would also take "12" for today at noon, "1224" for a
 * year, and weeks and months for their first day: nobody who writes these means them.
 */
const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,30})?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;
const ZONE = String.raw`(?:\[[\w/+-]{1,50}\]| [A-Z][\w/+-]{1,50})`;
const DAY_AND_TIME = new RegExp(`^${DAY}(?:[T ]${TIME}(?: ?${OFFSET})?${ZONE}?)?$`, 'i');

/** An offset says the moment by itself. Of a zone that is named beside it Luxon would take the offset in its place. */
const ZONE_BESIDE_OFFSET = new RegExp(`(${TIME} ?${OFFSET})${ZONE}$`, 'i');

/** What `Date.prototype.toString` gives, less the name of the zone in brackets. */
const JAVASCRIPT_FORM = "EEE MMM dd yyyy HH:mm:ss 'GMT'ZZZ";
const ZONE_NAME = / \(.*\)$/;

const MONTH_NAME = /[a-z]{3}/i;

/** Luxon reads hour 24 as the next day. */
const HOUR_24 = /\s24:/;

/** No date-time in any of the forms is longer. */
const MAX_CHARACTERS = 120;

/** Below this a number is no millisecond time stamp of this or any recent century (1973). */
const SMALLEST_MILLISECONDS = 1e11;

interface LuxonLike {
	isLuxonDateTime: true;
	toISO(): unknown;
}

/** n8n's own Luxon is another copy than ours, so `instanceof` would not know its dates. */
function isLuxonLike(value: object): value is LuxonLike {
	return (
		'isLuxonDateTime' in value && value.isLuxonDateTime === true && 'toISO' in value && typeof value.toISO === 'function'
	);
}

/** Expressions may have a `Date` of their own. */
function isDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/** The forms of a text that starts with a day, as ISO 8601 and SQL have it. */
const NUMERIC_FORMS: ReadonlyArray<(text: string, zone: string) => DateTime> = [
	(text, zone) => DateTime.fromISO(text, { zone, setZone: true }),
	(text, zone) => DateTime.fromSQL(text, { zone, setZone: true }),
];

/** The forms with names of days and months; each demands day and time. */
const WORD_FORMS: ReadonlyArray<(text: string, zone: string) => DateTime> = [
	(text, zone) => DateTime.fromHTTP(text, { zone }),
	(text, zone) => DateTime.fromRFC2822(text, { zone }),
	(text, zone) => DateTime.fromFormat(text.replace(ZONE_NAME, ''), JAVASCRIPT_FORM, { zone, locale: 'en-US' }),
];

/** Whether a value is a date of JavaScript or of Luxon, be it a valid one or not. */
export function isDateObject(value: unknown): boolean {
	return isDate(value) || (typeof value === 'object' && value !== null && isLuxonLike(value));
}

function readText(text: string, zone: string): DateTime {
	const forms = DAY_AND_TIME.test(text) ? NUMERIC_FORMS : MONTH_NAME.test(text) ? WORD_FORMS : [];
	const plain = text.replace(ZONE_BESIDE_OFFSET, '$1');
	for (const form of HOUR_24.test(text) ? [] : forms) {
		const moment = form(plain, zone);
		if (moment.isValid) return moment;
	}
	return DateTime.invalid('unreadable');
}

function read(value: unknown, zone: string): DateTime {
	if (isDate(value)) return DateTime.fromMillis(value.getTime(), { zone });
	if (typeof value === 'object' && value !== null && isLuxonLike(value)) {
		return DateTime.fromISO(String(value.toISO() ?? ''), { setZone: true });
	}
	if (typeof value === 'number' && value >= SMALLEST_MILLISECONDS) {
		return DateTime.fromMillis(value, { zone });
	}
	if (typeof value === 'string' && value.length <= MAX_CHARACTERS) return readText(value.trim(), zone);
	return DateTime.invalid('unreadable');
}

/**
 * Turns any date-time that n8n produces into a moment.
 *
 * @param value ISO 8601 text with or without zone, SQL text, a Luxon DateTime (of any copy of Luxon),
 *   a Date, the text of either, or milliseconds since 1970; a text needs a whole day (`YYYY-MM-DD`), with or without time
 * @param zone IANA zone in which a value without zone is read (the workflow's)
 * @returns the moment, or `undefined` when the value is no date-time
 */
export function readDateTime(value: unknown, zone: string): DateTime | undefined {
	const moment = read(value, zone);
	if (!moment.isValid) checkZone(zone);
	return moment.isValid && moment.year >= 1 && moment.year <= 9_999 ? moment : undefined;
}

/** A zone that there is not makes every date that needs it unreadable, which is not the fault of the dates. */
function checkZone(zone: string): void {
	if (Info.normalizeZone(zone).isValid) return;
	throw new ParameterError({
		parameter: 'timezone',
		message: `The time zone of the workflow is ${shownValue(zone)}, which does not exist`,
		rule: 'choose one in the settings of the workflow, or correct GENERIC_TIMEZONE in the settings of n8n: without quotes, such as Asia/Tokyo.',
	});
}

/** A moment in a zone. */
function inZone(moment: DateTime, zone: string): DateTime {
	checkZone(zone);
	return moment.setZone(zone);
}

/**
 * Reads a parameter that is a moment.
 *
 * @throws ParameterError for what is no date-time
 */
export function readMoment(name: string, value: unknown, zone: string): DateTime {
	const moment = readDateTime(value, zone);
	if (moment) return moment;
	throw new ParameterError({
		parameter: name,
		message: `${name} is ${shownValue(value)}, which is not a date and time`,
		rule: 'enter a date and time such as 2026-04-01T09:00:00 (read in the time zone of the workflow) or 2026-04-01T09:00:00+09:00.',
	});
}

/**
 * Turns any date or date-time that n8n produces into a day.
 *
 * @param zone IANA zone in which the day of a date-time is taken (the workflow's), whatever zone it is written in; a
 *   date without time is itself in every zone
 * @returns `YYYY-MM-DD`, or `undefined` when the value is no date
 */
export function readDay(value: unknown, zone: string): string | undefined {
	if (typeof value === 'string' && isCalendarDate(value.trim())) return value.trim();
	const moment = readDateTime(value, zone);
	return moment && inZone(moment, zone).toFormat('yyyy-MM-dd');
}

/** A moment the way the service takes it, whole seconds, its own offset kept. */
export function toServiceDateTime(moment: DateTime): string {
	return moment.toFormat(SERVICE_FORMAT);
}

/** Seconds since 1970 as the service takes them, in UTC. */
export function secondsToServiceDateTime(seconds: number): string {
	return toServiceDateTime(DateTime.fromSeconds(seconds, { zone: 'utc' }));
}

/** The form of nearly every stamp. A day up to the 28th exists in every month, so that there is nothing to check. */
const PLAIN_STAMP = /^\d{4}-\d\d-(?:[01]\d|2[0-8])T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads a time stamp of a record.
 *
 * @param stamp `YYYY-MM-DDThh:mm:ssTZD`
 * @returns whole seconds since 1970, or `undefined` for anything else
 */
export function stampToSeconds(stamp: unknown): number | undefined {
	if (typeof stamp !== 'string') return undefined;
	// Long lists have tens of thousands of stamps, and this is fifty times as fast.
	const milliseconds = PLAIN_STAMP.test(stamp) ? Date.parse(stamp) : NaN;
	if (!Number.isNaN(milliseconds)) return Math.floor(milliseconds / 1_000);
	const moment = DateTime.fromISO(stamp, { zone: 'utc' });
	return moment.isValid ? Math.floor(moment.toSeconds()) : undefined;
}

/** The day that it is in a zone, as `YYYY-MM-DD`. */
export function today(zone: string): string {
	return inZone(DateTime.now(), zone).toFormat('yyyy-MM-dd');
}
