import type { IDataObject } from 'n8n-workflow';
import { decodeAs, isObject, parseJson } from '../base/json';
import type { JsonRecord } from '../base/json';
import { textOf } from '../values/readers';
import { joined } from '../values/show';
import type { Endpoint } from './versions';

/** A function that makes a record smaller. */
export type Projection = (record: IDataObject) => IDataObject;

/** Keeps some fields of a record, in its own order and under their own names. */
function onlyFields(names: readonly string[]): Projection {
	const kept = new Set(names);
	return (record) => {
		const entries = Object.entries(record);
		const keptEntries = entries.filter(([name]) => kept.has(name));
		return Object.fromEntries(keptEntries) as IDataObject;
	};
}

/** The fields of a card that most workflows need. */
const BUSINESS = ['lastName', 'firstName', 'departmentName', 'title', 'email', 'mobile', 'companyName', 'tel'];

const businessFields = onlyFields(BUSINESS);

/** The fields of a report that are kept as they are. */
const reportFields = onlyFields(['id', 'startDate', 'startTime', 'type', 'title', 'location', 'memo']);

/** Company and name of each attendee, in one text. */
function attendeesAsText(list: unknown): string {
	const attendees = [list].flat().filter(isObject);
	const names = attendees.map((attendee) => {
		const { companyName, lastName, firstName } = attendee;
		const parts = [companyName, lastName, firstName].map(textOf);
		return joined(parts, ' ');
	});
	return joined(names, '; ');
}

/** A report whose holder and attendees are texts: a table or a message can hold nothing else. */
function simpleReport(report: IDataObject): IDataObject {
	const { owner, externalAttendees } = report;
	const simple = reportFields(report);
	if (isObject(owner)) {
		simple.ownerName = textOf(owner.name);
	}
	if ('externalAttendees' in report) {
		simple.externalAttendees = attendeesAsText(externalAttendees);
	}

	return simple;
}

function simplePerson(person: IDataObject): IDataObject {
	const card = person.headBizCard as IDataObject | undefined;
	if (!isObject(card)) {
		return { id: person.id };
	}

	return {
		id: person.id,
		headBizCardId: card.id,
		...businessFields(card),
	};
}

/** The simple form of each kind of record: at most ten fields, none of them a list or an object. */
const SIMPLIFIERS = {
	card: onlyFields(['id', 'personId', ...BUSINESS]),
	person: simplePerson,
	report: simpleReport,
	user: onlyFields(['UserUuid', 'DepartmentId', 'UserId', 'UserName', 'AlternativeName', 'Email', 'UserType']),
} as const satisfies Readonly<Record<string, Projection>>;

/** The kinds of record that are wide enough to be cut down. */
export type RecordKind = keyof typeof SIMPLIFIERS;

/** The wishes of a person for the form of records. */
export interface ProjectionOptions {
	readonly fields?: string[];
	readonly simplify?: boolean;
}

/** The form in which records of a kind come out. Chosen fields win over *Simplify*: whoever names them knows the need. */
export function projectionOf(kind: RecordKind, options: ProjectionOptions): Projection {
	const { fields = [], simplify = false } = options;
	if (fields.length > 0) return onlyFields(fields);
	if (simplify) return SIMPLIFIERS[kind];

	return (record) => record;
}

/** Whether a body is a record: each record has a field `id`, be it null. */
export function isRecord(json: unknown): json is JsonRecord {
	return isObject(json) && Object.hasOwn(json, 'id');
}

/** A tag whose id is called `id`, as in every output; the service writes `Id` in most places (spec: Tag). */
function normaliseTag(tag: unknown): unknown {
	if (!isObject(tag) || !Object.hasOwn(tag, 'Id')) {
		return tag;
	}

	const entries = Object.entries(tag);
	const others = entries.filter(([key]) => key !== 'id');
	const renamed = others.map(([key, value]) => {
		if (key !== 'Id') return [key, value];

		return ['id', tag.id ?? value];
	});
	return Object.fromEntries(renamed);
}

/**
 * Reads a JSON body, with one spelling of the ids of the tags in it: the tags of cards, and the records of a list of tags.
 *
 * @returns the value of the JSON; `undefined` where the body is no JSON or not UTF-8, because a wrong charset would put
 *   another character into a person's name
 */
export function readBody(body: Buffer, endpoint: Pick<Endpoint, 'listsTags'>): unknown {
	const listOfTags = endpoint.listsTags === true ? 'data' : 'tags';
	const text = decodeAs('utf-8', body);

	return parseJson(text, (key, value) => {
		const holdsTags = key === 'tags' || key === listOfTags;
		if (!holdsTags || !Array.isArray(value)) {
			return value;
		}

		return value.map(normaliseTag);
	});
}
