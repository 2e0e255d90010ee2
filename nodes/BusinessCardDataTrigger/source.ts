import type { IDataObject } from 'n8n-workflow';
import {
	buildQuery,
	endpoint,
	fetchPage,
	normaliseTags,
	orError,
	PageRefused,
	secondsToServiceDateTime,
	stampToSeconds,
} from '../shared';
import type { ApiVersion, EndpointName, ListPage, ServiceClient } from '../shared';
import type { Selection } from './state';

/** A record with what the watermark needs to know of it. */
export interface SourceRecord {
	readonly json: IDataObject;
	readonly id: string;
	/** `updatedTime`, seconds since 1970. */
	readonly updated: number;
	/** `registeredTime`, seconds since 1970. */
	readonly registered: number;
	/** `entryStatus` of a card. */
	readonly status: string | undefined;
}

/** Records of one term, as the service gives them in one answer. */
export interface SourcePage {
	readonly records: readonly SourceRecord[];
	/** Set when the term has more. */
	readonly nextToken: string | undefined;
}

/** A term as it is put to the service, bounds in seconds since 1970. */
export interface SourceTerm {
	readonly from: number;
	readonly to: number;
	readonly token?: string;
	readonly orderBy: 'updatedAt' | 'registeredAt';
	readonly orderDirection: 'asc' | 'desc';
}

/** Where the trigger reads from: the service, or in tests a model of it. */
export interface RecordSource {
	/**
	 * One call.
	 *
	 * @throws PageRefused when the token is not accepted (any longer)
	 */
	page(selection: Selection, term: SourceTerm): Promise<SourcePage>;
}

/**
 * No moment of the service lies outside. The end is far away on purpose: with the time of this machine as the end, a
 * service whose clock is ahead would show its newest records late or never.
 */
export const FIRST_SECOND = 0;
export const LAST_SECOND = Date.UTC(2099, 11, 31, 23, 59, 59) / 1_000;

/** Pages in a row that promise more and show nothing, before the poll is given up: it would read on without end. */
const MOST_HOLLOW_PAGES = 20;

/** A record without a readable time is met again and again, so it is kept among the newest. */
const UNKNOWN_TIME = LAST_SECOND;

/** Makes a record of what the service sent: also a model of the service makes its records so. */
export function toSourceRecord(json: IDataObject): SourceRecord {
	const updated = stampToSeconds(json.updatedTime) ?? UNKNOWN_TIME;
	return {
		json,
		id: String(json.id),
		updated,
		registered: stampToSeconds(json.registeredTime) ?? updated,
		status: typeof json.entryStatus === 'string' ? json.entryStatus : undefined,
	};
}

/** The service as a source, in one version and range (spec: E1, E9). */
export class ServiceSource implements RecordSource {
	private pageSize: number | undefined;

	private hollowPages = 0;

	constructor(
		private readonly client: ServiceClient,
		private readonly name: EndpointName,
		private readonly range: string,
	) {
		this.pageSize = endpoint(name).pageSize;
	}

	async page(selection: Selection, term: SourceTerm): Promise<SourcePage> {
		const row = endpoint(this.name);
		const version = selection.version as ApiVersion;
		const given = {
			...selection,
			range: this.range,
			orderBy: term.orderBy,
			orderDirection: term.orderDirection,
			updatedFrom: secondsToServiceDateTime(term.from),
			updatedTo: secondsToServiceDateTime(term.to),
		};
		const request = {
			endpoint: this.name,
			version,
			path: row.path,
			query: buildQuery(row, version, given, 'utc'),
		};
		const page = await this.fetch(request, term.token);
		this.countHollow(page);
		return {
			records: page.records.map((record) => toSourceRecord(normaliseTags(record, row.record))),
			nextToken: page.nextPageToken,
		};
	}

	/** @throws NodeApiError when the service goes on promising records that it does not show */
	private countHollow({ records, nextPageToken }: ListPage): void {
		this.hollowPages = nextPageToken !== undefined && records.length === 0 ? this.hollowPages + 1 : 0;
		if (this.hollowPages <= MOST_HOLLOW_PAGES) return;
		throw this.client.unusable(`The service gave ${this.hollowPages} pages in a row without a record, so the list cannot be read to its end`);
	}

	private async fetch(request: Parameters<typeof fetchPage>[1], token: string | undefined): Promise<ListPage> {
		const page = await orError(fetchPage(this.client, request, { limit: this.pageSize, token }), PageRefused);
		if (!(page instanceof PageRefused)) return page;
		if (page.reason === 'limit') this.pageSize = undefined;
		if (page.reason === 'token') throw page;
		return await fetchPage(this.client, request, { token });
	}
}
