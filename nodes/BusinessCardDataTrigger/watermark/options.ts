import type { IDataObject } from 'n8n-workflow';
import type { Budget } from '../budget';
import type { EventRow } from '../events';
import type { RecordSource } from '../source';
import type { Selection } from '../state';
import type { ProcessMemory } from './processMemory';

/** What a poll goes by. */
export interface WatermarkOptions {
	readonly event: EventRow;
	readonly scope: string;
	readonly selection: Selection;
	/** Statuses to emit; empty when the event knows none. */
	readonly statuses: readonly string[];
	/** Which records are emitted; the others are judged like them, and count as emitted. */
	readonly passes: (record: IDataObject, withTags: boolean) => boolean;
	/** Seconds a change may take to become visible. */
	readonly overlap: number;
	/** Seconds since 1970 from which on changes are emitted at activation. */
	readonly startFrom: number | undefined;
	readonly source: RecordSource;
	readonly budget: Budget;
	/** The clock of this machine at the beginning of the poll, seconds since 1970; it only ever holds the low watermark back. */
	readonly local: number;
	readonly memory: ProcessMemory;
	/** Tells an error of one page (the service breaks down, the connection is lost) from one that concerns the whole poll. */
	readonly isPageFailure: (error: unknown) => boolean;
	/** Tells an error that means that the service does not give what is asked for (its version is gone, say). */
	readonly isRefusal: (error: unknown) => boolean;
	/** Tells a refusal that will stand (the version is gone) from one that may pass. */
	readonly isGone: (error: unknown) => boolean;
}
