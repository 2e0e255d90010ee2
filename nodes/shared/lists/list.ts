import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../base/clock';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { fetchPage } from './page';
import type { ListPage, ListService } from './page';
import { positionOf, positionsOf } from './timeRange';
import type { Sign } from './timeRange';

/**
 * How a record was found: by the reading from the beginning of the list on, at its other end, or by the look at what has
 * changed since.
 */
export type Origin = 'beginning' | 'otherEnd' | 'look';

/** A page that was read by token: the start of its slice, and the positions before and after it (see {@link positionOf}). */
interface TokenStep {
	readonly sign: Sign;
	readonly origin: Origin;
	readonly sliceStart: number;
	readonly from: number;
	readonly to: number;
}

/** A record as the list showed it last. */
export interface FoundRecord {
	readonly record: IDataObject;
	/** The second of its update; where it shows none that can be read, that of the record before it. */
	readonly second: number;
	/** How it was found first, and its second then: a record that changes while the list is read has another one later. */
	readonly origin: Origin;
	readonly firstSecond: number;
}

function hasChanged(former: FoundRecord, found: FoundRecord): boolean {
	return former.record.updatedTime !== found.record.updatedTime;
}

/** The finding that tells where a record was when the reading began: the former one, or the present. */
function firstFinding(former: FoundRecord | undefined, found: FoundRecord): FoundRecord {
	if (former === undefined) return found;

	// A record that only the other end had shown, and the look finds elsewhere, may have been behind all that is wanted.
	const wasElsewhere = former.origin === 'otherEnd' && hasChanged(former, found);
	const isFirstReading = found.origin === 'beginning' && former.origin !== 'beginning';
	return wasElsewhere || isFirstReading ? found : former;
}

/** Whether a record that has left its second may have moved the records of a page that was read by token. */
function isDoubtful(tokenStep: TokenStep, leftSecond: number): boolean {
	const { sign, sliceStart, to } = tokenStep;
	const position = leftSecond * sign;

	// A slice asks for the second before its start, too.
	return position >= sliceStart - 1 && position <= to;
}

/** The state that all slices of one list share: its service, the records found, and what its pages have shown. */
export class List {
	/** Whether the service keeps the order that it is asked for. If not, pages are followed by token. */
	isSorted = true;

	/** The earliest second of changes that are made while the list is read, once it is known. */
	changesFrom = Infinity;

	/** The records found so far, each as it was shown last, by its id. */
	readonly found = new Map<string | symbol, FoundRecord>();

	/** The density of the list: pages that led on in time, and the seconds by which they did. */
	pages = 0;
	seconds = 0;

	/** Number of pages with a new record. */
	fruitfulPages = 0;

	/** Shortest time that a page took, in milliseconds. */
	quickestMs = Infinity;

	/** Pages read by token, and the seconds that records have left. */
	readonly tokenSteps = new Set<TokenStep>();
	private leftSeconds: number[] = [];

	constructor(
		readonly service: ListService,
		private readonly size: { limit?: number },
	) {}

	/** Fetches a page, and notes how quick the service can be. @throws PageRefused, NodeApiError */
	async fetch(request: ServiceRequest, token?: string): Promise<ListPage> {
		const startedAt = systemClock.now();
		const page = await fetchPage(this.service, request, this.size, token);

		const tookMs = systemClock.now() - startedAt;
		this.quickestMs = Math.min(this.quickestMs, tookMs);
		return page;
	}

	/**
	 * Takes note of the records of a page.
	 *
	 * @param start the second of records before the first one that shows when it was updated, where none does
	 * @returns the records that are new; one without id always is
	 */
	observe(records: readonly IDataObject[], origin: Origin, start: number): IDataObject[] {
		let [second = start] = positionsOf(records, 1);

		const newRecords = records.filter((record) => {
			second = positionOf(record, 1) ?? second;
			const found = { record, second, origin, firstSecond: second };
			return this.observeOne(found);
		});

		if (newRecords.length > 0) this.fruitfulPages += 1;
		return newRecords;
	}

	/** Takes note of a record. @returns whether it is new */
	private observeOne(found: FoundRecord): boolean {
		const id = idText(found.record.id) ?? Symbol('none');
		const former = this.found.get(id);
		if (former && hasChanged(former, found)) {
			this.leftSeconds.push(former.second);
		}

		const { origin, firstSecond } = firstFinding(former, found);
		this.found.set(id, { ...found, origin, firstSecond });
		return former === undefined;
	}

	/** Takes note of how far a page led on in time; a page that cannot tell leaves the density as it is. */
	observeProgress(seconds: number): void {
		if (!Number.isFinite(seconds)) return;

		this.pages += 1;
		this.seconds += seconds;
	}

	/**
	 * Removes the pages read by token that may have passed over a record, to be read again. A token may stand for a number
	 * of records to pass over: a record that leaves moves all that follow, and the first of the next page is never shown.
	 *
	 * @returns the steps to read again, each once
	 */
	removeDoubtfulSteps(): TokenStep[] {
		const leftSeconds = this.leftSeconds.splice(0);
		const doubtful = [...this.tokenSteps].filter((each) => {
			return leftSeconds.some((second) => isDoubtful(each, second));
		});
		for (const each of doubtful) {
			this.tokenSteps.delete(each);
		}

		// A step that ends within an earlier one is read together with it.
		doubtful.sort((a, b) => a.from - b.from || b.to - a.to);
		return doubtful.filter((each, index) => {
			const earlierOnes = doubtful.slice(0, index);
			return !earlierOnes.some((earlier) => earlier.to >= each.to);
		});
	}
}
