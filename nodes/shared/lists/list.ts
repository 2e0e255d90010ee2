import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../base/clock';
import type { ServiceRequest } from '../http/client';
import { idText } from '../values/readers';
import { fetchPage } from './page';
import type { ListPage, ListService } from './page';
import { placeOf, placesOf } from './timeRange';

/** A token has led from one place to another in a part that began with a third (see {@link placeOf}). */
interface TokenStep {
	readonly sign: 1 | -1;
	readonly start: number;
	readonly from: number;
	readonly to: number;
}

/** What all who read one list share: where it comes from, what it has given and what its pages have shown. */
export class List {
	/** Whether the service keeps the order that it is asked for; else pages are followed by token. */
	isSorted = true;

	/** What changes while the list is read has no earlier second than this, once it is known. */
	changesFrom = Infinity;

	/** What was given last of each record, by its id; one without a readable time goes by the record before it. */
	readonly given = new Map<string | symbol, { readonly record: IDataObject; readonly second: number }>();

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

	/** Takes the records of a page; gives those that were not given before. One without id is always new. */
	take(records: readonly IDataObject[]): IDataObject[] {
		let [second = -Infinity] = placesOf(records, 1);
		const taken = records.filter((record) => {
			second = placeOf(record, 1) ?? second;
			const id = idText(record.id) ?? Symbol('none');
			const former = this.given.get(id);
			if (former && former.record.updatedTime !== record.updatedTime) this.leftSeconds.push(former.second);
			this.given.set(id, { record, second });
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
