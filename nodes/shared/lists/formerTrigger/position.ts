/** A record with the times that tell its place in a list, seconds since 1970; `undefined` where it names none. */
export interface TimedRecord {
	readonly id: string;
	readonly updated: number | undefined;
	readonly registered: number | undefined;
}

/** A page of such records. */
export interface TimedPage<R extends TimedRecord = TimedRecord> {
	readonly records: readonly R[];
	/** Set when there is more. */
	readonly nextToken: string | undefined;
}

/** A record with its place in time: its own, or for one without a readable time that of the page request. */
export interface PlacedRecord<R extends TimedRecord = TimedRecord> {
	readonly record: R;
	readonly time: number;
}

/** What became of the records of a page. */
export interface Intake {
	/** How many of them were taken. */
	readonly taken: number;
	/** Whether any of them had not been met before. */
	readonly fresh: boolean;
}

/** Seconds, both included. */
export interface Seconds {
	readonly from: number;
	readonly to: number;
}

/** What the service has shown of the bounds of a time range (not shown in the spec). */
export interface Bounds {
	/** Set when a record came whose time was asked for as the first bound itself. */
	isFromIncluded?: boolean;
}

/** One reading of all pages of a second. */
export interface Pass extends Seconds {
	/** Which of the service's orders the pages are asked for in. */
	order: number;
	/** Stands for the records met so far, and for those that the pass before met. */
	digest: number;
	before?: number;
	/** Whether any of them had not been met before. */
	fresh: boolean;
	/** Passes in a row that brought nothing new. */
	barren: number;
	/** Passes that had to begin again because the service no longer took their token. */
	restarts: number;
	/** The page to go on with. */
	token?: string;
	/** Stands for the records of the page that the token came with. */
	shown?: number;
	/** Records asked for on the page that the token came with: it stands for as many; absent for the usual number. */
	limit?: number;
}

/** A part of a range that does not fit a page and comes in no order. */
export interface Slice {
	/** The last second that is asked for. */
	to: number;
	/** The end of the slice that did not fit a page either, and of which this one is a part. */
	full?: number;
	/** Whether no record has shown a time that says where the slice should end. */
	isBlind?: boolean;
}

/** Pages that are read on by their tokens, in the service's order. */
export interface Lead {
	readonly token: string;
	/** The first second of the page from which the tokens lead. */
	readonly from: number;
}

interface Tags {
	second: Pass;
	slice: Slice;
	lead: Lead;
}

/** A position with one of its tags, and none of the others. */
type Tagged<Tag extends keyof Tags> = { [Name in keyof Tags]?: Name extends Tag ? Tags[Name] : undefined };

/**
 * A place in the reading of a time range, from which reading goes on: a page of all that is left, or a page of a crowded
 * second, of a slice, or behind a token.
 */
export type Position = {
	/** The second to go on with; everything before it has been read. */
	at: number;
} & (Tagged<never> | Tagged<'second'> | Tagged<'slice'> | Tagged<'lead'>);

/** What reading a time range goes by. */
export interface Course {
	/** The last second of the range. */
	readonly end: number;
	/** The second before which records are left out, where it is not that of the position. */
	readonly start?: number;
	/** What the page was asked for with. */
	readonly asked: Seconds;
	readonly bounds: Bounds;
	/** Whether the service has shown that it keeps the order it is asked for, and did so on this page. */
	readonly isOrdered: boolean;
	/**
	 * What is done where times do not lead on, in a crowded second or without order: `tokens` follow the service's list as it
	 * is, with each page read once; `passes` miss nothing whatever changes, read a crowded second until two passes agree, and
	 * cut what comes in no order until it fits a page.
	 */
	readonly fallback: 'tokens' | 'passes';
	/** Whether time runs backwards, so that a record that changes comes earlier than all others. */
	readonly isBackwards?: boolean;
	/** What changes while the range is read has no earlier time than this; any time where it is not known. */
	readonly changesFrom?: number;
	/** Where a range from a second to another is cut, should no record of its page say where. */
	readonly landmarkIn?: (at: number, to: number) => number;
	/** The last second of a slice from a second on of which what is known, with what lies next to it, fits a page. */
	readonly knownToFit?: (at: number) => number;
}

/** A page and what is read of it. */
export interface PageRead<R extends TimedRecord = TimedRecord> {
	readonly position: Position;
	readonly page: TimedPage<R>;
	/** The records that belong to the range. */
	readonly records: ReadonlyArray<PlacedRecord<R>>;
	/** The last second that the position stands for. */
	readonly to: number;
	readonly course: Course;
}

/** Where reading goes on, once the records of a page were taken, or some of them; `undefined` when the range was read. */
export type Next = (intake: Intake) => Position | undefined;
