import type { EndpointName } from '../shared';

/** What starts the workflow (contract: Trigger). */
export const EVENTS = {
	businessCardUpdated: { endpoint: 'businessCard.getAll', record: 'card', fires: 'each state', noun: 'business card' },
	businessCardCreated: { endpoint: 'businessCard.getAll', record: 'card', fires: 'once', noun: 'business card' },
	reportUpdated: { endpoint: 'report.getAll', record: 'report', fires: 'each state', noun: 'report' },
	reportCreated: { endpoint: 'report.getAll', record: 'report', fires: 'once', noun: 'report' },
} as const satisfies Readonly<Record<string, EventRow>>;

/** `each state`: whenever a record shows another content; `once`: when a record is there for the first time. */
export interface EventRow {
	readonly endpoint: EndpointName;
	/** What a list of it holds. */
	readonly record: 'card' | 'report';
	readonly fires: 'each state' | 'once';
	readonly noun: string;
}

export type EventName = keyof typeof EVENTS;

/** Whether a value is one of the events. */
export function isEventName(value: unknown): value is EventName {
	return typeof value === 'string' && Object.hasOwn(EVENTS, value);
}
