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
import type { SourceRecord } from './watermark/content';
import type { RecordSource } from './watermark/reader';
import { FIRST_SECOND, LAST_SECOND } from './watermark/state';
import type { Selection } from './watermark/state';

/** Pages in a row that promise more and show nothing, before the poll is given up: it would read on without end. */
const MAX_HOLLOW_PAGES = 21;

/** Records that Fetch Test Event shows, and that it looks through for one that the filters let pass: seven pages. */
export const TEST_RECORDS = 10;
const MAX_TEST_SEEN = 2_100;

/** Reads what the watermark needs to know of a record (spec: BizCard, Report). */
export function toSourceRecord(json: IDataObject): SourceRecord {
	return {
		json,
		id: idText(json.id) ?? JSON.stringify(json),
		updated: stampToSeconds(json.updatedTime),
		registered: stampToSeconds(json.registeredTime),
		status: typeof json.entryStatus === 'string' ? json.entryStatus : undefined,
	};
}

/** How a list is asked for a time range, bounds in seconds since 1970. */
function boundsOf(from: number, to: number, orderDirection: string, orderBy = 'updatedAt') {
	const bound = (second: number) => secondsToServiceDateTime(Math.min(Math.max(second, FIRST_SECOND), LAST_SECOND));
	return { updatedFrom: bound(from), updatedTo: bound(to), orderBy, orderDirection };
}

/**
 * The list of an event's records as the person wants them (spec: E1, E2, E9). Version 2.0 has no tags in a list.
 *
 * @param asked what it is asked for beside
 */
export function listRequest(
	{ path, record }: EventRow,
	range: string,
	selection: Selection,
	asked: Readonly<Record<string, string>>,
): ServiceRequest {
	const { version, entryStatus, includePastBizCards, includeTags, type, category } = selection;
	const ofCards = { entryStatus, includePastBizCards, ...(version === '2.0' ? {} : { includeTags }) };
	const selected = record === 'card' ? ofCards : { 'type[]': type, 'category[]': category };
	const query = queryPairs({ ...asked, range, ...selected });
	return { endpoint: LIST, version: version as ApiVersion, path, query };
}

/** The service as the watermark reads it. */
export function sourceOf(client: ServiceClient, { event, range }: TriggerSettings): RecordSource {
	// How many reports may be asked for is not shown (spec: Limits).
	const size = { limit: event.record === 'card' ? PAGE_SIZE : undefined };
	return {
		async page(selection, { from, to, orderDirection, token }) {
			const request = listRequest(event, range, selection, boundsOf(from, to, orderDirection));
			let nextToken = token;
			// Without a record there is no time to read on by, and no shorter time range helps where every list begins so.
			for (let pages = 0; pages < MAX_HOLLOW_PAGES; pages += 1) {
				const { records, nextPageToken } = await fetchPage(client, request, size, nextToken);
				nextToken = nextPageToken;
				if (records.length > 0 || nextToken === undefined) return { records: records.map(toSourceRecord), nextToken };
			}
			const sent = `The service sent ${MAX_HOLLOW_PAGES} pages in a row without a record`;
			throw client.unusable(`${sent}, so the list cannot be read to its end`);
		},
	};
}

/**
 * The most recent records, whatever the watermark says: what *Fetch Test Event* shows (contract: Trigger 6).
 *
 * @returns the records as they come out, oldest change first
 * @throws NodeOperationError when there is none
 */
export async function newestForTest(client: ServiceClient, settings: TriggerSettings): Promise<IDataObject[]> {
	const { event, range, isOnce, selection, passes, project } = settings;
	const orderBy = isOnce ? 'registeredAt' : 'updatedAt';
	const list = listRequest(event, range, selection, boundsOf(FIRST_SECOND, LAST_SECOND, 'desc', orderBy));
	for await (const page of readRecords(client, list, MAX_TEST_SEEN)) {
		const passing = page.filter(passes);
		if (passing.length > 0) return passing.slice(0, TEST_RECORDS).reverse().map(project);
	}
	const noun = event.record === 'card' ? 'business card' : 'report';
	throw new NodeOperationError(client.errorContext.node, `There is no ${noun} that matches this trigger`, {
		description:
			`The trigger looks at the newest ${formatCount(MAX_TEST_SEEN)}, and none matches its range, filters and options. ` +
			`Register a ${noun}, or change the filters and options. Then fetch a test event again.`,
	});
}
