import { ALL_VERSIONS, SINCE_2_5 } from '../shared';
import type { Versioned } from '../shared';

export interface EventRow extends Versioned {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** Below the version segment. */
	readonly path: string;
	readonly record: 'card' | 'report';
	/** Set where it fires when a record is there for the first time, and not whenever one shows another content. */
	readonly isOnce?: true;
}

const CARDS = { path: '/bizCards', versions: ALL_VERSIONS, record: 'card' } as const;

const REPORTS = { path: '/reports', versions: SINCE_2_5, record: 'report' } as const;

export const TAGGED: EventRow = {
	...CARDS,
	name: 'Business Card Tagged',
	value: 'businessCardTagged',
	description: 'When a card gets one of the chosen tags, however old the card is',
	path: '/bizCards/search',
};

/** The events that start the workflow (contract: Trigger; spec: E1, E2, E9). */
export const EVENTS: readonly EventRow[] = [
	{
		...CARDS,
		name: 'Business Card Created',
		value: 'businessCardCreated',
		description: 'Once for each new card, as soon as it has one of the chosen entry statuses',
		isOnce: true,
	},
	{
		...CARDS,
		name: 'Business Card Created or Updated',
		value: 'businessCardUpdated',
		description: 'Each time a card is added or changed',
	},
	TAGGED,
	{ ...REPORTS, name: 'Report Created', value: 'reportCreated', description: 'Once for each new report', isOnce: true },
	{
		...REPORTS,
		name: 'Report Created or Updated',
		value: 'reportUpdated',
		description: 'Each time a report is added or changed',
	},
];
