import type { EndableListService, ServiceResponse, ServiceRequest } from '../../../../../../nodes/shared';
import { catchAs, OutOfTime, PageRefused, stampToSeconds } from '../../../../../../nodes/shared';
import { ServiceModel } from '../../../../../trigger/model';
import { VirtualClock } from '../../../../../trigger/virtualClock';

/** A call on its way: it was sent, and may have been worked on without its answer having come. */
interface Call {
	readonly request: ServiceRequest;
	readonly settle: (answer: ServiceResponse) => void;
	readonly fail: (error: Error) => void;
	answer?: ServiceResponse;
}

/** All that lists show, whatever it is. */
const EVERYTHING = {
	version: '3.2',
	entryStatus: [],
	includeTags: false,
	includePastBizCards: false,
	type: [],
	category: [],
};

function answerOf(status: number, json: object): ServiceResponse {
	const body = Buffer.from(JSON.stringify(json));
	return { status, json, body, contentType: 'application/json' };
}

function refusal(code: string, field: string): ServiceResponse {
	return answerOf(400, { statusCode: 400, message: 'No', error: [{ Code: code, field }] });
}

/** A service that keeps the order of its records and counts both bounds in. */
export function orderlyService(pageSize: number, nowSeconds: number, seconds: Iterable<number>): ServiceModel {
	const ways = { includesFrom: true, includesTo: true, tokens: 'offset', keepsOrder: true, saysMoreWhenFull: false, ties: 'id' } as const;
	const model = new ServiceModel({ ...ways, pageSize }, new VirtualClock(nowSeconds * 1_000), 300, 0);
	for (const updated of seconds) model.add({ updated, registered: updated });
	return model;
}

/** What is asked for: the cards of a time range. */
export function cardsBetween(updatedFrom: string, updatedTo: string, ...more: Array<readonly [string, string]>): ServiceRequest {
	const term = [['updatedFrom', updatedFrom], ['updatedTo', updatedTo]] as const;
	return { endpoint: 'businessCard.getAll', version: '3.2', path: '/bizCards', query: [...term, ...more] };
}

/**
 * A service in memory whose answers come when they are told to, in any order: what is on its way at once can be worked
 * on, and answered, one before the other.
 */
export class ListModel implements EndableListService {
	/** Calls that were worked on. */
	readonly asked: ServiceRequest[] = [];

	/** What the next call that is taken a step further runs into. */
	failNext: Error | undefined;

	private onTheWay: Call[] = [];

	constructor(
		private readonly model: ServiceModel,
		private readonly takesLimit = true,
	) {}

	/** Calls without answer. */
	get waiting(): number {
		return this.onTheWay.length;
	}

	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		return await new Promise((settle, fail) => this.onTheWay.push({ request, settle, fail }));
	}

	endedBy(ended: AbortSignal): this {
		ended.addEventListener('abort', () => {
			const given = this.onTheWay;
			this.onTheWay = [];
			for (const { fail } of given) fail(new OutOfTime());
		});
		return this;
	}

	refusal(answer: ServiceResponse): Error {
		return new Error(`refused with ${answer.status}`);
	}

	unusable(message: string): Error {
		return new Error(message);
	}

	/** What the service says to a call. */
	async work(request: ServiceRequest): Promise<ServiceResponse> {
		this.asked.push(request);
		const query = new Map(request.query);
		if (!this.takesLimit && query.has('limit')) return refusal('invalid_value', 'limit');
		const term = {
			from: stampToSeconds(query.get('updatedFrom')) ?? NaN,
			to: stampToSeconds(query.get('updatedTo')) ?? NaN,
			token: query.get('nextPageToken'),
			orderBy: 'updatedAt',
			orderDirection: query.get('orderDirection') === 'desc' ? 'desc' : 'asc',
		} as const;
		if (term.from > term.to) return refusal('invalid_value', 'updatedTo');
		const page = await catchAs(this.model.page(EVERYTHING, term), PageRefused);
		if (page instanceof PageRefused) return refusal('expired_token', 'nextPageToken');
		const { records, nextToken } = page;
		return answerOf(200, {
			hasMore: nextToken !== undefined,
			nextPageToken: nextToken ?? null,
			data: records.map(({ json }) => json),
		});
	}

	/** Takes one of the calls a step further: the service works on it, or its answer comes. */
	async advance(choose: (count: number) => number): Promise<void> {
		const place = choose(this.onTheWay.length);
		const call = this.onTheWay[place];
		if (!call) return;
		if (this.failNext) {
			this.onTheWay.splice(place, 1);
			call.fail(this.failNext);
			this.failNext = undefined;
		} else if (call.answer) {
			this.onTheWay.splice(place, 1);
			call.settle(call.answer);
		} else {
			call.answer = await this.work(call.request);
		}
	}
}
