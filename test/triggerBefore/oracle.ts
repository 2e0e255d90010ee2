import { DebtBook } from './debts';
import type { Debt } from './debts';
import type { Expectation } from './expectation';
import type { Finding, Wrong } from './findings';
import { Marks } from './marks';
import type { ServiceModel } from './model';
import type { AnyPoll, FinishedPoll, Wish } from './polls';
import type { RecordState, Showing } from './records';
import { StateSet } from './stateSet';
import { shownTime } from './timeForms';

/** What comes back when the trigger goes on with what it had stored. */
interface Saved {
	readonly wishes: readonly Wish[];
	readonly unreadUntil: number;
	readonly previousWasCutShort: boolean;
	readonly isWithoutFormer: boolean;
}

const AT_FIRST: Saved = { wishes: [], unreadUntil: -Infinity, previousWasCutShort: false, isWithoutFormer: false };

/**
 * Successful polls after which an edit is in force, where a poll can read everything again. Otherwise what was there before it, and is
 * read and shown as it was asked for then, has the polls of any state that did not come on top: what is newer comes first.
 */
const EDIT_POLLS = 12;

/** A stamp that is ahead by so many seconds and the overlap does not show that it is. */
const NEARLY_NOW = 600;

/** Seconds by which a clock may be ahead, and the changes that say so. */
const DAY = 86_400;
const LAST_CHANGES = 50;

/** Contents that are owed of one record with one update time, and emissions of one whose content changes at each reading. */
const MAX_CONTENTS = 5;

/** The same when another selection may have shown further contents. */
const MAX_CONTENTS_AFTER_EDIT = 2;

function isDue(statuses: readonly string[], { status }: RecordState): boolean {
	return status === undefined || statuses.length === 0 || statuses.includes(status);
}

function wasShownThroughout({ from, to }: Showing, poll: AnyPoll): boolean {
	return from <= poll.startedAt && to > poll.endedAt;
}

/** Whether the time cannot be read that an event places a record by. */
function isOdd(state: RecordState, fires: Wish['fires']): boolean {
	return (fires === 'once' ? state.registeredForm : state.updatedForm) !== 'stamp';
}

/** Stands for all contents that a record shows with one update time; one that is null says as much as none. */
function stampOf({ id, updatedForm, updated }: RecordState): string {
	return `${id} ${String(shownTime(updatedForm, updated) ?? null)}`;
}

/**
 * Says from a history what a trigger must emit, may emit and must not emit. It knows what the service showed and when,
 * and when polls began and ended; it knows nothing of how the trigger works.
 *
 * A state must be emitted by the end of a poll when lists showed it through the whole of the poll, and neither the poll
 * nor the one before was cut short. Only where there is more to read than a poll is expected to read again (`patience`),
 * a state that did not come on top may take more polls. Where polls are cut short or fail for a reason that lasts, a
 * state has to come after a number of them.
 */
export class Oracle {
	readonly findings: Finding[] = [];

	private marks: Marks;

	/** Cards that were there with another status than asked for. */
	private waiting = new Set<string>();

	/** Emissions of records whose content changes at each reading, by record and update time, and the state that came last. */
	private wavering = new Map<string, { readonly times: number; readonly state: RecordState }>();

	private activation: FinishedPoll | undefined;

	/** What is asked for, each way that may be in force: after an edit the former one too, until polls ran undisturbed. */
	private wishes: readonly Wish[] = [];

	/** Edits since the activation. */
	private edits = 0;

	/** What was asked for before each edit, when that was noticed, and the newest second that the service had stamped by then. */
	private former: Array<{ readonly wish: Wish; readonly until: number; readonly newest: number }> = [];

	/** Polls since the last edit in which nothing changed, and all that succeeded. */
	private quietPolls = 0;

	private pollsSinceEdit = 0;

	/** The newest time shown when the trigger was activated, as long as what was there then is still being read. */
	private unreadUntil = -Infinity;

	private previousWasCutShort = false;

	/** The service has refused the former selection, and what the present one shows is not read completely. */
	private isWithoutFormer = false;

	private debts: DebtBook;

	private endOfLastPoll = -Infinity;

	private saved = AT_FIRST;

	/** @param overlap seconds during which a trigger knows a record that it has met */
	constructor(
		private model: ServiceModel,
		private readonly overlap: number,
		private readonly expectation: Expectation,
	) {
		this.marks = new Marks(model, overlap);
		this.debts = new DebtBook(model);
	}

	/** Whether the trigger has been activated with what is asked for now. */
	get isActive(): boolean {
		return this.activation !== undefined;
	}

	/** Whether anything is owed that lists still show. */
	get isOutstanding(): boolean {
		return this.outstanding.length > 0;
	}

	/** The workflow starts afresh: with another event, credential, range or service. */
	startAfresh(model: ServiceModel): void {
		this.model = model;
		this.marks = new Marks(model, this.overlap);
		this.debts = new DebtBook(model);
		this.waiting = new Set();
		this.wavering = new Map();
		this.activation = undefined;
		this.edits = 0;
		this.former = [];
		this.goOnFrom(AT_FIRST);
		this.saved = AT_FIRST;
	}

	/** What the trigger remembers has been stored. */
	save(): void {
		const { wishes, unreadUntil, previousWasCutShort, isWithoutFormer } = this;
		this.saved = { wishes, unreadUntil, previousWasCutShort, isWithoutFormer };
	}

	/** The trigger goes on with what was stored last. */
	restore(): void {
		this.goOnFrom(this.saved);
		this.debts.startCountingAnew();
	}

	/** Whether a state has been emitted, or of an event that fires once any state of its record. */
	hasEmitted(state: RecordState): boolean {
		return this.marks.emitted.settles(state, this.wishes);
	}

	/** Whether a state belongs to what is asked for, in every way that may be in force for it. */
	isWished(state: RecordState): boolean {
		return [...this.wishes, ...this.formerWishes(state)].every(({ selection, statuses }) => this.model.matches(state, selection) && isDue(statuses, state));
	}

	/** Looks at a poll that succeeded. */
	afterPoll(poll: FinishedPoll): void {
		if (!this.activation) this.activate(poll);
		this.noticeEdit(poll);
		if (poll.formerRefused) this.marks.newInView = new StateSet(this.model, this.overlap);
		this.checkItems(poll);
		this.debts.takeUp(poll, poll.cutShort, this.outstanding.length, (state) => this.hasEmitted(state));
		// What was stamped before an edit waits until it is known that the former selection is not given any more.
		if (poll.wasMisled || poll.formerRefused) this.debts.bePatient();
		this.isWithoutFormer ||= poll.formerRefused;
		if (this.isWithoutFormer) this.excuseWithoutFormer(poll.wish.fires);
		if (!poll.cutShort) this.isWithoutFormer = false;
		this.excuseDuringActivation();
		if (!poll.cutShort) this.unreadUntil = -Infinity;
		this.easeAroundUnreachable(poll);
		if (!poll.cutShort && !this.previousWasCutShort && !this.model.badPages.isAny) this.callInDebts(poll);
		this.callInAfterChances(poll);
		this.previousWasCutShort = poll.cutShort;
		// What polls meet while the former selection is refused was not there before.
		if (!this.isWithoutFormer) this.endOfLastPoll = poll.endedAt;
		this.pollsSinceEdit += 1;
		if (poll.undisturbed && !poll.cutShort) this.quietPolls += 1;
		if (this.isEditInForce(poll)) this.endEdit(poll);
	}

	/** Looks at a poll that failed: while something fails that does not end, what is new has to come all the same. */
	afterFailure(poll: AnyPoll): void {
		if (!this.activation || !this.isNoticed(poll.wish)) return;
		this.debts.takeUpBefore(poll, this.outstanding.length, (state) => this.hasEmitted(state));
		this.easeAroundUnreachable(poll);
		this.callInAfterChances(poll);
	}

	/** After the last poll, when no further one would bring anything: what is still owed is lost. */
	finish(wish: Wish): void {
		if (this.isActive && !this.isNoticed(wish)) this.wishes = [...this.wishes, wish];
		for (const debt of this.debts.all) {
			const { showing, isLate } = debt;
			if (this.hasEmitted(showing.state)) continue;
			const isThere = showing.to === Infinity && this.debts.chancesOf(debt) > 0 && this.isOwed(debt);
			if (isLate || isThere) this.report('lost', JSON.stringify(showing));
		}
	}

	/** Notes something that is wrong. */
	report(wrong: Wrong, text: string): void {
		this.findings.push({ wrong, text });
	}

	/** What is owed and lists still show. */
	private get outstanding(): Debt[] {
		return this.debts.all.filter((debt) => debt.showing.to === Infinity && this.isOwed(debt) && !this.hasEmitted(debt.showing.state));
	}

	/** Whether an edit may not be in force yet. */
	private get isEditPending(): boolean {
		return this.wishes.length > 1;
	}

	private goOnFrom({ wishes, unreadUntil, previousWasCutShort, isWithoutFormer }: Saved): void {
		this.wishes = wishes;
		this.isWithoutFormer = isWithoutFormer;
		this.unreadUntil = unreadUntil;
		this.previousWasCutShort = previousWasCutShort;
		this.quietPolls = 0;
		this.pollsSinceEdit = 0;
	}

	private activate(poll: FinishedPoll): void {
		this.activation = poll;
		this.wishes = [poll.wish];
		if (poll.cutShort) this.unreadUntil = this.model.newestTime;
		const present = this.model.showings.filter((showing) => wasShownThroughout(showing, poll)).map(({ state }) => state);
		for (const state of present) {
			if (state.status === 'processing' && !isDue(poll.wish.statuses, state)) this.waiting.add(state.id);
			else if (this.isOutOfReach(state)) this.marks.unknowable.add(state);
			else if (this.isUndecided(state, poll)) this.marks.excused.add(state);
			else if (this.isOldAtActivation(state, poll)) this.noteOld(state);
		}
		// What appears while the poll runs may have been read, and looks the same when a later change of that second is not shown.
		for (const { state, from } of poll.wish.fires === 'each state' ? this.model.showings : []) {
			if (from > poll.startedAt && from <= poll.endedAt) this.marks.excused.add(state);
		}
	}

	/** What was there is one content that has been met. */
	private noteOld(state: RecordState): void {
		this.marks.old.add(state);
		this.wavering.set(stampOf(state), { times: 1, state });
	}

	/** Whether nobody can say if a state that was there at activation is old: by a time that cannot be read it would have to be told. */
	private isUndecided(state: RecordState, { wish, cutShort }: FinishedPoll): boolean {
		return isOdd(state, wish.fires) && (wish.startFrom !== undefined || cutShort);
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
	 * time is not newer, because the service's clock was set back, is excused; so is one without a time that can be read,
	 * or one stamped further ahead than clocks may differ, unless all from a time on is wanted; and so is a card that was waiting
	 * and is finished before it was found.
	 */
	private excuseDuringActivation(): void {
		if (!this.activation || this.unreadUntil === -Infinity) return;
		const { startedAt, wish } = this.activation;
		for (const { showing } of this.debts.all) {
			const { state } = showing;
			// With startFrom, what is registered from then on is news whatever was there.
			const isRegisteredBefore = wish.fires === 'once' && wish.startFrom === undefined && state.registered <= this.unreadUntil;
			const isFarAhead = wish.startFrom === undefined && state.updated > this.model.second + DAY;
			const isBehind = isOdd(state, wish.fires) || state.updated <= this.unreadUntil || isFarAhead || isRegisteredBefore;
			if (!(isBehind && state.madeAt > startedAt) && !this.waiting.has(state.id)) continue;
			this.marks.excused.add(state);
			this.marks.old.delete(state, wish.fires);
		}
	}

	/**
	 * When the service does not take the former selection any longer, nobody can tell what it would have shown: beside what
	 * came on top since the last poll that succeeded, in a second of its own, anything may come or not. A record that was there
	 * is known by its time alone: where that cannot be read, and is the same as before, a change does not show.
	 */
	private excuseWithoutFormer(fires: Wish['fires']): void {
		const isFormer = ({ from }: Showing) => from <= this.endOfLastPoll;
		const former = this.model.showings.filter(isFormer).map(({ state }) => state);
		const seconds = new Set(former.map(({ updated }) => updated));
		const ids = new Set(former.map(({ id }) => id));
		for (const { showing, onTop } of this.debts.all) {
			const { state } = showing;
			const isTimeless = fires === 'each state' && isOdd(state, fires) && ids.has(state.id) && showing.nth > 1;
			if (!onTop || isFormer(showing) || seconds.has(state.updated) || isTimeless) this.marks.excused.add(state);
		}
	}

	/** Whether a poll has succeeded since the workflow has asked for this. */
	private isNoticed({ selection }: Wish): boolean {
		return JSON.stringify(this.wishes[this.wishes.length - 1]?.selection) === JSON.stringify(selection);
	}

	private noticeEdit({ wish, startedAt }: FinishedPoll): void {
		const { wishes } = this;
		if (this.isNoticed(wish)) return;
		for (const { state, from, to } of this.model.showings) {
			if (from > startedAt || to <= startedAt || !this.model.matches(state, wish.selection)) continue;
			if (wish.fires === 'once') {
				if (!this.matchesAll(state)) this.marks.excused.add(state);
			} else if (![...wishes, ...this.formerWishes(state)].some(({ selection }) => this.model.matches(state, selection))) {
				this.marks.newInView.add(state);
			}
		}
		const last = wishes[wishes.length - 1];
		if (last) this.former.push({ wish: last, until: startedAt, newest: this.newestNearby(startedAt) });
		this.wishes = [...wishes, wish];
		this.edits += 1;
		this.quietPolls = 0;
		this.pollsSinceEdit = 0;
	}

	/**
	 * The newest second that the service has stamped, by what it has shown since a moment. One that is a little ahead may be its clock; so
	 * may one that n8n's clock has reached, and those that are ahead by less than a day where they are half of what changed last or where
	 * n8n's clock is no measure, as it lies too far behind or ahead: a service in which nothing has changed since looks the same.
	 */
	private newestNearby(since: number): number {
		const { second, localSecond, newestTime, showings } = this.model;
		const shownStates = showings.filter(({ to }) => to > since).map(({ state }) => state);
		const nearby = this.overlap + NEARLY_NOW;
		const isMeasure = second - localSecond <= nearby && localSecond - second <= DAY;
		const nearly = (isMeasure ? Math.max(second, localSecond) : second) + nearby;
		const ahead = shownStates.filter(({ updated }) => updated > nearly && updated <= second + DAY).length;
		const isMost = 2 * ahead >= Math.min(LAST_CHANGES, shownStates.length);
		const latest = isMost || !isMeasure ? second + DAY : nearly;
		return shownStates.reduce((newest, { updated }) => (updated <= latest ? Math.max(newest, updated) : newest), Math.max(second, newestTime));
	}

	/** Once nothing has changed for a while, an edit is in force, and in any case after some polls. */
	private isEditInForce(poll: FinishedPoll): boolean {
		if (this.wishes.length < 2) return false;
		const most = Math.max(EDIT_POLLS, this.expectation.patience());
		if (this.pollsSinceEdit >= most && !this.model.badPages.isAny) return true;
		const isQuiet = poll.undisturbed && !poll.cutShort;
		return isQuiet && this.quietPolls >= this.expectation.patience() + (this.model.traits.keepsOrder ? 0 : 3);
	}

	/** The edit is in force; what was in view before or after alone is excused. */
	private endEdit({ wish, endedAt }: FinishedPoll): void {
		for (const { state, from } of this.model.showings) {
			if (from <= endedAt && !this.matchesAll(state)) this.marks.excused.add(state);
		}
		// Of an overlap that takes many polls to be read again, what became visible late may be taken for old.
		for (const { showing, onTop } of this.expectation.patience() > 1 ? this.debts.all : []) {
			if (!onTop) this.marks.excused.add(showing.state);
		}
		this.wishes = [wish];
	}

	private checkItems({ items, maxRecords, wish, startedAt }: FinishedPoll): void {
		if (items.length > maxRecords) this.report('too many', `${items.length} items`);
		let before = -Infinity;
		for (const text of items) {
			const states = this.model.views.statesOf(text);
			const [state] = states;
			if (!state || !isDue(wish.fires === 'once' ? wish.statuses : [], state)) this.report('foreign', text);
			if (!state) continue;
			if (state.updatedForm === 'stamp') {
				if (state.updated < before) this.report('disorder', text);
				before = state.updated;
			}
			this.checkNovelty(text, states, state);
			// A change that shows in the look after an edit alone is one of its own, where it is made while the poll compares the two.
			const given = this.isEditPending ? states.filter((one) => one === state || one.madeAt <= startedAt) : states;
			given.forEach((one) => this.marks.emitted.add(one));
		}
	}

	private checkNovelty(text: string, states: readonly RecordState[], state: RecordState): void {
		const inForce = [...this.wishes, ...this.formerWishes(state)];
		const sights = inForce.filter(({ selection }) => this.model.views.textOf(state, selection) === text);
		if (sights.length === 0) this.report('foreign', `Not as the workflow asks for it: ${text}`);
		if (states.some((one) => this.marks.unknowable.has(one, sights))) return;
		if (state.unsteady === 'value' && this.wishes.some(({ fires }) => fires === 'each state')) return this.countWavering(state, text);
		// Of those that look alike, it is the latest.
		const latest = states.reduce((last, one) => (one.version > last.version ? one : last), state);
		if (this.marks.emitted.has(latest, sights)) this.report('repeated', text);
		if (this.marks.old.has(latest, sights) || this.marks.newInView.has(latest, sights)) this.report('old', text);
	}

	/**
	 * What shows another content at each reading may come some times for each of its update times. One that cannot be read is the same after
	 * every change: where the record is forgotten by then, it comes as often again.
	 */
	private countWavering(state: RecordState, text: string): void {
		const stamp = stampOf(state);
		const last = this.wavering.get(stamp);
		const isKnown = last && (last.state === state || this.marks.emitted.isKnown(state, last.state, 'each state'));
		const times = isKnown ? last.times + 1 : 1;
		this.wavering.set(stamp, { times, state });
		if (times > MAX_CONTENTS + (MAX_CONTENTS - 1) * this.edits) this.report('repeated', `For the ${times}th time: ${text}`);
	}

	/** What cannot be read is not owed meanwhile, and beside pages that fail everything else has some polls' time. */
	private easeAroundUnreachable(poll: AnyPoll): void {
		const { isAny } = this.model.badPages;
		if (isAny) this.debts.bePatient();
		if (!isAny && this.expectation.crowd === Infinity) return;
		for (const debt of this.debts.all) {
			if (this.isOutOfReach(debt.showing.state)) debt.since = poll.endedAt;
		}
		// What other options show of it cannot be noted.
		for (const state of this.wishes.length > 1 ? this.model.shownStates : []) {
			if (this.isOutOfReach(state)) this.marks.unknowable.add(state);
		}
	}

	private callInDebts(poll: FinishedPoll): void {
		const patience = this.expectation.patience();
		for (const debt of this.debts.all) {
			const { showing, onTop } = debt;
			if (debt.isPatient || !wasShownThroughout(showing, poll) || !this.isOwed(debt)) continue;
			debt.polls += 1;
			const isPlaced = showing.state.updatedForm === 'stamp';
			if (debt.polls >= (isPlaced ? (onTop ? 1 : patience) : Math.max(patience, 4))) this.reportLate(debt);
		}
	}

	private callInAfterChances(poll: AnyPoll): void {
		if (poll.hadChance) this.debts.countChance(poll.startedAt);
		const perPoll = this.expectation.perPoll * this.pageShare;
		const patience = this.expectation.patience();
		// Without order nothing says where the new ones are, until all that was there at activation has been read.
		const isBehindAll = this.unreadUntil > -Infinity && !this.model.traits.keepsOrder;
		for (const debt of this.debts.all) {
			const chances = this.debts.chancesOf(debt);
			// The polls in which a page failed count as well, and what was halved then is read in parts, also once no page fails any more.
			const halving = debt.isPatient ? this.expectation.halving : 0;
			// What goes by the options of before an edit is read as they asked for it: where that takes polls, what is newer comes first.
			const onTop = debt.onTop && !isBehindAll && this.formerWishes(debt.showing.state).length === 0;
			const most = this.debts.mostChances({ ...debt, onTop }, perPoll) + (onTop ? 0 : 2 * patience) + halving;
			if (chances >= most && wasShownThroughout(debt.showing, poll) && this.isOwed(debt)) this.reportLate(debt);
		}
	}

	private reportLate(debt: Debt): void {
		if (debt.isLate) return;
		debt.isLate = true;
		this.report('late', JSON.stringify(debt.showing));
	}

	private isOwed({ showing: { state, nth }, onTop }: Debt): boolean {
		const { wishes, activation } = this;
		const [wish] = wishes;
		if (!wish || !activation || !this.matchesAll(state)) return false;
		// While an edit comes into force, and all cannot be read in one poll, only what comes on top is sure to be met.
		if (wishes.length > 1 && !onTop && this.expectation.patience() > 1) return false;
		if (this.formerWishes(state).some(({ selection }) => !this.model.matches(state, selection))) return false;
		// Collated or parted again without a new time: it may lie too far back.
		if (state.content !== state.version) return false;
		// A record may show so many contents without a new time that it goes by the time.
		if (nth > (state.unsteady === 'value' ? 1 : this.edits > 0 ? MAX_CONTENTS_AFTER_EDIT : MAX_CONTENTS)) return false;
		const sets = [this.marks.old, this.marks.newInView, this.marks.excused, this.marks.unknowable];
		if (sets.some((states) => states.settles(state, wishes)) || this.isOutOfReach(state)) return false;
		return this.isNews(state, wish, activation);
	}

	/**
	 * Whether it is what was asked for before an edit that counts: for what was changed by then, and for what is stamped as if it had been
	 * (docs/trigger.md), because it shows late or the service's clock was set back.
	 */
	private isLeftTo({ until, newest }: { readonly until: number; readonly newest: number }, { madeAt, updated }: RecordState): boolean {
		return madeAt <= until || updated <= newest;
	}

	/** What was asked for before edits to which a state is left. */
	private formerWishes(state: RecordState): Wish[] {
		return this.former.filter((former) => this.isLeftTo(former, state)).map(({ wish }) => wish);
	}

	private isNews(state: RecordState, wish: Wish, activation: FinishedPoll): boolean {
		// A change that is made after the service's clock was set back can be older, by its time, than what was asked for.
		const { startFrom = -Infinity, fires } = wish;
		const isFromThePast = startFrom > -Infinity && !isOdd(state, fires);
		if (fires === 'each state') return (isFromThePast || state.madeAt > activation.endedAt) && state.updated >= startFrom;
		if (state.renamed || !isDue(wish.statuses, state)) return false;
		if (this.waiting.has(state.id)) return !this.model.badPages.hitWaiting;
		// Not all of a second arrive that has too many records, and what was registered in it is no news when it changes later.
		if (this.isTooCrowded(state.registered)) return false;
		if (!isFromThePast && state.createdAt <= activation.endedAt) return false;
		// One whose registration cannot be read was registered at its update time at the latest, and counts from the past by that.
		const isUnplaced = isOdd(state, fires) && state.updatedForm !== 'stamp';
		return isUnplaced || Math.min(state.registered, state.updated) >= startFrom;
	}

	/** Whether a state cannot be read: its page fails, or its second has too many records. */
	private isOutOfReach(state: RecordState): boolean {
		return this.isTooCrowded(state.updated) || this.model.isHidden(state.updated);
	}

	private isTooCrowded(second: number): boolean {
		return (this.model.crowds.get(second) ?? 0) > this.expectation.crowd * this.pageShare;
	}

	/** How much of a page can be had: where pages with more records take longer than a poll, no call brings more, in a crowded second either. */
	private get pageShare(): number {
		const { badPages, traits } = this.model;
		return Math.min(1, badPages.most / traits.pageSize);
	}

	private matchesAll(state: RecordState): boolean {
		return this.wishes.every(({ selection }) => this.model.matches(state, selection));
	}
}
