import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import {
	fault,
	ItemParameters,
	inOneForm,
	isObject,
	projectionOf,
	readMoment,
	readText,
	shownValue,
	textOf,
	versionOf,
} from '../shared';
import type { BlankValue } from '../shared';
import type { ApiVersion, Projection } from '../shared';
import { EVENTS, TAGGED } from './events';
import type { EventRow } from './events';
import { FIELDS } from './properties';
import type { PollOptions } from './watermark/poll';
import type { Selection } from './watermark/state';

/** The trigger's parameters, read and checked (contract: Trigger). */
export interface TriggerSettings extends Pick<
	PollOptions,
	'isOnce' | 'selection' | 'passes' | 'startFrom' | 'overlap' | 'maxRecords'
> {
	readonly event: EventRow;
	readonly range: string;
	/** What comes out of a record. */
	readonly project: Projection;
	/** The tags of *Business Card Tagged*, one or more; empty for the other events. */
	readonly tagIds: readonly string[];
}

/** What was added to the filters and options, read by the types of the fields; not what is blank or does not show. */
interface Added extends Partial<Omit<Selection, 'version'>> {
	readonly tagIds?: string[];
	readonly companyName?: unknown;
	readonly hasEmail?: boolean;
	readonly fields?: string[];
	readonly simplify?: boolean;
	readonly startFrom?: unknown;
	readonly overlap?: number;
	readonly maxRecords?: number;
}

/** Compared with that of the poll before, so that the order of a list says nothing. */
function selectionOf({ record }: EventRow, version: ApiVersion, given: Added): Selection {
	const sorted = (list: string[] = []) => [...new Set(list)].sort();
	return {
		version,
		entryStatus: sorted(given.entryStatus ?? (record === 'card' ? ['completed'] : [])),
		// Cards come without the tags that a filter looks at, unless they are asked for.
		includeTags: given.tagIds !== undefined || given.includeTags === true,
		includePastBizCards: given.includePastBizCards === true,
		type: sorted(given.type),
		category: sorted(given.category),
	};
}

/** @throws ParameterError for a company name that is no text, and for tags in a version that gives none with a list */
function filterOf(version: ApiVersion, { companyName = '', hasEmail = false, tagIds }: Added): PollOptions['passes'] {
	const company = inOneForm(readText('companyName', companyName).trim());
	if (tagIds && version === '2.0') {
		const message = 'API version 2.0 returns no tags with a list of cards, so tagIds cannot be checked';
		const rule = 'choose API version 2.5 or 3.2, or Auto, or remove Tag Names or IDs from the filters.';
		throw fault('tagIds', message, rule);
	}
	const hasTag = ({ tags }: IDataObject) =>
		Array.isArray(tags) && (tags as unknown[]).some((tag) => isObject(tag) && tagIds?.includes(String(tag.id)));
	return (card) =>
		(company === '' || inOneForm(textOf(card.companyName)).includes(company)) &&
		(!hasEmail || textOf(card.email) !== '') &&
		(!tagIds || hasTag(card));
}

/**
 * Refuses an expression that gives nothing. In its place another setting would count for one poll: the trigger would
 * start over, or emit what nobody asked for. A field that is left empty is so for all polls.
 */
function refuseBlanks(blanks: readonly BlankValue[]): void {
	const blank = blanks.find(({ field, isExpression }) => isExpression && field.type !== 'collection');
	if (!blank) return;

	const { name } = blank.field;
	throw fault(name, `${name} is blank`, 'correct its expression, or enter a value.');
}

/**
 * Reads the parameters of the trigger (contract: Trigger).
 *
 * @throws ParameterError naming parameter and rule
 */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const name = functions.getNodeParameter('event');
	const event = EVENTS.find(({ value }) => value === name);
	if (!event) throw fault('event', `The trigger has no event ${shownValue(name)}`, 'choose one from the list.');
	const version = versionOf(functions, { label: event.name, versions: event.versions });
	const { values, blanks } = new ItemParameters(functions, FIELDS, version);
	refuseBlanks(blanks);

	const { range = 'me', tagIds = [] } = values as { range?: string; tagIds?: string[] };
	const given: Added = { ...(values.filters as object), ...(values.options as object) };
	const { startFrom, overlap = 300, maxRecords = 10_000 } = given;
	if (event === TAGGED && tagIds.length === 0) throw fault('tagIds', 'tagIds is empty', 'choose one tag or more.');
	const start = startFrom === undefined ? undefined : readMoment('startFrom', startFrom, functions.getTimezone());
	return {
		event,
		range,
		isOnce: event.isOnce === true,
		selection: selectionOf(event, version, given),
		passes: filterOf(version, given),
		project: projectionOf(event.record, given),
		tagIds: [...new Set(tagIds)],
		startFrom: start && Math.max(0, start.seconds),
		overlap,
		maxRecords,
	};
}
