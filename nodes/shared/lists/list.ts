import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../api/versions';
import { catchAs } from '../base/errors';
import type { ServiceRequest } from '../http/client';
import { stampToSeconds } from '../values/dateTime';
import { idText } from '../values/readers';
import { fetchPage, PageRefused } from './page';
import type { ListPage, ListService } from './page';

/** So many of the newest records may carry a time that lies ahead of all others. */
const NEWEST_RECORDS = 10;

/** What a page is asked for with. */
export interface PageRequest {
	readonly request: ServiceRequest;
	readonly token?: string;
}

/**
 * Where tokens have led in a list, in places (see {@link placesOf}): where that list began, and from which place to
 * which.
 */
export interface TokenRun {
	readonly sign: 1 | -1;
	readonly start: number;
	readonly from: number;
	to: number;
}

/** What all who read one list share: where it comes from, what it has given and what its pages have shown. */
export class List {
	/** Whether the service keeps the order that it is asked for; else pages are followed by token. */
	isSorted = true;

	/** What changes while the list is read has no earlier second than this. */
	changesFrom = -Infinity;

	/** Pages that were read, the records on them, and how many seconds these lie apart. */
	pages = 0;
	records = 0;
	seconds = 0;

	/** Records on a page that has another after it. */
	pageSize = 1;

	/** Pages that brought something new. */
	fruitfulPages = 0;

	/** The time stamp of each record that was given, by its id. */
	private readonly given = new Map<string, unknown>();

	private runs: TokenRun[] = [];
	private leftSeconds: number[] = [];

	/** @param limit records wanted on a page; the service's default once it has refused the number */
	constructor(
		readonly service: ListService,
		private limit: number | undefined = PAGE_SIZE,
	) {}

	/**
	 * Fetches a page, of the service's own size when the one that is wanted is refused.
	 *
	 * @throws PageRefused when the service does not know its token
	 * @throws NodeApiError for any other refusal
	 */
	async fetch({ request, token }: PageRequest): Promise<ListPage> {
		const page = await catchAs(fetchPage(this.service, request, { limit: this.limit, token }), PageRefused);
		if (!(page instanceof PageRefused)) return page;
		if (page.reason !== 'limit') throw page;
		this.limit = undefined;
		return await fetchPage(this.service, request, { token });
	}

	/**
	 * The records of a page that were not given before, noted as given. A record without id cannot be told from another.
	 */
	takeNew(records: readonly IDataObject[]): IDataObject[] {
		const taken = records.filter((record) => {
			const id = idText(record.id);
			if (id === undefined) return true;
			const isNew = !this.given.has(id);
			const former = this.given.get(id);
			if (!isNew && former !== record.updatedTime) this.leftSeconds.push(stampToSeconds(former) ?? NaN);
			this.given.set(id, record.updatedTime);
			return isNew;
		});
		if (taken.length > 0) this.fruitfulPages += 1;
		return taken;
	}

	/** Notes the newest seconds of the list, before anything else was asked for that may have changed. */
	noteNewest(seconds: readonly number[]): void {
		const newest = [...seconds].sort((a, b) => b - a);
		this.changesFrom = newest[Math.min(NEWEST_RECORDS, newest.length) - 1] ?? -Infinity;
	}

	/** Notes that tokens lead on from here; who follows them notes to which place. */
	beginRun(run: TokenRun): TokenRun {
		this.runs.push(run);
		return run;
	}

	/**
	 * A token may stand for a number of records to pass over: one that leaves moves all that follow, and the first of the
	 * next page is never shown. Gives the runs in which that may have happened, once.
	 */
	takeDoubtful(): TokenRun[] {
		const left = this.leftSeconds.splice(0);
		const isDoubtful = ({ sign, start, to }: TokenRun) => left.some((at) => at * sign >= start && at * sign <= to);
		const doubtful = this.runs.filter(isDoubtful).sort((a, b) => a.from - b.from);
		this.runs = this.runs.filter((run) => !doubtful.includes(run));
		return doubtful.filter(({ to }, place) => !doubtful.slice(0, place).some((before) => before.to >= to));
	}
}
