import type { INodeProperties } from 'n8n-workflow';
import { SHARING_PERMISSION_KEYS } from '../../../shared';
import { tagField } from '../fields';
import type { OperationDescription } from '../types';

interface CardFieldText {
	readonly displayName: string;
	readonly description?: string;
	readonly placeholder?: string;
	readonly type?: INodeProperties['type'];
	readonly rows?: number;
}

/** Sent in the body under its own name. */
function bodyField(name: string, text: CardFieldText): INodeProperties {
	const { rows, type = 'string', ...shown } = text;
	return {
		...shown,
		name,
		type,
		...(rows === undefined ? {} : { typeOptions: { rows } }),
		default: '',
		routing: { send: { type: 'body', property: name } },
	};
}

const NAMES: Readonly<Record<string, CardFieldText>> = {
	companyName: {
		displayName: 'Company Name',
		description: 'At least one of company name, last name and first name is needed',
		placeholder: 'e.g. Example Trading',
	},
	lastName: { displayName: 'Last Name', placeholder: 'e.g. 田中' },
	firstName: { displayName: 'First Name', placeholder: 'e.g. 花子' },
};

const READING = 'Reading of the name, without Chinese characters, hiragana and full-width letters';

const FIELDS: Readonly<Record<string, CardFieldText>> = {
	building: { displayName: 'Building' },
	city: { displayName: 'City' },
	countryCode: {
		displayName: 'Country Code',
		description: 'Two capital letters of ISO 3166-1',
		placeholder: 'e.g. JP',
	},
	departmentName: { displayName: 'Department Name' },
	email: { displayName: 'Email', placeholder: 'e.g. name@example.com' },
	exchangeDate: {
		displayName: 'Exchange Date',
		description: 'Day on which the card was exchanged',
		type: 'dateTime',
	},
	fax: { displayName: 'Fax', description: 'Digits, + and - only' },
	firstNameReading: { displayName: 'First Name Reading', description: READING, placeholder: 'e.g. ハナコ' },
	lastNameReading: { displayName: 'Last Name Reading', description: READING, placeholder: 'e.g. タナカ' },
	memo: { displayName: 'Memo', description: 'Up to 2,000 characters', rows: 4 },
	mobile: { displayName: 'Mobile', description: 'Digits, + and - only', placeholder: 'e.g. 090-1234-5678' },
	tel: { displayName: 'Phone', description: 'Digits, + and - only', placeholder: 'e.g. 03-1234-5678' },
	secondTel: { displayName: 'Phone (Second)', description: 'Digits, + and - only' },
	postalCode: { displayName: 'Postal Code', placeholder: 'e.g. 100-0001' },
	prefecture: { displayName: 'Prefecture' },
	street: { displayName: 'Street' },
	title: { displayName: 'Title', description: 'Job title' },
	url: { displayName: 'URL', placeholder: 'e.g. https://www.example.com' },
};

const PERMISSION_NAMES: Readonly<Record<(typeof SHARING_PERMISSION_KEYS)[number], string>> = {
	companyInformation: 'Company Information',
	name: 'Name',
	exchangeDate: 'Exchange Date',
	contact: 'Contact',
	mobile: 'Mobile',
	email: 'Email',
	memo: 'Memo',
	others: 'Others',
};

const SHARING_PERMISSIONS: INodeProperties = {
	displayName: 'Sharing Permissions',
	name: 'sharingPermissions',
	type: 'collection',
	placeholder: 'Add Permission',
	default: {},
	description: 'Which parts of the card others may see. What is not added keeps the setting of the service.',
	options: [...SHARING_PERMISSION_KEYS].sort().map((name) => ({
		displayName: PERMISSION_NAMES[name],
		name,
		type: 'boolean',
		default: true,
		description: `Whether others may see this part of the card (${PERMISSION_NAMES[name].toLowerCase()})`,
	})),
	routing: { send: { type: 'body', property: 'sharingPermissions' } },
};

const ADDITIONAL_FIELDS: INodeProperties[] = [
	...Object.entries(FIELDS).map(([name, text]) => bodyField(name, text)),
	SHARING_PERMISSIONS,
	tagField('options', {
		description:
			'Tag to link to the card. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		routing: { send: { type: 'body', property: 'tagId' } },
	}),
];

/** A card from its fields (spec: E6). */
export const create: OperationDescription = {
	endpoint: 'businessCard.create',
	name: 'Create',
	action: 'Create a business card',
	description: 'Register a business card from its fields',
	fields: [
		...Object.entries(NAMES).map(([name, text]) => bodyField(name, text)),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: ADDITIONAL_FIELDS.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
		},
	],
};
