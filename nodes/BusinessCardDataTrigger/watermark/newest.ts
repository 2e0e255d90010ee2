import { keepsUpdateOrder, notePageSize, catchAs, OutOfTime, PageRefused } from '../../shared';
import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { SourceRecord, SourceRequest } from '../source';
import type { Evidence, Selection } from '../state';
import { timesOf } from './reader';
import type { WatermarkOptions } from './options';
import { usualLimit } from './processMemory';

/** Pages that are read to find the newest records. */
const MAX_PAGES = 50;

/** The newest records of the service, earliest change first; those without a readable time before all others. */
export interface Newest {
	readonly records: readonly SourceRecord[];
	/** Their times up to the horizon, the newest first. */
	readonly times: readonly number[];
	/** Whether these are all records there are, shown in one response. */
	readonly isAll: boolean;
	/**
	 * From this second on a single response has shown everything, but for stamps ahead that were left unread; between two pages, a record
	 * that goes may hide another one.
	 */
	readonly shownFrom: number;
	/** Whether so many times are still to come that not all of these records were read. */
	readonly isAheadUnread: boolean;
}

const NEWEST_FIRST = { orderBy: 'updatedAt', orderDirection: 'desc' } as const;

/** Other ways to ask for everything, should a response be empty that ought not to be. */
const OTHER_WAYS: ReadonlyArray<Pick<SourceRequest, 'orderBy' | 'orderDirection'>> = [
	{ orderBy: 'updatedAt', orderDirection: 'asc' },
	{ orderBy: 'registeredAt', orderDirection: 'desc' },
];

type Context = Pick<WatermarkOptions, 'source' | 'budget' | 'memory'>;

/** What was asked for, or nothing where there is no time for it or its page fails. */
export async function ifItComes<T>(asked: Promise<T>, isPageFailure: WatermarkOptions['isPageFailure']): Promise<T | undefined> {
	return await asked.catch((error: unknown) => {
		if (error instanceof OutOfTime || isPageFailure(error)) return undefined;
		throw error;
	});
}

/** How far to read for the newest records. */
export interface Search {
	/** The last second that can be trusted. */
	readonly horizon: number;
	/** Records with such a time that are wanted. */
	readonly witnesses: number;
	/** Whether the records that were met, and their times up to the horizon, the newest first, hold all others that are wanted. */
	readonly isEnough?: (met: Iterable<SourceRecord>, times: readonly number[]) => boolean;
	/** The first second that is wanted, where that is not the first of all. */
	readonly from?: number;
	/** What was shown before, and belongs to it. */
	readonly begun?: Newest;
	/** Records to ask for on a page, where that is not what the process has learnt. */
	readonly limit?: number;
	/** Tells an error that ends the search as the end of the time does: what was met until then is the newest. */
	readonly isBorne?: (error: unknown) => boolean;
}

/**
 * Reads the newest records, as many pages as it takes to find the witnesses, or as there is time for.
 *
 * @throws whatever the source throws, but for the end of the time and what is borne once a page was read
 */
export async function readNewest(context: Context, selection: Selection, evidence: Evidence, search: Search): Promise<Newest> {
	const { source, budget, memory } = context;
	const { horizon, witnesses, isEnough = () => true, from = FIRST_SECOND, begun, isBorne = () => false } = search;
	let { limit = memory.limit } = search;
	const met = new Map(begun?.records.map((record) => [record.id, record]));
	let to = LAST_SECOND;
	let token: string | undefined;
	let isAll = false;
	let shownFrom = begun?.shownFrom ?? Infinity;
	for (let pages = 0; pages < MAX_PAGES; pages += 1) {
		const request = { ...NEWEST_FIRST, from: Math.max(FIRST_SECOND, from - 1), to, token, limit: limit ?? usualLimit(memory) };
		const asked = catchAs(source.page(selection, request), PageRefused);
		const page = await asked.catch((error: unknown) => {
			if (met.size > 0 && (error instanceof OutOfTime || isBorne(error))) return undefined;
			throw error;
		});
		if (!page) break;
		if (page instanceof PageRefused) {
			if (page.reason === 'limit') {
				memory.refusesLimit = true;
				limit = undefined;
			}
			token = undefined;
			continue;
		}
		budget.pages += 1;
		if (limit === undefined) notePageSize(page, evidence);
		const readable = timesOf(page.records);
		const oldest = keepsUpdateOrder(readable, 'desc', evidence) ? readable.at(-1)?.updated : undefined;
		if (token === undefined) shownFrom = page.nextToken === undefined ? from : (oldest ?? Infinity) + 1;
		for (const record of page.records) met.set(record.id, record);
		isAll = page.nextToken === undefined && pages === 0 && !begun && from === FIRST_SECOND;
		token = page.nextToken;
		const times = trusted(met.values(), horizon);
		if (token === undefined) break;
		if (times.length >= witnesses && isEnough(met.values(), times)) break;
		const isEnoughAhead = met.size >= witnesses || !budget.hasMostTime;
		const isAhead = readable.length > 0 && readable.every(({ updated }) => updated > horizon);
		if (to === LAST_SECOND && search.from === undefined && isEnoughAhead && isAhead) {
			// Nothing but times that are still to come: what lies before them is asked for by itself, unless all from a second on is wanted.
			to = Math.min(LAST_SECOND, horizon + 1);
			token = undefined;
		}
	}
	const records = [...met.values()].sort((a, b) => (a.updated ?? -Infinity) - (b.updated ?? -Infinity));
	return { records, times: trusted(records, horizon), isAll, shownFrom, isAheadUnread: to < LAST_SECOND };
}

/**
 * Whether the service has no record at all, asked in other ways than for the newest. Where it is too slow for that within a
 * poll, the same response in two polls says so.
 */
export async function isReallyEmpty({ source, budget, memory }: WatermarkOptions, selection: Selection): Promise<boolean> {
	for (const [index, way] of OTHER_WAYS.entries()) {
		const page = await catchAs(source.page(selection, { from: FIRST_SECOND, to: LAST_SECOND, ...way }), OutOfTime);
		if (page instanceof OutOfTime) {
			if (index > 0 || memory.failedPolls > 0) return true;
			throw page;
		}
		budget.pages += 1;
		if (page.records.length > 0) return false;
	}
	return true;
}

function trusted(records: Iterable<SourceRecord>, horizon: number): number[] {
	const times = [...records].flatMap(({ updated }) => (updated === undefined || updated > horizon ? [] : [updated]));
	return times.sort((a, b) => b - a);
}
