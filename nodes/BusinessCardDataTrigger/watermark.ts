import type { IDataObject } from 'n8n-workflow';
import type { Budget } from './budget';
import { Judge } from './judge';
import type { EventRow } from './events';
import { Ledger } from './ledger';
import { isInUpdateOrder, Reader } from './reader';
import type { OrderEvidence, Taker } from './reader';
import { FIRST_SECOND, LAST_SECOND } from './source';
import type { RecordSource, SourceRecord } from './source';
import type { Position, Rebase, Selection, TriggerState } from './state';

/**
 * The watermark: which records are news, and what has to be remembered so that none is lost and none comes twice
 * (contract: Trigger). It knows neither n8n nor HTTP.
 *
 * The *floor* is the second before which everything is final. Each poll reads everything from the floor on and emits
 * what the ledger does not hold. The floor follows the newest stamps that the service itself has shown, and stays behind
 * them by two margins: by `overlap`, because a change may become visible late, and by a number of records, because single
 * records can carry a stamp far ahead of all others. The local clock never moves it.
 */

/** The floor follows the stamp of this newest record; as many wrong stamps, less one, cannot mislead it. */
const ANCHOR = 50;

/** A ledger larger than this is not read again as a whole at each poll but by and by. */
const DENSE = 3_000;

/** A second with more records than this fills a page of its own. */
const CROWD = 300;

/** Pages of such a ledger that one poll reads again. */
const RECHECK_PAGES = 10;

/** Pages of a changed selection that one poll notes, so that the poll itself gets its turn. */
const REBASE_PAGES = 100;

/** The sweep for waiting cards asks for them alone. */
const WAITING_STATUS = 'processing';

export interface WatermarkOptions {
	readonly event: EventRow;
	readonly scope: string;
	readonly selection: Selection;
	/** Statuses to emit; empty when the event knows none. */
	readonly statuses: readonly string[];
	/** Seconds a change may take to become visible. */
	readonly overlap: number;
	/** Seconds since 1970 from which on changes are emitted at activation. */
	readonly startFrom: number | undefined;
	readonly source: RecordSource;
	readonly budget: Budget;
	/**
	 * Gives true for an error that means that the service does not take the selection (its version is gone, say), and throws
	 * every other.
	 */
	readonly refusedSelection: (error: unknown) => true;
}

export interface PollResult {
	/** What to emit, earliest change first. */
	readonly records: IDataObject[];
	readonly state: TriggerState;
}

function same(a: Selection, b: Selection): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** A position without its page token, which belongs to the question it was given for. */
function withoutToken<T extends Position>(position: T | undefined): T | undefined {
	if (!position) return undefined;
	return { ...position, token: undefined, fresh: undefined, narrow: undefined };
}

/** One poll: reads, judges, and gives the records together with the state that follows. Nothing is changed before. */
export class Watermark {
	private readonly news: SourceRecord[] = [];

	private ledger = new Ledger([]);

	private waiting = new Set<string>();

	private readonly order: OrderEvidence = { proven: false };

	constructor(private readonly options: WatermarkOptions) {}

	/**
	 * @param before what was remembered, or `undefined` at the first poll
	 * @throws whatever the source throws; then nothing has happened
	 */
	async poll(before: TriggerState | undefined): Promise<PollResult> {
		if (before?.scope !== this.options.scope) return this.finish(await this.activate());
		const state = structuredClone(before);
		this.ledger = new Ledger(state.seen);
		this.waiting = new Set(state.waiting);
		this.order.proven = state.ordered;
		if (same(state.selection, this.options.selection)) {
			state.rebase = undefined;
			await this.read(state);
		} else {
			await this.readWhileChanging(state);
		}
		return this.finish(state);
	}

	/**
	 * Finds out where the present is, by the service's own stamps, and notes what is there.
	 *
	 * Cards that wait for their data entry are looked for first: one that is finished while this goes on is then known as
	 * waiting when it is met, and fires.
	 */
	private async activate(): Promise<TriggerState> {
		const { source, selection, startFrom, scope, overlap, budget } = this.options;
		const state: TriggerState = {
			version: 1,
			scope,
			selection,
			floor: FIRST_SECOND,
			cutoff: FIRST_SECOND,
			ordered: false,
			seen: [],
			waiting: [],
			quietUntil: startFrom === undefined ? LAST_SECOND : startFrom - 1,
			sweep: this.needsSweep() ? { at: FIRST_SECOND, end: LAST_SECOND } : undefined,
		};
		await this.sweep(state);
		const term = { from: FIRST_SECOND, to: LAST_SECOND };
		const newest = await source.page(selection, { ...term, orderBy: 'updatedAt', orderDirection: 'desc' });
		budget.pages += 1;
		isInUpdateOrder(newest, 'desc', this.order);
		const records = [...newest.records].sort((a, b) => a.updated - b.updated);
		const isAll = newest.nextToken === undefined;
		const anchor = records[records.length - ANCHOR] ?? (isAll ? undefined : records[0]);
		state.floor = anchor ? Math.max(FIRST_SECOND, anchor.updated - overlap) : FIRST_SECOND;
		state.cutoff = startFrom ?? state.floor;
		if (startFrom !== undefined && startFrom < state.floor) {
			state.backfill = { at: startFrom, end: state.floor - 1 };
		}
		if (isAll) {
			const present = records.filter(({ updated }) => updated >= state.floor);
			const untaken = present[this.taker(state, state.quietUntil)(present).taken];
			if (untaken) state.live = { at: untaken.updated };
		} else {
			await this.readLive(state);
		}
		// What stands beyond the newest stamp of this moment will have come later.
		if (state.live && startFrom === undefined) state.quietUntil = records[records.length - 1]?.updated;
		await this.readBackfill(state);
		return state;
	}

	/** A card that was `processing` before anybody looked has to be known, or its completion would be no news. */
	private needsSweep(): boolean {
		const { event, statuses } = this.options;
		return event.fires === 'once' && statuses.length > 0 && !statuses.includes(WAITING_STATUS);
	}

	private async read(state: TriggerState): Promise<void> {
		await this.sweep(state);
		await this.readLive(state);
		await this.recheck(state);
		await this.readBackfill(state);
	}

	/**
	 * After an edit the former selection stays in force until everything that the new one shows of the past is noted;
	 * only then does it take over. So nothing old is emitted because it newly belongs, or looks different, and no change
	 * of these minutes is lost.
	 */
	private async readWhileChanging(state: TriggerState): Promise<void> {
		const rebase = await this.note(state);
		const refused = await this.read(state).then(() => false, this.options.refusedSelection);
		if (refused) {
			this.takeOver(state, rebase);
			return;
		}
		const judge = this.judge(state);
		for (const record of this.news) judge.noteStamp(record);
		if (rebase.position || state.live || state.backfill || state.sweep) state.rebase = rebase;
		else this.takeOver(state, rebase);
	}

	private takeOver(state: TriggerState, rebase: Rebase): void {
		for (const [second, ...keys] of rebase.seen) for (const key of keys) this.ledger.add(second, key);
		for (const key of rebase.waiting) this.waiting.add(key);
		state.selection = rebase.selection;
		state.rebase = undefined;
		state.live = withoutToken(state.live);
		state.backfill = withoutToken(state.backfill);
		state.recheck = withoutToken(state.recheck);
	}

	/** Notes what the new selection shows, beside the ledger in force. */
	private async note(state: TriggerState): Promise<Rebase> {
		const { selection } = this.options;
		const begun = state.rebase && same(state.rebase.selection, selection) ? state.rebase : undefined;
		if (begun && !begun.position) return begun;
		const ledger = new Ledger(begun?.seen ?? []);
		const waiting = new Set(begun?.waiting ?? []);
		const judge = new Judge({ ...this.options, ledger, waiting, cutoff: state.cutoff });
		const take: Taker = (records) => ({
			taken: records.length,
			fresh: records.filter((record) => judge.judge(record, true) !== 'known').length > 0,
		});
		const start = begun?.position ?? { at: state.floor };
		const reader = new Reader({ ...this.options, order: this.order, selection, take, maxPages: REBASE_PAGES });
		const position = await reader.read({ ...start, end: LAST_SECOND });
		return { selection, position, seen: ledger.toSeen(), waiting: [...waiting] };
	}

	private judge(state: TriggerState): Judge {
		return new Judge({ ...this.options, ledger: this.ledger, waiting: this.waiting, cutoff: state.cutoff });
	}

	/** Takes records until the poll is full; those up to `quietUntil` are noted and not emitted. */
	private taker(state: TriggerState, quietUntil = -Infinity): Taker {
		const { budget } = this.options;
		const judge = this.judge(state);
		return (records) => {
			let taken = 0;
			let fresh = false;
			for (const record of records) {
				if (!budget.hasRoom) break;
				const verdict = judge.judge(record, record.updated <= quietUntil);
				if (verdict !== 'known') fresh = true;
				if (verdict === 'news') {
					this.news.push(record);
					budget.spend();
				}
				taken += 1;
			}
			return { taken, fresh };
		};
	}

	private reader(state: TriggerState, take: Taker, changes: { maxPages?: number; entryStatus?: string[] } = {}): Reader {
		const { maxPages, ...selection } = changes;
		return new Reader({
			...this.options,
			order: this.order,
			selection: { ...state.selection, ...selection },
			take,
			maxPages,
		});
	}

	private async sweep(state: TriggerState): Promise<void> {
		if (!state.sweep) return;
		const judge = this.judge(state);
		const take: Taker = (records) => ({
			taken: records.length,
			fresh: records.filter((record) => judge.await(record) !== 'known').length > 0,
		});
		const { end } = state.sweep;
		const position = await this.reader(state, take, { entryStatus: [WAITING_STATUS] }).read(state.sweep);
		state.sweep = position && { ...position, end };
	}

	/** The present: from the floor on, or, where too much lies there, from the newest records on. */
	private async readLive(state: TriggerState): Promise<void> {
		const isDense = this.ledger.size > DENSE || state.recheck !== undefined;
		const start = state.live ?? { at: isDense ? this.frontier(state) : state.floor };
		if (isDense && !state.live && !state.recheck && start.at > state.floor) {
			state.recheck = { at: state.floor, end: start.at - 1, floorAfter: this.followedFloor(state) };
		}
		const take = this.taker(state, state.quietUntil);
		state.live = await this.reader(state, take).read({ ...start, end: LAST_SECOND });
	}

	/** Reads a large overlap again, some pages at each poll; when it is through, the floor may follow. */
	private async recheck(state: TriggerState): Promise<void> {
		if (!state.recheck) return;
		const { end, floorAfter } = state.recheck;
		const reader = this.reader(state, this.taker(state), { maxPages: RECHECK_PAGES });
		const position = await reader.read(state.recheck);
		state.recheck = position && { ...position, end, floorAfter };
		if (!position) state.floor = Math.max(state.floor, floorAfter);
	}

	private async readBackfill(state: TriggerState): Promise<void> {
		if (!state.backfill) return;
		const { end } = state.backfill;
		const position = await this.reader(state, this.taker(state)).read(state.backfill);
		state.backfill = position && { ...position, end };
	}

	/** Where the newest records begin; a second with more records than a page counts as past. */
	private frontier(state: TriggerState): number {
		const anchor = this.ledger.newest(ANCHOR) ?? state.floor;
		return this.ledger.countIn(anchor) > CROWD ? anchor + 1 : anchor;
	}

	/** The floor that follows from what has been read: behind the anchor by the overlap and the length of this poll. */
	private followedFloor(state: TriggerState): number {
		const { overlap, budget } = this.options;
		const anchor = this.ledger.newest(ANCHOR);
		if (anchor === undefined) return state.floor;
		return Math.max(state.floor, anchor - overlap - budget.elapsedSeconds);
	}

	private finish(state: TriggerState): PollResult {
		const { event } = this.options;
		if (!state.recheck) {
			state.floor = Math.min(this.followedFloor(state), state.live?.at ?? Infinity);
		}
		if (!state.live) {
			state.quietUntil = undefined;
			if (!state.backfill) state.cutoff = state.floor;
		}
		const needed = event.fires === 'once' ? Math.min(state.floor, state.cutoff) : state.floor;
		const oldest = Math.min(needed, state.backfill?.at ?? Infinity);
		this.ledger.prune((second) => second >= oldest);
		state.ordered = this.order.proven;
		state.seen = this.ledger.toSeen();
		state.waiting = [...this.waiting];
		const records = this.news.sort((a, b) => a.updated - b.updated).map(({ json }) => json);
		return { records, state };
	}
}
