import type { IDataObject } from 'n8n-workflow';
import { API_VERSIONS } from './versions';
import type { ApiVersion } from './versions';

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

/** Fields of a card that only some versions have (spec: Versioning 2). */
const FIELD_VERSIONS: Readonly<Partial<Record<RecordField<'card'>, readonly ApiVersion[]>>> = {
	countryCode: ['2.5', '3.2'],
	tags: ['2.5', '3.2'],
	isVirtualCard: ['3.2'],
	hasUnrecognizedChar: ['3.2'],
};

const VERSIONS_BY_NAME: ReadonlyMap<string, readonly ApiVersion[]> = new Map(Object.entries(FIELD_VERSIONS));

/** Which versions have a field of a record. */
export function versionsOfField(field: string): readonly ApiVersion[] {
	return VERSIONS_BY_NAME.get(field) ?? API_VERSIONS;
}

/** What is left of a record. */
export type Projection = (record: IDataObject) => IDataObject;

/** Keeps some fields of a record, in its own order and under their own names. */
export function onlyFields(names: readonly string[]): Projection {
	const kept = new Set(names);
	return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name))) as IDataObject;
}
