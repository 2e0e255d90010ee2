import { fault } from '../base/errors';
import { isObject } from '../base/json';
import { shownValue } from './show';

/** A moment as somebody wrote it: with the offset of its zone. */
export interface Moment {
	/** Whole seconds since 1970. */
	readonly seconds: number;
	/** Of its own zone, in seconds. */
	readonly offset: number;
}

const DAY = String.raw`(?<day>\d{4}-\d\d-\d\d)`;
const CLOCK = String.raw`(?<time>\d\d:\d\d(?::\d\d)?)`;
const MONTH = '(?<month>[a-z]{3})';
const YEAR = String.raw`(?<year>\d{4})`;
const ZONE = String.raw`(?: ?\[?(?<zone>[A-Z][\w/+-]+)\]?)`;

/**
 * The forms of a text: a whole day with or without time, as ISO 8601 and SQL have it, with an offset or the name of a
 * zone; then what a `Date` becomes as text, and what mails and HTTP have. Looser readers take "12" for today at noon
 * and "1224" for a year: nobody who writes these means them.
 */
const FORMS: readonly RegExp[] = [
	new RegExp(`^${DAY}(?:[T ]${CLOCK}(?:[.,]\\d+)?(?: ?(?<offset>Z|[+-]\\d\\d(?::?\\d\\d)?))?${ZONE}?)?$`, 'i'),
	new RegExp(`^[a-z]{3} ${MONTH} (?<date>\\d\\d) ${YEAR} ${CLOCK} GMT(?<offset>[+-]\\d{4})(?: \\(.*\\))?$`, 'i'),
	new RegExp(`^(?:[a-z]{3}, )?(?<date>\\d\\d?) ${MONTH} ${YEAR} ${CLOCK} (?<offset>GMT|[+-]\\d{4})$`, 'i'),
];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const OFFSET = /^([+-])([01]\d|2[0-3]):?([0-5]\d)?$/;

/** Below this a number is no millisecond time stamp of this or any recent century (1973). */
const SMALLEST_MILLISECONDS = 1e11;

/** The seconds of the years 1 to 9999, which are written with four digits. */
const FIRST_SECOND = Date.parse('0001-01-01T00:00:00Z') / 1_000;
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1_000;

/** Whether a text is `YYYY-MM-DD` and a day of the calendar: `2025-02-29` is not. */
export function isCalendarDate(text: string): boolean {
	if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(text)) return false;
	const date = new Date(`${text.slice(0, 8)}01T00:00:00Z`);
	date.setUTCDate(Number(text.slice(8)));
	return date.toISOString().startsWith(text);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	} catch {
		return undefined;
	}
}

/**
 * How far a zone is ahead of UTC, in seconds.
 *
 * @throws ParameterError for a zone that there is not, which is not the fault of the dates that need it
 */
function offsetAt(seconds: number, timeZone: string): number {
	const format = formats.get(timeZone) ?? formatOf(timeZone);
	if (!format) {
		const message = `The time zone of the workflow is ${shownValue(timeZone)}, which does not exist`;
		const where = 'in the settings of the workflow, or correct GENERIC_TIMEZONE in the settings of n8n';
		throw fault('timezone', message, `choose one ${where}: without quotes, such as Asia/Tokyo.`);
	}
	formats.set(timeZone, format);
	const name = format.formatToParts(seconds * 1_000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours, minutes, rest = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
	const size = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(rest);
	return sign === '-' ? -size : size;
}

function writtenOffset(text: string): number | undefined {
	if (/^(?:Z|GMT)$/i.test(text)) return 0;
	const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
	if (hours === undefined) return undefined;
	return (Number(hours) * 3_600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
}

function momentOfText(text: string, workflowZone: string): Moment | undefined {
	const groups = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
	if (!groups) return undefined;
	const { month = '', date = '', year = '', time = '00:00', offset, zone = workflowZone } = groups;
	const number = (MONTHS.indexOf(month.toLowerCase()) + 1).toString().padStart(2, '0');
	const day = groups.day ?? `${year}-${number}-${date.padStart(2, '0')}`;
	if (!isCalendarDate(day) || !TIME.test(time)) return undefined;
	const local = Date.parse(`${day}T${time}Z`) / 1_000;
	if (offset !== undefined) {
		const written = writtenOffset(offset);
		return written === undefined ? undefined : { seconds: local - written, offset: written };
	}
	// The offset is that of the moment, which it takes an offset to know: at most one change lies between the two.
	const seconds = local - offsetAt(local - offsetAt(local, zone), zone);
	return { seconds, offset: offsetAt(seconds, zone) };
}

/** Dates of Luxon by what they can do: n8n's own Luxon is another copy than anybody else's. */
function isLuxonDate(value: unknown): value is { toISO(): unknown } {
	return isObject(value) && value.isLuxonDateTime === true && typeof value.toISO === 'function';
}

/** Expressions may have a `Date` of their own. */
function isDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/** Whether a value is a date of JavaScript or of Luxon, be it a valid one or not. */
export function isDateObject(value: unknown): boolean {
	return isDate(value) || isLuxonDate(value);
}

function momentOf(value: unknown, zone: string): Moment | undefined {
	if (isLuxonDate(value)) return momentOfText(String(value.toISO()), zone);
	if (typeof value === 'string') return momentOfText(value.trim(), zone);
	const milliseconds = isDate(value) ? value.getTime() : value;
	if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return undefined;
	if (!isDate(value) && milliseconds < SMALLEST_MILLISECONDS) return undefined;
	const seconds = Math.floor(milliseconds / 1_000);
	return seconds > LAST_SECOND ? undefined : { seconds, offset: offsetAt(seconds, zone) };
}

/**
 * Turns any date-time that n8n produces into a moment.
 *
 * @param value ISO 8601 text with or without zone, SQL text, a Luxon DateTime (of any copy of Luxon), a Date, the text
 *   of either, or milliseconds since 1970; a text needs a whole day (`YYYY-MM-DD`), with or without time
 * @param zone IANA zone in which a value without zone is read (the workflow's)
 * @returns the moment, or `undefined` when the value is no date-time
 * @throws ParameterError where it takes the zone, and there is no such zone
 */
export function readDateTime(value: unknown, zone: string): Moment | undefined {
	const moment = momentOf(value, zone);
	return moment && moment.seconds >= FIRST_SECOND && moment.seconds <= LAST_SECOND ? moment : undefined;
}

/**
 * Reads a parameter that is a moment.
 *
 * @throws ParameterError for what is no date-time
 */
export function readMoment(name: string, value: unknown, zone: string): Moment {
	const moment = readDateTime(value, zone);
	if (moment) return moment;
	const forms = '2026-04-01T09:00:00 (read in the time zone of the workflow) or 2026-04-01T09:00:00+09:00';
	const message = `${name} is ${shownValue(value)}, which is not a date and time`;
	throw fault(name, message, `enter a date and time such as ${forms}.`);
}

function dayIn(zone: string, seconds: number): string {
	return new Date((seconds + offsetAt(seconds, zone)) * 1_000).toISOString().slice(0, 10);
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
	return moment && dayIn(zone, moment.seconds);
}

/** The day that it is in a zone, as `YYYY-MM-DD`. */
export function today(zone: string): string {
	return dayIn(zone, Math.floor(Date.now() / 1_000));
}

/**
 * A moment the way the service takes it: `YYYY-MM-DDThh:mm:ssTZD`, its own offset kept (spec: Common parameter rules).
 */
export function toServiceDateTime({ seconds, offset }: Moment): string {
	// Offsets of former centuries have seconds, which the form has not.
	const minutes = Math.round(offset / 60);
	const local = new Date((seconds + minutes * 60) * 1_000).toISOString().slice(0, 19);
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Seconds since 1970 as the service takes them, in UTC. */
export function secondsToServiceDateTime(seconds: number): string {
	return toServiceDateTime({ seconds, offset: 0 });
}

/** The form of nearly every stamp. A day up to the 28th exists in every month, so that there is nothing to check. */
const PLAIN_STAMP = new RegExp(
	String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-]0\d:[0-5]\d)$`,
);

/**
 * Reads a time stamp of a record.
 *
 * @param stamp `YYYY-MM-DDThh:mm:ssTZD`
 * @returns whole seconds since 1970, or `undefined` for anything else
 */
export function stampToSeconds(stamp: unknown): number | undefined {
	if (typeof stamp !== 'string') return undefined;
	// Long lists have tens of thousands of stamps, and this is ten times as fast.
	return PLAIN_STAMP.test(stamp) ? Math.floor(Date.parse(stamp) / 1_000) : momentOfText(stamp, 'UTC')?.seconds;
}
