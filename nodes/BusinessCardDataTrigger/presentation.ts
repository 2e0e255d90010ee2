import type { IDataObject } from 'n8n-workflow';
import {
	inOneForm,
	ParameterError,
	isBlank,
	isObject,
	onlyFields,
	readList,
	readSwitch,
	readText,
	shownValue,
	SIMPLIFIERS,
} from '../shared';
import type { Projection } from '../shared';
import { CARD_FIELDS } from '../BusinessCardData/resources/descriptions';
import { REPORT_FIELDS } from '../BusinessCardData/resources/report/fields';
import type { EventRow } from './events';

/** Whether a record is to be emitted. */
export type Filter = (record: IDataObject) => boolean;

/** Which of the records start the workflow, and what comes out of them (contract: Additions of 0.2, Trigger). */
export interface Presentation {
	readonly passes: Filter;
	readonly project: Projection;
	/** Whether the filter looks at tags, which cards come without unless they are asked for. */
	readonly needsTags: boolean;
}

type Given = Readonly<Record<string, unknown>>;

function hasTag(ids: ReadonlySet<string>): Filter {
	return ({ tags }) =>
		Array.isArray(tags) && (tags as unknown[]).some((tag) => isObject(tag) && ids.has(String(tag.id)));
}

const hasEmail: Filter = ({ email }) => typeof email === 'string' && email.trim() !== '';

function isOfCompany(part: string): Filter {
	return ({ companyName }) => typeof companyName === 'string' && inOneForm(companyName).includes(part);
}

/** Each filter that was added and is not blank. */
function filtersOf({ tagIds, hasEmail: mustHaveEmail, companyName }: Given): { tags?: Filter; others: Filter[] } {
	const ids = isBlank(tagIds) ? [] : readList('tagIds', tagIds);
	const company = isBlank(companyName) ? '' : inOneForm(readText('companyName', companyName).trim());
	const others: Filter[] = [];
	if (!isBlank(mustHaveEmail) && readSwitch('hasEmail', mustHaveEmail)) others.push(hasEmail);
	if (company !== '') others.push(isOfCompany(company));
	return { others, ...(ids.length > 0 ? { tags: hasTag(new Set(ids)) } : {}) };
}

/**
 * The fields to come out. One that no version has is refused: a slip would leave items without anything in them, and
 * what was emitted so never comes again.
 */
function fieldNames(fields: unknown, { record }: EventRow): string[] {
	const names = isBlank(fields) ? [] : readList('fields', fields);
	const { options = [] } = record === 'card' ? CARD_FIELDS : REPORT_FIELDS;
	const known = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	const unknown = names.find((name) => !known.includes(name));
	if (unknown === undefined) return names;
	throw new ParameterError({
		parameter: 'fields',
		message: `fields is ${shownValue(unknown)}, which no ${record} has`,
		rule: `it may have any of ${known.join(', ')}.`,
	});
}

function projectionOf({ fields, simplify }: Given, event: EventRow): Projection {
	const names = fieldNames(fields, event);
	if (names.length > 0) return onlyFields(names);
	if (isBlank(simplify) || !readSwitch('simplify', simplify)) return (record) => record;
	return SIMPLIFIERS[event.record];
}

/**
 * Reads the filters of the trigger and what it emits of a record.
 *
 * @throws ParameterError for a switch or list that is none, and for tags in a version that gives none with a list
 */
export function readPresentation(event: EventRow, version: string, filters: Given, options: Given): Presentation {
	const { tags, others } = event.record === 'card' ? filtersOf(filters) : { tags: undefined, others: [] };
	if (tags && version === '2.0') {
		throw new ParameterError({
			parameter: 'tagIds',
			message: `API version ${version} returns no tags with a list of cards, so tagIds cannot be checked`,
			rule: 'choose API version 2.5 or 3.2, or Auto, or remove Tag Names or IDs from the filters.',
		});
	}
	const all = tags ? [tags, ...others] : others;
	return {
		passes: (record) => all.every((passes) => passes(record)),
		project: projectionOf(options, event),
		needsTags: tags !== undefined,
	};
}
