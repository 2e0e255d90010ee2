import type { IDataObject } from 'n8n-workflow';
import { fault, inOneForm, isObject, projectionOf, readText, SIMPLIFIERS } from '../shared';
import type { ApiVersion, Projection } from '../shared';
import type { EventRow } from './events';

/** Which of the records start the workflow, and what comes out of them (contract: Additions of 0.2, Trigger). */
export interface Presentation {
	readonly passes: (record: IDataObject) => boolean;
	readonly project: Projection;
}

/** The filters that were added and are not blank. */
export interface Filters {
	readonly companyName?: unknown;
	readonly hasEmail?: boolean;
	readonly tagIds?: readonly string[];
}

/** What the panel says of the fields to come out. */
export interface Output {
	readonly fields?: readonly string[];
	readonly simplify?: boolean;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/**
 * Reads the filters of the trigger and what it emits of a record.
 *
 * @throws ParameterError for a company name that is no text, and for tags in a version that gives none with a list
 */
export function presentationOf(event: EventRow, version: ApiVersion, filters: Filters, output: Output): Presentation {
	const { companyName = '', hasEmail = false, tagIds = [] } = filters;
	const company = inOneForm(readText('companyName', companyName).trim());
	if (tagIds.length > 0 && version === '2.0') {
		const message = `API version ${version} returns no tags with a list of cards, so tagIds cannot be checked`;
		throw fault(
			'tagIds',
			message,
			'choose API version 2.5 or 3.2, or Auto, or remove Tag Names or IDs from the filters.',
		);
	}
	const hasTag = ({ tags }: IDataObject) =>
		Array.isArray(tags) && (tags as unknown[]).some((tag) => isObject(tag) && tagIds.includes(String(tag.id)));
	return {
		passes: (record) =>
			(company === '' || inOneForm(textOf(record.companyName)).includes(company)) &&
			(!hasEmail || textOf(record.email).trim() !== '') &&
			(tagIds.length === 0 || hasTag(record)),
		project: projectionOf(output.fields ?? [], output.simplify ?? false, SIMPLIFIERS[event.record]),
	};
}
