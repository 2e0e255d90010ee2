import type { IDataObject } from 'n8n-workflow';

/** The fields of the records that come in lists, in the service's order (spec: BizCard, Report). */
export const RECORD_FIELDS = {
	card: [
		'id',
		'companyId',
		'personId',
		'exchangeDate',
		'registeredTime',
		'updatedTime',
		'owner',
		'lastName',
		'firstName',
		'lastNameReading',
		'firstNameReading',
		'departmentName',
		'title',
		'email',
		'mobile',
		'companyName',
		'countryCode',
		'postalCode',
		'address',
		'prefecture',
		'city',
		'street',
		'building',
		'tel',
		'secondTel',
		'fax',
		'url',
		'memo',
		'entryStatus',
		'isUserCreated',
		'isVirtualCard',
		'tags',
		'hasUnrecognizedChar',
	],
	report: [
		'id',
		'registeredTime',
		'updatedTime',
		'startDate',
		'endDate',
		'startTime',
		'endTime',
		'owner',
		'externalAttendees',
		'internalAttendees',
		'type',
		'categories',
		'title',
		'location',
		'memo',
	],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A kind of record that comes in lists. */
export type ListedRecord = keyof typeof RECORD_FIELDS;

/** The name of a field of such a record. */
export type RecordField<Kind extends ListedRecord> = (typeof RECORD_FIELDS)[Kind][number];

/** What is left of a record. */
export type Projection = (record: IDataObject) => IDataObject;

/** Keeps some fields of a record, in its own order and under their own names. */
export function onlyFields(names: readonly string[]): Projection {
	const kept = new Set(names);
	return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name))) as IDataObject;
}
