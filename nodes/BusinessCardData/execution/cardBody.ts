import { isObject, readDateTime } from '../../shared';
import type { GivenParameters } from '../../shared';

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** n8n's date field gives a date with a time; a plain date stands for itself, in whatever zone. */
function toDate(value: unknown, zone: string): unknown {
	if (typeof value === 'string' && PLAIN_DATE.test(value.trim())) return value.trim();
	return readDateTime(value, zone)?.toFormat('yyyy-MM-dd') ?? value;
}

/** Nothing was entered. A collection without entries is nothing too; a `Date`, which has no keys either, is not. */
function isBlank(name: string, value: unknown): boolean {
	if (value === '' || value === undefined || value === null) return true;
	return name === 'sharingPermissions' && isObject(value) && Object.keys(value).length === 0;
}

/**
 * The fields of a card as they are sent: blanks left out, the date without its time, numbers that an expression gave
 * for a phone number or an id as text (spec: Card registration request body, Image registration request).
 *
 * @param zone IANA zone in which a date-time without zone is read
 */
export function cardBody(given: GivenParameters, zone: string): Record<string, unknown> {
	const filled = Object.entries(given).filter(([name, value]) => !isBlank(name, value));
	return Object.fromEntries(
		filled.map(([name, value]) => {
			if (name === 'exchangeDate') return [name, toDate(value, zone)];
			return [name, typeof value === 'number' ? String(value) : value];
		}),
	);
}
