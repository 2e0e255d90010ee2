import type { IDataObject } from 'n8n-workflow';
import { fetchPage, idText, secondsToServiceDateTime, stampToSeconds } from '../shared';
import type { ApiVersion, ListPage, PagePosition, QueryPair, ServiceClient, ServiceRequest } from '../shared';
import type { EventRow } from './events';
import type { Look, Selection } from './state';

/** Pages in a row that promise more and show nothing, before the poll is given up: it would read on without end. */
const MAX_HOLLOW_PAGES = 20;

/** A record with what the watermark needs to know of it. */
export interface SourceRecord {
	readonly json: IDataObject;
	/** What it was asked for with, as far as that decides what it looks like. */
	readonly shownBy: Look;
	/** The whole record as text where it has no id that tells it from others. */
	readonly id: string;
	/** `updatedTime`, seconds since 1970; `undefined` where it cannot be read. */
	readonly updated: number | undefined;
	/** `registeredTime`, likewise. */
	readonly registered: number | undefined;
	/** `entryStatus` of a card. */
	readonly status: string | undefined;
}

/** Records of one time range, as the service gives them in one response. */
export interface SourcePage {
	readonly records: readonly SourceRecord[];
	/** Set when the range has more. */
	readonly nextToken: string | undefined;
}

/** A time range as it is put to the service, bounds in seconds since 1970. */
export interface SourceRequest {
	readonly from: number;
	readonly to: number;
	readonly token?: string;
	readonly orderBy: 'updatedAt' | 'registeredAt';
	readonly orderDirection: 'asc' | 'desc';
	/** Records wanted on the page; the service's default when absent. */
	readonly limit?: number;
}

/**
 * No moment of the service lies outside. The end is far away on purpose: with the time of this machine as the end, a
 * service whose clock is ahead would show its newest records late or never.
 */
export const FIRST_SECOND = 0;
export const LAST_SECOND = Date.UTC(2099, 11, 31, 23, 59, 59) / 1_000;

/** Where the trigger reads from: the service, or in tests a model of it. */
export interface RecordSource {
	/**
	 * One page; of empty ones that promise more, the first one behind them that shows a record.
	 *
	 * @throws PageRefused when the token is not accepted (any longer), or the limit is not
	 */
	page(selection: Selection, request: SourceRequest): Promise<SourcePage>;
}

/** Reads what the watermark needs to know of a record (spec: BizCard, Report). */
export function toSourceRecord(json: IDataObject, shownBy: Look): SourceRecord {
	return {
		json,
		shownBy,
		id: idText(json.id) ?? JSON.stringify(json),
		updated: stampToSeconds(json.updatedTime),
		registered: stampToSeconds(json.registeredTime),
		status: typeof json.entryStatus === 'string' ? json.entryStatus : undefined,
	};
}

/** The time range and order of a request (spec: E1, E9). */
function termOf({ from, to, orderBy, orderDirection }: SourceRequest): QueryPair[] {
	return [
		['updatedFrom', secondsToServiceDateTime(from)],
		['updatedTo', secondsToServiceDateTime(to)],
		['orderBy', orderBy],
		['orderDirection', orderDirection],
	];
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

/** The service as a source, in one version and range (spec: E1, E9). */
export class ServiceSource implements RecordSource {
	constructor(
		private readonly client: ServiceClient,
		private readonly event: EventRow,
		private readonly range: string,
	) {}

	async page(selection: Selection, request: SourceRequest): Promise<SourcePage> {
		const { endpoint, path, record } = this.event;
		const query: QueryPair[] = [...termOf(request), ['range', this.range], ...selectionOf(record, selection)];
		const serviceRequest = { endpoint, version: selection.version as ApiVersion, path, query };
		const page = await this.shownPage(serviceRequest, request);
		const { records, nextPageToken } = page;
		return {
			records: records.map((record) => toSourceRecord(record, selection)),
			nextToken: nextPageToken,
		};
	}

	/**
	 * The page that was asked for or, where it is empty and promises more, the first one behind it that shows a record. Without a
	 * record there is no time to read on by, and no shorter time range helps where every list begins so.
	 *
	 * @throws NodeApiError when the service goes on promising records that it does not show
	 */
	private async shownPage(request: ServiceRequest, { limit, token }: PagePosition): Promise<ListPage> {
		let page = await fetchPage(this.client, request, { limit, token });
		for (let hollow = 1; page.nextPageToken !== undefined && page.records.length === 0; hollow += 1) {
			if (hollow > MAX_HOLLOW_PAGES) {
				throw this.client.unusable(`The service sent ${hollow} pages in a row without a record, so the list cannot be read to its end`);
			}
			page = await fetchPage(this.client, request, { limit, token: page.nextPageToken });
		}
		return page;
	}
}
