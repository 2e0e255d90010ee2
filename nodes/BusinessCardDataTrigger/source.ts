import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import {
	fetchPage,
	formatCount,
	idText,
	LIST,
	PAGE_SIZE,
	queryPairs,
	readRecords,
	secondsToServiceDateTime,
	stampToSeconds,
} from '../shared';
import type { ApiVersion, ServiceClient, ServiceRequest } from '../shared';
import type { EventRow } from './events';
import type { TriggerSettings } from './settings';
import type { RecordSource, Selection, SourceRecord } from './watermark/recordSource';
import { FIRST_SECOND, LAST_SECOND } from './watermark/times';

/** Pages in a row that promise more and show nothing, before the poll is given up: it would read on without end. */
const MAX_HOLLOW_PAGES = 21;

/** Records that *Fetch Test Event* shows. */
export const TEST_RECORDS = 10;

/** Records that *Fetch Test Event* looks through for some that the filters let pass: seven pages. */
const MAX_TEST_SEEN = 2_100;

/** Reads from a record what the watermark needs to know of it (spec: BizCard, Report). */
export function toSourceRecord(json: IDataObject): SourceRecord {
	return {
		json,
		id: idText(json.id) ?? JSON.stringify(json),
		updated: stampToSeconds(json.updatedTime),
		registered: stampToSeconds(json.registeredTime),
		status: typeof json.entryStatus === 'string' ? json.entryStatus : undefined,
	};
}

/** A moment as the service takes it, no earlier and no later than it has any. */
function boundAt(second: number): string {
	return secondsToServiceDateTime(Math.min(Math.max(second, FIRST_SECOND), LAST_SECOND));
}

/** Parameters that ask a list for a time range, bounds in seconds since 1970. */
function timeRangeParameters(from: number, to: number, orderDirection: string, orderBy = 'updatedAt') {
	return {
		updatedFrom: boundAt(from),
		updatedTo: boundAt(to),
		orderBy,
		orderDirection,
	};
}

/** Parameters that show the records which the options select. Version 2.0 has no tags in a list. */
function selectionParameters(record: EventRow['record'], selection: Selection) {
	const { version, entryStatus, includePastBizCards, includeTags, type, category } = selection;
	if (record === 'report') return { 'type[]': type, 'category[]': category };
	if (version === '2.0') return { entryStatus, includePastBizCards };
	return { entryStatus, includePastBizCards, includeTags };
}

/**
 * The request for a list of an event's records as the person wants them (spec: E1, E2, E9).
 *
 * @param holderRange whose records: `me` or `all`
 * @param parameters that the list is asked with beside
 */
export function listRequest(
	event: EventRow,
	holderRange: string,
	selection: Selection,
	parameters: Readonly<Record<string, string>>,
): ServiceRequest {
	const { path, record } = event;
	const query = queryPairs({
		...parameters,
		range: holderRange,
		...selectionParameters(record, selection),
	});
	return {
		endpoint: LIST,
		version: selection.version as ApiVersion,
		path,
		query,
	};
}

/** The service as the watermark reads it. */
export function sourceOf(client: ServiceClient, settings: TriggerSettings): RecordSource {
	const { event, holderRange } = settings;
	// The specification does not say how many reports a page may have (spec: Limits).
	const size = { limit: event.record === 'card' ? PAGE_SIZE : undefined };

	return {
		async page(selection, request) {
			const { from, to, orderDirection, token } = request;
			const list = listRequest(event, holderRange, selection, timeRangeParameters(from, to, orderDirection));
			let nextToken = token;

			// Without a record there is no time to read on by, and no shorter time range helps where every list begins so.
			for (let pages = 0; pages < MAX_HOLLOW_PAGES; pages += 1) {
				const page = await fetchPage(client, list, size, nextToken);
				nextToken = page.nextPageToken;

				const isLast = nextToken === undefined;
				if (page.records.length > 0 || isLast) return { records: page.records.map(toSourceRecord), nextToken };
			}
			const sent = `The service sent ${MAX_HOLLOW_PAGES} pages in a row without a record`;
			throw client.unusable(`${sent}, so the trigger cannot read the list to its end`);
		},
	};
}

/**
 * The most recent records, whatever the watermark says: *Fetch Test Event* shows them (contract: Trigger 6).
 *
 * @returns the records as they are output, oldest change first
 * @throws NodeOperationError when there is none
 */
export async function newestForTest(client: ServiceClient, settings: TriggerSettings): Promise<IDataObject[]> {
	const { event, holderRange, isOnce, selection, passes, project } = settings;
	const orderBy = isOnce ? 'registeredAt' : 'updatedAt';
	const allTime = timeRangeParameters(FIRST_SECOND, LAST_SECOND, 'desc', orderBy);
	const list = listRequest(event, holderRange, selection, allTime);

	for await (const page of readRecords(client, list, MAX_TEST_SEEN)) {
		const passing = page.filter(passes);
		if (passing.length > 0) return passing.slice(0, TEST_RECORDS).reverse().map(project);
	}

	const noun = event.record === 'card' ? 'business card' : 'report';
	throw new NodeOperationError(client.errorContext.node, `No ${noun} matches the settings of this trigger`, {
		description:
			`The trigger looks at the newest ${formatCount(MAX_TEST_SEEN)}, and none matches its range, filters and options. ` +
			`Add a ${noun} in the service, or change the filters and options. Then select Fetch Test Event again.`,
	});
}
