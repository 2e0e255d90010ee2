import type { IDataObject } from 'n8n-workflow';
import { fetchPage, idText, PAGE_SIZE, secondsToServiceDateTime, stampToSeconds } from '../shared';
import type { ApiVersion, ListPage, PagePosition, QueryPair, ServiceClient, ServiceRequest } from '../shared';
import type { EventRow } from './events';
import type { SourceRecord } from './watermark/content';
import type { RecordSource, SourcePage, SourceRequest } from './watermark/reader';
import { FIRST_SECOND, LAST_SECOND } from './watermark/state';
import type { Selection } from './watermark/state';

/** Pages in a row that promise more and show nothing, before the poll is given up: it would read on without end. */
const MAX_HOLLOW_PAGES = 20;

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

/** What is asked for of cards and reports; version 2.0 has no tags in a list (spec: Versioning 2). */
function selectionOf(record: EventRow['record'], selection: Selection): QueryPair[] {
	const pairs = (key: string, values: readonly string[]) => values.map((value): QueryPair => [key, value]);
	if (record === 'report') return [...pairs('category[]', selection.category), ...pairs('type[]', selection.type)];
	return [
		...(selection.version === '2.0' ? [] : pairs('includeTags', [String(selection.includeTags)])),
		['includePastBizCards', String(selection.includePastBizCards)],
		...pairs('entryStatus', selection.entryStatus),
	];
}

/** The service as a source, in one range (spec: E1, E9). */
export class ServiceSource implements RecordSource {
	constructor(
		private readonly client: ServiceClient,
		private readonly event: EventRow,
		private readonly range: string,
	) {}

	async page(selection: Selection, request: SourceRequest, orderBy = 'updatedAt'): Promise<SourcePage> {
		const { endpoint, path, record } = this.event;
		const bound = (second: number) => secondsToServiceDateTime(Math.min(Math.max(second, FIRST_SECOND), LAST_SECOND));
		const query: QueryPair[] = [
			['updatedFrom', bound(request.from)],
			['updatedTo', bound(request.to)],
			['orderBy', orderBy],
			['orderDirection', request.orderDirection],
			['range', this.range],
			...selectionOf(record, selection),
		];
		const serviceRequest = { endpoint, version: selection.version as ApiVersion, path, query };
		// How many reports may be asked for is not shown (spec: Limits).
		const limit = record === 'card' ? PAGE_SIZE : undefined;
		const { records, nextPageToken } = await this.shownPage(serviceRequest, { limit, token: request.token });
		return { records: records.map(toSourceRecord), nextToken: nextPageToken };
	}

	/**
	 * The page that was asked for or, where it is empty and promises more, the first one behind it that shows a record.
	 * Without a record there is no time to read on by, and no shorter time range helps where every list begins so.
	 *
	 * @throws NodeApiError when the service goes on promising records that it does not show
	 */
	private async shownPage(request: ServiceRequest, { limit, token }: PagePosition): Promise<ListPage> {
		let page = await fetchPage(this.client, request, { limit, token });
		for (let hollow = 1; page.nextPageToken !== undefined && page.records.length === 0; hollow += 1) {
			if (hollow > MAX_HOLLOW_PAGES) {
				throw this.client.unusable(
					`The service sent ${hollow} pages in a row without a record, so the list cannot be read to its end`,
				);
			}
			page = await fetchPage(this.client, request, { limit, token: page.nextPageToken });
		}
		return page;
	}
}
