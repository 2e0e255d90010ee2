import { ALL_VERSIONS, SINCE_2_5 } from '../shared';
import type { Endpoint, Versioned } from '../shared';

export interface EventRow extends Versioned {
	readonly endpoint: Endpoint;
	/** Below the version segment. */
	readonly path: string;
	/** What a list of it holds. */
	readonly record: 'card' | 'report';
	/**
	 * `each state`: whenever a record shows another content; `once`: when a record is there for the first time; `each
	 * tag`: when a card is found with a tag for the first time.
	 */
	readonly fires: 'each state' | 'once' | 'each tag';
}

const CARDS = {
	endpoint: { method: 'GET', response: 'list', effect: 'read', record: 'card' },
	path: '/bizCards',
	versions: ALL_VERSIONS,
	record: 'card',
} as const;

const REPORTS = {
	endpoint: { method: 'GET', response: 'list', effect: 'read' },
	path: '/reports',
	versions: SINCE_2_5,
	record: 'report',
} as const;

export const TAGGED: EventRow = { ...CARDS, path: '/bizCards/search', fires: 'each tag' };

/** What starts the workflow (contract: Trigger; spec: E1, E2, E9). */
export const EVENTS: ReadonlyMap<unknown, EventRow> = new Map([
	['businessCardUpdated', { ...CARDS, fires: 'each state' }],
	['businessCardCreated', { ...CARDS, fires: 'once' }],
	['businessCardTagged', TAGGED],
	['reportUpdated', { ...REPORTS, fires: 'each state' }],
	['reportCreated', { ...REPORTS, fires: 'once' }],
]);
