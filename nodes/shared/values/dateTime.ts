import { tryToParseDateTime } from 'n8n-workflow';
import type { DateTime } from 'luxon';
import { parameterError } from '../base/errors';
import { isObject } from '../base/json';
import { shownValue } from './show';

const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
const OFFSET = String.raw`[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?`;

/**
 * The forms of a text: ISO 8601 and SQL, what a `Date` becomes as text, what mails and HTTP have. n8n's reader alone
 * would take "12" for today at noon and "1224" for a year: nobody who writes these means them.
 */
const FORMS = [
	String.raw`\d{4}-\d\d-\d\d(?:[T ]${TIME}(?:[.,]\d+)?(?: ?(?:Z|${OFFSET}))?(?: ?\[?[A-Z][\w/+-]+\]?)?)?`,
	String.raw`[a-z]{3} [a-z]{3} \d\d \d{4} ${TIME} GMT${OFFSET}(?: \(.*\))?`,
	String.raw`(?:[a-z]{3}, )?\d\d? [a-z]{3} \d{4} ${TIME} (?:GMT|${OFFSET})`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/** Below this a number is no millisecond time stamp of this or any recent century (1973). */
const SMALLEST_MILLISECONDS = 1e11;

/** Whether a text is `YYYY-MM-DD` and a day of the calendar: `2025-02-29` is not. */
export function isCalendarDate(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;

	const time = Date.parse(`${text}T00:00:00Z`);
	if (Number.isNaN(time)) return false;

	const day = new Date(time).toISOString();
	return day.startsWith(text);
}

/** Whether a value is a date of Luxon, by its methods: expressions may have another copy of Luxon than n8n. */
function isLuxonDate(value: unknown): value is { toISO(): unknown } {
	if (!isObject(value)) return false;

	return value.isLuxonDateTime === true && typeof value.toISO === 'function';
}

/** @throws ParameterError for a zone that there is not, which is not the fault of the dates that need it */
function refuseUnknownZone(zone: string): void {
	try {
		new Intl.DateTimeFormat('en', { timeZone: zone });
	} catch {
		const message = `The time zone of the workflow is ${shownValue(zone)}, which does not exist`;
		const rule =
			'choose one in the settings of the workflow, or correct GENERIC_TIMEZONE in the settings of n8n, such as Asia/Tokyo ' +
			'(without quotes).';
		throw parameterError('timezone', message, rule);
	}
}

/** Whether a text has one of the forms of a date, and its day exists. */
function isDateText(text: string): boolean {
	const hasForm = FORMS.some((form) => form.test(text));
	if (!hasForm) return false;

	const startsWithDay = /^\d{4}-/.test(text);
	const day = text.slice(0, 10);
	return !startsWithDay || isCalendarDate(day);
}

/** The name of a zone behind an offset, which Luxon would believe more than the offset. */
const NAME_BEHIND_OFFSET = /(?<=\d ?(?:Z|[+-]\d\d(?::?\d\d)?)) ?\[?[A-Z][\w/+-]+\]?$/i;

/** Whether a value is a date of JavaScript, also of another realm, as expressions have. */
function isJavaScriptDate(value: unknown): boolean {
	const tag = Object.prototype.toString.call(value);
	return tag === '[object Date]';
}

/** The text or JavaScript date that n8n's reader can read for a value; `undefined` for everything else. */
function readableDate(value: unknown): unknown {
	if (isJavaScriptDate(value)) return value;
	if (typeof value === 'number') {
		const isTimeStamp = value >= SMALLEST_MILLISECONDS;
		return isTimeStamp ? new Date(value) : undefined;
	}

	const date = isLuxonDate(value) ? value.toISO() : value;
	const text = typeof date === 'string' ? date.trim() : '';
	return isDateText(text) ? text.replace(NAME_BEHIND_OFFSET, '') : undefined;
}

/** Parses a date and time. @throws ParameterError for a zone that there is not */
function parse(value: unknown, zone: string): DateTime | undefined {
	const date = readableDate(value);
	if (date === undefined) return undefined;

	try {
		const moment = tryToParseDateTime(date, zone);
		const isYearWithFourDigits = moment.year >= 1 && moment.year <= 9_999;
		return isYearWithFourDigits ? moment : undefined;
	} catch {
		refuseUnknownZone(zone);
		return undefined;
	}
}

/** The bound of a time range that a date-time is. */
export type Bound = 'beginning' | 'end';

/**
 * The moment that a clock without offset means where the hour occurs twice, at the end of summer time: the first one for
 * a beginning and the second one for an end, so that the time range has both. A text with an offset means one moment.
 */
function resolveRepeatedHour(moment: DateTime, value: unknown, bound: Bound): DateTime {
	const isClock = typeof value === 'string' && /^\s*\d{4}-/.test(value);
	if (!isClock) return moment;

	const moments = moment.getPossibleOffsets();
	return moments.at(bound === 'end' ? -1 : 0) ?? moment;
}

/**
 * Reads any date-time that n8n produces, also milliseconds since 1970.
 *
 * @param zone IANA zone in which a value without zone is read (the workflow's)
 * @param bound of a time range that it is, where an hour occurs twice
 * @returns whole seconds since 1970, and `YYYY-MM-DDThh:mm:ssTZD` in its own zone (spec: Common parameter rules)
 * @throws ParameterError for what is no date-time, and where it takes the zone, and there is no such zone
 */
export function readMoment(name: string, value: unknown, zone: string, bound: Bound = 'beginning') {
	const parsed = parse(value, zone);
	if (parsed) {
		const moment = resolveRepeatedHour(parsed, value, bound);
		return {
			seconds: Math.floor(moment.toSeconds()),
			text: moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
		};
	}

	const forms = '2026-04-01T09:00:00 (read in the time zone of the workflow) or 2026-04-01T09:00:00+09:00';
	const message = `${name} is ${shownValue(value)}, which is not a date and time`;
	throw parameterError(name, message, `enter a date and time such as ${forms}.`);
}

/** Turns a date into `YYYY-MM-DD`, a date-time into the day that it is in the workflow's zone. */
export function readDay(value: unknown, zone: string): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (isCalendarDate(text)) return text;

	const there = parse(value, zone)?.setZone(zone);
	if (there?.isValid === false) refuseUnknownZone(zone);
	return there?.toFormat('yyyy-MM-dd');
}

/** The day that it is in a zone. */
export function today(zone: string): string {
	return readDay(new Date(), zone) ?? '';
}

/** Seconds since 1970 as the service takes them, in UTC. */
export function secondsToServiceDateTime(seconds: number): string {
	return new Date(seconds * 1_000).toISOString().replace(/\.\d+Z$/, '+00:00');
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** The whole seconds since 1970 of a record's time stamp; `undefined` for anything else. */
export function stampToSeconds(stamp: unknown): number | undefined {
	if (typeof stamp !== 'string' || !STAMP.test(stamp)) return undefined;

	const time = Date.parse(stamp);
	return Number.isNaN(time) ? undefined : Math.floor(time / 1_000);
}
