import type { IDataObject } from 'n8n-workflow';
import { OutOfTime, PageRefused } from '../../nodes/shared';
import type { Options, World } from './history';
import { shown } from './records';
import type { State } from './records';

/** A call failed: with a status, or without an answer. */
export class CallFailed extends Error {
	constructor(readonly status?: number) {
		super(status === undefined ? 'The service did not answer' : `The service answered ${status}`);
	}
}

/** A time range as it is put to the service, bounds in seconds since 1970. */
export interface Request {
	readonly from: number;
	readonly to: number;
	readonly orderBy: 'updatedAt' | 'registeredAt';
	readonly orderDirection: 'asc' | 'desc';
	readonly token?: string;
}

export interface Page {
	readonly records: readonly IDataObject[];
	readonly nextToken?: string;
}

/** Pages that cannot be had as long as they hold certain records. */
export interface BadPage {
	readonly holds: (state: State) => boolean;
	/** Only lists of cards that are not finished. */
	readonly ofWaiting: boolean;
	/** Without one a page takes longer than a poll. */
	readonly status?: number;
	polls: number;
}

/** What a list was asked for first, and when. */
interface Asked {
	readonly options: Options;
	readonly request: Request;
	readonly at: number;
}

const TOKEN_LIFETIME_MS = 6 * 3_600_000;

/** Ids in an order of their own, unlike the order of arrival. */
function idOf(number: number): string {
	return `r${((number * 7_919 + 104_729) % 1_000_003).toString(36)}`;
}

/** The service in memory: its records, the time, its lists. */
export class Service {
	/** Every state that lists have shown, in the order of their appearance. */
	readonly appeared: State[] = [];

	readonly states: State[] = [];

	/** Records that count as collated with a later one. */
	readonly past = new Set<string>();

	/** States that were hidden or shown again so: they may lie too far back to be read. */
	readonly collated = new Set<number>();

	badPages: BadPage[] = [];

	retired: { readonly left: string; readonly status: number } | undefined;

	private calls = 0;
	private records = 0;

	/** By their ids: what each record is, the one changed last at the end, and what lists show of it. */
	private readonly latest = new Map<string, State>();
	private readonly now = new Map<string, State>();
	/** What lists do not show yet. */
	private hidden: State[] = [];

	private readonly tokens: Array<() => Page> = [];

	/** Lists, sorted once as long as nothing changes; the times apart, because they are looked through at each call. */
	private readonly lists = new Map<string, { readonly states: readonly State[]; readonly seconds: readonly number[] }>();

	/** The newest second that its clock has shown: it may have been set back since. */
	private peak: number;

	/** Seconds by which its clock is ahead of the true one. */
	private ahead: number;

	constructor(
		readonly traits: World,
		/** The true time, which passes only when it is told to; milliseconds since 1970. */
		public nowMs: number,
	) {
		this.ahead = traits.serviceAhead;
		this.peak = this.second;
	}

	/** The service's own time, in whole seconds. */
	get second(): number {
		return Math.floor(this.nowMs / 1_000) + this.ahead;
	}

	/** What all records are, whether lists show it or not yet, the one changed last at the end. */
	get latestStates(): State[] {
		return [...this.latest.values()];
	}

	/** What lists show now, less what the options leave out. */
	shownStates(options?: Options): State[] {
		const states = [...this.now.values()];
		return options ? states.filter((state) => this.matches(state, options)) : states;
	}

	matches(state: State, { entryStatus, type, includePastBizCards }: Options): boolean {
		if (this.past.has(state.id) && !includePastBizCards) return false;
		if (state.status !== undefined && entryStatus.length > 0 && !entryStatus.includes(state.status)) return false;
		return state.type === undefined || type.length === 0 || type.includes(state.type);
	}

	/** Tells which seconds belong to a time range. */
	within({ from, to }: Pick<Request, 'from' | 'to'>): (second: number) => boolean {
		const { includesFrom, includesTo } = this.traits;
		return (second) =>
			(second > from || (includesFrom && second === from)) && (second < to || (includesTo && second === to));
	}

	/** Lets time pass; what becomes visible meanwhile does so at its moment. */
	moveTo(moment: number): void {
		const dueOf = ({ due, updated }: State) => Math.min(due, (updated + this.traits.overlap - this.ahead) * 1_000);
		for (;;) {
			const [next] = [...this.hidden].sort((a, b) => dueOf(a) - dueOf(b));
			if (!next || dueOf(next) > moment) break;
			this.nowMs = Math.max(this.nowMs, dueOf(next));
			this.hidden = this.hidden.filter((state) => state !== next);
			this.show(next);
		}
		this.nowMs = Math.max(this.nowMs, moment);
		this.peak = Math.max(this.peak, this.second);
	}

	wait(ms: number): void {
		this.moveTo(this.nowMs + ms);
	}

	/** Sets its clock, by at most the overlap back behind the newest time it has shown. */
	setClock(by: number): void {
		this.ahead += Math.max(by, this.peak - this.traits.overlap - this.second);
		this.wait(0);
	}

	/** @param late seconds until lists show it */
	add(fields: Partial<State>, late = 0): State {
		const number = this.records++;
		const createdAt = this.nowMs;
		const usual = { registered: this.second, updatedForm: 'stamp', registeredForm: 'stamp' } as const;
		return this.make({ number, id: idOf(number), updated: this.second, createdAt, ...usual, ...fields }, late);
	}

	/** Changes a record; without another time given it is stamped with the service's present second. */
	change(id = '', fields: Partial<State> = {}, late = 0): void {
		const before = this.latest.get(id);
		if (before) this.make({ ...before, updated: this.second, ahead: undefined, ...fields }, late);
	}

	/** Counts a record as collated with a later one, or no longer: its content and time stay as they are. */
	collate(id: string): void {
		if (!this.past.delete(id)) this.past.add(id);
		this.collated.add(this.latest.get(id)?.version ?? -1);
		this.lists.clear();
	}

	remove(id: string): void {
		this.latest.delete(id);
		this.hidden = this.hidden.filter((state) => state.id !== id);
		this.hide(id);
	}

	/** @throws CallFailed, OutOfTime, PageRefused */
	page(options: Options, { token, ...request }: Request): Page {
		this.calls += 1;
		const { retired } = this;
		if (retired && options.version !== retired.left) throw new CallFailed(retired.status);
		const asked = { options, request, at: this.nowMs };
		if (token === undefined) return this.answer(asked, 0, this.list(asked));
		const nextPage = this.tokens[Number(token)];
		if (!nextPage) throw new PageRefused('token');
		return nextPage();
	}

	/** @param skipped how many of the list were given before, and what of it is left */
	private answer(asked: Asked, skipped: number, left: readonly State[]): Page {
		const { pageSize, tokens, saysMoreWhenFull } = this.traits;
		const states = left.slice(0, pageSize);
		// A list that was made before shows what has become of its records.
		const present = tokens === 'contents' ? states : states.flatMap(({ id }) => this.now.get(id) ?? []);
		this.expectGood(present, asked.options);
		const records = present.map((state) => shown(state, asked.options, this.calls));
		const [last] = states.slice(-1);
		if (!last || (left.length <= pageSize && !(saysMoreWhenFull && states.length === pageSize))) return { records };
		const read = skipped + states.length;
		const order = this.order(asked.request);
		const rest = {
			offset: () => this.list(asked).slice(read),
			place: () => this.list(asked).filter((state) => order(state, last) > 0),
			snapshot: () => left.slice(pageSize),
			contents: () => left.slice(pageSize),
		};
		this.tokens.push(() => {
			if (this.nowMs - asked.at > TOKEN_LIFETIME_MS) throw new PageRefused('token');
			return this.answer(asked, read, rest[tokens]());
		});
		return { records, nextToken: String(this.tokens.length - 1) };
	}

	private expectGood(states: readonly State[], { entryStatus }: Options): void {
		for (const { holds, ofWaiting, status } of this.badPages) {
			if (ofWaiting ? entryStatus.includes('completed') || states.length === 0 : !states.some(holds)) continue;
			throw status === undefined ? new OutOfTime() : new CallFailed(status);
		}
	}

	private list({ options, request }: Asked): State[] {
		const { entryStatus, type, includePastBizCards } = options;
		const key = [entryStatus, type, includePastBizCards, request.orderBy, request.orderDirection].join(';');
		let all = this.lists.get(key);
		if (!all) {
			const states = this.shownStates(options).sort(this.order(request));
			all = { states, seconds: states.map(({ updated }) => updated) };
			this.lists.set(key, all);
		}
		const { states, seconds } = all;
		const isIn = this.within(request);
		return states.filter((_, place) => isIn(seconds[place] ?? NaN));
	}

	private order({ orderBy, orderDirection }: Request): (a: State, b: State) => number {
		if (!this.traits.keepsOrder) return (a, b) => b.registered - a.registered || b.number - a.number;
		const time = orderBy === 'registeredAt' ? 'registered' : 'updated';
		const sign = orderDirection === 'asc' ? 1 : -1;
		const byChange = this.traits.ties === 'change';
		const tie = (a: State, b: State) => (byChange ? a.version - b.version : a.id < b.id ? -1 : Number(a.id > b.id));
		return (a, b) => sign * (a[time] - b[time] || tie(a, b));
	}

	private make(fields: Omit<State, 'version' | 'madeAt' | 'due' | 'shownFrom' | 'shownTo'>, late: number): State {
		const [madeAt, due] = [this.nowMs, this.nowMs + late * 1_000];
		const state = { ...fields, version: this.states.length, madeAt, due, shownFrom: Infinity, shownTo: Infinity };
		this.states.push(state);
		this.latest.delete(state.id);
		this.latest.set(state.id, state);
		const isHidden = late > 0 && this.peak < state.updated + this.traits.overlap;
		if (isHidden) this.hidden.push(state);
		else this.show(state);
		return state;
	}

	private show(state: State): void {
		const before = this.now.get(state.id);
		if (before && before.version > state.version) return;
		this.hide(state.id);
		state.shownFrom = this.nowMs;
		this.now.set(state.id, state);
		this.appeared.push(state);
	}

	private hide(id: string): void {
		const state = this.now.get(id);
		if (state) state.shownTo = this.nowMs;
		this.now.delete(id);
		this.lists.clear();
	}
}
