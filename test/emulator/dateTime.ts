const MINUTE = 60_000;

/** The zone in which the service writes its timestamps. */
const ZONE = '+09:00';
const ZONE_MS = 9 * 60 * MINUTE;

/** The moment of a day and time in UTC; undefined where the calendar has no such day, or the day no such time. */
function utc(text: string): number | undefined {
	const time = Date.parse(`${text}Z`);
	// A day too many is taken for the first of the next month.
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}

/** Reads YYYY-MM-DDThh:mm:ssTZD (spec: "Common parameter rules") as milliseconds; undefined for anything else. */
export function parseDateTime(text: string): number | undefined {
	const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:Z|([+-])(\d{2}):(\d{2}))$/.exec(text);
	const [, moment = '', sign = '+', hours = '0', minutes = '0'] = match ?? [];
	const time = utc(moment);
	if (time === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined;
	return time - Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

/** Whether `text` is a calendar date written YYYY-MM-DD. */
export function isDate(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && utc(`${text}T00:00:00`) !== undefined;
}

/** Writes a moment as YYYY-MM-DDThh:mm:ssTZD; fractions of a second are cut off. */
export function formatDateTime(time: number): string {
	return new Date(time + ZONE_MS).toISOString().slice(0, 19) + ZONE;
}

/** The calendar date of a moment in the service's zone, YYYY-MM-DD. */
export function formatDate(time: number): string {
	return formatDateTime(time).slice(0, 10);
}

/** A moment as tests like to write it, in whole seconds as the service keeps it. @throws Error when the text is no date */
export function toTime(value: number | string | Date): number {
	const time = typeof value === 'string' ? Date.parse(value) : Number(value);
	if (Number.isNaN(time)) throw new Error(`Not a date-time: ${String(value)}`);
	return Math.floor(time / 1000) * 1000;
}
