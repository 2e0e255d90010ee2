/**
 * Salesforce's objects, as far as the recipes use them: which fields there are and what each takes.
 *
 * Sources: "Object Reference for the Salesforce Platform" (Account, Campaign, CampaignMember, Contact, ContentVersion, Event, Lead,
 * User), "Salesforce Field Reference Guide" (lengths). Fields that end in `__c` are those that the pages docs/salesforce.md and
 * docs/leads-to-salesforce.md have people make.
 */

type Kind =
	| 'boolean'
	| 'date'
	| 'dateTime'
	| 'email'
	| 'file'
	| 'longText'
	| 'number'
	| 'picklist'
	| 'reference'
	| 'references'
	| 'text';

/** What a field takes. */
export interface Field {
	readonly kind: Kind;
	/** The most characters of a text. */
	readonly length?: number;
	readonly isRequired?: true;
	readonly isReadOnly?: true;
	/** No two records share a value, and a record can be addressed by it. */
	readonly isExternalId?: true;
	/** The objects to which a reference may lead. */
	readonly leadsTo?: readonly string[];
	/** All values of a restricted picklist. */
	readonly values?: readonly string[];
}

/** The fields of an object, and the letters with which the ids of its records begin. */
export interface ObjectRules {
	readonly prefix: string;
	readonly fields: Readonly<Record<string, Field>>;
}

const text = (length: number): Field => ({ kind: 'text', length });
const longText = (length: number): Field => ({ kind: 'longText', length });
const required = (field: Field): Field => ({ ...field, isRequired: true });
const readOnly = (field: Field): Field => ({ ...field, isReadOnly: true });
const to = (...leadsTo: string[]): Field => ({ kind: 'reference', leadsTo });
const externalId: Field = { kind: 'text', length: 255, isExternalId: true };

/* A deleted record stays in the recycle bin; the loser of a merge names the winner. */
const EVERYWHERE = { Id: readOnly(text(18)), IsDeleted: readOnly({ kind: 'boolean' }) };

/* Everything that takes part in an activity or has files. */
const RECORD = to('Account', 'Contact');

export const OBJECTS: Readonly<Record<string, ObjectRules>> = {
	Account: {
		prefix: '001',
		fields: {
			...EVERYWHERE,
			MasterRecordId: readOnly(to('Account')),
			Name: required(text(255)),
			Website: text(255),
			Phone: text(40),
			OwnerId: to('User'),
			Business_Card_Company_ID__c: externalId,
		},
	},
	Contact: {
		prefix: '003',
		fields: {
			...EVERYWHERE,
			MasterRecordId: readOnly(to('Contact')),
			LastName: required(text(80)),
			FirstName: text(40),
			Email: { kind: 'email', length: 80 },
			HasOptedOutOfEmail: { kind: 'boolean' },
			Title: text(128),
			Department: text(80),
			Phone: text(40),
			MobilePhone: text(40),
			OtherPhone: text(40),
			Fax: text(40),
			MailingStreet: text(255),
			MailingCity: text(40),
			MailingState: text(80),
			MailingPostalCode: text(20),
			MailingCountry: text(80),
			Description: longText(32_000),
			LeadSource: { kind: 'picklist', length: 255 },
			AccountId: to('Account'),
			OwnerId: to('User'),
			Business_Card_Person_ID__c: externalId,
			Business_Card_Picture__c: text(255),
			Business_Card_State__c: text(255),
			Business_Card_Tags__c: text(255),
			Business_Card_Reading__c: text(255),
			Business_Card_Exchanged__c: { kind: 'date' },
			Business_Card_Memo__c: longText(32_768),
		},
	},
	Lead: {
		prefix: '00Q',
		fields: {
			...EVERYWHERE,
			MasterRecordId: readOnly(to('Lead')),
			LastName: required(text(80)),
			FirstName: text(40),
			Company: required(text(255)),
			Title: text(128),
			Email: { kind: 'email', length: 80 },
			HasOptedOutOfEmail: { kind: 'boolean' },
			Phone: text(40),
			MobilePhone: text(40),
			Fax: text(40),
			Website: text(255),
			Street: text(255),
			City: text(40),
			State: text(80),
			PostalCode: text(20),
			Country: text(80),
			Description: longText(32_000),
			LeadSource: { kind: 'picklist', length: 255 },
			Status: { kind: 'picklist', length: 255 },
			IsConverted: readOnly({ kind: 'boolean' }),
			ConvertedContactId: readOnly(to('Contact')),
			OwnerId: to('User'),
			Business_Card_Person_ID__c: externalId,
		},
	},
	Campaign: {
		prefix: '701',
		fields: { ...EVERYWHERE, Name: required(text(80)), IsActive: { kind: 'boolean' } },
	},
	CampaignMember: {
		prefix: '00v',
		fields: {
			...EVERYWHERE,
			CampaignId: required(to('Campaign')),
			LeadId: to('Lead'),
			ContactId: to('Contact'),
			Status: { kind: 'picklist', length: 40 },
		},
	},
	ContentVersion: {
		prefix: '068',
		fields: {
			...EVERYWHERE,
			Title: text(255),
			PathOnClient: required(text(500)),
			VersionData: required({ kind: 'file' }),
			FirstPublishLocationId: RECORD,
		},
	},
	Event: {
		prefix: '00U',
		fields: {
			...EVERYWHERE,
			Subject: { kind: 'picklist', length: 255 },
			Location: text(255),
			Description: longText(32_000),
			StartDateTime: { kind: 'dateTime' },
			EndDateTime: { kind: 'dateTime' },
			ActivityDate: { kind: 'date' },
			DurationInMinutes: { kind: 'number' },
			IsAllDayEvent: { kind: 'boolean' },
			ShowAs: { kind: 'picklist', values: ['Busy', 'OutOfOffice', 'Free'] },
			WhoId: to('Contact'),
			WhatId: to('Account'),
			EventWhoIds: { kind: 'references', leadsTo: ['Contact'] },
			OwnerId: to('User'),
		},
	},
	User: {
		prefix: '005',
		fields: {
			...EVERYWHERE,
			Name: readOnly(text(121)),
			Email: { kind: 'email', length: 128 },
			IsActive: { kind: 'boolean' },
			UserType: readOnly({
				kind: 'picklist',
				values: ['Standard', 'PowerPartner', 'PowerCustomerSuccess', 'CustomerSuccess', 'Guest', 'CsnOnly'],
			}),
		},
	},
};

/** The name as Salesforce writes it: names of objects and fields are taken in any case. */
export function nameIn(names: Readonly<Record<string, unknown>>, name: string): string | undefined {
	return Object.keys(names).find((known) => known.toLowerCase() === name.toLowerCase());
}
