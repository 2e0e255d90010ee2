import type { RecordSource, SourcePage, SourceRequest } from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { isSame } from '../../nodes/BusinessCardDataTrigger/watermark/selections';
import { PageRefused } from '../../nodes/shared';
import { BadPages } from './badPages';
import { PageTooSlow, PollFailed, VersionRetired } from './failures';
import type { RecordState, Showing } from './records';
import { shownTime } from './timeForms';
import { Views } from './views';
import type { VirtualClock } from './virtualClock';

/** What the specification leaves open, one choice each. */
export interface ServiceTraits {
	/** Records on a page at most, whatever is asked for. */
	readonly pageSize: number;
	/** A larger limit than this is refused. */
	readonly refusesLimitAbove?: number;
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	/**
	 * What a page token stands for: a number of records to pass over, the place after the last one shown, the ids that were
	 * there at the first page, or all that was there at the first page; or such a token that stays the same from page to page.
	 */
	readonly tokens: 'offset' | 'keyset' | 'ids' | 'contents' | 'cursor';
	/** Whether lists come in the order that is asked for, or always in descending order of registration. */
	readonly keepsOrder: boolean;
	/** Whether a last page that is full still claims that there is more. */
	readonly saysMoreWhenFull: boolean;
	/** The order of records with the same time. */
	readonly ties: 'id' | 'change';
}

/** A state that is being made; it has a content of its own unless one is given. */
type Making = Omit<RecordState, 'version' | 'content' | 'madeAt' | 'reached'> & { content?: number; madeAt?: number };

interface Query {
	readonly selection: Selection;
	readonly term: Omit<SourceRequest, 'token'>;
}

interface Token {
	readonly query: Query;
	/** Records on its pages, as on the one that it was given with (spec: common parameter rules). */
	readonly most: number;
	readonly issuedFirst: number;
	readonly skip: number;
	readonly after?: RecordState;
	readonly snapshot?: readonly RecordState[];
}

/** Records on a page when none is asked for, where other pages are asked for with a limit (spec: E1, E9). */
const DEFAULT_LIMIT = 100;

export const TOKEN_LIFETIME_MS = 6 * 3_600_000;

/** Ids in an order of their own, unlike the order of arrival. */
function idOf(number: number): string {
	return `r${((number * 7_919 + 104_729) % 1_000_003).toString(36)}`;
}

/** Where a service differs from others that the same trigger has met. */
export interface Habits {
	/** Number of its first record, from which ids are made. */
	readonly firstNumber?: number;
	/** What it makes of a new record, by its number, unless told otherwise. */
	readonly fieldsOf?: (number: number) => Partial<RecordState>;
}

/** The place of the first element that fits, when all those after it fit too; the length when none does. */
function firstWhere<T>(list: readonly T[], fits: (element: T) => boolean): number {
	let from = 0;
	let to = list.length;
	while (from < to) {
		const middle = (from + to) >> 1;
		const element = list[middle];
		if (element !== undefined && fits(element)) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** The service in memory: its records, its clock, its lists. */
export class ServiceModel implements RecordSource {
	/** Every state that lists have shown, in the order of their appearance. */
	readonly showings: Showing[] = [];

	/** Calls that were answered. */
	calls = 0;

	/** Grows with everything that lists show differently. */
	revision = 0;

	/** The one version that is left when the others were retired, and the status with which those are refused. */
	retired: { readonly left: string; readonly status: number } | undefined;

	readonly badPages = new BadPages();

	/** What lists show of each state. */
	readonly views = new Views();

	/** The most records that lists have shown in each second at once. */
	readonly crowds = new Map<number, number>();

	/** And in any of them. */
	mostInSecond = 0;

	/** How often a page token came with other parameters than it was given for, which it shows all the same (spec: common parameter rules). */
	strayTokens = 0;

	/** The newest second the service's clock has reached. */
	private peak: number;

	/** The newest time shown so far, apart from those ahead of the service's clock. */
	private newest = -Infinity;

	private readonly latest = new Map<string, RecordState>();

	private readonly shown = new Map<string, Showing>();

	private hidden: Array<{ state: RecordState; due: number }> = [];

	private readonly tokens: Token[] = [];

	private sorted = new Map<string, RecordState[]>();

	private sortedRevision = -1;

	private versions = 0;

	private records: number;

	/** Records shown in each second now. */
	private readonly inSecond = new Map<number, number>();

	/** States that each record has shown, by its update time as lists show it. */
	private readonly shownWith = new Map<string, number>();

	/** Whether pages have been asked for with a limit: without one the default holds from then on. */
	private knowsLimits = false;

	/**
	 * @param overlap seconds after which every change has become visible, by the service's own clock
	 * @param offset milliseconds by which the service's clock is ahead
	 */
	constructor(
		readonly traits: ServiceTraits,
		private readonly clock: VirtualClock,
		private readonly overlap: number,
		private offset: number,
		private readonly habits: Habits = {},
	) {
		this.peak = this.second;
		this.records = habits.firstNumber ?? 0;
	}

	/** The service's own time, in whole seconds. */
	get second(): number {
		return Math.floor((this.clock.now() + this.offset) / 1_000);
	}

	/** What the clock of n8n's machine shows, seconds since 1970. */
	get localSecond(): number {
		return this.clock.localSeconds;
	}

	/** The newest time lists have shown, apart from those ahead of the service's clock. */
	get newestTime(): number {
		return this.newest;
	}

	/** Ids of all records, visible or not, the one changed last at the end. */
	get ids(): string[] {
		return [...this.latest.keys()];
	}

	/** The latest state of a record, visible or not. */
	stateOf(id: string): RecordState | undefined {
		return this.latest.get(id);
	}

	/** Lets time pass; what becomes visible meanwhile does so at its moment. */
	moveTo(moment: number): void {
		while (this.hidden.length > 0) {
			const next = this.hidden
				.map((change) => ({ change, at: Math.min(change.due, this.momentOf(change.state.updated + this.overlap)) }))
				.sort((a, b) => a.at - b.at)[0];
			if (!next || next.at > moment) break;
			this.clock.moveTo(next.at);
			this.hidden = this.hidden.filter((change) => change !== next.change);
			this.show(next.change.state);
		}
		this.clock.moveTo(moment);
		this.peak = Math.max(this.peak, this.second);
	}

	/** Sets the service's clock, by at most the overlap back behind the newest time it has shown. */
	setClock(seconds: number): void {
		const back = Math.max(seconds, this.peak - this.overlap - this.second);
		const reached = this.second + back;
		for (const { state } of this.hidden.filter((change) => change.state.updated + this.overlap <= reached)) {
			this.show(state);
		}
		this.hidden = this.hidden.filter((change) => change.state.updated + this.overlap > reached);
		this.offset += back * 1_000;
		this.peak = Math.max(this.peak, this.second);
	}

	/**
	 * Adds a record.
	 *
	 * @param late seconds until lists show it
	 */
	add(fields: Partial<RecordState>, late = 0): string {
		const number = this.records++;
		const state = {
			number,
			id: idOf(number),
			updated: this.second,
			registered: this.second,
			text: 0,
			tags: 0,
			past: false,
			createdAt: this.clock.now(),
			renamed: false,
			updatedForm: 'stamp' as const,
			registeredForm: 'stamp' as const,
			...this.habits.fieldsOf?.(number),
			...fields,
		};
		this.make(state, late);
		return state.id;
	}

	/** Changes a record; without another time given it is stamped with the service's present second. */
	change(id: string, fields: Partial<RecordState>, late = 0): void {
		const before = this.latest.get(id);
		if (before) this.make({ ...before, content: undefined, madeAt: undefined, updated: this.second, ...fields }, late);
	}

	/** Counts a record as collated with a later one, or no longer: its content and time stay as they are. */
	collate(id: string, past: boolean): void {
		const before = this.latest.get(id);
		if (before) this.make({ ...before, past }, 0);
	}

	remove(id: string): void {
		this.latest.delete(id);
		this.hidden = this.hidden.filter(({ state }) => state.id !== id);
		this.endShowing(id);
	}

	/** Whether a state belongs to a selection. */
	matches(state: RecordState, selection: Selection): boolean {
		if (state.past && !selection.includePastBizCards) return false;
		if (state.status !== undefined && !selection.entryStatus.includes(state.status)) return false;
		return state.type === undefined || selection.type.length === 0 || selection.type.includes(state.type);
	}

	/** The states that lists show now. */
	get shownStates(): RecordState[] {
		return [...this.shown.values()].map(({ state }) => state);
	}

	/** How long lists have shown a record's present state. */
	showingOf(id: string): Showing | undefined {
		return this.shown.get(id);
	}

	/** Whether the page that holds a second fails, so that nobody can read it. */
	isHidden(second: number): boolean {
		return this.badPages.isAny && this.badPages.hides(second, (id) => this.shown.get(id)?.state.updated);
	}

	/**
	 * @throws VersionRetired, PageRefused
	 * @throws PollFailed for a page that fails, and PageTooSlow for one that takes longer than a poll
	 */
	async page(selection: Selection, { token, limit, ...term }: SourceRequest): Promise<SourcePage> {
		this.calls += 1;
		const { retired, traits } = this;
		if (retired && selection.version !== retired.left) throw new VersionRetired(retired.status);
		if (limit !== undefined && limit > (traits.refusesLimitAbove ?? Infinity)) throw new PageRefused('limit');
		this.knowsLimits ||= limit !== undefined;
		const most = Math.min(limit ?? (this.knowsLimits ? DEFAULT_LIMIT : Infinity), traits.pageSize);
		const given = token === undefined ? undefined : this.tokens[Number(token)];
		if (token !== undefined && (!given || this.clock.now() - given.issuedFirst > TOKEN_LIFETIME_MS)) {
			throw new PageRefused('token');
		}
		if (given && !isSame(given.query.selection, selection)) this.strayTokens += 1;
		return this.answer(given ?? { query: { selection, term }, most, issuedFirst: this.clock.now(), skip: 0 }, token);
	}

	private answer({ query, most, issuedFirst, skip, after, snapshot }: Token, token: string | undefined): SourcePage {
		const { tokens, saysMoreWhenFull } = this.traits;
		const list = snapshot ?? this.list(query);
		const start = after ? list.findIndex((state) => this.compare(query)(state, after) > 0) : skip;
		const states = start < 0 ? [] : list.slice(start, start + most);
		const left = start < 0 ? 0 : list.length - start - states.length;
		const hasMore = left > 0 || (saysMoreWhenFull && states.length === most);
		const present = tokens === 'ids' ? states.flatMap(({ id }) => this.shown.get(id)?.state ?? []) : states;
		const bad = this.badPages.isAny ? this.badPages.find(present, query.selection) : undefined;
		if (bad) throw bad.status === undefined ? new PageTooSlow() : new PollFailed(bad.status);
		let nextToken: string | undefined;
		if (hasMore) {
			const place = tokens === 'cursor' && token !== undefined ? Number(token) : this.tokens.length;
			nextToken = String(place);
			this.tokens[place] = {
				query,
				most,
				issuedFirst,
				skip: start + states.length,
				after: tokens === 'keyset' ? states[states.length - 1] : undefined,
				snapshot: tokens === 'keyset' || tokens === 'offset' ? undefined : list,
			};
		}
		return { records: present.map((state) => this.views.reading(state, query.selection, this.calls)), nextToken };
	}

	private list(query: Query): RecordState[] {
		const { from, to } = query.term;
		const least = this.traits.includesFrom ? from : from + 1;
		const most = this.traits.includesTo ? to : to - 1;
		const all = this.all(query);
		if (!this.traits.keepsOrder || query.term.orderBy !== 'updatedAt') {
			return all.filter(({ updated }) => updated >= least && updated <= most);
		}
		if (query.term.orderDirection === 'asc') {
			return all.slice(firstWhere(all, ({ updated }) => updated >= least), firstWhere(all, ({ updated }) => updated > most));
		}
		return all.slice(firstWhere(all, ({ updated }) => updated <= most), firstWhere(all, ({ updated }) => updated < least));
	}

	/** Everything of a selection in its order, sorted once as long as nothing changes. */
	private all(query: Query): RecordState[] {
		if (this.sortedRevision !== this.revision) this.sorted = new Map();
		this.sortedRevision = this.revision;
		const { selection, term } = query;
		const { entryStatus, type, includePastBizCards } = selection;
		const key = JSON.stringify([entryStatus, type, includePastBizCards, term.orderBy, term.orderDirection]);
		const known = this.sorted.get(key);
		if (known) return known;
		const states = [...this.shown.values()].map(({ state }) => state).filter((state) => this.matches(state, selection));
		states.sort(this.compare(query));
		this.sorted.set(key, states);
		return states;
	}

	private compare({ term }: Query): (a: RecordState, b: RecordState) => number {
		if (!this.traits.keepsOrder) return (a, b) => b.registered - a.registered || b.number - a.number;
		const time = term.orderBy === 'registeredAt' ? 'registered' : 'updated';
		const sign = term.orderDirection === 'asc' ? 1 : -1;
		const tie = (a: RecordState, b: RecordState) =>
			this.traits.ties === 'change' ? a.version - b.version : a.id < b.id ? -1 : Number(a.id > b.id);
		return (a, b) => sign * (a[time] - b[time] || tie(a, b));
	}

	private make(fields: Making, late: number): void {
		const version = this.versions++;
		const { content = version, madeAt = this.clock.now() } = fields;
		const state = { ...fields, version, content, madeAt, reached: this.peak };
		this.views.meet(state);
		this.latest.delete(state.id);
		this.latest.set(state.id, state);
		if (late > 0 && this.peak < state.updated + this.overlap) {
			this.hidden.push({ state, due: this.clock.now() + late * 1_000 });
		} else {
			this.show(state);
		}
	}

	private show(state: RecordState): void {
		const before = this.shown.get(state.id);
		if (before && before.state.version > state.version) return;
		this.endShowing(state.id);
		const showing = { state, from: this.clock.now(), to: Infinity, nth: this.countContent(state) };
		this.countInSecond(state.updated, 1);
		if (state.updated <= this.second) this.newest = Math.max(this.newest, state.updated);
		this.shown.set(state.id, showing);
		this.showings.push(showing);
		this.revision += 1;
	}

	private endShowing(id: string): void {
		const showing = this.shown.get(id);
		if (!showing) return;
		showing.to = this.clock.now();
		this.countInSecond(showing.state.updated, -1);
		this.shown.delete(id);
		this.revision += 1;
	}

	private countContent({ id, updatedForm, updated, unsteady }: RecordState): number {
		// A time that is null says as much as none.
		const key = `${id} ${String(shownTime(updatedForm, updated) ?? null)}`;
		const nth = (this.shownWith.get(key) ?? 0) + 1;
		// What shows another content at each reading has shown any number of them.
		this.shownWith.set(key, unsteady === 'value' ? Infinity : nth);
		return nth;
	}

	private countInSecond(second: number, change: number): void {
		const count = (this.inSecond.get(second) ?? 0) + change;
		this.inSecond.set(second, count);
		this.crowds.set(second, Math.max(count, this.crowds.get(second) ?? 0));
		this.mostInSecond = Math.max(this.mostInSecond, count);
	}

	/** The moment at which the service's clock, as it runs now, shows a second. */
	private momentOf(second: number): number {
		return second * 1_000 - this.offset;
	}
}
