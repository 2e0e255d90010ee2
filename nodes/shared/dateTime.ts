import { DateTime } from 'luxon';

/** `YYYY-MM-DDThh:mm:ssTZD`, the only form the service takes (spec: Common parameter rules). */
const SERVICE_FORMAT = "yyyy-MM-dd'T'HH:mm:ssZZ";

/** What `Date.prototype.toString` gives, less the name of the zone in brackets. */
const JAVASCRIPT_FORM = "EEE MMM dd yyyy HH:mm:ss 'GMT'ZZZ";
const ZONE_NAME = / \(.*\)$/;

/** Below this a number is no millisecond time stamp of this or any recent century (1973). */
const SMALLEST_MILLISECONDS = 1e11;

interface LuxonLike {
	isLuxonDateTime: true;
	isValid: boolean;
	toISO(): string | null;
}

/** n8n's own Luxon is another copy than ours, so `instanceof` would not know its dates. */
function isLuxonLike(value: object): value is LuxonLike {
	return 'isLuxonDateTime' in value && value.isLuxonDateTime === true;
}

/** The forms of a text, most likely first; the first that fits counts. */
const TEXT_FORMS: ReadonlyArray<(text: string, zone: string) => DateTime> = [
	(text, zone) => DateTime.fromISO(text, { zone, setZone: true }),
	(text, zone) => DateTime.fromSQL(text, { zone, setZone: true }),
	(text, zone) => DateTime.fromHTTP(text, { zone }),
	(text, zone) => DateTime.fromRFC2822(text, { zone }),
	(text, zone) => DateTime.fromFormat(text.replace(ZONE_NAME, ''), JAVASCRIPT_FORM, { zone, locale: 'en-US' }),
];

function readText(text: string, zone: string): DateTime {
	for (const form of TEXT_FORMS) {
		const moment = form(text, zone);
		if (moment.isValid) return moment;
	}
	return DateTime.invalid('unreadable');
}

function read(value: unknown, zone: string): DateTime {
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (typeof value === 'object' && value !== null && isLuxonLike(value)) {
		return DateTime.fromISO(value.toISO() ?? '', { setZone: true });
	}
	if (typeof value === 'number' && value >= SMALLEST_MILLISECONDS) {
		return DateTime.fromMillis(value, { zone });
	}
	if (typeof value === 'string') return readText(value.trim(), zone);
	return DateTime.invalid('unreadable');
}

/**
 * Turns any date-time that n8n produces into a moment.
 *
 * @param value ISO 8601 text with or without zone, SQL text, a Luxon DateTime (of any copy of Luxon),
 *   a Date, the text of either, or milliseconds since 1970
 * @param zone IANA zone in which a value without zone is read (the workflow's)
 * @returns the moment, or `undefined` when the value is no date-time
 */
export function readDateTime(value: unknown, zone: string): DateTime | undefined {
	const moment = read(value, zone);
	return moment.isValid ? moment : undefined;
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
	return DateTime.now().setZone(zone).toFormat('yyyy-MM-dd');
}
