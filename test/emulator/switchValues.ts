import type { ErrorBodyStyle, OpenErrorStatus, Switches } from './switches';

/**
 * Every answer that is plausible for each open point. What the spec rules out is not among them: a spelling of the tags'
 * key that is the same in all shapes, and null in fields that are not nullable.
 */
export const SWITCH_VALUES: {
	readonly [Name in Exclude<keyof Switches, 'errorBodies'>]: ReadonlyArray<Switches[Name]>;
} = {
	updatedFrom: ['inclusive', 'exclusive'],
	updatedTo: ['inclusive', 'exclusive'],
	reversedTerm: ['refuse', 'empty'],
	timePrecision: ['seconds', 'milliseconds'],
	listOrder: ['parameters', 'registeredDesc', 'registeredDescUnlessAsked'],
	tokenKind: ['offset', 'keyset', 'snapshot', 'cursor'],
	hasMore: ['exact', 'whenFull'],
	emptyLastPageToken: ['null', 'token', 'absent'],
	besideToken: ['inherited', 'refused', 'required'],
	badTokenCode: ['invalid_value', 'expired_token'],
	tagsWithoutIncludeTags: ['absent', 'empty', 'present'],
	tagIdSpelling: ['idInTagList', 'idInCardTags', 'idInCards'],
	tagSchema: ['ownerAlways', 'ownerOfPrivate'],
	reportFieldTypes: ['empty', 'null'],
	retryAfterPlace: ['errorItem', 'root', 'details', 'header', 'none'],
	retryAfterUnit: ['seconds', 'milliseconds'],
	extremeLoad: ['atCallLimit', 'atOnce'],
	appIdForm: ['plain', 'short', 'long', 'symbols'],
	unknownId: [404, 400],
	limitAboveMax: ['refuse', 'clamp'],
	reportsLimitMax: [300, 100, 1000],
	tagIdMatch: ['any', 'all'],
	categoryMatch: ['either', 'name', 'value'],
	onlineMeetingIn25: ['hidden', 'asMeeting'],
	extraUnknownFields: [false, true],
	nullability: ['asStored', 'nullable'],
	timestampOffset: ['+09:00', 'Z'],
	statusChangeTouchesUpdatedTime: [true, false],
	entryStatusPath: ['direct', 'viaUnreadable', 'reopened'],
	createdCard: ['card', 'empty', 'noBody'],
	dateHeader: [true, false],
	csvColumnOrder: ['fieldTable', 'reversed'],
	csvCharset: ['utf8', 'utf8bom', 'sjis'],
	csvLineEnd: ['crlf', 'lf'],
	csvQuotes: ['whenNeeded', 'always'],
	completedSpelling: ['lower', 'capital', 'digit'],
	checkResultDelimiter: ['comma', 'asked'],
	resultOrder: ['departmentsFirst', 'usersFirst', 'reversed'],
	deletionsJudged: ['after', 'before'],
	equalDepartmentNames: ['allowed', 'refused'],
	jobVisibleAcrossVersions: [true, false],
	importStatusPath: ['stepwise', 'skipsRunning', 'requeued'],
	blankOnEdit: ['clears', 'keeps'],
	importLimit: ['none', 400, 413],
	tagsAndOrganizationIn32: [false, true],
	importFlowIn25: [false, true],
	retired20: ['no', 404, 410],
};

/** Every way the body of an error answer may look where the spec shows none. */
export const ERROR_BODY_STYLES: readonly ErrorBodyStyle[] = ['json', 'otherJson', 'empty', 'html'];

/** Every status whose body the spec does not show. */
export const OPEN_ERROR_STATUSES: readonly OpenErrorStatus[] = [401, 403, 404, 409, 415, 429, 500, 503];
