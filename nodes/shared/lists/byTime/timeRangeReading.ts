import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../../http/client';
import { noteBounds, notePageSize } from './bounds';
import { advance, askedAt, placeOf } from './cursor';
import { Density } from './density';
import { SuspectRanges } from './suspectRanges';
import type { ListPage } from '../page';
import type { PageRequest, ReadPage } from '../pageWalk';
import type { Bounds, Course, Position, TimedPage, TimedRecord } from './position';
import { boundedAt, boundOf, BOUNDS, timesOf } from './timeRange';
import type { Direction } from './timeRange';
import { keepsUpdateOrder } from './updateOrder';
import type { OrderEvidence, RecordTimes } from './updateOrder';

/** What the service's responses have shown of its ways and of a time range; shared by all who read the time range. */
export class TimeRangeKnowledge {
	readonly order: OrderEvidence = { ordered: false };

	readonly bounds: Bounds = {};

	readonly density = new Density();

	readonly suspectRanges = new SuspectRanges();

	/** Set once a page was in another order than it was asked for. */
	isMixed = false;

	/**
	 * What changes while the time range is read has no earlier stamp than this: one below the newest, because single records may
	 * carry a time far ahead of all others. Unknown until the newest end was seen.
	 */
	changesFrom: number | undefined;

	/** Most records on a page that has another after it. */
	pageSize = 0;

	questions = 0;

	/** Notes what the newest page of the time range has shown, before anything else was asked for that may have changed. */
	noteNewest(times: readonly RecordTimes[]): void {
		const stamps = times.map(({ updated }) => updated).sort((a, b) => b - a);
		this.changesFrom = stamps[Math.min(NEWEST_RECORDS, stamps.length) - 1];
	}
}

/** So many of the newest records may carry a time that lies ahead. */
const NEWEST_RECORDS = 50;

/** The seconds that are read, both included, in the direction of reading; the bound that was asked for where one is left out. */
export interface TimeRange {
	readonly start?: number;
	readonly end?: number;
}

/** A record on its way through the cursor. */
interface Carried extends TimedRecord {
	readonly json: IDataObject;
}

/**
 * Reads a time range, or a part of the one that was asked for, on by the time stamps of its records, and by page tokens where those do not lead on.
 *
 * The cursor knows no direction: a list that goes back is given to it with negative seconds.
 */
export class TimeRangeReading {
	private position: Position;

	private readonly start: number;

	private end: number;

	/** The second up to which the time range was read; its start before that, where it has one of its own. */
	reached: number | undefined;

	/** Whether the latest page ran in the direction of reading. */
	isInOrder = false;

	/**
	 * @param whole what was asked for, in the direction of reading
	 * @param perSecond records per second where reading stands
	 */
	constructor(
		private readonly whole: ServiceRequest,
		readonly direction: Direction,
		private readonly known: TimeRangeKnowledge,
		{ start, end }: TimeRange = {},
		public perSecond?: number,
	) {
		this.start = start === undefined ? -Infinity : start * this.step;
		this.end = end === undefined ? Infinity : end * this.step;
		this.position = { at: this.start };
		this.reached = start;
	}

	/** What the time range is asked for with. */
	get first(): PageRequest {
		return this.pageRequest(this.position);
	}

	/** 1 where reading follows time, -1 where it goes back. */
	get step(): 1 | -1 {
		return BOUNDS[this.direction].step;
	}

	/** Where it ends, unless that is where all that was asked for ends. */
	get lastSecond(): number | undefined {
		return Number.isFinite(this.end) ? this.end * this.step : undefined;
	}

	/** Where it ends at the latest: the records themselves may end earlier. */
	get expectedEnd(): number | undefined {
		return this.lastSecond ?? boundOf(this.whole, BOUNDS[this.direction].end);
	}

	/** Gives up everything behind a second to somebody else; true when nothing is left. */
	endAt(second: number): boolean {
		this.end = second * this.step;
		return this.reached !== undefined && this.reached * this.step > this.end;
	}

	/**
	 * What of a page belongs to the time range, and where reading goes on; learns what the page shows of the service. A record
	 * without a readable time belongs wherever it is met.
	 */
	readonly read: ReadPage = (page, { request, token }) => {
		const { end, start, known } = this;
		const timed = this.timed(page);
		const times = timed.records.flatMap(({ updated, registered = updated }) =>
			updated === undefined || registered === undefined ? [] : [{ updated, registered }],
		);
		const { at, lead } = this.position;
		const asked = askedAt({ at }, { end, bounds: this.bounds });
		if (token === undefined && this.direction === 'asc') noteBounds(timed, asked, known.bounds);
		if (token !== undefined && lead && Number.isFinite(lead.from)) {
			known.suspectRanges.ledFrom(lead.from * this.step, (times[0]?.updated ?? at) * this.step);
		}
		notePageSize(timed, known);
		const isOrdered = keepsUpdateOrder(times, 'asc', known.order);
		const isBackwards = this.direction === 'desc';
		const course: Course = { end, start, asked, bounds: this.bounds, isOrdered, isBackwards, changesFrom: known.changesFrom, fallback: 'tokens' };
		const step = advance(token === undefined ? { at } : this.position, timed, course);
		const next = step.next({ taken: step.records.length, fresh: true });
		this.note(times, token === undefined ? times.at(-1)?.updated : placeOf(timed, course), next);
		const records = step.records.map(({ record }) => record.json);
		if (!next) return { records, next };
		this.position = next;
		return { records, next: next.lead ? { request, token: next.lead.token } : this.pageRequest(next) };
	};

	/**
	 * Times may have fractions that stamps do not show, and those of the last second lie behind its bound: that one is always
	 * asked for with a second more.
	 */
	private get bounds(): Bounds {
		return { isFromIncluded: this.direction === 'asc' && this.known.bounds.isFromIncluded };
	}

	private pageRequest(position: Position): PageRequest {
		const { from, to } = askedAt(position, { end: this.end, bounds: this.bounds });
		const { start, end } = BOUNDS[this.direction];
		const begun = Number.isFinite(from) ? boundedAt(this.whole, start, from * this.step) : this.whole;
		return { request: Number.isFinite(to) ? boundedAt(begun, end, to * this.step) : begun };
	}

	private timed({ records, nextPageToken }: ListPage): TimedPage<Carried> {
		const carried = records.map((json) => {
			const { updated, registered } = timesOf(json);
			return { id: '', json, updated: Number.isNaN(updated) ? undefined : updated * this.step, registered };
		});
		return { records: carried, nextToken: nextPageToken };
	}

	/** Notes how far a page has led, where that is known. */
	private note(times: readonly RecordTimes[], place: number | undefined, next: Position | undefined): void {
		const { known, step, reached } = this;
		known.questions += 1;
		const first = times[0]?.updated;
		const last = times[times.length - 1]?.updated;
		const isNewest = this.direction === 'desc' ? known.questions === 1 : !next && this.end === Infinity;
		if (isNewest && known.changesFrom === undefined) known.noteNewest(times.map(({ updated, registered }) => ({ updated: updated * step, registered })));
		const isOrdered = times.every(({ updated }, place) => updated >= (times[place - 1]?.updated ?? updated));
		if (!isOrdered) known.isMixed = true;
		this.isInOrder = isOrdered && first !== last;
		if (first !== undefined && last !== undefined && last !== first) this.perSecond = times.length / Math.abs(last - first);
		const end = Number.isFinite(this.end) ? this.end : last;
		const now = next ? place : end;
		if (now === undefined) return;
		known.density.add(times.length, now - (reached === undefined ? (first ?? now) : reached * step));
		this.reached = now * step;
	}
}
