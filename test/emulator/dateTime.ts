const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:Z|([+-])(\d{2}):(\d{2}))$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MINUTE = 60_000;
const OFFSETS = { Z: 0, '+09:00': 9 * 60 * MINUTE } as const;

/** Time zone designator in which the service writes its timestamps. */
export type TimestampOffset = keyof typeof OFFSETS;

function utc(
	year: number,
	month: number,
	day: number,
	hour = 0,
	minute = 0,
	second = 0,
): number | undefined {
	const time = Date.UTC(year, month - 1, day, hour, minute, second);
	const back = new Date(time);
	const exact =
		back.getUTCFullYear() === year &&
		back.getUTCMonth() === month - 1 &&
		back.getUTCDate() === day &&
		back.getUTCHours() === hour &&
		back.getUTCMinutes() === minute &&
		back.getUTCSeconds() === second;
	return exact ? time : undefined;
}

/**
 * Reads YYYY-MM-DDThh:mm:ssTZD (spec: "Common parameter rules") and nothing else: no fractions, no
 * missing zone, no day that the calendar does not have.
 *
 * @returns milliseconds since the epoch, or undefined when the text is anything else
 */
export function parseDateTime(text: string): number | undefined {
	const match = DATE_TIME.exec(text);
	if (!match) return undefined;
	const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
		number,
		number,
		number,
		number,
		number,
		number,
	];
	const time = utc(year, month, day, hour, minute, second);
	if (time === undefined) return undefined;
	const zoneHours = Number(match[8] ?? 0);
	const zoneMinutes = Number(match[9] ?? 0);
	if (zoneHours > 14 || zoneMinutes > 59) return undefined;
	const offset = (zoneHours * 60 + zoneMinutes) * MINUTE;
	return match[7] === '-' ? time + offset : time - offset;
}

/** Whether `text` is a calendar date written YYYY-MM-DD. */
export function isDate(text: string): boolean {
	const match = DATE.exec(text);
	return match !== null && utc(Number(match[1]), Number(match[2]), Number(match[3])) !== undefined;
}

/** Writes a moment as YYYY-MM-DDThh:mm:ssTZD; fractions of a second are cut off. */
export function formatDateTime(time: number, offset: TimestampOffset): string {
	return new Date(time + OFFSETS[offset]).toISOString().slice(0, 19) + offset;
}

/** The calendar date of a moment in the given zone, YYYY-MM-DD. */
export function formatDate(time: number, offset: TimestampOffset): string {
	return new Date(time + OFFSETS[offset]).toISOString().slice(0, 10);
}

/**
 * A moment as test code likes to write it (milliseconds, ISO text or Date), as milliseconds.
 *
 * @throws Error when the text is no date
 */
export function toTime(value: number | string | Date): number {
	const time = typeof value === 'string' ? Date.parse(value) : Number(value);
	if (Number.isNaN(time)) throw new Error(`Not a date-time: ${String(value)}`);
	return time;
}
