import type { RecordState, ServiceModel, Showing } from './model';
import { StateSet } from './stateSet';
import type { Sight } from './stateSet';

/** What the workflow asks for. */
export interface Wish extends Sight {
	/** Statuses to emit; empty when the event knows none. */
	readonly statuses: readonly string[];
	/** Seconds since 1970 on the service's clock. */
	readonly startFrom: number | undefined;
}

/** One poll that ran to its end and whose items arrived. */
export interface FinishedPoll {
	readonly wish: Wish;
	readonly startedAt: number;
	readonly endedAt: number;
	/** Items it may give at most. */
	readonly maxRecords: number;
	/** Ended early because time or room for records was used up. */
	readonly cutShort: boolean;
	/** Nothing changed in the service while it ran. */
	readonly undisturbed: boolean;
	/** The service did not take a selection any longer. */
	readonly formerRefused: boolean;
	/** The items, as text. */
	readonly items: readonly string[];
}

export type Wrong =
	/** Never emitted, though a poll could read it. */
	| 'lost'
	/** Emitted, but later than at the first poll that could read it. */
	| 'late'
	| 'repeated'
	/** Emitted though it was there before the trigger was. */
	| 'old'
	/** Nothing that the service has ever shown, or not what was asked for. */
	| 'foreign'
	/** Items of one poll not in the order of their changes. */
	| 'disorder'
	/** More items than a poll may give. */
	| 'too many';

export interface Finding {
	readonly wrong: Wrong;
	readonly text: string;
}

/** A state that is to be emitted, and for how many polls it has been there. */
interface Debt {
	readonly showing: Showing;
	/** Newer, by its own time, than everything that was shown by the end of the poll before. */
	readonly onTop: boolean;
	polls: number;
	isLate: boolean;
}

/** What comes back when the trigger goes on with what it had stored. */
interface Saved {
	readonly wishes: readonly Wish[];
	readonly unreadUntil: number;
	readonly previousWasCutShort: boolean;
	readonly isWithoutFormer: boolean;
}

const AT_FIRST: Saved = { wishes: [], unreadUntil: -Infinity, previousWasCutShort: false, isWithoutFormer: false };

function isDue(statuses: readonly string[], { status }: RecordState): boolean {
	return status === undefined || statuses.length === 0 || statuses.includes(status);
}

function wasShownThroughout({ from, to }: Showing, poll: FinishedPoll): boolean {
	return from <= poll.startedAt && to > poll.endedAt;
}

/**
 * Says from a history what a trigger must emit, may emit and must not emit. It knows what the service showed and when,
 * and when polls began and ended; it knows nothing of how the trigger works.
 *
 * A state must be emitted by the end of a poll when lists showed it through the whole of the poll, and neither the poll
 * nor the one before was cut short. Only where there is more to read than a poll is expected to read again (`patience`),
 * a state that did not come on top may take more polls.
 */
export class Oracle {
	readonly findings: Finding[] = [];

	private emitted: StateSet;

	/** What may never be emitted: it was there before the trigger was. */
	private old: StateSet;

	/** Nor this: it was there before an edit brought it into view. */
	private newInView: StateSet;

	/** What may be emitted or not. */
	private excused: StateSet;

	/** Cards that were there with another status than asked for. */
	private waiting = new Set<string>();

	private activation: FinishedPoll | undefined;

	/** What is asked for, each way that may be in force: after an edit the former one too, until polls ran undisturbed. */
	private wishes: readonly Wish[] = [];

	/** Polls since the last edit in which nothing changed. */
	private quietPolls = 0;

	/** The newest time shown when the trigger was activated, as long as what was there then is still being read. */
	private unreadUntil = -Infinity;

	private previousWasCutShort = false;

	/** The service has refused the former selection, and what the present one shows is not read completely. */
	private isWithoutFormer = false;

	private debts: Debt[] = [];

	/** The newest time that was shown by the end of the poll before. */
	private newestBefore = -Infinity;

	private endOfLastPoll = -Infinity;

	/** Showings up to here have been looked at. */
	private met = 0;

	private saved = AT_FIRST;

	/**
	 * @param patience how many polls a state may take that did not come on top
	 */
	constructor(
		private readonly model: ServiceModel,
		private readonly patience: () => number,
	) {
		this.emitted = new StateSet(model);
		this.old = new StateSet(model);
		this.newInView = new StateSet(model);
		this.excused = new StateSet(model);
	}

	/** The workflow starts afresh: with another event, credential or range. */
	startAfresh(): void {
		this.emitted = new StateSet(this.model);
		this.old = new StateSet(this.model);
		this.newInView = new StateSet(this.model);
		this.excused = new StateSet(this.model);
		this.waiting = new Set();
		this.activation = undefined;
		this.debts = [];
		this.met = 0;
		this.newestBefore = -Infinity;
		this.goOnFrom(AT_FIRST);
	}

	/** What the trigger remembers has been stored. */
	save(): void {
		const { wishes, unreadUntil, previousWasCutShort, isWithoutFormer } = this;
		this.saved = { wishes, unreadUntil, previousWasCutShort, isWithoutFormer };
	}

	/** The trigger goes on with what was stored last. */
	restore(): void {
		this.goOnFrom(this.saved);
	}

	/** Looks at a poll that succeeded. */
	afterPoll(poll: FinishedPoll): void {
		if (!this.activation) this.activate(poll);
		this.noticeEdit(poll);
		if (poll.formerRefused) this.newInView = new StateSet(this.model);
		this.checkItems(poll);
		this.takeUpDebts(poll);
		this.isWithoutFormer ||= poll.formerRefused;
		if (this.isWithoutFormer) this.excuseWithoutFormer();
		if (!poll.cutShort) this.isWithoutFormer = false;
		this.excuseDuringActivation();
		if (!poll.cutShort) this.unreadUntil = -Infinity;
		if (!poll.cutShort && !this.previousWasCutShort) this.callInDebts(poll);
		this.previousWasCutShort = poll.cutShort;
		this.endOfLastPoll = poll.endedAt;
		if (poll.undisturbed && !poll.cutShort) this.endEdit(poll);
	}

	/** After the last poll, when no further one would bring anything: what is still owed is lost. */
	finish(): void {
		for (const debt of this.debts) {
			const { showing, isLate, polls } = debt;
			if (this.emitted.has(showing.state, this.wishes)) continue;
			const isThere = showing.to === Infinity && polls > 0 && this.isOwed(debt);
			if (isLate || isThere) this.report('lost', JSON.stringify(showing));
		}
	}

	private goOnFrom({ wishes, unreadUntil, previousWasCutShort, isWithoutFormer }: Saved): void {
		this.wishes = wishes;
		this.isWithoutFormer = isWithoutFormer;
		this.unreadUntil = unreadUntil;
		this.previousWasCutShort = previousWasCutShort;
		this.quietPolls = 0;
	}

	private activate(poll: FinishedPoll): void {
		this.activation = poll;
		this.wishes = [poll.wish];
		if (poll.cutShort) this.unreadUntil = this.model.newestTime;
		const present = this.model.showings.filter((showing) => wasShownThroughout(showing, poll)).map(({ state }) => state);
		for (const state of present) {
			if (state.status === 'processing' && !isDue(poll.wish.statuses, state)) this.waiting.add(state.id);
			else if (this.isOldAtActivation(state, poll)) this.old.add(state);
		}
		// What appears while the poll runs may have been read, and looks the same when a later change of that second is not shown.
		for (const { state, from } of poll.wish.fires === 'each state' ? this.model.showings : []) {
			if (from > poll.startedAt && from <= poll.endedAt) this.excused.add(state);
		}
	}

	private isOldAtActivation(state: RecordState, { wish, cutShort }: FinishedPoll): boolean {
		// Without its order, or with tiny pages, a service does not say in one answer what is newest: what was there may come.
		const { keepsOrder, pageSize } = this.model.traits;
		if (cutShort && (!keepsOrder || pageSize < 50)) return false;
		const { fires, selection, statuses, startFrom = Infinity } = wish;
		if (!this.model.matches(state, selection)) return false;
		if (fires === 'each state') return state.updated < startFrom;
		// Registered ahead of its last change: by its own times such a record is yet to come.
		if (state.registered > state.updated || state.registered >= startFrom) return false;
		return isDue(statuses, state) || state.status === 'completed';
	}

	/**
	 * While what was there at activation is still being read, a change can be told from it by its time alone. One whose
	 * time is not newer, because the service's clock was set back, is excused; and so is a card that was waiting and is
	 * finished before it was found.
	 */
	private excuseDuringActivation(): void {
		if (!this.activation || this.unreadUntil === -Infinity) return;
		const { startedAt, wish } = this.activation;
		for (const { showing } of this.debts) {
			const { state } = showing;
			// With startFrom, what is registered from then on is news whatever was there.
			const isRegisteredBefore = wish.fires === 'once' && wish.startFrom === undefined && state.registered <= this.unreadUntil;
			const isBehind = state.madeAt > startedAt && (state.updated <= this.unreadUntil || isRegisteredBefore);
			if (!isBehind && !this.waiting.has(state.id)) continue;
			this.excused.add(state);
			this.old.delete(state, wish.fires);
		}
	}

	/**
	 * When the service does not take the former selection any longer, nobody can tell what it would have shown: beside what
	 * came on top since the last poll that succeeded, in a second of its own, anything may come or not.
	 */
	private excuseWithoutFormer(): void {
		const isFormer = ({ from }: Showing) => from <= this.endOfLastPoll;
		const seconds = new Set(this.model.showings.filter(isFormer).map(({ state }) => state.updated));
		for (const { showing, onTop } of this.debts) {
			if (!onTop || isFormer(showing) || seconds.has(showing.state.updated)) this.excused.add(showing.state);
		}
	}

	private noticeEdit({ wish, startedAt }: FinishedPoll): void {
		const { wishes } = this;
		if (JSON.stringify(wishes[wishes.length - 1]?.selection) === JSON.stringify(wish.selection)) return;
		for (const { state, from, to } of this.model.showings) {
			if (from > startedAt || to <= startedAt || !this.model.matches(state, wish.selection)) continue;
			if (wish.fires === 'once') {
				if (!this.matchesAll(state)) this.excused.add(state);
			} else if (!wishes.some(({ selection }) => this.model.matches(state, selection))) {
				this.newInView.add(state);
			}
		}
		this.wishes = [...wishes, wish];
		this.quietPolls = 0;
	}

	/** Once nothing has changed for a while, the edit is in force; what was in view before or after alone is excused. */
	private endEdit({ wish, endedAt }: FinishedPoll): void {
		this.quietPolls += 1;
		const patience = this.patience();
		if (this.wishes.length < 2 || this.quietPolls < patience + (this.model.traits.keepsOrder ? 0 : 3)) return;
		for (const { state, from } of this.model.showings) {
			if (from <= endedAt && !this.matchesAll(state)) this.excused.add(state);
		}
		// Of an overlap that takes many polls to be read again, what became visible late may be taken for old.
		for (const { showing, onTop } of patience > 1 ? this.debts : []) {
			if (!onTop) this.excused.add(showing.state);
		}
		this.wishes = [wish];
	}

	private checkItems({ items, maxRecords, wish }: FinishedPoll): void {
		if (items.length > maxRecords) this.report('too many', `${items.length} items`);
		let before = -Infinity;
		for (const text of items) {
			const states = this.model.statesOf(text);
			const [state] = states;
			if (!state || !isDue(wish.fires === 'once' ? wish.statuses : [], state)) this.report('foreign', text);
			if (!state) continue;
			if (state.updated < before) this.report('disorder', text);
			before = state.updated;
			const sights = this.wishes.filter(({ selection }) => this.model.textOf(state, selection) === text);
			if (states.some((one) => this.emitted.has(one, sights))) this.report('repeated', text);
			const isOld = states.some((one) => this.old.has(one, sights) || this.newInView.has(one, sights));
			if (isOld) this.report('old', text);
			states.forEach((one) => this.emitted.add(one));
		}
	}

	/** Takes up what lists have begun to show since the poll before. */
	private takeUpDebts(poll: FinishedPoll): void {
		const { showings, newestTime } = this.model;
		for (; this.met < showings.length; this.met += 1) {
			const showing = showings[this.met];
			if (!showing) break;
			const onTop = showing.state.updated > (showing.from <= poll.startedAt ? this.newestBefore : newestTime);
			this.debts.push({ showing, onTop, polls: 0, isLate: false });
		}
		// A reading that is cut short behind a stamp ahead of all others goes on from there.
		const shown = poll.cutShort ? showings.filter(({ to }) => to === Infinity) : [];
		this.newestBefore = shown.reduce((newest, { state }) => Math.max(newest, state.updated), newestTime);
		this.debts = this.debts.filter(({ showing, isLate }) => {
			return !this.emitted.has(showing.state, this.wishes) && (showing.to === Infinity || isLate);
		});
	}

	private callInDebts(poll: FinishedPoll): void {
		const patience = this.patience();
		for (const debt of this.debts) {
			const { showing, onTop } = debt;
			if (!wasShownThroughout(showing, poll) || !this.isOwed(debt)) continue;
			debt.polls += 1;
			if (debt.isLate || debt.polls < (onTop ? 1 : patience)) continue;
			debt.isLate = true;
			this.report('late', JSON.stringify(showing));
		}
	}

	private isOwed({ showing: { state }, onTop }: Debt): boolean {
		const { wishes, activation } = this;
		const [wish] = wishes;
		if (!wish || !activation || !this.matchesAll(state)) return false;
		// While an edit comes into force, and all cannot be read in one poll, only what comes on top is sure to be met.
		if (wishes.length > 1 && !onTop && this.patience() > 1) return false;
		// Collated or parted again without a new time: it may lie too far back.
		if (state.content !== state.version) return false;
		if ([this.old, this.newInView, this.excused].some((states) => states.has(state, wishes))) return false;
		// A change that is made after the service's clock was set back can be older, by its time, than what was asked for.
		const { startFrom = -Infinity } = wish;
		const isRecent = startFrom > -Infinity || state.madeAt > activation.endedAt;
		if (wish.fires === 'each state') return isRecent && state.updated >= startFrom;
		if (state.renamed || !isDue(wish.statuses, state)) return false;
		if (this.waiting.has(state.id)) return true;
		const isNew = startFrom > -Infinity || state.createdAt > activation.endedAt;
		return isNew && Math.min(state.registered, state.updated) >= startFrom;
	}

	private matchesAll(state: RecordState): boolean {
		return this.wishes.every(({ selection }) => this.model.matches(state, selection));
	}

	private report(wrong: Wrong, text: string): void {
		this.findings.push({ wrong, text });
	}
}
