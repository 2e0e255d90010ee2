import { ALL_VERSIONS, SINCE_2_5 } from '../shared';
import type { Endpoint, Versioned } from '../shared';

export interface EventRow extends Versioned {
	readonly name: string;
	readonly endpoint: Endpoint;
	/** Below the version segment. */
	readonly path: string;
	readonly record: 'card' | 'report';
	/** Whether it fires when a record is there for the first time, or whenever one shows another content. */
	readonly isOnce: boolean;
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

/** Fires when a card is found with a tag for the first time. */
export const TAGGED: EventRow = { ...CARDS, name: 'Business Card Tagged', path: '/bizCards/search', isOnce: false };

/** What starts the workflow (contract: Trigger; spec: E1, E2, E9). */
export const EVENTS: ReadonlyMap<unknown, EventRow> = new Map([
	['businessCardUpdated', { ...CARDS, name: 'Business Card Created or Updated', isOnce: false }],
	['businessCardCreated', { ...CARDS, name: 'Business Card Created', isOnce: true }],
	['businessCardTagged', TAGGED],
	['reportUpdated', { ...REPORTS, name: 'Report Created or Updated', isOnce: false }],
	['reportCreated', { ...REPORTS, name: 'Report Created', isOnce: true }],
]);
