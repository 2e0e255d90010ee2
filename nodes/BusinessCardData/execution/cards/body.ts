import {
	CARD_RULES,
	isBlank,
	isEmpty,
	isObject,
	readDay,
	readId,
	readSwitch,
	readText,
	SHARING_PERMISSION_PREFIX,
} from '../../../shared';
import type { GivenParameters } from '../../../shared';

function isNothing(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Nothing was entered. A collection without entries is nothing too; a `Date`, which has no keys either, is not. */
function isAbsent(name: string, value: unknown): boolean {
	return isNothing(value) || (name === 'sharingPermissions' && isObject(value) && Object.keys(value).length === 0);
}

/** Only what says something: a permission that is blank keeps the setting of the service. */
function permissions(value: unknown): unknown {
	if (!isObject(value)) return value;
	const given = Object.entries(value).filter(([, permission]) => !isNothing(permission));
	return Object.fromEntries(
		given.map(([key, permission]) => [key, readSwitch(`${SHARING_PERMISSION_PREFIX}${key}`, permission)]),
	);
}

/**
 * What a value is as it is sent. A number that an expression gave for a phone number or an id becomes its digits; what
 * cannot be sent stays as it is, for the rules of the card to refuse.
 */
function toSend(name: string, value: unknown, zone: string): unknown {
	const type = CARD_RULES.get(name)?.type;
	if (type === 'object') return permissions(value);
	if (type === 'date') return readDay(value, zone) ?? value;
	const isNumber = typeof value === 'number' || typeof value === 'bigint';
	if (type === 'id') return isNumber || (typeof value === 'string' && !isBlank(value)) ? readId(name, value) : value;
	return type !== undefined && isNumber ? readText(name, value) : value;
}

/**
 * The fields of a card as they are sent: blanks left out, the date without its time, numbers as text (spec: Card
 * registration request body, Image registration request).
 *
 * @param zone IANA zone in which a date-time without zone is read, and the day of every date-time is taken
 * @throws ParameterError for a number that is none or has lost digits, and for a switch that is none
 */
export function cardBody(given: GivenParameters, zone: string): Record<string, unknown> {
	const filled = Object.entries(given).filter(([name, value]) => !isAbsent(name, value));
	const sent = filled.map(([name, value]) => [name, toSend(name, value, zone)] as const);
	return Object.fromEntries(sent.filter(([name, value]) => !isAbsent(name, value)));
}
