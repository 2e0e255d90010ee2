import type { IDataObject } from 'n8n-workflow';
import { fetchPage, idText, PAGE_SIZE, secondsToServiceDateTime, stampToSeconds } from '../shared';
import type { ApiVersion, QueryPair, ServiceClient, ServiceRequest } from '../shared';
import type { EventRow } from './events';
import type { TriggerSettings } from './settings';
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

/** A time range as a list is asked for it, bounds in seconds since 1970. */
export function termQuery(from: number, to: number, orderDirection: string, orderBy = 'updatedAt'): QueryPair[] {
	const bound = (second: number) => secondsToServiceDateTime(Math.min(Math.max(second, FIRST_SECOND), LAST_SECOND));
	return [
		['updatedFrom', bound(from)],
		['updatedTo', bound(to)],
		['orderBy', orderBy],
		['orderDirection', orderDirection],
	];
}

/**
 * The list of an event's records as the person wants them (spec: E1, E2, E9). Version 2.0 has no tags in a list.
 *
 * @param query what the list is asked for beside
 */
export function listRequest(
	{ endpoint, path, record }: EventRow,
	range: string,
	selection: Selection,
	query: readonly QueryPair[],
): ServiceRequest {
	const version = selection.version as ApiVersion;
	const pairs = (key: string, values: readonly string[]) => values.map((value): QueryPair => [key, value]);
	const ofCards = () => [
		...pairs('includeTags', version === '2.0' ? [] : [String(selection.includeTags)]),
		...pairs('includePastBizCards', [String(selection.includePastBizCards)]),
		...pairs('entryStatus', selection.entryStatus),
	];
	const ofReports = () => [...pairs('category[]', selection.category), ...pairs('type[]', selection.type)];
	const selected = record === 'card' ? ofCards() : ofReports();
	return { endpoint, version, path, query: [...query, ['range', range], ...selected] };
}

/** The service as a source, in one range (spec: E1, E9). */
export class ServiceSource implements RecordSource {
	constructor(
		private readonly client: ServiceClient,
		private readonly settings: TriggerSettings,
	) {}

	/**
	 * The page that was asked for or, where it is empty and promises more, the first one behind it that shows a record.
	 * Without a record there is no time to read on by, and no shorter time range helps where every list begins so.
	 *
	 * @throws NodeApiError when the service goes on promising records that it does not show
	 */
	async page(selection: Selection, { from, to, orderDirection, token }: SourceRequest): Promise<SourcePage> {
		const { event, range } = this.settings;
		const request = listRequest(event, range, selection, termQuery(from, to, orderDirection));
		// How many reports may be asked for is not shown (spec: Limits).
		const limit = event.record === 'card' ? PAGE_SIZE : undefined;
		let nextToken = token;
		for (let pages = 0; pages <= MAX_HOLLOW_PAGES; pages += 1) {
			const { records, nextPageToken } = await fetchPage(this.client, request, { limit, token: nextToken });
			nextToken = nextPageToken;
			if (records.length > 0 || nextToken === undefined) return { records: records.map(toSourceRecord), nextToken };
		}
		throw this.client.unusable(
			`The service sent ${MAX_HOLLOW_PAGES + 1} pages in a row without a record, so the list cannot be read to its end`,
		);
	}
}
