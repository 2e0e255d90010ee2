import type { JsonRecord } from '../../shared';

/* The seam between the watermark and the service: what a poll asks for, and what it gets. */

/** A record of the service. Its times are seconds since 1970, `undefined` where they cannot be read. */
export interface SourceRecord {
	readonly json: JsonRecord;
	/** The whole record as text where it has no ID that tells it from others. */
	readonly id: string;
	readonly updated: number | undefined;
	readonly registered: number | undefined;
	/** `entryStatus` of a card. */
	readonly status: string | undefined;
}

/** Parameters that decide what a record looks like and which records are shown; kept to notice an edit. */
export interface Selection {
	version: string;
	/** Statuses to output, all where it is empty. An event that fires once asks for all: see `Reader`. */
	entryStatus: string[];
	includeTags: boolean;
	includePastBizCards: boolean;
	/** Types of reports, all where it is empty; the same with `category`. */
	type: string[];
	category: string[];
}

/** A time range as it is put to the service, bounds in seconds since 1970. */
export interface SourceRequest {
	readonly from: number;
	readonly to: number;
	readonly token?: string;
	readonly orderDirection: 'asc' | 'desc';
}

/** Records of one time range in the order of their update times, as the service gives them in one response. */
export interface SourcePage {
	readonly records: readonly SourceRecord[];
	/** Set when the range has more. */
	readonly nextToken: string | undefined;
}

/** The list that the trigger reads: of the service, or in tests of a model of it. */
export interface RecordSource {
	/**
	 * Reads one page. Where pages are empty and promise more, it is the first one behind them that shows a record.
	 *
	 * @throws PageRefused when the token is not accepted (any longer)
	 * @throws OutOfTime when there is no answer in the time of the poll
	 */
	page(selection: Selection, request: SourceRequest): Promise<SourcePage>;
}

/** The error of a page that failed; nothing of it has been read. */
export class PageFailed extends Error {
	constructor(readonly reason: unknown) {
		super();
	}
}

/** The update times of records, without those that cannot be read. */
export function secondsOf(records: readonly SourceRecord[]): number[] {
	return records.flatMap((record) => record.updated ?? []);
}
