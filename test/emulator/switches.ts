import type { TimestampOffset } from './dateTime';

/** How the body of an error answer looks where the spec shows none. */
export type ErrorBodyStyle = 'json' | 'otherJson' | 'empty' | 'html';

/** Statuses whose body the spec does not show (400 and the image 404 are always JSON). */
export type OpenErrorStatus = 401 | 403 | 404 | 409 | 415 | 429 | 500 | 503;

/**
 * One setting for each point that the service's specification leaves open. The defaults are a
 * plausible service; tests set the others to show that nothing depends on a guess.
 */
export interface Switches {
	/** E1, E9: whether a record updated exactly at updatedFrom belongs to the term. */
	updatedFrom: 'inclusive' | 'exclusive';
	/** E1, E9: whether a record updated exactly at updatedTo belongs to the term. */
	updatedTo: 'inclusive' | 'exclusive';
	/** E1, E9: what a term whose end lies before its start gets. */
	reversedTerm: 'refuse' | 'empty';
	/** Whether stored times keep their fractions of a second, which the wire format never shows. */
	timePrecision: 'seconds' | 'milliseconds';
	/**
	 * E1, E2: whether orderBy and orderDirection rule, or "descending order of registration time" does, always or as long
	 * as neither of the two is sent.
	 */
	listOrder: 'parameters' | 'registeredDesc' | 'registeredDescUnlessAsked';
	/**
	 * What a page token stands for: a position counted from the start, a position after the last record, or a frozen list of ids, with
	 * a token for each page or one that goes on with it.
	 */
	tokenKind: 'offset' | 'keyset' | 'snapshot' | 'cursor';
	/** Whether hasMore looks ahead, or is true whenever the page is full (an empty last page follows). */
	hasMore: 'exact' | 'whenFull';
	/** What nextPageToken holds when hasMore is false. */
	emptyLastPageToken: 'null' | 'token' | 'absent';
	/** What becomes of other parameters beside a token: skipped, refused, or the required ones demanded again. */
	besideToken: 'inherited' | 'refused' | 'required';
	/** Code of the 400 for a token that was never issued. */
	badTokenCode: 'invalid_value' | 'expired_token';
	/** E1-E3, E8: the tags field of a card when includeTags is false. */
	tagsWithoutIncludeTags: 'absent' | 'empty' | 'present';
	/** Which one shape spells a tag's key `id` instead of `Id` (or all of them, or none). */
	tagIdSpelling: 'idInTagList' | 'idInCardTags' | 'idInCards' | 'always id' | 'always Id';
	/** Tags: whether all have an owner, or the private ones alone. */
	tagSchema: 'ownerAlways' | 'ownerOfPrivate';
	/** E9: what stands in a report where there is nothing: the empty text or list, or null. */
	reportFieldTypes: 'empty' | 'null';
	/** Where in a 429 answer access_count and retry_after stand. */
	retryAfterPlace: 'errorItem' | 'root' | 'details' | 'header' | 'none';
	/** Unit of retry_after in 2.5 and 3.2; 2.0 is documented as seconds. */
	retryAfterUnit: 'seconds' | 'milliseconds';
	/** Bodies of the error answers that the spec does not show. */
	errorBodies: Readonly<Record<OpenErrorStatus, ErrorBodyStyle>>;
	/** When load counts as extreme: at the call limit, or earlier when several calls come at the same moment. */
	extremeLoad: 'atCallLimit' | 'atOnce';
	/** Form of the one known application id. */
	appIdForm: 'plain' | 'short' | 'long' | 'symbols';
	/** E3, E8: status for an id that does not exist. */
	unknownId: 404 | 400;
	/** A limit above the maximum is refused or cut to the maximum. */
	limitAboveMax: 'refuse' | 'clamp';
	/** E9: greatest limit. */
	reportsLimitMax: 300 | 100 | 1000;
	/** E2: whether a card needs any or all of several tagId. */
	tagIdMatch: 'any' | 'all';
	/** E9: which part of a category the category parameter is compared with. */
	categoryMatch: 'either' | 'name' | 'value';
	/** E9: what version 2.5, which has no type OnlineMeeting, does with such reports. */
	onlineMeetingIn25: 'hidden' | 'asMeeting';
	/** Whether records and envelopes carry fields that the spec does not name. */
	extraUnknownFields: boolean;
	/** Records as stored, with every documented nullable field null, or with every field but the id null. */
	nullability: 'asStored' | 'nullable' | 'every';
	/** Time zone designator of timestamps in answers. */
	timestampOffset: TimestampOffset;
	/** Whether a change of entryStatus alone moves a card's updatedTime. */
	statusChangeTouchesUpdatedTime: boolean;
	/** What data entry that ends by itself leads a card through, one status after the other. */
	entryStatusPath: 'direct' | 'viaUnreadable' | 'reopened';
	/** E6: the created card, the empty object of a caller who may not see it (a user's `seesCreated: false` does the same for one key), or no body. */
	createdCard: 'card' | 'empty' | 'noBody';
	/** Whether answers carry the Date header; the spec knows no common response header. */
	dateHeader: boolean;
	/** Column order of the organization CSVs, both ways: as in the spec's field tables, or reversed. */
	csvColumnOrder: 'fieldTable' | 'reversed';
	/** Encoding of the CSVs that the service sends. */
	csvCharset: 'utf8' | 'utf8bom' | 'sjis';
	/** How the CSVs that the service sends end their lines. */
	csvLineEnd: 'crlf' | 'lf';
	/** Whether it quotes the cells that need it, or all. */
	csvQuotes: 'whenNeeded' | 'always';
	/** E14, E16: how `Completed` is written. */
	completedSpelling: 'lower' | 'capital' | 'digit';
	/** E14: delimiter of the result records: always the comma, or the one that describes the upload. */
	checkResultDelimiter: 'comma' | 'asked';
	/** E14, E16: order of the result records. */
	resultOrder: 'departmentsFirst' | 'usersFirst' | 'reversed';
	/**
	 * E13, E14: whether a deletion is judged as if the other rows of its job were done, or by what is there before: users and
	 * children who leave with the same job still count, and what is deleted still holds its values.
	 */
	deletionsJudged: 'after' | 'before';
	/** E13, E14: whether two departments below one parent may have the same name. */
	equalDepartmentNames: 'allowed' | 'refused';
	/** E15, E16: whether version 2.0 knows an import that was reserved through 2.5. */
	jobVisibleAcrossVersions: boolean;
	/** E15: the statuses of an import on its way to its end. */
	importStatusPath: 'stepwise' | 'skipsRunning' | 'requeued';
	/**
	 * E13: what a blank does on an edit where the tables do not say: texts that are not required, and the order of a
	 * department.
	 */
	blankOnEdit: 'clears' | 'keeps';
	/** E13, E14: whether more than {@link IMPORT_ROWS} rows of a kind are too many, and what they get. */
	importLimit: 'none' | 400 | 413;
	/** Whether 3.2 has the tag list and the organization endpoints. */
	tagsAndOrganizationIn32: boolean;
	/** Whether 2.5 has check, status and result of an import. */
	importFlowIn25: boolean;
	/** Whether version 2.0 has been retired, and what its paths get then. */
	retired20: 'no' | 404 | 410;
}

/** Rows that an import may have of each kind where the switch `importLimit` sets a bound. */
export const IMPORT_ROWS = 5;

/** The defaults, one per switch. */
export const DEFAULT_SWITCHES: Readonly<Switches> = {
	updatedFrom: 'inclusive',
	updatedTo: 'inclusive',
	reversedTerm: 'refuse',
	timePrecision: 'seconds',
	listOrder: 'parameters',
	tokenKind: 'offset',
	hasMore: 'exact',
	emptyLastPageToken: 'null',
	besideToken: 'inherited',
	badTokenCode: 'invalid_value',
	tagsWithoutIncludeTags: 'absent',
	tagIdSpelling: 'idInTagList',
	tagSchema: 'ownerAlways',
	reportFieldTypes: 'empty',
	retryAfterPlace: 'errorItem',
	retryAfterUnit: 'seconds',
	errorBodies: {
		401: 'json',
		403: 'json',
		404: 'json',
		409: 'json',
		415: 'json',
		429: 'json',
		500: 'json',
		503: 'json',
	},
	extremeLoad: 'atCallLimit',
	appIdForm: 'plain',
	unknownId: 404,
	limitAboveMax: 'refuse',
	reportsLimitMax: 300,
	tagIdMatch: 'any',
	categoryMatch: 'either',
	onlineMeetingIn25: 'hidden',
	extraUnknownFields: false,
	nullability: 'asStored',
	timestampOffset: '+09:00',
	statusChangeTouchesUpdatedTime: true,
	entryStatusPath: 'direct',
	createdCard: 'card',
	dateHeader: true,
	csvColumnOrder: 'fieldTable',
	csvCharset: 'utf8',
	csvLineEnd: 'crlf',
	csvQuotes: 'whenNeeded',
	completedSpelling: 'lower',
	checkResultDelimiter: 'comma',
	resultOrder: 'departmentsFirst',
	deletionsJudged: 'after',
	equalDepartmentNames: 'allowed',
	jobVisibleAcrossVersions: true,
	importStatusPath: 'stepwise',
	blankOnEdit: 'clears',
	importLimit: 'none',
	tagsAndOrganizationIn32: false,
	importFlowIn25: false,
	retired20: 'no',
};
