import { RECORD_FIELDS } from '../../shared';
import type { ListedRecord, RecordField } from '../../shared';
import { fields, FLAG, listOf, TEXT, TEXT_OR_NULL, texts } from './schema';
import type { ObjectSchema, OutputSchema } from './schema';

/**
 * The records of the service with the fields of all its versions (spec: Resources and their fields). A version without
 * a field leaves it out of its responses.
 */

const OWNER = fields(texts('id', 'name', 'email'));

export const TAG = fields({ ...texts('id', 'name', 'type'), owner: OWNER });

/** A record, in the service's order; its fields are texts unless said. */
function recordOf<Kind extends ListedRecord>(kind: Kind, others: Partial<Record<RecordField<Kind>, OutputSchema>>): ObjectSchema {
	return fields({ ...texts(...RECORD_FIELDS[kind]), ...others });
}

export const CARD = recordOf('card', {
	owner: OWNER,
	lastNameReading: TEXT_OR_NULL,
	firstNameReading: TEXT_OR_NULL,
	title: TEXT_OR_NULL,
	isUserCreated: FLAG,
	isVirtualCard: FLAG,
	tags: listOf(TAG),
	hasUnrecognizedChar: FLAG,
});

export const PERSON = fields({ id: TEXT, headBizCard: CARD });

export const REPORT = recordOf('report', {
	startDate: TEXT_OR_NULL,
	endDate: TEXT_OR_NULL,
	startTime: TEXT_OR_NULL,
	endTime: TEXT_OR_NULL,
	owner: OWNER,
	externalAttendees: listOf(fields(texts('id', 'personId', 'companyName', 'lastName', 'firstName'))),
	internalAttendees: listOf(fields(texts('id', 'name', 'departmentName'))),
	categories: listOf(fields(texts('name', 'value'))),
});
