import type { IPollFunctions } from 'n8n-workflow';
import {
	autoVersion,
	CREDENTIAL_TYPE,
	endpoint,
	ENTRY_STATUSES,
	ParameterError,
	isApiVersion,
	isBlank,
	readList,
	readMoment,
	readQueryValues,
	readSwitch,
	readWholeNumber,
	resolveVersion,
	versionText,
} from '../shared';
import type { ApiVersion, EndpointName, EndpointRow } from '../shared';
import { EVENTS, isEventName } from './events';
import type { EventRow } from './events';
import { readPresentation } from './presentation';
import type { Presentation } from './presentation';
import type { Selection } from './state';

/** The trigger's parameters, read and checked. */
export interface TriggerSettings {
	readonly event: EventRow;
	readonly endpoint: EndpointName;
	readonly range: string;
	/** What a change of makes all that is remembered meaningless (contract: Trigger 5); with the address of the service. */
	readonly scope: readonly string[];
	readonly selection: Selection;
	/** Statuses to emit; empty for reports, which have none. */
	readonly statuses: readonly string[];
	readonly presentation: Presentation;
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

function startOf({ startFrom }: Options, zone: string): number | undefined {
	if (isBlank(startFrom)) return undefined;
	return Math.max(0, Math.floor(readMoment('startFrom', startFrom, zone).toSeconds()));
}

function versionOf(row: EndpointRow, choice: unknown): ApiVersion {
	if (choice === 'auto') return autoVersion(row);
	const version = isApiVersion(choice) ? resolveVersion(row, choice) : undefined;
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

/** The statuses to emit. An event that fires once asks for all that there are, so that no request would show what is none. */
function statusesOf(row: EndpointRow, version: ApiVersion, options: Options, zone: string): string[] {
	if (!row.query.entryStatus) return [];
	const chosen = readQueryValues(row, version, 'entryStatus', options.entryStatus, zone).sort();
	return chosen.length > 0 ? chosen : ['completed'];
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
	const event = EVENTS[name];
	const row = endpoint(event.endpoint);
	const options = functions.getNodeParameter('options', {}) as Options;
	const filters = functions.getNodeParameter('filters', {}) as Options;
	const version = versionOf(row, versionText(functions.getNodeParameter('apiVersion', 'auto')));
	const presentation = readPresentation(event, row, version, filters, options);
	const zone = functions.getTimezone();
	const statuses = statusesOf(row, version, options, zone);
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE];
	const range = isBlank(options.range) ? 'me' : String(options.range);
	return {
		event,
		endpoint: event.endpoint,
		range,
		scope: [name, credential?.id ?? credential?.name ?? '', range],
		selection: {
			version,
			// What fires once has to be met before it is finished, or its completion could not be told from an old card's change.
			entryStatus: event.fires === 'once' && statuses.length > 0 ? [...ENTRY_STATUSES] : statuses,
			includeTags: presentation.needsTags || flag(options, 'includeTags'),
			includePastBizCards: flag(options, 'includePastBizCards'),
			type: list(options, 'type'),
			category: list(options, 'category'),
		},
		statuses,
		presentation,
		startFrom: startOf(options, zone),
		overlap: wholeNumber(options, 'overlap', 0, DEFAULT_OVERLAP),
		maxRecords: wholeNumber(options, 'maxRecords', 1, DEFAULT_MAX_RECORDS),
	};
}
