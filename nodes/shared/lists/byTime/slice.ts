import type { IDataObject } from 'n8n-workflow';
import { expected } from './density';
import { PageWalk } from '../pageWalk';
import type { ListSource } from '../pageWalk';
import type { TimeRangeKnowledge, TimeRangeReading } from './timeRangeReading';

/** A part of a list, in its place among the others. */
export interface Part {
	/** Pages that were read, and wait for their turn to be handed on. */
	readonly ready: IDataObject[][];
	/** Whether nothing follows behind them. */
	readonly hasEnded: boolean;
}

/** A part of a time range that has a reader of its own. */
export class Slice implements Part {
	readonly ready: IDataObject[][] = [];

	isBusy = false;

	/** Whether its end is not to be read. */
	isOneWay = false;

	private readonly walk: PageWalk;

	/** @param backwards whether its records are handed on the other way round than they are read */
	constructor(
		private readonly reading: TimeRangeReading,
		source: ListSource,
		private readonly known: TimeRangeKnowledge,
		private readonly backwards = false,
	) {
		this.walk = new PageWalk(source, reading.first, reading.read);
	}

	get hasEnded(): boolean {
		return this.walk.hasEnded && !this.isBusy;
	}

	/** Whether its latest page ran in the direction of reading. */
	get isInOrder(): boolean {
		return this.reading.isInOrder;
	}

	/** Reads a page into {@link ready}. */
	async readPage(): Promise<void> {
		this.isBusy = true;
		const records = await this.walk.next();
		this.isBusy = false;
		if (records.length > 0) this.ready.push(this.backwards ? records.reverse() : records);
	}

	/** Pages it probably still takes to the end; 0 where that cannot be said, and where it is not for another to take over. */
	get pagesLeft(): number {
		const { reached, expectedEnd, step } = this.reading;
		if (this.backwards || this.hasEnded || reached === undefined || expectedEnd === undefined) return 0;
		return Math.max(0, ((expectedEnd - reached) * step * this.perSecond) / this.pageSize);
	}

	/** Lets the slice end with a second, behind which everything is there already. */
	endAt(second: number): void {
		if (this.reading.endAt(second)) this.walk.end();
	}

	/** Lets the slice end before a second further on, from which another one takes over. */
	endBefore(second: number): void {
		this.reading.endAt(second - this.reading.step);
	}

	/**
	 * The second behind the next pages.
	 *
	 * @returns `undefined` where it would leave nothing on one of its sides
	 */
	secondAfter(pages: number): number | undefined {
		const { reached, lastSecond, step } = this.reading;
		if (reached === undefined || lastSecond === undefined) return undefined;
		const seconds = Math.ceil((pages * this.pageSize) / this.perSecond);
		return seconds > 1 && seconds < (lastSecond - reached) * step ? reached + seconds * step : undefined;
	}

	/** Records per second that are to be expected in what is left. */
	get perSecond(): number {
		return expected(this.reading.perSecond, this.known.density.perSecond);
	}

	/** The second up to which it was read. */
	get reached(): number | undefined {
		return this.reading.reached;
	}

	/** The last second, unless it is the time range's own. */
	get lastSecond(): number | undefined {
		return this.reading.lastSecond;
	}

	private get pageSize(): number {
		return Math.max(1, this.known.pageSize);
	}
}
