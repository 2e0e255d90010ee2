import type { Fields } from '../services';

/**
 * The properties of HubSpot's objects, and what a value of them may be: "a write with an unknown or read-only property or an unknown
 * owner is 400" (contacts guide; hubspot-api-nodejs#548, action-destinations#3957).
 */

/** What HubSpot knows of a property. */
export interface Property {
	readonly type: string;
	readonly hasUniqueValue: boolean;
	readonly isReadOnly: boolean;
}

const DEFAULTS: Readonly<Record<string, { readonly written: string; readonly readOnly: string }>> = {
	contacts: {
		written:
			'email firstname lastname company jobtitle phone mobilephone fax website address city state zip country ' +
			'lifecyclestage hs_lead_status hubspot_owner_id',
		readOnly: 'associatedcompanyid hs_additional_emails hs_email_optout hs_object_id createdate lastmodifieddate',
	},
	companies: {
		written: 'name domain phone website address city state zip country hubspot_owner_id',
		readOnly: 'hs_object_id createdate hs_lastmodifieddate',
	},
	notes: {
		written: 'hs_timestamp hs_note_body hs_attachment_ids hubspot_owner_id',
		readOnly: 'hs_object_id hs_createdate',
	},
	meetings: {
		written:
			'hs_timestamp hs_meeting_title hs_meeting_body hs_meeting_location hs_meeting_start_time hs_meeting_end_time ' +
			'hs_meeting_outcome hs_internal_meeting_notes hubspot_owner_id',
		readOnly: 'hs_object_id hs_createdate',
	},
	calls: {
		written: 'hs_timestamp hs_call_title hs_call_body hs_call_duration hs_call_status hs_call_direction hubspot_owner_id',
		readOnly: 'hs_object_id hs_createdate',
	},
};

/** "Field types by type" (properties guide): how a property of a type may be entered. */
const FIELD_TYPES: Readonly<Record<string, readonly string[]>> = {
	string: ['text', 'textarea', 'phonenumber', 'html', 'file'],
	date: ['date'],
	datetime: ['date'],
	number: ['number', 'calculation_equation'],
	bool: ['booleancheckbox'],
	enumeration: ['select', 'radio', 'checkbox', 'booleancheckbox'],
};

/** A text of one line, or of several, is at most this long (knowledge base, "Property field types"). */
const LONGEST_TEXT = 65_536;

/** Those that HubSpot itself brings, by object and name. */
export function defaultProperties(): Map<string, Property> {
	const property = (type: string, isReadOnly: boolean): Property => ({ type, hasUniqueValue: false, isReadOnly });
	const known = new Map<string, Property>();
	for (const [object, { written, readOnly }] of Object.entries(DEFAULTS)) {
		for (const name of written.split(' ')) known.set(`${object}.${name}`, property('string', false));
		for (const name of readOnly.split(' ')) known.set(`${object}.${name}`, property('string', true));
	}
	return known;
}

/** Says why a property cannot be made, if so: name, group, label, type and the type of the field are required. */
export function violationOfDefinition(definition: Fields): string | undefined {
	const { name, groupName, label, type, fieldType } = definition;
	const missing = Object.entries({ name, groupName, label, type, fieldType }).filter(([, value]) => !value);
	if (missing.length > 0) return `Invalid input JSON: Some required fields were not set: [${missing.join()}]`;
	if (!/^[a-z][a-z0-9_]*$/.test(String(name))) return `Property name ${String(name)} is invalid`;
	if (!FIELD_TYPES[String(type)]?.includes(String(fieldType)))
		return `${String(fieldType)} does not fit ${String(type)}`;
	return undefined;
}

/** Says why HubSpot refuses the value of a property, if so. */
export function violationOfValue(name: string, property: Property | undefined, value: unknown): string | undefined {
	if (!property) return `Property "${name}" does not exist`;
	if (property.isReadOnly) return `"${name}" is a read only property; its value cannot be set.`;
	/* A list or an object is no value: "Properties values ... can be strings" (objects API). */
	if (typeof value === 'object') return `Invalid input JSON on "${name}"`;
	const text = String(value);
	if (text.length > LONGEST_TEXT) return `Property "${name}" was too long`;
	/* A day, or midnight in UTC as milliseconds ("Working with dates and times"). */
	if (property.type === 'date' && text !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(text))
		return `${text} was not a valid date`;
	const isAddress = text === '' || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
	if (name === 'email' && !isAddress) return `Property values were not valid: invalid email address: ${text}`;
	return undefined;
}
