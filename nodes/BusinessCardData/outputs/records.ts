import type { RecordField } from '../../shared';
import { fields, FLAG, listOf, TEXT, TEXT_OR_NULL, texts } from './schema';

/**
 * The records of the service with the fields of all its versions (spec: Resources and their fields). A version without
 * a field leaves it out of its responses.
 */

const OWNER = fields(texts('id', 'name', 'email'));

export const TAG = fields({ ...texts('id', 'name', 'type'), owner: OWNER });

export const CARD = fields<RecordField<'card'>>({
	...texts('id', 'companyId', 'personId', 'exchangeDate', 'registeredTime', 'updatedTime'),
	owner: OWNER,
	...texts('lastName', 'firstName'),
	lastNameReading: TEXT_OR_NULL,
	firstNameReading: TEXT_OR_NULL,
	departmentName: TEXT,
	title: TEXT_OR_NULL,
	...texts('email', 'mobile', 'companyName', 'countryCode', 'postalCode', 'address', 'prefecture', 'city', 'street'),
	...texts('building', 'tel', 'secondTel', 'fax', 'url', 'memo', 'entryStatus'),
	isUserCreated: FLAG,
	isVirtualCard: FLAG,
	tags: listOf(TAG),
	hasUnrecognizedChar: FLAG,
});

export const PERSON = fields({ id: TEXT, headBizCard: CARD });

export const REPORT = fields<RecordField<'report'>>({
	...texts('id', 'registeredTime', 'updatedTime'),
	startDate: TEXT_OR_NULL,
	endDate: TEXT_OR_NULL,
	startTime: TEXT_OR_NULL,
	endTime: TEXT_OR_NULL,
	owner: OWNER,
	externalAttendees: listOf(fields(texts('id', 'personId', 'companyName', 'lastName', 'firstName'))),
	internalAttendees: listOf(fields(texts('id', 'name', 'departmentName'))),
	type: TEXT,
	categories: listOf(fields(texts('name', 'value'))),
	...texts('title', 'location', 'memo'),
});
