import type { INodeProperties, INodePropertyTypeOptions } from 'n8n-workflow';
import type { CardFieldName, SHARING_PERMISSION_KEYS } from '../../../shared';

/** What a person reads of a field of the card registration; its rules are in `nodes/shared/cards/rules.ts`. */
export interface CardFieldText {
	readonly displayName: string;
	readonly description?: string;
	/** Shown below the field, for what must not be overlooked. */
	readonly hint?: string;
	readonly placeholder?: string;
	/** A text in one line unless said. */
	readonly type?: 'dateTime';
	readonly typeOptions?: INodePropertyTypeOptions;
}

type CardFieldTexts<Name extends string> = Readonly<Record<Name, CardFieldText>>;
type NameField = 'companyName' | 'lastName' | 'firstName';

/** Of these one has to be filled, so they stand first. */
export const NAME_TEXTS: CardFieldTexts<NameField> = {
	companyName: {
		displayName: 'Company Name',
		hint: 'Fill in at least one of Company Name, Last Name and First Name',
		placeholder: 'e.g. Example Trading',
	},
	lastName: { displayName: 'Last Name', placeholder: 'e.g. Smith' },
	firstName: { displayName: 'First Name', placeholder: 'e.g. Nathan' },
};

const READING = 'Phonetic reading of the name, without Chinese characters, hiragana and full-width letters';

/** The fields of text that may be left out. */
export const FIELD_TEXTS: CardFieldTexts<Exclude<CardFieldName, NameField | 'tagId' | 'sharingPermissions'>> = {
	building: { displayName: 'Building' },
	city: { displayName: 'City' },
	countryCode: {
		displayName: 'Country Code',
		description: 'Country code of two capital letters (ISO 3166-1)',
		placeholder: 'e.g. JP',
	},
	departmentName: { displayName: 'Department Name' },
	email: { displayName: 'Email', placeholder: 'e.g. nathan@example.com' },
	exchangeDate: {
		displayName: 'Exchange Date',
		description: 'Date on which the card was exchanged',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
	},
	fax: { displayName: 'Fax', description: 'Digits, + and - only' },
	firstNameReading: { displayName: 'First Name Reading', description: READING, placeholder: 'e.g. NATHAN' },
	lastNameReading: { displayName: 'Last Name Reading', description: READING, placeholder: 'e.g. SMITH' },
	memo: { displayName: 'Memo', description: 'Up to 2,000 characters', typeOptions: { rows: 4 } },
	mobile: { displayName: 'Mobile', description: 'Digits, + and - only', placeholder: 'e.g. 090-1234-5678' },
	tel: { displayName: 'Phone', description: 'Digits, + and - only', placeholder: 'e.g. 03-1234-5678' },
	secondTel: { displayName: 'Phone (Second)', description: 'Digits, + and - only' },
	postalCode: { displayName: 'Postal Code', placeholder: 'e.g. 100-0001' },
	prefecture: { displayName: 'Prefecture' },
	street: { displayName: 'Street' },
	title: { displayName: 'Title', description: 'Job title' },
	url: { displayName: 'URL', placeholder: 'e.g. https://www.example.com' },
};

/** A field that is sent in the body under its own name. */
export function bodyField(name: string, text: CardFieldText): INodeProperties {
	return {
		type: 'string',
		...text,
		name,
		default: '',
		routing: { send: { type: 'body', property: name } },
	};
}

/** Fields of the card that stand beside those of a text. */
export const ADDITIONAL_FIELDS = { name: 'additionalFields', displayName: 'Additional Fields', placeholder: 'Add Field' } as const;

/** The parts of a card that others may see or not. */
export const PERMISSION_NAMES: Readonly<Record<(typeof SHARING_PERMISSION_KEYS)[number], string>> = {
	companyInformation: 'Company Information',
	name: 'Name',
	exchangeDate: 'Exchange Date',
	contact: 'Contact',
	mobile: 'Mobile',
	email: 'Email',
	memo: 'Memo',
	others: 'Others',
};
