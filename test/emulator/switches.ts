/**
 * What the specification leaves open and our code could depend on by mistake: the answers to each open point, first the default, that
 * of a plausible service. Tests set the others to show that nothing depends on a guess. Points that make no difference to us have none.
 */
export const SWITCH_VALUES = {
	/** E1, E9: whether records updated exactly at updatedFrom or updatedTo belong to the term. */
	bounds: ['inclusive', 'exclusive'],
	/** E1, E2: whether orderBy and orderDirection rule, or "descending order of registration time" does. */
	listOrder: ['parameters', 'registeredDesc'],
	/**
	 * What a page token stands for: a position counted from the start, a position after the last record, or a frozen list of ids,
	 * with a token for each page or one that goes on with it.
	 */
	tokenKind: ['offset', 'keyset', 'snapshot', 'cursor'],
	/** Whether hasMore looks ahead, or is true whenever the page is full (an empty last page follows). */
	hasMore: ['exact', 'whenFull'],
	/** What becomes of other parameters beside a token: skipped, refused, or the required ones demanded again. */
	besideToken: ['inherited', 'refused', 'required'],
	/** E9: greatest limit. */
	reportsLimitMax: [300, 100],
	/** Which one shape spells a tag's key `id` instead of `Id`. */
	tagIdSpelling: ['idInTagList', 'idInCardTags', 'idInCards'],
	/** Where in a 429 access_count and retry_after stand. */
	retryAfterPlace: ['errorItem', 'root', 'details', 'header', 'none'],
	/** Bodies of the error answers that the spec does not show: all but 400 and the 404 of an image. */
	errorBodies: ['json', 'otherJson', 'empty', 'html'],
	/** Column order of the organization CSVs, both ways: as in the spec's field tables, or reversed. */
	csvColumnOrder: ['fieldTable', 'reversed'],
	/** Encoding of the CSVs that the service sends. */
	csvCharset: ['utf8', 'utf8bom', 'sjis'],
	/** E13, E14: whether a deletion is judged as if the other rows of its job were done, or by what is there before. */
	deletionsJudged: ['after', 'before'],
	/** E13: what a blank does on an edit where the tables do not say. */
	blankOnEdit: ['clears', 'keeps'],
} as const;

export type Switches = { -readonly [Name in keyof typeof SWITCH_VALUES]: (typeof SWITCH_VALUES)[Name][number] };

export const DEFAULT_SWITCHES = Object.fromEntries(
	Object.entries(SWITCH_VALUES).map(([name, [first]]) => [name, first]),
) as unknown as Readonly<Switches>;
