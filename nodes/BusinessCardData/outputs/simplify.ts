import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared';
import type { EndpointName, OrganizationRows } from '../../shared';
import type { CARD, REPORT } from './records';

/** What most workflows need of a card; its tags stay when they were asked for. */
const CARD_FIELDS: ReadonlyArray<keyof (typeof CARD)['properties']> = [
	'id',
	'personId',
	'lastName',
	'firstName',
	'departmentName',
	'title',
	'email',
	'mobile',
	'companyName',
	'tel',
	'tags',
];

const REPORT_FIELDS: ReadonlyArray<keyof (typeof REPORT)['properties']> = [
	'id',
	'startDate',
	'startTime',
	'owner',
	'externalAttendees',
	'type',
	'title',
	'location',
	'memo',
];

const USER_FIELDS: ReadonlyArray<keyof OrganizationRows['user']> = [
	'UserUuid',
	'DepartmentId',
	'UserId',
	'UserName',
	'AlternativeName',
	'Email',
	'UserType',
];

type Simplify = (record: IDataObject) => IDataObject;

/** Keeps the order of the record, and its names. */
function only(names: readonly string[]): Simplify {
	return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as IDataObject;
}

const simpleCard = only(CARD_FIELDS);

function simplePerson(person: IDataObject): IDataObject {
	const { headBizCard } = person;
	return isObject(headBizCard) ? { ...person, headBizCard: simpleCard(headBizCard as IDataObject) } : person;
}

/** How the records of an operation are cut down to what most workflows need, where they are wide. */
export const SIMPLIFIERS: Readonly<Partial<Record<EndpointName, Simplify>>> = {
	'businessCard.getAll': simpleCard,
	'businessCard.search': simpleCard,
	'businessCard.get': simpleCard,
	'person.get': simplePerson,
	'report.getAll': only(REPORT_FIELDS),
	'user.getAll': only(USER_FIELDS),
};
