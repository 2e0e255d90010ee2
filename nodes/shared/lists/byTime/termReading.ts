import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../../http/client';
import { Density } from './density';
import { Doubts } from './doubts';
import type { ListPage } from '../page';
import type { Question, ReadOn } from '../pageWalk';
import { boundedAt, BOUNDS, keepsTo, timesOf } from './term';
import type { Direction } from './term';
import { keepsUpdateOrder } from './updateOrder';
import type { OrderEvidence, RecordTimes } from './updateOrder';

/** What the service's answers have shown of its ways and of a term; shared by all who read the term. */
export class TermKnowledge {
	readonly order: OrderEvidence = { ordered: false };

	/** Set once the service has shown that a term does not contain its own start. */
	startIsExclusive = false;

	readonly density = new Density();

	readonly doubts = new Doubts();

	/** Set once a page was in another order than it was asked for. */
	isMixed = false;

	/**
	 * What changes while the term is read has no earlier stamp than this: one below the newest, because single records may
	 * carry a time far ahead of all others. Unknown until the newest end was seen.
	 */
	changesFrom: number | undefined;

	/** Most records on a page that has another after it. */
	pageSize = 0;

	questions = 0;

	/** Notes what the newest page of the term has shown, before anything else was asked for that may have changed. */
	noteNewest(times: readonly RecordTimes[]): void {
		const stamps = times.map(({ updated }) => updated).filter((updated) => !Number.isNaN(updated));
		stamps.sort((a, b) => b - a);
		this.changesFrom = stamps[Math.min(NEWEST_RECORDS, stamps.length) - 1];
	}
}

/** So many of the newest records may carry a time that lies ahead. */
const NEWEST_RECORDS = 50;

/** What follows behind a page. */
interface PageEnd {
	/** Whether the service says that there is more. */
	readonly hasMore: boolean;
	/** Whether it is left to others, or nothing. */
	readonly hasEnded: boolean;
}

/** Seconds of a term, both included, in the direction of reading; the term's own bound where one is left out. */
export interface Stretch {
	readonly start?: number;
	readonly end?: number;
}

/**
 * Reads a stretch of a term on by the time stamps of its records instead of by page tokens.
 *
 * Behind a token stands a place in a list, and a record that is changed or deleted while the list is read moves all
 * that follow: the first record of the next page is then never shown. So the next page begins at the second in which the
 * last one ended; what was given before is passed over. Tokens lead through a second that fills a page, and through
 * lists in another order than that of updates.
 *
 * Whether a term contains its bounds is not shown, and times may have fractions that stamps do not: at a bound of our
 * own a second more is asked for, and what lies outside the stretch is passed over.
 */
export class TermReading {
	/** The second from which the present question is asked, once it is not the stretch's own start. */
	private anchor: number | undefined;

	/** Whether the present question takes a term to contain its start. */
	private trustsStart = false;

	private readonly start: number | undefined;

	private end: number | undefined;

	/** The first second of the page from which the present token leads on. */
	private ledFrom: number | undefined;

	/** The times of the page that was looked at last: reading stamps is most of the work. */
	private latest: { readonly page: ListPage; readonly times: readonly RecordTimes[] } | undefined;

	/** The second up to which the stretch was read; its start before that, where it has one of its own. */
	reached: number | undefined;

	/** Whether the latest page ran in the direction of reading. */
	isInOrder = false;

	/**
	 * @param term the whole term, in the direction of reading
	 * @param perSecond records a second where reading stands
	 */
	constructor(
		private readonly term: ServiceRequest,
		readonly direction: Direction,
		private readonly known: TermKnowledge,
		{ start, end }: Stretch = {},
		public perSecond?: number,
	) {
		this.start = start;
		this.end = end;
		this.reached = start;
	}

	/** What the stretch is asked for with. */
	get first(): Question {
		const { start } = BOUNDS[this.direction];
		const term = this.start === undefined ? this.term : boundedAt(this.term, start, this.start - this.step);
		return { request: this.toEnd(term) };
	}

	/** 1 where reading follows time, -1 where it goes back. */
	get step(): 1 | -1 {
		return BOUNDS[this.direction].step;
	}

	/** Where the stretch ends, unless it ends with the term. */
	get lastSecond(): number | undefined {
		return this.end;
	}

	/** Gives up everything behind a second to somebody else; true when nothing is left. */
	endAt(second: number): boolean {
		this.end = second;
		return this.reached !== undefined && this.isBehind(this.reached);
	}

	/**
	 * What of a page belongs to the stretch. A record without a readable time belongs wherever it is met; a page that lacks
	 * what comes first is asked for again.
	 */
	within(page: ListPage, question: Question): IDataObject[] {
		const times = this.timesOn(page);
		if (this.lacksItsStart(times, question)) return [];
		return page.records.filter((_, index) => {
			const second = times[index]?.updated ?? NaN;
			return Number.isNaN(second) || !(this.isBefore(second) || this.isBehind(second));
		});
	}

	readonly readOn: ReadOn = (page, question) => {
		const times = this.timesOn(page);
		const next = this.next(page, times, question);
		this.note(times, question, { hasMore: page.nextPageToken !== undefined, hasEnded: next === undefined });
		return next;
	};

	private timesOn(page: ListPage): readonly RecordTimes[] {
		if (this.latest?.page !== page) this.latest = { page, times: page.records.map(timesOf) };
		return this.latest.times;
	}

	private isBefore(second: number): boolean {
		return this.start !== undefined && (second - this.start) * this.step < 0;
	}

	private isBehind(second: number): boolean {
		return this.end !== undefined && (second - this.end) * this.step > 0;
	}

	private next(page: ListPage, times: readonly RecordTimes[], question: Question): Question | undefined {
		if (this.anchor !== undefined && this.lacksItsStart(times, question)) {
			this.known.startIsExclusive = true;
			return this.from(this.anchor);
		}
		this.look(times, question);
		const keepsOrder = keepsUpdateOrder(times, this.direction, this.known.order);
		if (page.nextPageToken === undefined) return undefined;
		const reached = this.surelyReached(times, question);
		if (keepsOrder && reached !== undefined && !Number.isNaN(reached)) {
			if (this.isBehind(reached)) return undefined;
			if (this.isWorthAsking(reached, question)) {
				this.anchor = reached;
				return this.from(reached);
			}
		}
		return { request: question.request, token: page.nextPageToken };
	}

	/** Notes what the page shows of the ways of the service. */
	private look(times: readonly RecordTimes[], { token }: Question): void {
		const first = times[0]?.updated;
		const isOrdered = keepsTo(times, this.direction);
		this.isInOrder = isOrdered && first !== times[times.length - 1]?.updated;
		if (!isOrdered) this.known.isMixed = true;
		if (token === undefined) this.ledFrom = first;
		else if (this.ledFrom !== undefined) this.known.doubts.ledFrom(this.ledFrom, first ?? this.reached ?? this.ledFrom);
	}

	/**
	 * The second that a page has surely reached. A page that was asked for by its token may come from a list that was made
	 * before, and what has changed since shows a later time there: only where it begins is sure.
	 */
	private surelyReached(times: readonly RecordTimes[], { token }: Question): number | undefined {
		return times[token === undefined ? times.length - 1 : 0]?.updated;
	}

	/**
	 * Whether a question from a second on leads further than the token: it has to lie ahead of the present one. Where a second
	 * more is asked for, a crowd in that second would be gone through again.
	 */
	private isWorthAsking(second: number, { token }: Question): boolean {
		const isLed = token !== undefined;
		const from = this.anchor ?? this.start ?? (isLed ? this.ledFrom : undefined);
		return from === undefined || (second - from) * this.step > (isLed && !this.containsStart ? 1 : 0);
	}

	/** Whether a term may be taken to contain its start, so that it need not be asked for with a second more. */
	private get containsStart(): boolean {
		return this.direction === 'asc' && !this.known.startIsExclusive;
	}

	/** The rest of the stretch, from the second `at` on. */
	private from(at: number): Question {
		this.trustsStart = this.containsStart;
		const bound = BOUNDS[this.direction].start;
		return { request: this.toEnd(boundedAt(this.term, bound, this.trustsStart ? at : at - this.step)) };
	}

	private toEnd(request: ServiceRequest): ServiceRequest {
		if (this.end === undefined) return request;
		return boundedAt(request, BOUNDS[this.direction].end, this.end + this.step);
	}

	/** A term that was asked for from a known record on, and does not show it, may not contain its own start. */
	private lacksItsStart(times: readonly RecordTimes[], { token }: Question): boolean {
		return this.trustsStart && token === undefined && !times.some(({ updated }) => updated === this.anchor);
	}

	private note(times: readonly RecordTimes[], question: Question, { hasMore, hasEnded }: PageEnd): void {
		const { known, reached } = this;
		known.questions += 1;
		const isNewest = this.direction === 'desc' ? known.questions === 1 : hasEnded && this.end === undefined;
		if (isNewest && known.changesFrom === undefined) known.noteNewest(times);
		if (hasMore) known.pageSize = Math.max(known.pageSize, times.length);
		const first = times[0]?.updated;
		const last = times[times.length - 1]?.updated;
		const now = hasEnded ? (this.end ?? last) : this.surelyReached(times, question);
		if (first !== undefined && last !== undefined && last !== first) {
			this.perSecond = times.length / Math.abs(last - first);
		}
		const from = reached ?? first;
		if (from !== undefined && now !== undefined) known.density.add(times.length, (now - from) * this.step);
		if (now !== undefined && !Number.isNaN(now)) this.reached = now;
	}
}
