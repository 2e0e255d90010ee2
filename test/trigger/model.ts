import type { IDataObject } from 'n8n-workflow';
import type {
	RecordSource,
	SourcePage,
	SourceRecord,
	SourceTerm,
} from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { PageRefused } from '../../nodes/shared';
import type { VirtualClock } from './virtualClock';

/** What the specification leaves open, one choice each. */
export interface ServiceTraits {
	/** Records on a page, whatever is asked for. */
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
}

/** One state of a record: what lists show of it until the next one. */
export interface RecordState {
	readonly id: string;
	/** Position among all states of the service, in the order in which they were made. */
	readonly version: number;
	/** The version that gave it its content: another one where only its collation has changed since. */
	readonly content: number;
	/** Position of the record among all records. */
	readonly number: number;
	/** Seconds since 1970 on the service's clock. */
	readonly updated: number;
	readonly registered: number;
	/** Cards only. */
	readonly status?: string;
	/** Reports only. */
	readonly type?: string;
	readonly text: number;
	readonly tags: number;
	/** Collated with a later card: shown only where past cards are asked for. */
	readonly past: boolean;
	/** Moment on the true clock at which the state, and at which the record was made. */
	readonly madeAt: number;
	readonly createdAt: number;
	/** The record took over from another that it was collated with. */
	readonly renamed: boolean;
}

/** A state that is being made; it has a content of its own unless one is given. */
type Making = Omit<RecordState, 'version' | 'content' | 'madeAt'> & { content?: number; madeAt?: number };

/** The time during which lists showed a state, on the true clock: from the first moment to before the last. */
export interface Showing {
	readonly state: RecordState;
	readonly from: number;
	to: number;
}

interface View {
	readonly record: SourceRecord;
	readonly text: string;
}

interface Query {
	readonly selection: Selection;
	readonly term: Omit<SourceTerm, 'token'>;
}

interface Token {
	readonly query: Query;
	readonly issuedFirst: number;
	readonly skip: number;
	readonly after?: RecordState;
	readonly snapshot?: readonly RecordState[];
}

const TOKEN_LIFETIME_MS = 6 * 3_600_000;

function dateTime(second: number): string {
	return new Date(second * 1_000).toISOString().replace('.000Z', '+00:00');
}

/** Ids in an order of their own, unlike the order of arrival. */
function idOf(number: number): string {
	return `r${((number * 7_919 + 104_729) % 1_000_003).toString(36)}`;
}

/** The service does not take the version that is asked for any longer. */
export class VersionRetired extends Error {}

/** Where those begin for which something holds, in a list in which it holds for none before them and for all behind. */
function placeOf(states: readonly RecordState[], holds: (state: RecordState) => boolean): number {
	let low = 0;
	let high = states.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const state = states[middle];
		if (state && holds(state)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** The service in memory: its records, its clock, its lists. */
export class ServiceModel implements RecordSource {
	/** Every state that lists have shown, in the order of their appearance. */
	readonly showings: Showing[] = [];

	/** Calls that were answered. */
	calls = 0;

	/** Grows with everything that lists show differently. */
	revision = 0;

	/** The one version that is left, when the others were retired. */
	versionLeft: string | undefined;

	/** The newest second the service's clock has reached. */
	private peak: number;

	/** The newest time shown so far, apart from those ahead of the service's clock. */
	private newest = -Infinity;

	private readonly latest = new Map<string, RecordState>();

	private readonly shown = new Map<string, Showing>();

	private hidden: Array<{ state: RecordState; due: number }> = [];

	/** What lists show of each version, by what is asked for. */
	private readonly views = new Map<string, Map<number, View>>();

	private readonly byText = new Map<string, RecordState[]>();

	private readonly tokens: Token[] = [];

	private sorted = new Map<string, RecordState[]>();

	private sortedRevision = -1;

	private versions = 0;

	private records = 0;

	/**
	 * @param overlap seconds after which every change has become visible, by the service's own clock
	 * @param offset milliseconds by which the service's clock is ahead
	 */
	constructor(
		readonly traits: ServiceTraits,
		private readonly clock: VirtualClock,
		private readonly overlap: number,
		private offset: number,
	) {
		this.peak = this.second;
	}

	/** The service's own time, in whole seconds. */
	get second(): number {
		return Math.floor((this.clock.now() + this.offset) / 1_000);
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
		for (;;) {
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

	/** What a list with this selection shows of a state, as text. */
	textOf(state: RecordState, selection: Selection): string {
		return this.viewOf(state, selection).text;
	}

	/** The states that a list has shown with this text. */
	statesOf(text: string): readonly RecordState[] {
		return this.byText.get(text) ?? [];
	}

	async page(selection: Selection, { token, ...term }: SourceTerm): Promise<SourcePage> {
		this.calls += 1;
		if (this.versionLeft !== undefined && selection.version !== this.versionLeft) throw new VersionRetired();
		const given = token === undefined ? undefined : this.tokens[Number(token)];
		if (token !== undefined && (!given || this.clock.now() - given.issuedFirst > TOKEN_LIFETIME_MS)) {
			throw new PageRefused('token');
		}
		return this.answer(given ?? { query: { selection, term }, issuedFirst: this.clock.now(), skip: 0 });
	}

	private answer({ query, issuedFirst, skip, after, snapshot }: Token): SourcePage {
		const { pageSize, tokens, saysMoreWhenFull } = this.traits;
		const list = snapshot ?? this.list(query);
		const start = after ? list.findIndex((state) => this.compare(query)(state, after) > 0) : skip;
		const states = start < 0 ? [] : list.slice(start, start + pageSize);
		const left = start < 0 ? 0 : list.length - start - states.length;
		const hasMore = left > 0 || (saysMoreWhenFull && states.length === pageSize);
		let nextToken: string | undefined;
		if (hasMore) {
			nextToken = String(this.tokens.length);
			this.tokens.push({
				query,
				issuedFirst,
				skip: start + states.length,
				after: tokens === 'keyset' ? states[states.length - 1] : undefined,
				snapshot: tokens === 'ids' || tokens === 'contents' ? list : undefined,
			});
		}
		const present = tokens === 'ids' ? states.flatMap(({ id }) => this.shown.get(id)?.state ?? []) : states;
		return { records: present.map((state) => this.viewOf(state, query.selection).record), nextToken };
	}

	private list(query: Query): RecordState[] {
		const { from, to } = query.term;
		const least = this.traits.includesFrom ? from : from + 1;
		const most = this.traits.includesTo ? to : to - 1;
		const all = this.all(query);
		if (!this.traits.keepsOrder || query.term.orderBy === 'registeredAt') {
			return all.filter(({ updated }) => updated >= least && updated <= most);
		}
		const isUp = query.term.orderDirection === 'asc';
		const start = placeOf(all, ({ updated }) => (isUp ? updated >= least : updated <= most));
		return all.slice(start, placeOf(all, ({ updated }) => (isUp ? updated > most : updated < least)));
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

	private viewOf(state: RecordState, { includeTags, version }: Selection): View {
		const key = `${version} ${includeTags}`;
		let views = this.views.get(key);
		if (!views) this.views.set(key, (views = new Map<number, View>()));
		const known = views.get(state.version);
		if (known) return known;
		const { id, updated, registered, status, type, text, tags } = state;
		const json: IDataObject = Object.freeze({
			id,
			registeredTime: dateTime(registered),
			updatedTime: dateTime(updated),
			...(status === undefined ? {} : { entryStatus: status }),
			...(type === undefined ? {} : { type }),
			memo: `text ${text}`,
			...(version === '2.0' ? {} : { countryCode: 'JP' }),
			...(includeTags ? { tags: [{ id: `t${tags}` }] } : {}),
		});
		const view = { record: { json, id, updated, registered, status }, text: JSON.stringify(json) };
		views.set(state.version, view);
		const alike = this.byText.get(view.text);
		if (alike) alike.push(state);
		else this.byText.set(view.text, [state]);
		return view;
	}

	private make(fields: Making, late: number): void {
		const version = this.versions++;
		const { content = version, madeAt = this.clock.now() } = fields;
		const state = { ...fields, version, content, madeAt };
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
		const showing = { state, from: this.clock.now(), to: Infinity };
		if (state.updated <= this.second) this.newest = Math.max(this.newest, state.updated);
		this.shown.set(state.id, showing);
		this.showings.push(showing);
		this.revision += 1;
	}

	private endShowing(id: string): void {
		const showing = this.shown.get(id);
		if (!showing) return;
		showing.to = this.clock.now();
		this.shown.delete(id);
		this.revision += 1;
	}

	/** The moment at which the service's clock, as it runs now, shows a second. */
	private momentOf(second: number): number {
		return second * 1_000 - this.offset;
	}
}
