import type { Fields, StandInAnswer } from '../services';
import type { Field } from './objects';

/**
 * What Salesforce refuses to write, in its own words.
 *
 * Sources: "REST API Developer Guide" (Status Codes and Error Responses), "SOAP API Developer Guide" (Core Data Types, StatusCode),
 * "Object Reference" (Event).
 */

/** The body of an error is a list. */
export function refusal(status: number, errorCode: string, message: string, more: object = {}): StandInAnswer {
	return { status, json: [{ message, errorCode, ...more }] };
}

/** What a test lets Salesforce answer when another process has locked the record; to be tried again. */
export const LOCKED = refusal(400, 'UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access to this record');

/** What it answers when all calls of the last 24 hours, or all that may run at once, are used up. */
export const LIMIT_EXCEEDED = refusal(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');

export const NOT_FOUND = refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
export const DELETED = refusal(404, 'ENTITY_IS_DELETED', 'entity is deleted');

/* Without two dots in a row, and with a domain: what the address of a person may look like. */
const ADDRESS = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d-]+\.)+[a-z]{2,}$/i;

const FORMS: Readonly<Partial<Record<Field['kind'], (value: unknown) => boolean>>> = {
	boolean: (value) => typeof value === 'boolean',
	number: (value) => typeof value === 'number',
	date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
	dateTime: (value) => !Number.isNaN(Date.parse(String(value))) && String(value).includes('T'),
	references: Array.isArray,
};

/** A text without the spaces at its ends, which Salesforce takes off; nothing and an empty text are the same. */
export function stored(value: unknown): unknown {
	const kept = typeof value === 'string' ? value.trim() : value;
	return kept === '' || kept === undefined ? null : kept;
}

/** What is wrong with the value of a field, if anything. */
function violation(name: string, { kind, length = Infinity, values, isReadOnly }: Field, value: unknown) {
	const fields = { fields: [name] };
	const message = 'Unable to create/update fields: ' + name;
	if (isReadOnly) return refusal(400, 'INVALID_FIELD_FOR_INSERT_UPDATE', message, fields);
	if (value === null) return undefined;
	if (!(FORMS[kind] ?? (() => typeof value === 'string'))(value)) {
		return refusal(400, 'JSON_PARSER_ERROR', `Cannot deserialize instance of ${kind} from VALUE ${String(value)}`);
	}
	if (typeof value === 'string' && value.length > length) {
		const tooLong = `${name}: data value too large: ${value} (max length=${length})`;
		return refusal(400, 'STRING_TOO_LONG', tooLong, fields);
	}
	if (kind === 'email' && !ADDRESS.test(String(value))) {
		return refusal(400, 'INVALID_EMAIL_ADDRESS', `${name}: invalid email address: ${String(value)}`, fields);
	}
	if (values && !values.includes(String(value))) {
		const message = `${name}: bad value for restricted picklist field: ${String(value)}`;
		return refusal(400, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', message, fields);
	}
	const isPicture = kind !== 'file' || Buffer.from(String(value), 'base64').subarray(0, 2).toString('hex') === 'ffd8';
	return isPicture ? undefined : refusal(400, 'INVALID_FIELD', 'VersionData: this stand-in takes JPEG files only');
}

/**
 * What is wrong with the fields that are sent, if anything.
 *
 * @param known the fields of the object
 * @param sent what is to be written, already as it is stored
 * @param whole the record as it would be afterwards
 */
export function violationOf(
	known: Readonly<Record<string, Field>>,
	sent: Fields,
	whole: Fields,
): StandInAnswer | undefined {
	for (const [name, value] of Object.entries(sent)) {
		const found = known[name] && violation(name, known[name], value);
		if (found) return found;
	}
	const missing = Object.keys(known).filter((name) => known[name]?.isRequired && (whole[name] ?? null) === null);
	if (missing.length === 0) return undefined;
	const message = `Required fields are missing: [${missing.join(', ')}]`;
	return refusal(400, 'REQUIRED_FIELD_MISSING', message, { fields: missing });
}

const LONGEST_EVENT_DAYS = 14;
const DAY_MS = 86_400_000;

/** What is wrong with the times of an event, if anything. */
export function eventViolation(event: Fields, hasSharedActivities: boolean): StandInAnswer | undefined {
	const { IsAllDayEvent, ActivityDate, StartDateTime, EndDateTime, DurationInMinutes, EventWhoIds } = event;
	if (EventWhoIds && !hasSharedActivities) {
		return refusal(400, 'INVALID_FIELD', "No such column 'EventWhoIds' on sobject of type Event");
	}
	const start = Date.parse(String(StartDateTime ?? (IsAllDayEvent ? ActivityDate : undefined)));
	if (Number.isNaN(start)) {
		return refusal(400, 'REQUIRED_FIELD_MISSING', 'Required fields are missing: [StartDateTime, ActivityDate]');
	}
	const byDuration = typeof DurationInMinutes === 'number' ? start + DurationInMinutes * 60_000 : undefined;
	const end = EndDateTime ? Date.parse(String(EndDateTime)) : byDuration;
	if (end === undefined || (byDuration !== undefined && byDuration !== end)) {
		const message = 'Event duration or end time is needed, and they have to agree';
		return refusal(400, 'FIELD_INTEGRITY_EXCEPTION', message, { fields: ['DurationInMinutes', 'EndDateTime'] });
	}
	const isInOrder = end >= start && end - start <= LONGEST_EVENT_DAYS * DAY_MS;
	if (isInOrder) return undefined;
	const message = "An event can't end before it starts, or last longer than 14 days";
	return refusal(400, 'FIELD_INTEGRITY_EXCEPTION', message, { fields: ['EndDateTime'] });
}
