import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from './client';
import { secondsToServiceDateTime, stampToSeconds } from './dateTime';
import type { ListPage, Question, ReadOn } from './paging';
import { keepsUpdateOrder } from './updateOrder';
import type { OrderEvidence, RecordTimes } from './updateOrder';

type Bound = 'updatedFrom' | 'updatedTo';

type Direction = 'asc' | 'desc';

function valueOf(request: ServiceRequest, name: string): string | undefined {
	return request.query.find(([key]) => key === name)?.[1];
}

function withBound(request: ServiceRequest, bound: Bound, value: string): ServiceRequest {
	return { ...request, query: request.query.map(([key, old]) => [key, key === bound ? value : old] as const) };
}

function timesOf(record: IDataObject): RecordTimes {
	const updated = stampToSeconds(record.updatedTime) ?? NaN;
	return { updated, registered: stampToSeconds(record.registeredTime) ?? updated };
}

/**
 * Reads a list of a term on by the time stamps of its records instead of by page tokens.
 *
 * Behind a token stands a place in a list, and a record that is changed or deleted while the list is read moves all
 * that follow: the first record of the next page is then never shown. So the next page begins at the second in which the
 * last one ended; what was given before is passed over. Tokens lead through a second that fills a page, and through
 * lists in another order than that of updates.
 */
class TermReading {
	private readonly evidence: OrderEvidence = { ordered: false };

	/** The second from which the present question is asked, once it is not the person's own. */
	private anchor: number | undefined;

	/** Set once the service has shown that a term does not contain its own start. */
	private startIsExclusive = false;

	/** The latest stamp met so far. */
	private latest = -Infinity;

	private questions = 1;

	private topIsChecked = false;

	constructor(
		private readonly original: ServiceRequest,
		private readonly direction: Direction,
	) {}

	readonly readOn: ReadOn = (page, question) => {
		const next = this.next(page, question);
		this.questions += 1;
		return next;
	};

	private next(page: ListPage, question: Question): Question | undefined {
		const times = page.records.map(timesOf);
		for (const { updated } of times) if (updated > this.latest) this.latest = updated;
		const again = this.askWithItsStart(times, question);
		if (again) return again;
		if (page.nextPageToken === undefined) return this.checkTop();
		const last = times[times.length - 1]?.updated;
		const inOrder = keepsUpdateOrder(times, this.direction, this.evidence);
		if (inOrder && last !== undefined && last !== this.anchor) {
			this.anchor = last;
			return { request: this.from(last) };
		}
		return { request: question.request, token: page.nextPageToken };
	}

	/** The rest of the list, from the second `at` on. */
	private from(at: number): ServiceRequest {
		if (this.direction === 'asc') {
			return withBound(this.original, 'updatedFrom', secondsToServiceDateTime(this.startIsExclusive ? at - 1 : at));
		}
		// A second more: the stamps are whole seconds, the times behind them need not be.
		const end = stampToSeconds(valueOf(this.original, 'updatedTo'));
		if (end !== undefined && at + 1 >= end) return this.original;
		return withBound(this.original, 'updatedTo', secondsToServiceDateTime(at + 1));
	}

	/** A term that was asked for from a known record on, and does not show it, may not contain its own start. */
	private askWithItsStart(times: readonly RecordTimes[], { token }: Question): Question | undefined {
		if (this.direction === 'desc' || this.anchor === undefined || token !== undefined || this.startIsExclusive) {
			return undefined;
		}
		if (times.some(({ updated }) => updated === this.anchor)) return undefined;
		this.startIsExclusive = true;
		return { request: this.from(this.anchor) };
	}

	/** Downwards, a record that changes before its turn jumps over the reader to the top: there it is looked for at the end. */
	private checkTop(): Question | undefined {
		if (this.direction === 'asc' || this.questions === 1 || this.topIsChecked || this.latest === -Infinity) {
			return undefined;
		}
		this.topIsChecked = true;
		this.anchor = undefined;
		this.evidence.ordered = false;
		return { request: withBound(this.original, 'updatedFrom', secondsToServiceDateTime(this.latest)) };
	}
}

/**
 * How to read on in a list of a term (spec: E1, E9).
 *
 * @param defaultDirection the order in which the endpoint sorts by update unless told otherwise
 * @returns the way of {@link TermReading}, or `undefined` for a list that is sorted by something else
 */
export function readOnByTime(request: ServiceRequest, defaultDirection: Direction): ReadOn | undefined {
	if ((valueOf(request, 'orderBy') ?? 'updatedAt') !== 'updatedAt') return undefined;
	const direction = valueOf(request, 'orderDirection') ?? defaultDirection;
	return new TermReading(request, direction === 'desc' ? 'desc' : 'asc').readOn;
}
