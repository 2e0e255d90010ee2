import type { IDataObject } from 'n8n-workflow';
import {
	secondsToServiceDateTime,
	stampToSeconds,
	type ListService as ReadService,
	type ServiceRequest,
	type ServiceResponse,
} from '../../../../nodes/shared';

/** What the specification leaves open about lists, one choice each. */
export interface Traits {
	readonly pageSize: number;
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	/**
	 * What a page token stands for: a number of records to pass over, the place after the last one shown, the ids that were
	 * there at the first page, or all that was there at the first page.
	 */
	readonly tokens: 'offset' | 'keyset' | 'ids' | 'contents';
	/** Whether lists come in the order that is asked for, or always in descending order of registration. */
	readonly keepsOrder: boolean;
	/** Whether a last page that is full still claims that there is more. */
	readonly saysMoreWhenFull: boolean;
	/** The order of records with the same time. */
	readonly ties: 'id' | 'change';
	/** Whether a limit is taken, or refused. */
	readonly takesLimit: boolean;
}

export interface Stored {
	readonly id: string;
	/** Milliseconds; lists show whole seconds. */
	readonly updatedMs: number;
	readonly registered: number;
	/** Grows with every change of any record. */
	readonly version: number;
	/** Whether lists show the time. */
	readonly isTimed: boolean;
}

interface Token {
	readonly query: ReadonlyMap<string, string>;
	readonly issuedMs: number;
	readonly skip: number;
	readonly after?: Stored;
	readonly snapshot?: readonly Stored[];
}

const LIFETIME_MS = 6 * 3_600_000;

export const ORDERLY: Traits = {
	pageSize: 300,
	includesFrom: true,
	includesTo: true,
	tokens: 'offset',
	keepsOrder: true,
	saysMoreWhenFull: false,
	ties: 'id',
	takesLimit: true,
};

function responseOf(status: number, json: object): ServiceResponse {
	const body = Buffer.from(JSON.stringify(json));
	return { status, json, body, contentType: 'application/json' };
}

function refusal(code: string, field: string): ServiceResponse {
	return responseOf(400, { statusCode: 400, message: 'No', error: [{ Code: code, field }] });
}

/** Lists of one company in memory, on a clock that is moved by hand. */
export class ListService {
	readonly records = new Map<string, Stored>();

	/** Calls that were answered. */
	readonly asked: ServiceRequest[] = [];

	private readonly tokens: Token[] = [];
	private versions = 0;
	private sorted: { version: number; lists: Map<string, Stored[]> } = { version: -1, lists: new Map() };

	constructor(
		readonly traits: Traits,
		public nowMs: number,
	) {}

	put({ id = `r${(this.versions * 7_919) % 1_000_003}`, ...fields }: Partial<Stored>): string {
		const before = this.records.get(id);
		const fresh = { updatedMs: this.nowMs, registered: Math.floor(this.nowMs / 1_000), isTimed: true };
		this.records.set(id, { ...fresh, ...before, updatedMs: this.nowMs, ...fields, id, version: (this.versions += 1) });
		return id;
	}

	remove(id: string): void {
		this.versions += 1;
		this.records.delete(id);
	}

	/** Whether a time belongs to a time range, seconds. */
	includes(updatedMs: number, from: number, to: number): boolean {
		const { includesFrom, includesTo } = this.traits;
		const [first, last] = [from * 1_000, to * 1_000];
		return (includesFrom ? updatedMs >= first : updatedMs > first) && (includesTo ? updatedMs <= last : updatedMs < last);
	}

	answer(request: ServiceRequest): ServiceResponse {
		this.asked.push(request);
		const query = new Map(request.query);
		const { traits, nowMs } = this;
		if (!traits.takesLimit && query.has('limit')) return refusal('invalid_value', 'limit');
		const { from, to } = rangeOf(query);
		if (from > to) return refusal('invalid_value', 'updatedTo');
		const name = query.get('nextPageToken');
		const token = name === undefined ? { query, issuedMs: nowMs, skip: 0 } : this.tokens[Number(name)];
		if (!token || nowMs - token.issuedMs > LIFETIME_MS) return refusal('expired_token', 'nextPageToken');
		const most = Math.min(Number(query.get('limit') ?? 100), traits.pageSize);
		return this.page(token, most);
	}

	private page({ query, issuedMs, skip, after, snapshot }: Token, most: number): ServiceResponse {
		const { tokens, saysMoreWhenFull } = this.traits;
		const list = snapshot ?? this.list(query);
		const start = after ? list.findIndex((record) => this.compare(query)(record, after) > 0) : skip;
		const page = start < 0 ? [] : list.slice(start, start + most);
		const hasMore = (start >= 0 && start + page.length < list.length) || (saysMoreWhenFull && page.length === most);
		if (hasMore) {
			const next = { query, issuedMs, skip: start + page.length };
			const last = page[page.length - 1];
			if (tokens === 'keyset') this.tokens.push({ ...next, after: last });
			else this.tokens.push({ ...next, snapshot: tokens === 'offset' ? undefined : list });
		}
		const present = tokens === 'ids' ? page.flatMap(({ id }) => this.records.get(id) ?? []) : page;
		const nextPageToken = hasMore ? String(this.tokens.length - 1) : null;
		return responseOf(200, { hasMore, nextPageToken, data: present.map(shown) });
	}

	private list(query: ReadonlyMap<string, string>): Stored[] {
		const { from, to } = rangeOf(query);
		const all = this.all(query);
		if (!this.traits.keepsOrder) return all.filter(({ updatedMs }) => this.includes(updatedMs, from, to));
		const isIn = ({ updatedMs }: Stored) => this.includes(updatedMs, from, to);
		const step = query.get('orderDirection') === 'desc' ? -1 : 1;
		const isPast = ({ updatedMs }: Stored) =>
			!isIn({ updatedMs } as Stored) && (step === 1 ? updatedMs >= to * 1_000 : updatedMs <= from * 1_000);
		const start = firstWhere(all, (record) => isIn(record) || isPast(record));
		return all.slice(start, firstWhere(all, isPast));
	}

	private all(query: ReadonlyMap<string, string>): Stored[] {
		if (this.sorted.version !== this.versions) this.sorted = { version: this.versions, lists: new Map() };
		const key = query.get('orderDirection') ?? '';
		const known = this.sorted.lists.get(key) ?? [...this.records.values()].sort(this.compare(query));
		this.sorted.lists.set(key, known);
		return known;
	}

	private compare(query: ReadonlyMap<string, string>): (a: Stored, b: Stored) => number {
		const tie = (a: Stored, b: Stored) =>
			this.traits.ties === 'change' ? a.version - b.version : a.id < b.id ? -1 : Number(a.id > b.id);
		if (!this.traits.keepsOrder) return (a, b) => b.registered - a.registered || tie(a, b);
		const sign = query.get('orderDirection') === 'desc' ? -1 : 1;
		return (a, b) => sign * (a.updatedMs - b.updatedMs || tie(a, b));
	}
}

function shown({ id, updatedMs, registered, isTimed }: Stored): IDataObject {
	return {
		id,
		registeredTime: secondsToServiceDateTime(registered),
		...(isTimed && { updatedTime: secondsToServiceDateTime(Math.floor(updatedMs / 1_000)) }),
	};
}

function rangeOf(query: ReadonlyMap<string, string>): { from: number; to: number } {
	return { from: stampToSeconds(query.get('updatedFrom')) ?? NaN, to: stampToSeconds(query.get('updatedTo')) ?? NaN };
}

/** The place of the first element that fits, when all those after it fit too; the length when none does. */
function firstWhere<T>(list: readonly T[], fits: (element: T) => boolean): number {
	let from = 0;
	let to = list.length;
	while (from < to) {
		const middle = (from + to) >> 1;
		if (fits(list[middle] as T)) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** What is asked for: the cards of a time range, seconds. */
export function cardsBetween(from: number, to: number, direction: 'asc' | 'desc'): ServiceRequest {
	return {
		endpoint: { method: 'GET', response: 'list', effect: 'read' },
		version: '3.2',
		path: '/bizCards',
		query: [
			['updatedFrom', secondsToServiceDateTime(from)],
			['updatedTo', secondsToServiceDateTime(to)],
			['orderDirection', direction],
		],
	};
}

interface Call {
	readonly request: ServiceRequest;
	readonly settle: (response: ServiceResponse) => void;
	readonly fail: (error: Error) => void;
	response?: ServiceResponse;
}

/** Calls whose answers come when they are told to, in any order: what is on its way at once can be worked on, and answered, one before the other. */
export class SteppedService implements ReadService {
	private onTheWay: Call[] = [];

	constructor(readonly service: ListService) {}

	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		return await new Promise((settle, fail) => this.onTheWay.push({ request, settle, fail }));
	}

	endedBy({ ended }: { ended: AbortSignal }): this {
		ended.addEventListener('abort', () => {
			for (const { fail } of this.onTheWay.splice(0)) fail(new Error('ended'));
		});
		return this;
	}

	refusal({ status }: ServiceResponse): Error {
		return new Error(`refused with ${status}`);
	}

	unusable(message: string): Error {
		return new Error(message);
	}

	/** Takes one of the calls a step further: the service works on it, or its answer comes. */
	advance(choose: (count: number) => number): void {
		const place = choose(this.onTheWay.length);
		const call = this.onTheWay[place];
		if (!call) return;
		if (!call.response) {
			call.response = this.service.answer(call.request);
			return;
		}
		this.onTheWay.splice(place, 1);
		call.settle(call.response);
	}
}
