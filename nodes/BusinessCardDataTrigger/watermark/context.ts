import type { JsonRecord } from '../../shared';
import type { Novelty } from './novelty';
import type { RecordSource, Selection } from './recordSource';
import type { TriggerState } from './triggerState';

/** The settings and surroundings of a poll. */
export interface PollOptions {
	/** Whether a record is output when it is there for the first time, or each of its states. */
	readonly isOnce: boolean;
	/** Event, credential, address and whose records: a state of another scope means nothing. */
	readonly scope: string;
	readonly selection: Selection;
	/** Tells which records are output; the others are observed like them. */
	readonly passes: (record: JsonRecord) => boolean;
	/** Seconds a change may take to become visible. */
	readonly overlap: number;
	/** Seconds since 1970 from which on changes are output at activation. */
	readonly startFrom: number | undefined;
	readonly source: RecordSource;
	/** Records that are output at most. */
	readonly maxRecords: number;
	/** n8n's clock at the beginning of the poll, seconds since 1970. */
	readonly local: number;
	/** Tells an error of one page (the service breaks down, the connection is lost) from one of the whole poll. */
	readonly isPageFailure: (error: unknown) => boolean;
}

/** All that the parts of a poll share. */
export interface PollContext extends PollOptions {
	readonly state: TriggerState;
	readonly novelty: Novelty;
	/** The last second that is believed of a record. */
	readonly horizon: number;
}
