import type { IPollFunctions } from 'n8n-workflow';
import {
	CREDENTIAL_TYPE,
	entriesOf,
	ENTRY_STATUSES,
	ParameterError,
	isApiVersion,
	isBlank,
	isObject,
	readId,
	readList,
	readMoment,
	readSwitch,
	readWholeNumber,
	resolveVersion,
	shownValue,
	versionText,
} from '../shared';
import type { ApiVersion } from '../shared';
import { EVENTS, isEventName } from './events';
import type { EventRow } from './events';
import { readPresentation } from './presentation';
import type { Presentation } from './presentation';
import type { Selection } from './watermark/state';

/** The trigger's parameters, read and checked. */
export interface TriggerSettings {
	readonly event: EventRow;
	readonly range: string;
	/**
	 * What a change of makes all that is remembered meaningless (contract: Trigger 5); with the address of the service.
	 */
	readonly scope: readonly string[];
	readonly selection: Selection;
	readonly presentation: Presentation;
	/** The tags of *Business Card Tagged*, one or more; empty for the other events. */
	readonly tagIds: readonly string[];
	/** Seconds since 1970. */
	readonly startFrom: number | undefined;
	readonly overlap: number;
	readonly maxRecords: number;
}

const DEFAULT_OVERLAP = 300;
const DEFAULT_MAX_RECORDS = 10_000;

type Options = Readonly<Record<string, unknown>>;

function wholeNumber(options: Options, name: string, least: number, standard: number): number {
	const value = options[name];
	return isBlank(value) ? standard : readWholeNumber(name, value, { least });
}

function rangeOf(value: unknown): string {
	const range = isBlank(value) ? 'me' : String(value);
	if (range === 'me' || range === 'all') return range;
	throw new ParameterError({
		parameter: 'range',
		message: `range is ${shownValue(value)}`,
		rule: 'it must be me or all.',
	});
}

function startOf({ startFrom }: Options, zone: string): number | undefined {
	if (isBlank(startFrom)) return undefined;
	return Math.max(0, readMoment('startFrom', startFrom, zone).seconds);
}

function versionOf(row: EventRow, choice: unknown): ApiVersion {
	const version = choice === 'auto' || isApiVersion(choice) ? resolveVersion(row, choice) : undefined;
	if (version) return version;
	throw new ParameterError({
		parameter: 'apiVersion',
		message: `API version ${String(choice)} does not have this event`,
		rule: `it exists in API version ${row.versions.join(', ')}. Choose one of them, or Auto.`,
	});
}

function list(options: Options, name: string): string[] {
	const value = options[name];
	return isBlank(value) ? [] : [...new Set(readList(name, value))].sort();
}

/**
 * A list of which every entry has to be known: another one would leave the trigger silent.
 *
 * @throws ParameterError naming the entry
 */
function known(options: Options, name: string, values: readonly string[], version: ApiVersion): string[] {
	const given = list(options, name);
	const unknown = given.find((value) => !values.includes(value));
	if (unknown === undefined) return given;
	throw new ParameterError({
		parameter: name,
		message: `${name} is ${shownValue(unknown)}, which API version ${version} does not know`,
		rule: `it must be any of ${values.join(', ')}.`,
	});
}

/** The statuses to emit; none for reports, which have none. */
function statusesOf({ record }: EventRow, version: ApiVersion, options: Options): string[] {
	if (record === 'report') return [];
	const chosen = known(options, 'entryStatus', ENTRY_STATUSES, version);
	return chosen.length > 0 ? chosen : ['completed'];
}

/** Version 2.5 has no online meetings (spec: Versioning 2). */
function typesOf({ record }: EventRow, version: ApiVersion, options: Options): string[] {
	if (record === 'card') return [];
	const types = ['Meeting', 'Call', 'Email', 'BizCardExchange', ...(version === '3.2' ? ['OnlineMeeting'] : [])];
	return known(options, 'type', types, version);
}

/** A collection, added entry by entry or given as one expression. */
function collection(functions: IPollFunctions, name: string): Options {
	const given: unknown = functions.getNodeParameter(name, {});
	if (isBlank(given)) return {};
	if (isObject(given)) return given;
	throw new ParameterError({
		parameter: name,
		message: `${name} is ${shownValue(given)}`,
		rule: 'it must give an object with the names of the fields, or remove the expression.',
	});
}

/** @throws ParameterError where no tag is chosen */
function tagIdsOf({ fires }: EventRow, functions: IPollFunctions): string[] {
	if (fires !== 'each tag') return [];
	const given: unknown = functions.getNodeParameter('tagIds', []);
	const ids = isBlank(given) ? [] : [...new Set(entriesOf(given).map((id) => readId('tagIds', id)))];
	if (ids.length > 0) return ids;
	throw new ParameterError({ parameter: 'tagIds', message: 'tagIds is empty', rule: 'choose one tag or more.' });
}

function flag(options: Options, name: string): boolean {
	const value = options[name];
	return !isBlank(value) && readSwitch(name, value);
}

/**
 * Reads the parameters of the trigger (contract: Trigger).
 *
 * @throws ParameterError naming parameter and rule
 */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const name = functions.getNodeParameter('event');
	if (!isEventName(name)) {
		throw new ParameterError({
			parameter: 'event',
			message: `The trigger has no event "${String(name)}"`,
			rule: `it must be one of ${Object.keys(EVENTS).join(', ')}.`,
		});
	}
	const event: EventRow = EVENTS[name];
	const options = collection(functions, 'options');
	const filters = collection(functions, 'filters');
	const version = versionOf(event, versionText(functions.getNodeParameter('apiVersion', 'auto')));
	// Where tags are the event, they are no filter.
	const shownFilters = event.fires === 'each tag' ? { ...filters, tagIds: undefined } : filters;
	const presentation = readPresentation(event, version, shownFilters, options);
	const zone = functions.getTimezone();
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE];
	const range = rangeOf(functions.getNodeParameter('range', 'me'));
	return {
		event,
		range,
		scope: [name, credential?.id ?? credential?.name ?? '', range],
		selection: {
			version,
			entryStatus: statusesOf(event, version, options),
			includeTags: presentation.needsTags || flag(options, 'includeTags'),
			includePastBizCards: flag(options, 'includePastBizCards'),
			type: typesOf(event, version, options),
			category: event.record === 'report' ? list(options, 'category') : [],
		},
		presentation,
		tagIds: tagIdsOf(event, functions),
		startFrom: startOf(options, zone),
		overlap: wholeNumber(options, 'overlap', 0, DEFAULT_OVERLAP),
		maxRecords: wholeNumber(options, 'maxRecords', 1, DEFAULT_MAX_RECORDS),
	};
}
