import type { IDataObject } from 'n8n-workflow';
import { keepsUpdateOrder, orError, OutOfTime, PageRefused } from '../shared';
import type { Budget } from './budget';
import { Judge } from './judge';
import type { EventRow } from './events';
import { Ledger } from './ledger';
import { notePageSize, Reader } from './reader';
import type { Evidence, Taker } from './reader';
import { FIRST_SECOND, LAST_SECOND } from './source';
import type { RecordSource, SourceRecord } from './source';
import type { Position, Rebase, Selection, Stretch, TriggerState } from './state';

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

/** Records on a page, as long as the service has not shown otherwise. */
const PAGE_SIZE = 300;

/** What needs more pages than this is not read again as a whole at each poll but by and by, so many pages a poll. */
const RECHECK_PAGES = 10;

/** Pages of a changed selection that one poll notes, so that the poll itself gets its turn. */
const REBASE_PAGES = 100;

/** Times that one poll looks for a moment in which nothing changes, and that all of them do. */
const REBASE_TRIES = 3;
const MOST_REBASE_TRIES = 60;

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

/** The seconds of a stretch that are still to be read by another selection; of a second in `known` a part has been. */
function restOf(stretch: Stretch | undefined, known: ReadonlySet<number>): Stretch | undefined {
	return stretch && { at: known.has(stretch.at) ? stretch.at + 1 : stretch.at, end: stretch.end };
}

/** The newest records of the service, earliest change first. */
interface Newest {
	readonly records: readonly SourceRecord[];
	/** The stamp that the floor follows; `undefined` where there are too few records to tell. */
	readonly anchor: number | undefined;
	/** Whether these are all records there are, shown in one answer. */
	readonly isAll: boolean;
}

/** One poll: reads, judges, and gives the records together with the state that follows. Nothing is changed before. */
export class Watermark {
	private readonly news: SourceRecord[] = [];

	private ledger = new Ledger([]);

	private waiting = new Set<string>();

	private evidence: Evidence = { ordered: false, pageSize: 0 };

	/** Up to here this poll may raise the floor. */
	private ceiling = Infinity;

	/** Whether the present has been read from beginning to end, and nothing beside it. */
	private isWhole = false;

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
		this.evidence = { ordered: state.ordered, pageSize: state.pageSize };
		if (same(state.selection, this.options.selection)) {
			state.rebase = undefined;
			await this.read(state);
		} else {
			await this.readWhileChanging(state);
		}
		return this.finish(state);
	}

	/** Finds out where the present is, by the service's own stamps, and notes what is there. */
	private async activate(): Promise<TriggerState> {
		const { selection, startFrom, scope, overlap } = this.options;
		const { records, anchor, isAll } = await this.newest(selection);
		const floor = anchor === undefined ? FIRST_SECOND : Math.max(FIRST_SECOND, anchor - overlap);
		const state: TriggerState = {
			version: 2,
			scope,
			selection,
			floor,
			cutoff: startFrom ?? floor,
			ordered: false,
			pageSize: 0,
			seen: [],
			waiting: [],
			quietUntil: startFrom === undefined ? LAST_SECOND : startFrom - 1,
			sweep: this.needsSweep() ? { at: FIRST_SECOND, end: LAST_SECOND } : undefined,
		};
		if (startFrom !== undefined && startFrom < floor) state.backfill = { at: startFrom, end: floor - 1 };
		// The newest records are noted at once: should the rest take several polls, they cannot be told from later ones.
		const present = records.filter(({ updated }) => updated >= floor);
		const untaken = isAll || startFrom === undefined ? present[this.taker(state)(present).taken] : present[0];
		if (!isAll || untaken) state.live = { at: isAll && untaken ? untaken.updated : floor, ceiling: floor };
		await this.sweep(state);
		if (!isAll) await this.readLive(state);
		if (state.live && startFrom === undefined) state.quietUntil = anchor ?? FIRST_SECOND;
		await this.readBackfill(state);
		return state;
	}

	/**
	 * The newest records, as many as it takes to find the anchor.
	 *
	 * @throws whatever the source throws
	 */
	private async newest(selection: Selection): Promise<Newest> {
		const { source, budget } = this.options;
		const term = { from: FIRST_SECOND, to: LAST_SECOND, orderBy: 'updatedAt', orderDirection: 'desc' } as const;
		const met = new Map<string, SourceRecord>();
		let token: string | undefined;
		let isAll = false;
		for (let pages = 0; pages < ANCHOR && met.size < ANCHOR; pages += 1) {
			const page = await orError(source.page(selection, { ...term, token }), PageRefused);
			if (page instanceof PageRefused) {
				token = undefined;
				continue;
			}
			budget.pages += 1;
			notePageSize(page, this.evidence);
			keepsUpdateOrder(page.records, 'desc', this.evidence);
			for (const record of page.records) met.set(record.id, record);
			isAll = page.nextToken === undefined && pages === 0;
			token = page.nextToken;
			if (token === undefined) break;
		}
		const records = [...met.values()].sort((a, b) => a.updated - b.updated);
		return { records, anchor: records[records.length - ANCHOR]?.updated, isAll };
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
	 * of these minutes is lost: it takes over in a moment in which nothing changes, when the former selection brings
	 * nothing new after all has been noted.
	 */
	private async readWhileChanging(state: TriggerState): Promise<void> {
		const { selection } = this.options;
		if (state.rebase && !same(state.rebase.selection, selection)) state.rebase = undefined;
		const refused = await this.read(state).then(() => false, this.options.refusedSelection);
		if (refused) return await this.readAnew(state);
		const rebase = state.rebase ?? { selection, position: { at: state.floor }, seen: [], waiting: [], tries: 0 };
		state.rebase = rebase;
		if (state.live || state.backfill || state.sweep) return;
		for (let tries = 0; tries < REBASE_TRIES; tries += 1) {
			await this.note(state, rebase);
			if (rebase.position) return;
			const met = this.news.length;
			const reader = this.reader(state, this.taker(state), { maxPages: REBASE_PAGES });
			const isRead = !(await reader.read({ at: state.floor, end: LAST_SECOND }));
			if (isRead && this.news.length === met) return this.takeOver(state, rebase);
			rebase.tries += 1;
			const isHopeless = (!isRead && this.options.budget.mayRead) || rebase.tries >= MOST_REBASE_TRIES;
			rebase.position = { at: state.floor };
			if (!isHopeless) continue;
			await this.readLive(state);
			if (state.live) return;
			this.noteStamps(state, rebase, this.news.slice(met));
			return this.takeOver(state, rebase);
		}
	}

	private takeOver(state: TriggerState, rebase: Rebase): void {
		// What fires once is known by its id in every selection; a content by another content in each.
		const before = this.ledger;
		const seen = this.options.event.fires === 'once' ? [...before.toSeen(), ...rebase.seen] : rebase.seen;
		this.ledger = new Ledger(seen);
		// What the new selection does not show of these seconds, another one may: it is no news there.
		for (const second of before.readSeconds) this.ledger.addSecond(second);
		for (const key of rebase.waiting) this.waiting.add(key);
		state.selection = rebase.selection;
		state.rebase = undefined;
		// Its page token belongs to the former selection; it begins again.
		state.recheck = undefined;
	}

	/** Notes what the new selection shows, beside the ledger in force. */
	private async note(state: TriggerState, rebase: Rebase): Promise<void> {
		const ledger = new Ledger(rebase.seen);
		const waiting = new Set(rebase.waiting);
		const judge = new Judge({ ...this.options, ledger, waiting, cutoff: state.cutoff });
		const take: Taker = (records) => ({
			taken: records.length,
			fresh: records.filter((record) => judge.judge(record, true) !== 'known').length > 0,
		});
		const { selection } = rebase;
		const reader = new Reader({ ...this.options, evidence: this.evidence, selection, take, maxPages: REBASE_PAGES });
		const start = rebase.position ?? { at: state.floor };
		rebase.position = await reader.read({ ...start, end: LAST_SECOND });
		rebase.seen = ledger.toSeen();
		rebase.waiting = [...waiting];
		// What has come since an earlier poll may lie behind the place where this one went on.
		const begin = start.token === undefined ? start.at : start.at + 1;
		this.noteStamps(state, rebase, this.news.filter(({ updated }) => updated < begin));
	}

	/** Counts records that were emitted as known to the new selection, whatever they look like there. */
	private noteStamps(state: TriggerState, rebase: Rebase, records: readonly SourceRecord[]): void {
		const ledger = new Ledger(rebase.seen);
		const judge = new Judge({ ...this.options, ledger, waiting: new Set(), cutoff: state.cutoff });
		for (const record of records) judge.noteStamp(record);
		rebase.seen = ledger.toSeen();
	}

	/**
	 * When the service does not take the former selection any longer, there is nothing to compare with: the new one takes over
	 * at once, and what it shows is news where it carries a second of which nothing was ever read.
	 */
	private async readAnew(state: TriggerState): Promise<void> {
		const { selection, event } = this.options;
		const known = new Set(this.ledger.readSeconds);
		if (event.fires === 'each state') state.quietSeconds = [...known];
		state.backfill = restOf(state.backfill, known);
		state.sweep = restOf(state.sweep, new Set());
		this.takeOver(state, { selection, seen: [], waiting: [], tries: 0 });
		state.live = { at: state.floor, ceiling: state.floor };
		return await this.read(state);
	}

	private judge(state: TriggerState): Judge {
		return new Judge({ ...this.options, ledger: this.ledger, waiting: this.waiting, cutoff: state.cutoff });
	}

	/** Takes records until the poll is full; those of quiet times are noted and not emitted. */
	private taker(state: TriggerState): Taker {
		const { budget, event } = this.options;
		const { quietUntil = -Infinity } = state;
		const quietSeconds = new Set(state.quietSeconds);
		const time = event.fires === 'once' ? 'registered' : 'updated';
		const judge = this.judge(state);
		return (records) => {
			let taken = 0;
			let fresh = false;
			for (const record of records) {
				if (!budget.hasRoom) break;
				const isQuiet = record[time] <= quietUntil || quietSeconds.has(record.updated);
				const verdict = judge.judge(record, isQuiet);
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
			evidence: this.evidence,
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
		const isAlone = !state.live && !state.backfill;
		const take = this.taker(state);
		if (state.live) {
			const { ceiling, ...start } = state.live;
			this.ceiling = ceiling;
			return this.stopLive(state, await this.reader(state, take).read({ ...start, end: LAST_SECOND }), ceiling);
		}
		const isDense = state.recheck !== undefined || this.ledger.countFrom(state.floor) > RECHECK_PAGES * this.pageSize;
		const at = isDense ? this.frontier(state) : state.floor;
		if (isDense) {
			this.ceiling = state.floor;
			if (at > state.floor) {
				state.recheck ??= { at: state.floor, end: at - 1, floorAfter: this.followedFloor(state), isAlone };
			}
		}
		this.isWhole = isAlone && at === state.floor;
		const position = await this.reader(state, take, { maxPages: 1 }).read({ at, end: LAST_SECOND });
		if (!position) return;
		const ceiling = isDense ? state.floor : await this.presentFloor(state);
		this.stopLive(state, await this.reader(state, take).read({ ...position, end: LAST_SECOND }), ceiling);
	}

	private stopLive(state: TriggerState, position: Position | undefined, ceiling: number): void {
		state.live = position && { ...position, ceiling };
	}

	/** Reads a large overlap again, some pages at each poll; when it is through, the floor may follow. */
	private async recheck(state: TriggerState): Promise<void> {
		if (!state.recheck) return;
		const { end, floorAfter, isAlone } = state.recheck;
		const position = await this.reader(state, this.taker(state), { maxPages: RECHECK_PAGES }).read(state.recheck);
		state.recheck = position && { ...position, end, floorAfter, isAlone };
		if (position) return;
		state.floor = Math.max(state.floor, floorAfter);
		this.isWhole = isAlone;
	}

	private async readBackfill(state: TriggerState): Promise<void> {
		if (!state.backfill) return;
		const { end } = state.backfill;
		const position = await this.reader(state, this.taker(state)).read(state.backfill);
		state.backfill = position && { ...position, end };
	}

	private get pageSize(): number {
		return this.evidence.pageSize || PAGE_SIZE;
	}

	/** Where the newest records begin; a second with more records than a page counts as past. */
	private frontier(state: TriggerState): number {
		const anchor = this.ledger.newest(ANCHOR) ?? state.floor;
		return this.ledger.countIn(anchor) > this.pageSize ? anchor + 1 : anchor;
	}

	/** The floor that follows from what has been read: behind the anchor by the overlap and the length of this poll. */
	private followedFloor(state: TriggerState): number {
		return this.floorBehind(this.ledger.newest(ANCHOR), state);
	}

	/**
	 * The floor that follows from the present of the service. What lies before it can be read once and for all; a reading
	 * that takes more than one poll meets the rest too early, and it has to be read again.
	 */
	private async presentFloor(state: TriggerState): Promise<number> {
		const newest = await orError(this.newest(state.selection), OutOfTime);
		return newest instanceof OutOfTime ? this.followedFloor(state) : this.floorBehind(newest.anchor, state);
	}

	private floorBehind(anchor: number | undefined, { floor }: TriggerState): number {
		const { overlap, budget } = this.options;
		return anchor === undefined ? floor : Math.max(floor, anchor - overlap - budget.elapsedSeconds);
	}

	private finish(state: TriggerState): PollResult {
		const { event } = this.options;
		const followed = Math.min(this.followedFloor(state), state.live?.at ?? Infinity, this.ceiling);
		state.floor = Math.max(state.floor, followed);
		if (!state.live) state.quietUntil = state.quietSeconds = undefined;
		// A record can leave what is still to be read of the past while the present has been read: it is met a poll later.
		if (!state.live && this.isWhole) state.cutoff = state.floor;
		const needed = event.fires === 'once' ? Math.min(state.floor, state.cutoff) : state.floor;
		const oldest = Math.min(needed, state.backfill?.at ?? Infinity);
		this.ledger.prune((second) => second >= oldest);
		state.ordered = this.evidence.ordered;
		state.pageSize = this.evidence.pageSize;
		state.seen = this.ledger.toSeen();
		state.waiting = [...this.waiting];
		const records = this.news.sort((a, b) => a.updated - b.updated).map(({ json }) => json);
		return { records, state };
	}
}
