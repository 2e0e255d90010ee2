import type { IDataObject } from 'n8n-workflow';
import { firesOnce, POLL_MS } from './history';
import type { Options } from './history';
import { fieldsOf, shown, shownTime, versionOf } from './records';
import type { State } from './records';
import type { Service } from './service';

/** What a trigger may do wrong: with records, and on the whole. */
export const KINDS = [
	...(['lost', 'repeated', 'late', 'old', 'foreign'] as const),
	...(['dead', 'stopped', 'silent', 'damage', 'costly'] as const),
];

export interface Finding {
	readonly kind: (typeof KINDS)[number];
	readonly text: string;
	/** The first poll from this moment on, on the true clock, is the one that went wrong. */
	readonly since: number;
}

/** A poll as it is seen from outside. */
export interface Poll {
	readonly startedAt: number;
	readonly endedAt: number;
	readonly options: Options;
	readonly items: readonly IDataObject[];
	readonly error?: unknown;
	/** Calls that were answered with a page, and that failed. */
	readonly answered: number;
	readonly failed: number;
	/** Whether there was no time for another call. */
	readonly isOver: boolean;
	/** Whether the trigger remembers something else by now. */
	readonly isKept: boolean;
}

/** A state that may have to be emitted. */
interface Debt {
	readonly state: State;
	/** Since when the record has shown other states with this time; `Infinity` where it has not. */
	readonly sameSince: number;
	/** How much of the time that it may take has passed: 1 is late. */
	waited: number;
}

/** What a trigger goes on from, and goes back to when n8n is killed. */
interface Known {
	readonly last?: Poll;
	/** When options were edited, and the newest second that was shown by then. */
	readonly edits: ReadonlyArray<{ readonly at: number; readonly former: Options; readonly newest: number }>;
	/** Polls with nothing in their way in which what was there at activation may not have been read completely. */
	readonly activatingFor: number;
}

/** Polls in which a state has to come that was shown through all of them, where nothing is in the way. */
const MAX_POLLS = 2;
/** The same while pages fail, or once they do no longer; and readings of what does not fit a third of a poll. */
const MAX_POLLS_AROUND = 20;
const READINGS = 4;

/** Contents that are emitted of one record with one update time. */
const MAX_CONTENTS = 5;

/** Records of the service that the watermark goes by (contract: Trigger 3). */
const WITNESSES = 10;

/** Whether a poll ended with what a person can read, and not with a fault of the program. */
export function isInWords(error: unknown): boolean {
	const faults = [TypeError, RangeError, ReferenceError, SyntaxError];
	return error instanceof Error && !faults.some((kind) => error instanceof kind);
}

function isShownAt({ shownFrom, shownTo }: State, moment: number): boolean {
	return shownFrom <= moment && shownTo > moment;
}

function isReadable({ updatedForm }: State): boolean {
	return updatedForm === 'stamp';
}

/** Whether its time tells when it changed. */
function isTimely(state: State): boolean {
	return isReadable(state) && !state.ahead;
}

/**
 * Says from a history what a trigger must emit and must not emit. It knows the promises, what the service showed when,
 * and when polls began and ended; it knows nothing of how a trigger works.
 */
export class Oracle {
	/** The poll that was the first to succeed. */
	activation: Poll | undefined;

	private readonly isOnce: boolean;
	private known: Known = { edits: [], activatingFor: 0 };
	private stored = this.known;

	/** What is owed, and what of it came late or never; showings up to here have been looked at. */
	private debts: Debt[] = [];
	private readonly lateDebts = new Set<Debt>();
	private load = 0;
	private met = 0;

	/** What came, what must not come, and what may or may not: states by their version, records by their id. */
	private readonly emitted = new Set<number | string>();
	private readonly old = new Set<number | string>();
	private readonly excused = new Set<number | string>();

	/** Records that wait for their status. */
	private readonly waiting = new Set<string>();

	/** Contents that a time has shown, and those that came of one that differs at each reading. */
	private readonly times = new Map<string, { count: number; readonly since: number }>();
	private readonly wavering = new Map<string, number>();

	/** Polls since pages failed for some time, and those in a row that said nothing of it and brought nothing. */
	private sinceBad = Infinity;
	private silentPolls = 0;

	private lastPollAt = 0;

	constructor(
		private readonly service: Service,
		private readonly startFrom: number | undefined,
		readonly findings: Finding[] = [],
	) {
		this.isOnce = firesOnce(service.traits.event);
	}

	/** Whether pages have not failed for some time. */
	get isCalm(): boolean {
		return this.sinceBad > MAX_POLLS_AROUND;
	}

	/** Records that one poll can bring. */
	private get perPoll(): number {
		const { latencyMs, pageSize, keepsOrder, maxRecords } = this.service.traits;
		const calls = Math.max(1, Math.floor(POLL_MS / latencyMs) - 3);
		return Math.min(maxRecords, (calls * pageSize) / (keepsOrder ? 1 : 3));
	}

	/** Polls in which everything that is owed has to come. */
	get mostPolls(): number {
		return this.allowed(this.load) + MAX_POLLS_AROUND;
	}

	/** @param since the moment from which polls went wrong; the last poll did without it */
	report(kind: Finding['kind'], text: string, since = this.lastPollAt): void {
		this.findings.push({ kind, text, since });
	}

	/** The workflow starts afresh: with another event, credential or range. */
	afresh(): Oracle {
		this.judgeLate();
		return new Oracle(this.service, this.startFrom, this.findings);
	}

	/** What the trigger remembers has been stored. */
	save(): void {
		this.stored = this.known;
	}

	/** The trigger goes on with what was stored last. */
	restore(): void {
		this.known = this.stored;
		for (const debt of this.debts) debt.waited = 0;
	}

	/** Judges a poll whose end n8n has seen. */
	judge(poll: Poll): void {
		this.lastPollAt = poll.startedAt;
		this.sinceBad = this.service.badPages.length > 0 ? 0 : this.sinceBad + 1;
		this.takeUp(poll);
		// A poll that fails may have gone on all the same (contract: Trigger 9).
		if (poll.error === undefined || poll.isKept) this.goOn(poll);
		if (poll.error !== undefined) return this.checkError(poll);
		if (poll.answered === 0) this.report('dead', 'A poll that got no answer looks healthy');
		if (!this.activation) this.activate(poll);
		this.checkItems(poll);
		const activatingFor = this.known.activatingFor - Number(!this.isCutShort(poll));
		if (this.known.activatingFor > 0) this.excuseWhileActivating();
		this.known = { ...this.known, activatingFor };
		this.callIn(poll);
		this.checkSilence(poll);
		this.debts = this.debts.filter(({ state }) => state.shownTo === Infinity && !this.hasEmitted(state));
	}

	/** What is owed and lists still show, and have shown since a moment only. */
	outstanding(since = -Infinity): Debt[] {
		return this.debts.filter((debt) => {
			const { state } = debt;
			return state.shownFrom >= since && state.shownTo === Infinity && this.isOwed(debt) && !this.isHidden(state);
		});
	}

	hasEmitted(state: State): boolean {
		return this.emitted.has(this.markOf(state));
	}

	/** After the last poll, when no further one would bring anything: what is still owed is lost. */
	finish(): void {
		this.judgeLate();
		for (const debt of this.outstanding()) {
			if (!this.lateDebts.has(debt)) this.report('lost', JSON.stringify(debt), debt.state.shownFrom);
		}
	}

	private judgeLate(): void {
		for (const debt of this.lateDebts) {
			const kind = this.hasEmitted(debt.state) ? 'late' : 'lost';
			this.report(kind, JSON.stringify(debt), debt.state.shownFrom);
		}
	}

	private markOf({ id, version }: State): number | string {
		return this.isOnce ? id : version;
	}

	/** What a list shows of which an event that fires once has not chosen the status: it is read all the same. */
	private isShown(state: State, options: Options): boolean {
		return this.service.matches(state, this.isOnce ? { ...options, entryStatus: [] } : options);
	}

	private isCutShort({ items, isOver, failed }: Poll): boolean {
		return isOver || failed > 0 || items.length >= this.service.traits.maxRecords || this.service.badPages.length > 0;
	}

	private takeUp(poll: Poll): void {
		const { appeared } = this.service;
		for (const state of appeared.slice(this.met)) {
			if (state.shownTo <= poll.startedAt) continue;
			const time = this.times.get(shownTime(state)) ?? { count: 0, since: state.shownFrom };
			time.count += state.unsteady === 'value' ? MAX_CONTENTS : 1;
			this.times.set(shownTime(state), time);
			if (time.count > MAX_CONTENTS) continue;
			this.debts.push({ state, sameSince: time.count > 1 ? time.since : Infinity, waited: 0 });
		}
		this.met = appeared.length;
	}

	private activate(poll: Poll): void {
		this.activation = poll;
		if (this.startFrom === undefined)
			this.known = { ...this.known, activatingFor: this.allowed(this.windowSize(poll)) - 1 };
		for (const state of this.service.appeared.filter((one) => isShownAt(one, poll.startedAt))) {
			if (this.service.matches(state, poll.options)) {
				if (this.isOld(state)) this.old.add(this.markOf(state));
			} else if (state.status === 'processing' && this.isShown(state, poll.options) && state.shownTo > poll.endedAt) {
				this.waiting.add(state.id);
			}
		}
	}

	/** Whether a state that is there at activation must not come. */
	private isOld(state: State): boolean {
		const { isOnce, startFrom = Infinity } = this;
		const { registered, registeredForm, updated } = state;
		if (isOnce) return registeredForm === 'stamp' && registered <= updated && registered < startFrom;
		return startFrom === Infinity || (isReadable(state) && updated < startFrom);
	}

	/** While what was there at activation is still being read, a change is told from it by its time alone. */
	private excuseWhileActivating(): void {
		for (const { state } of this.debts) {
			if (!isTimely(state) || (this.isOnce && state.registered > state.updated)) this.excused.add(this.markOf(state));
		}
	}

	/** The newest second that ten records have shown to somebody with these options. */
	private reachedBy(moment: number, options: Options): number {
		const witnesses = this.service.appeared.filter((state) => {
			return isShownAt(state, moment) && isTimely(state) && this.isShown(state, options);
		});
		return witnesses.map(({ updated }) => updated).sort((a, b) => b - a)[WITNESSES - 1] ?? -Infinity;
	}

	private goOn(poll: Poll): void {
		const { last } = this.known;
		if (last && JSON.stringify(last.options) !== JSON.stringify(poll.options)) this.noteEdit(last, poll);
		this.known = { ...this.known, last: poll };
	}

	/** What only the new options show and was there before is known; what changed since the last poll goes by them. */
	private noteEdit(last: Poll, poll: Poll): void {
		const isWhole = !this.isCutShort(last) && this.isCalm;
		const former = last.options;
		const reached = this.reachedBy(last.startedAt, former);
		// Where the former options have shown little, what the new ones show cannot be dated.
		const moment = Number.isFinite(reached) ? last.endedAt : poll.endedAt;
		let newest = -Infinity;
		for (const state of this.service.appeared) {
			if (state.shownFrom <= moment && !state.ahead) newest = Math.max(newest, state.updated);
			if (state.shownFrom > poll.endedAt || state.shownTo <= last.startedAt) continue;
			if (this.service.matches(state, former) || !this.service.matches(state, poll.options)) continue;
			if (this.isOnce) this.excused.add(state.id);
			else if (isWhole && isShownAt(state, last.startedAt) && isReadable(state) && state.updated <= reached)
				this.old.add(state.version);
		}
		const edit = { at: poll.endedAt, former, newest };
		this.known = { ...this.known, edits: [...this.known.edits, edit] };
	}

	private checkItems({ items, options }: Poll): void {
		if (items.length > this.service.traits.maxRecords) this.report('foreign', `${items.length} items`);
		let before = -Infinity;
		for (const item of items) {
			const state = this.service.states[versionOf(item)];
			// One that is collated by now may have been shown before, or by a list that was made before.
			const { collated, past } = this.service;
			const fits = state && (this.service.matches(state, options) || collated.has(state.version) || past.has(state.id));
			const isAsked = fits && fieldsOf(item) === fieldsOf(shown(state, options, 0));
			if (!isAsked) this.report('foreign', JSON.stringify(item));
			if (!state) continue;
			if (isReadable(state) && state.updated < before) this.report('foreign', `Not in order: ${JSON.stringify(item)}`);
			if (isReadable(state)) before = state.updated;
			this.checkNovelty(state);
			this.emitted.add(this.markOf(state));
		}
	}

	private checkNovelty(state: State): void {
		const text = JSON.stringify(state);
		// Nobody can tell whether a record was registered before when it does not show its registration.
		if (this.isOnce && state.registeredForm !== 'stamp') return;
		if (!this.isOnce && state.unsteady === 'value') {
			const times = (this.wavering.get(shownTime(state)) ?? 0) + 1;
			this.wavering.set(shownTime(state), times);
			if (times > MAX_CONTENTS * (1 + this.known.edits.length))
				this.report('repeated', `For the ${times}th time: ${text}`);
			return;
		}
		if (this.hasEmitted(state)) this.report('repeated', text);
		else if (this.old.has(this.markOf(state))) this.report('old', text);
	}

	private isOwed({ state, sameSince }: Debt): boolean {
		const { activation, startFrom, isOnce } = this;
		const { last, edits } = this.known;
		if (!activation || !last || !this.service.matches(state, last.options) || this.hasEmitted(state)) return false;
		if (this.service.collated.has(state.version)) return false;
		if (this.old.has(this.markOf(state)) || this.excused.has(this.markOf(state))) return false;
		for (const { at, former, newest } of edits) {
			if (sameSince <= at) return false;
			const time = isOnce ? state.registered : state.updated;
			if (!(isTimely(state) && time > newest) && !this.isShown(state, former)) return false;
		}
		const isSince = (isOnce ? state.createdAt : state.madeAt) > activation.endedAt;
		if (!isOnce) return startFrom === undefined || !isReadable(state) ? isSince : state.updated >= startFrom;
		if (this.waiting.has(state.id)) return true;
		if (state.registeredForm !== 'stamp' || startFrom === undefined) return isSince;
		return state.registered >= startFrom && state.registered <= state.updated && !state.ahead;
	}

	/** Whether a state cannot be read: no time range shows it without a page that fails. */
	private isHidden(state: State): boolean {
		return this.service.badPages.some(({ ofWaiting, holds }) => {
			if (ofWaiting) return this.waiting.has(state.id);
			return this.service.shownStates().some((one) => Math.abs(one.updated - state.updated) <= 1 && holds(one));
		});
	}

	/** Polls in which so many records have to be read, where nothing is in the way. */
	private allowed(load: number): number {
		return load * 3 <= this.perPoll ? MAX_POLLS : MAX_POLLS + Math.ceil((READINGS * load) / this.perPoll);
	}

	private callIn(poll: Poll): void {
		const owed = this.debts.filter((debt) => debt.state.shownFrom <= poll.startedAt && this.isOwed(debt));
		if (owed.length === 0) return;
		this.load = owed.length + this.windowSize(poll) + poll.items.length;
		const isHindered = this.isCutShort(poll) || !this.isCalm;
		const part = 1 / (this.allowed(this.load) + (isHindered ? MAX_POLLS_AROUND : 0));
		for (const debt of owed) {
			if (debt.state.shownTo <= poll.endedAt) continue;
			debt.waited = this.isHidden(debt.state) ? 0 : debt.waited + part;
			if (debt.waited > 0.999) this.lateDebts.add(debt);
		}
	}

	/** Records that are read with the newest at every poll: those within the overlap, and those that are waiting. */
	private windowSize({ startedAt, options }: Poll): number {
		const reached = this.reachedBy(startedAt, options);
		const isIn = ({ updated, status }: State) =>
			updated >= reached - this.service.traits.overlap || (this.isOnce && status === 'processing');
		return this.service.shownStates().filter(isIn).length;
	}

	private checkError({ error, answered, failed }: Poll): void {
		this.silentPolls = 0;
		const isExplained = failed > 0 || answered === 0 || !this.isCalm;
		if (!isInWords(error) || !isExplained) this.report('stopped', String((error as Error | null)?.stack ?? error));
	}

	/** While records cannot be read and polls bring nothing, some of them fail in words. */
	private checkSilence({ items }: Poll): void {
		const hidden = this.debts.find((debt) => this.isOwed(debt) && this.isHidden(debt.state));
		this.silentPolls = !hidden || items.length > 0 ? 0 : this.silentPolls + 1;
		if (this.silentPolls === MAX_POLLS_AROUND)
			this.report('silent', `No poll says that records cannot be read: ${JSON.stringify(hidden)}`);
	}
}
