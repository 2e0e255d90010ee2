import type { INodeProperties } from 'n8n-workflow';
import { TAG, text } from '../descriptions';

/*
 * The fields of a card as a person fills them in (spec: Card registration request body). Their rules are in
 * `nodes/shared/cards`; which columns an input can be mapped to is read from here.
 */

const PHONE = 'Digits, + and - only';
const READING = 'The pronunciation of the name, in katakana or half-width letters';

/** The fields of which one has to be filled; they stand first. */
export const NAME_FIELDS: readonly INodeProperties[] = [
	{
		...text('body', 'Company Name', 'companyName', 'e.g. Example Trading'),
		hint: 'Fill in at least one of Company Name, Last Name and First Name',
	},
	text('body', 'Last Name', 'lastName', 'e.g. Smith'),
	text('body', 'First Name', 'firstName', 'e.g. Nathan'),
];

export const EXCHANGE_DATE: INodeProperties = {
	displayName: 'Exchange Date',
	name: 'exchangeDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'The date on which the card was exchanged',
	routing: { send: { type: 'body', property: 'exchangeDate' } },
};

export const MEMO: INodeProperties = {
	...text('body', 'Memo', 'memo', 'e.g. Met at the spring fair', 'Up to 2,000 characters'),
	typeOptions: { rows: 4 },
};

function permission(displayName: string, name: string, part: string): INodeProperties {
	const description = `Whether other users can see the ${part}`;

	return { displayName, name, type: 'boolean', default: true, description };
}

/** The parts of a card that others can see. Only permissions that a person adds are sent. */
export const SHARING_PERMISSIONS = {
	displayName: 'Sharing Permissions',
	name: 'sharingPermissions',
	type: 'collection',
	placeholder: 'Add Permission',
	default: {},
	options: [
		permission('Company Information', 'companyInformation', 'company information'),
		permission('Contact', 'contact', 'contact details'),
		permission('Email', 'email', 'email address'),
		permission('Exchange Date', 'exchangeDate', 'exchange date'),
		permission('Memo', 'memo', 'memo'),
		permission('Mobile', 'mobile', 'mobile number'),
		permission('Name', 'name', 'name'),
		permission('Others', 'others', 'other fields'),
	],
	description:
		"Which parts of the card other users can see. For permissions that you don't add, the default of the service applies.",
	routing: { send: { type: 'body', property: 'sharingPermissions' } },
} satisfies INodeProperties;

/** The fields that may be left out, in the order of their labels. */
export const ADDITIONAL_FIELDS: readonly INodeProperties[] = [
	text('body', 'Building', 'building', 'e.g. Example Tower 5F'),
	text('body', 'City', 'city', 'e.g. Chiyoda-ku'),
	text('body', 'Country Code', 'countryCode', 'e.g. JP', 'Two-letter country code in capitals (ISO 3166-1)'),
	text('body', 'Department Name', 'departmentName', 'e.g. Sales Department'),
	text('body', 'Email', 'email', 'e.g. nathan@example.com'),
	EXCHANGE_DATE,
	text('body', 'Fax', 'fax', 'e.g. 03-1234-5679', PHONE),
	text('body', 'First Name Reading', 'firstNameReading', 'e.g. HANAKO', READING),
	text('body', 'Last Name Reading', 'lastNameReading', 'e.g. TAKAHASHI', READING),
	MEMO,
	text('body', 'Mobile', 'mobile', 'e.g. 090-1234-5678', PHONE),
	text('body', 'Phone', 'tel', 'e.g. 03-1234-5678', PHONE),
	text('body', 'Phone (Second)', 'secondTel', 'e.g. 03-1234-5670', PHONE),
	text('body', 'Postal Code', 'postalCode', 'e.g. 100-0001'),
	text('body', 'Prefecture', 'prefecture', 'e.g. Tokyo'),
	SHARING_PERMISSIONS,
	text('body', 'Street', 'street', 'e.g. Marunouchi 1-1-1'),
	TAG,
	text('body', 'Title', 'title', 'e.g. Sales Manager', 'Job title'),
	text('body', 'URL', 'url', 'e.g. https://www.example.com'),
];
