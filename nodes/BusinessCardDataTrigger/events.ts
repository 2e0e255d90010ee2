import { ALL_VERSIONS, SINCE_2_5 } from '../shared';
import type { Endpoint, Versioned } from '../shared';

/**
 * `each state`: whenever a record shows another content; `once`: when a record is there for the first time; `each tag`:
 * when a card is found with a tag for the first time.
 */
export interface EventRow extends Versioned {
	readonly endpoint: Endpoint;
	/** Below the version segment. */
	readonly path: string;
	/** What a list of it holds. */
	readonly record: 'card' | 'report';
	readonly fires: 'each state' | 'once' | 'each tag';
	readonly noun: string;
}

const CARDS = {
	endpoint: { method: 'GET', response: 'list', effect: 'read', record: 'card' },
	path: '/bizCards',
	versions: ALL_VERSIONS,
	record: 'card',
	noun: 'business card',
} as const;

const REPORTS = {
	endpoint: { method: 'GET', response: 'list', effect: 'read' },
	path: '/reports',
	versions: SINCE_2_5,
	record: 'report',
	noun: 'report',
} as const;

/** What starts the workflow (contract: Trigger; spec: E1, E2, E9). */
export const EVENTS = {
	businessCardUpdated: { ...CARDS, fires: 'each state' },
	businessCardCreated: { ...CARDS, fires: 'once' },
	businessCardTagged: { ...CARDS, fires: 'each tag' },
	reportUpdated: { ...REPORTS, fires: 'each state' },
	reportCreated: { ...REPORTS, fires: 'once' },
} as const satisfies Readonly<Record<string, EventRow>>;

export type EventName = keyof typeof EVENTS;

/** Whether a value is one of the events. */
export function isEventName(value: unknown): value is EventName {
	return typeof value === 'string' && Object.hasOwn(EVENTS, value);
}
