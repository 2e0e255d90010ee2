import type { IDataObject } from 'n8n-workflow';
import { decodeAs, isObject, parseJson } from '../base/json';
import type { JsonRecord } from '../base/json';
import { textOf } from '../values/readers';
import { joined } from '../values/show';
import type { Endpoint } from './versions';

/** What is left of a record. */
export type Projection = (record: IDataObject) => IDataObject;

/** Keeps some fields of a record, in its own order and under their own names. */
function onlyFields(names: readonly string[]): Projection {
	const kept = new Set(names);
	return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name))) as IDataObject;
}

/** What most workflows need of a person's card. */
const BUSINESS = ['lastName', 'firstName', 'departmentName', 'title', 'email', 'mobile', 'companyName', 'tel'];

const ofBusiness = onlyFields(BUSINESS);
const ofReport = onlyFields(['id', 'startDate', 'startTime', 'type', 'title', 'location', 'memo']);

/** Company and name of each, in one text. */
function attendees(list: unknown): string {
	const nameOf = ({ companyName, lastName, firstName }: JsonRecord) =>
		joined([companyName, lastName, firstName].map(textOf), ' ');
	return joined([list].flat().filter(isObject).map(nameOf), '; ');
}

/** The holder and the people from outside become texts: a table or a message can hold nothing else. */
function simpleReport(report: IDataObject): IDataObject {
	const { owner, externalAttendees } = report;
	return {
		...ofReport(report),
		...(isObject(owner) ? { ownerName: textOf(owner.name) } : {}),
		...('externalAttendees' in report ? { externalAttendees: attendees(externalAttendees) } : {}),
	};
}

function simplePerson({ id, headBizCard }: IDataObject): IDataObject {
	const card = headBizCard as IDataObject | undefined;
	return { id, ...(isObject(card) ? { headBizCardId: card.id, ...ofBusiness(card) } : {}) };
}

/** How wide records are cut down: at most ten fields, none of them a list or an object. */
const SIMPLIFIERS = {
	card: onlyFields(['id', 'personId', ...BUSINESS]),
	person: simplePerson,
	report: simpleReport,
	user: onlyFields(['UserUuid', 'DepartmentId', 'UserId', 'UserName', 'AlternativeName', 'Email', 'UserType']),
} as const satisfies Readonly<Record<string, Projection>>;

/** The kinds of record that are wide enough to be cut down. */
export type RecordKind = keyof typeof SIMPLIFIERS;

/** What comes out of each record: certain fields before the simple form, because whoever names them knows the need. */
export function projectionOf(kind: RecordKind, options: { fields?: string[]; simplify?: boolean }): Projection {
	const { fields = [], simplify = false } = options;
	if (fields.length > 0) return onlyFields(fields);
	return simplify ? SIMPLIFIERS[kind] : (record) => record;
}

/** Whether a body is a record: each has a field `id`, be it null. What has none says that there is no record. */
export function isRecord(json: unknown): json is JsonRecord {
	return isObject(json) && Object.hasOwn(json, 'id');
}

/** A tag with the one spelling of its id, in its place; all else stays as it is. */
function normaliseTag(tag: unknown): unknown {
	if (!isObject(tag) || !Object.hasOwn(tag, 'Id')) return tag;
	const entries = Object.entries(tag).filter(([key]) => key !== 'id');
	return Object.fromEntries(entries.map(([key, value]) => (key === 'Id' ? ['id', tag.id ?? value] : [key, value])));
}

/**
 * Reads a JSON body, where it may carry tags: those of cards, and the records of a list of tags (spec: Tag). None is
 * read that is not UTF-8: another character would stand in a person's name.
 */
export function readBody(body: Buffer, { listsTags }: Pick<Endpoint, 'listsTags'>): unknown {
	const isTags = (key: string) => key === 'tags' || (key === 'data' && listsTags);
	return parseJson(decodeAs('utf-8', body), (key, value) =>
		isTags(key) && Array.isArray(value) ? value.map(normaliseTag) : value,
	);
}
