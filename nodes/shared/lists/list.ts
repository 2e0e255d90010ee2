import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../base/clock';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { fetchPage } from './page';
import type { ListPage, ListService } from './page';
import { placeOf, placesOf } from './timeRange';

/**
 * From where a record was found: in the part that is read from the beginning of the list on, at its other end, or by the
 * look at what has changed since.
 */
export type Origin = 'beginning' | 'otherEnd' | 'look';

/** A token has led from one place to another in a part that began with a third (see {@link placeOf}). */
interface TokenStep {
	readonly sign: 1 | -1;
	readonly origin: Origin;
	readonly start: number;
	readonly from: number;
	readonly to: number;
}

/** A record as it was given last; one without a readable time goes by the second of the record before it. */
export interface Given {
	readonly record: IDataObject;
	readonly second: number;
	/** Where it was found first, and its second there: what changes while the list is read has had another place in it. */
	readonly origin: Origin;
	readonly firstSecond: number;
}

/** Where a record was first, as far as its being found once more tells. */
function firstPlaceOf(former: Given | undefined, found: Given): Pick<Given, 'origin' | 'firstSecond'> {
	if (former === undefined) return found;
	// What only the other end had shown, and the look finds elsewhere, may have been behind all that is wanted.
	const hasMoved = former.record.updatedTime !== found.record.updatedTime;
	const isNewPlace = former.origin === 'otherEnd' && hasMoved;
	const isFirstReading = found.origin === 'beginning' && former.origin !== 'beginning';
	return isNewPlace || isFirstReading ? found : former;
}

/** What all who read one list share: where it comes from, what it has given and what its pages have shown. */
export class List {
	/** Whether the service keeps the order that it is asked for; else pages are followed by token. */
	isSorted = true;

	/** What changes while the list is read has no earlier second than this, once it is known. */
	changesFrom = Infinity;

	/** What was given last of each record, by its id. */
	readonly given = new Map<string | symbol, Given>();

	/** Pages that led on in time, by how many seconds, and those that brought something new. */
	pages = 0;
	seconds = 0;
	fruitfulPages = 0;

	quickestMs = Infinity;

	/** Where tokens have led, and the seconds that records have left. */
	readonly tokenSteps = new Set<TokenStep>();
	private leftSeconds: number[] = [];

	constructor(
		readonly service: ListService,
		private readonly size: { limit?: number },
	) {}

	/** Fetches a page, and notes how quick the service can be. @throws PageRefused, NodeApiError */
	async fetch(request: ServiceRequest, token?: string): Promise<ListPage> {
		const began = systemClock.now();
		const page = await fetchPage(this.service, request, this.size, token);
		this.quickestMs = Math.min(this.quickestMs, systemClock.now() - began);
		return page;
	}

	/**
	 * Takes the records of a page.
	 * @param start the second of records before the first one that shows when it was updated, where none does
	 * @returns those that were not given before; one without id is always new
	 */
	take(records: readonly IDataObject[], origin: Origin, start: number): IDataObject[] {
		let [second = start] = placesOf(records, 1);

		const taken = records.filter((record) => {
			second = placeOf(record, 1) ?? second;
			const id = idText(record.id) ?? Symbol('none');
			const former = this.given.get(id);
			if (former && former.record.updatedTime !== record.updatedTime) this.leftSeconds.push(former.second);

			const found = { record, second, origin, firstSecond: second };
			const { origin: firstOrigin, firstSecond } = firstPlaceOf(former, found);
			this.given.set(id, { record, second, origin: firstOrigin, firstSecond });
			return !former;
		});

		if (taken.length > 0) this.fruitfulPages += 1;
		return taken;
	}

	/**
	 * A token may stand for a number of records to pass over: one that leaves moves all that follow, and the first of the
	 * next page is never shown. Gives the steps in which that may have happened, once.
	 */
	takeDoubtful(): TokenStep[] {
		const left = this.leftSeconds.splice(0);
		// The second before the part is asked for with it.
		const isDoubtful = ({ sign, start, to }: TokenStep) => left.some((at) => at * sign >= start - 1 && at * sign <= to);
		const doubtful = [...this.tokenSteps].filter(isDoubtful).sort((a, b) => a.from - b.from || b.to - a.to);
		for (const step of doubtful) this.tokenSteps.delete(step);
		return doubtful.filter(({ to }, place) => !doubtful.slice(0, place).some((before) => before.to >= to));
	}
}
