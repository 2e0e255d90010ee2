import type { IPollFunctions } from 'n8n-workflow';
import { ParameterReader } from '../BusinessCardData/execution/parameters';
import { CREDENTIAL_TYPE, fault, isApiVersion, readMoment, resolveVersion, shownValue, versionText } from '../shared';
import type { ApiVersion } from '../shared';
import { EVENTS } from './events';
import type { EventRow } from './events';
import { presentationOf } from './presentation';
import type { Filters, Output, Presentation } from './presentation';
import { FIELDS } from './properties';
import type { Selection } from './watermark/state';

/** The trigger's parameters, read and checked. */
export interface TriggerSettings {
	readonly event: EventRow;
	readonly range: string;
	/** What all that is remembered belongs to (contract: Trigger 5), beside the address of the service. */
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

/** What the panel gives, read by the types of its fields. What does not show for the event or the version is not there. */
interface Given {
	readonly range?: string;
	readonly tagIds?: readonly string[];
	readonly filters?: Filters;
	readonly options: Output &
		Partial<Omit<Selection, 'version'>> & {
			readonly startFrom?: unknown;
			readonly overlap?: number;
			readonly maxRecords?: number;
		};
}

function versionOf({ versions }: EventRow, given: unknown): ApiVersion {
	const choice = versionText(given);
	const version = choice === 'auto' || isApiVersion(choice) ? resolveVersion({ versions }, choice) : undefined;
	if (version) return version;
	const rule = `it exists in API version ${versions.join(', ')}. Choose one of them, or Auto.`;
	throw fault('apiVersion', `API version ${String(choice)} does not have this event`, rule);
}

/** Lists are compared with those of the poll before: their order says nothing. */
function sorted(list: readonly string[] = []): string[] {
	return [...new Set(list)].sort();
}

function selectionOf({ record }: EventRow, version: ApiVersion, { options, filters }: Given): Selection {
	const statuses = sorted(options.entryStatus);
	const usual = record === 'card' ? ['completed'] : [];
	return {
		version,
		entryStatus: statuses.length > 0 ? statuses : usual,
		// Cards come without the tags that a filter looks at, unless they are asked for.
		includeTags: (filters?.tagIds ?? []).length > 0 || options.includeTags === true,
		includePastBizCards: options.includePastBizCards === true,
		type: sorted(options.type),
		category: sorted(options.category),
	};
}

/**
 * Reads the parameters of the trigger (contract: Trigger).
 *
 * @throws ParameterError naming parameter and rule
 */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const name = functions.getNodeParameter('event');
	const event = EVENTS.get(name);
	if (!event) {
		throw fault(
			'event',
			`The trigger has no event ${shownValue(name)}`,
			`it must be one of ${[...EVENTS.keys()].join(', ')}.`,
		);
	}
	const version = versionOf(event, functions.getNodeParameter('apiVersion', 'auto'));
	const given = new ParameterReader(functions, FIELDS, version).read().values as unknown as Given;
	const { range = 'me', tagIds = [], options } = given;
	if (event.fires === 'each tag' && tagIds.length === 0)
		throw fault('tagIds', 'tagIds is empty', 'choose one tag or more.');
	const { startFrom, overlap = 300, maxRecords = 10_000 } = options;
	const start = startFrom === undefined ? undefined : readMoment('startFrom', startFrom, functions.getTimezone());
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE];
	return {
		event,
		range,
		scope: [String(name), credential?.id ?? credential?.name ?? '', range],
		selection: selectionOf(event, version, given),
		presentation: presentationOf(event, version, given.filters ?? {}, options),
		tagIds: [...new Set(tagIds)],
		startFrom: start && Math.max(0, start.seconds),
		overlap,
		maxRecords,
	};
}
