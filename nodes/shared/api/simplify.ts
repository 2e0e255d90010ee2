import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../base/json';
import { joined } from '../values/characters';
import { onlyFields } from './recordFields';
import type { Projection, RecordField } from './recordFields';

/** What most workflows need of a person's card. */
const BUSINESS = ['lastName', 'firstName', 'departmentName', 'title', 'email', 'mobile', 'companyName', 'tel'] as const satisfies ReadonlyArray<
	RecordField<'card'>
>;

const CARD = ['id', 'personId', ...BUSINESS] as const satisfies ReadonlyArray<RecordField<'card'>>;

const REPORT = ['id', 'startDate', 'startTime', 'type', 'title', 'location', 'memo'] as const satisfies ReadonlyArray<RecordField<'report'>>;

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/** Company and name of each, in one text. */
function attendees(list: unknown): string {
	const people = Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
	const names = people.map(({ companyName, lastName, firstName }) => joined([companyName, lastName, firstName].map(textOf), ' '));
	return joined(names, '; ');
}

const ofReport = onlyFields(REPORT);

/** The holder and the people from outside become texts: a table or a message can hold nothing else. */
function simpleReport(report: IDataObject): IDataObject {
	const { owner, externalAttendees } = report;
	return {
		...ofReport(report),
		...(isObject(owner) ? { ownerName: textOf(owner.name) } : {}),
		...('externalAttendees' in report ? { externalAttendees: attendees(externalAttendees) } : {}),
	};
}

const ofPerson = onlyFields(['id']);
const ofHeadCard = onlyFields(BUSINESS);

function simplePerson(person: IDataObject): IDataObject {
	const { headBizCard } = person;
	if (!isObject(headBizCard)) return ofPerson(person);
	const card = headBizCard as IDataObject;
	return { ...ofPerson(person), headBizCardId: card.id, ...ofHeadCard(card) };
}

/**
 * How wide records are cut down: at most ten fields, none of them a list or an object. A tag list has no place in that;
 * who needs it chooses the fields.
 */
export const SIMPLIFIERS = {
	card: onlyFields(CARD),
	person: simplePerson,
	report: simpleReport,
} as const satisfies Readonly<Record<string, Projection>>;
