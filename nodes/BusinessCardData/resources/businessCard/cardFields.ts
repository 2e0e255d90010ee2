import type { INodeProperties } from 'n8n-workflow';
import { TAG } from '../descriptions';

/*
 * The fields of a card as a person fills them in (spec: Card registration request body). Their rules are in
 * `nodes/shared/cards`; which columns an input can be mapped to is read from here.
 */

/** Of these one has to be filled, so they stand first. */
export const NAME_FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Company Name',
		name: 'companyName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Trading',
		hint: 'Fill in at least one of Company Name, Last Name and First Name',
		routing: { send: { type: 'body', property: 'companyName' } },
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Smith',
		routing: { send: { type: 'body', property: 'lastName' } },
	},
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan',
		routing: { send: { type: 'body', property: 'firstName' } },
	},
];

export const EXCHANGE_DATE: INodeProperties = {
	displayName: 'Exchange Date',
	name: 'exchangeDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'Date on which the card was exchanged',
	routing: { send: { type: 'body', property: 'exchangeDate' } },
};

export const MEMO: INodeProperties = {
	displayName: 'Memo',
	name: 'memo',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Met at the spring fair',
	description: 'Up to 2,000 characters',
	routing: { send: { type: 'body', property: 'memo' } },
};

/** Which parts of a card others can see; only what a person adds is sent. */
export const SHARING_PERMISSIONS: INodeProperties = {
	displayName: 'Sharing Permissions',
	name: 'sharingPermissions',
	type: 'collection',
	placeholder: 'Add Permission',
	default: {},
	options: [
		{
			displayName: 'Company Information',
			name: 'companyInformation',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the company information',
		},
		{
			displayName: 'Contact',
			name: 'contact',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the contact details',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the email address',
		},
		{
			displayName: 'Exchange Date',
			name: 'exchangeDate',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the exchange date',
		},
		{
			displayName: 'Memo',
			name: 'memo',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the memo',
		},
		{
			displayName: 'Mobile',
			name: 'mobile',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the mobile number',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the name',
		},
		{
			displayName: 'Others',
			name: 'others',
			type: 'boolean',
			default: true,
			description: 'Whether other users can see the other fields',
		},
	],
	description:
		'Which parts of the card other users can see. A permission that you do not add keeps the setting of the service.',
	routing: { send: { type: 'body', property: 'sharingPermissions' } },
};

/** The fields that may be left out, in the order of their labels. */
export const ADDITIONAL_FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Building',
		name: 'building',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Tower 5F',
		routing: { send: { type: 'body', property: 'building' } },
	},
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. Chiyoda-ku',
		routing: { send: { type: 'body', property: 'city' } },
	},
	{
		displayName: 'Country Code',
		name: 'countryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. JP',
		description: 'Country code of two capital letters (ISO 3166-1)',
		routing: { send: { type: 'body', property: 'countryCode' } },
	},
	{
		displayName: 'Department Name',
		name: 'departmentName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sales Department',
		routing: { send: { type: 'body', property: 'departmentName' } },
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. nathan@example.com',
		routing: { send: { type: 'body', property: 'email' } },
	},
	EXCHANGE_DATE,
	{
		displayName: 'Fax',
		name: 'fax',
		type: 'string',
		default: '',
		placeholder: 'e.g. 03-1234-5679',
		description: 'Digits, + and - only',
		routing: { send: { type: 'body', property: 'fax' } },
	},
	{
		displayName: 'First Name Reading',
		name: 'firstNameReading',
		type: 'string',
		default: '',
		placeholder: 'e.g. HANAKO',
		description: 'How the name is read, in katakana or half-width letters',
		routing: { send: { type: 'body', property: 'firstNameReading' } },
	},
	{
		displayName: 'Last Name Reading',
		name: 'lastNameReading',
		type: 'string',
		default: '',
		placeholder: 'e.g. TAKAHASHI',
		description: 'How the name is read, in katakana or half-width letters',
		routing: { send: { type: 'body', property: 'lastNameReading' } },
	},
	MEMO,
	{
		displayName: 'Mobile',
		name: 'mobile',
		type: 'string',
		default: '',
		placeholder: 'e.g. 090-1234-5678',
		description: 'Digits, + and - only',
		routing: { send: { type: 'body', property: 'mobile' } },
	},
	{
		displayName: 'Phone',
		name: 'tel',
		type: 'string',
		default: '',
		placeholder: 'e.g. 03-1234-5678',
		description: 'Digits, + and - only',
		routing: { send: { type: 'body', property: 'tel' } },
	},
	{
		displayName: 'Phone (Second)',
		name: 'secondTel',
		type: 'string',
		default: '',
		placeholder: 'e.g. 03-1234-5670',
		description: 'Digits, + and - only',
		routing: { send: { type: 'body', property: 'secondTel' } },
	},
	{
		displayName: 'Postal Code',
		name: 'postalCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 100-0001',
		routing: { send: { type: 'body', property: 'postalCode' } },
	},
	{
		displayName: 'Prefecture',
		name: 'prefecture',
		type: 'string',
		default: '',
		placeholder: 'e.g. Tokyo',
		routing: { send: { type: 'body', property: 'prefecture' } },
	},
	SHARING_PERMISSIONS,
	{
		displayName: 'Street',
		name: 'street',
		type: 'string',
		default: '',
		placeholder: 'e.g. Marunouchi 1-1-1',
		routing: { send: { type: 'body', property: 'street' } },
	},
	TAG,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sales Manager',
		description: 'Job title',
		routing: { send: { type: 'body', property: 'title' } },
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://www.example.com',
		routing: { send: { type: 'body', property: 'url' } },
	},
];
