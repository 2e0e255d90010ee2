import type { IPollFunctions } from 'n8n-workflow';
import {
	parameterError,
	ItemParameters,
	inOneForm,
	isBlank,
	isObject,
	projectionOf,
	readMoment,
	readText,
	shownValue,
	textOf,
	versionOf,
} from '../shared';
import type { ApiVersion, BlankValue, JsonRecord, Projection } from '../shared';
import { EVENTS, TAGGED } from './events';
import type { EventRow } from './events';
import { FIELDS } from './properties';
import type { PollOptions } from './watermark/context';
import type { Selection } from './watermark/recordSource';

/** The settings that the watermark goes by. */
type WatermarkSettings = Pick<PollOptions, 'isOnce' | 'selection' | 'passes' | 'startFrom' | 'overlap' | 'maxRecords'>;

/** The trigger's parameters, read and checked (contract: Trigger). */
export interface TriggerSettings extends WatermarkSettings {
	readonly event: EventRow;
	/** Whose records: `me` or `all`. */
	readonly holderRange: string;
	/** Gives a record the form in which it is output. */
	readonly project: Projection;
	/** The tags of *Business Card Tagged*, one or more; empty for the other events. */
	readonly tagIds: readonly string[];
}

/** Filters and options, read by the types of their fields; without those that are blank or do not show. */
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

/** The selection of the options. It is compared with that of the poll before: lists are sorted. */
function selectionOf(event: EventRow, version: ApiVersion, added: Added): Selection {
	const usualStatuses = event.record === 'card' ? ['completed'] : [];
	return {
		version,
		entryStatus: sortedSet(added.entryStatus ?? usualStatuses),
		// Cards come without the tags that a filter looks at, unless they are asked for.
		includeTags: added.tagIds !== undefined || added.includeTags === true,
		includePastBizCards: added.includePastBizCards === true,
		type: sortedSet(added.type),
		category: sortedSet(added.category),
	};
}

function sortedSet(list: readonly string[] = []): string[] {
	return [...new Set(list)].sort();
}

/**
 * The filters as a function that tells which cards pass.
 *
 * @throws ParameterError for a company name that is no text, and for tags in a version that gives none with a list
 */
function filterOf(version: ApiVersion, added: Added): PollOptions['passes'] {
	const { companyName = '', hasEmail = false, tagIds } = added;
	const company = inOneForm(readText('companyName', companyName).trim());

	if (tagIds && version === '2.0') {
		const message = 'API version 2.0 does not return tags with a list of cards, so the trigger cannot filter by tag';
		const rule = 'choose API version 2.5 or 3.2, or Auto, or remove Tag Names or IDs from the filters.';
		throw parameterError('tagIds', message, rule);
	}

	return (card) => {
		if (!inOneForm(textOf(card.companyName)).includes(company)) return false;
		if (hasEmail && textOf(card.email) === '') return false;
		return tagIds === undefined || hasTag(card, tagIds);
	};
}

/** Whether a card has one of some tags. */
function hasTag(card: JsonRecord, tagIds: readonly string[]): boolean {
	if (!Array.isArray(card.tags)) return false;
	return card.tags.some((tag: unknown) => isObject(tag) && tagIds.includes(String(tag.id)));
}

/**
 * Refuses settings that are blank, where another setting would count in their place: the trigger would start over, or
 * output what nobody asked for. A list or a number that a person left empty is so for all polls, and has a meaning.
 *
 * @throws ParameterError naming the first
 */
function refuseBlanks(functions: IPollFunctions, blanks: readonly BlankValue[]): void {
	const { parameters } = functions.getNode();
	const isStoredBlank = (name: string) => parameters[name] !== undefined && isBlank(parameters[name]);
	const choice = FIELDS.find((field) => field.type === 'options' && isStoredBlank(field.name));
	if (choice) throw parameterError(choice.name, `${choice.name} is blank`, 'choose one from the list.');

	const blank = blanks.find(({ field, isExpression }) => isExpression && field.type !== 'collection');
	if (blank)
		throw parameterError(blank.field.name, `${blank.field.name} is blank`, 'correct its expression, or enter a value.');
}

/** The event that was chosen. @throws ParameterError when there is no such event */
function eventOf(functions: IPollFunctions): EventRow {
	const name = functions.getNodeParameter('event');
	const event = EVENTS.find(({ value }) => value === name);
	if (event) return event;

	throw parameterError('event', `The trigger has no event ${shownValue(name)}`, 'choose one from the list.');
}

/**
 * *Start From* in seconds since 1970, `undefined` where it is not set. @throws ParameterError for what is no
 * moment
 */
function startFromOf(functions: IPollFunctions, added: Added): number | undefined {
	if (added.startFrom === undefined) return undefined;
	const { seconds } = readMoment('startFrom', added.startFrom, functions.getTimezone());
	return Math.max(0, seconds);
}

/**
 * Reads the parameters of the trigger (contract: Trigger).
 *
 * @throws ParameterError naming parameter and rule
 */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const event = eventOf(functions);
	const version = versionOf(functions, { label: event.name, versions: event.versions });
	const { values, blanks } = new ItemParameters(functions, FIELDS, version);
	refuseBlanks(functions, blanks);

	const { range: holderRange = 'me', tagIds = [] } = values as { range?: string; tagIds?: string[] };
	const added: Added = { ...(values.filters as object), ...(values.options as object) };
	const { overlap = 300, maxRecords = 10_000 } = added;
	if (event === TAGGED && tagIds.length === 0)
		throw parameterError('tagIds', 'tagIds is empty', 'choose at least one tag.');

	return {
		event,
		holderRange,
		isOnce: event.isOnce === true,
		selection: selectionOf(event, version, added),
		passes: filterOf(version, added),
		project: projectionOf(event.record, added),
		tagIds: [...new Set(tagIds)],
		startFrom: startFromOf(functions, added),
		overlap,
		maxRecords,
	};
}
