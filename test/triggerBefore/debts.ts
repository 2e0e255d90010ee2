import type { AnyPoll } from './polls';
import type { ServiceModel } from './model';
import type { RecordState, Showing } from './records';

/** A state that may have to be emitted. */
export interface Debt {
	readonly showing: Showing;
	/** Newer, by its own time, than everything that was shown by the end of the poll before, and not far ahead of the service's clock. */
	readonly onTop: boolean;
	/** States that were taken up with it, and those that waited by then: the earliest change comes first. */
	readonly company: number;
	/** Polls at whose end it should have come. */
	polls: number;
	/** The moment from which on polls count that could have brought it. */
	since: number;
	/** Whether only the number of those polls counts. */
	isPatient: boolean;
	isLate: boolean;
}

/** Polls in which a state has to come in any case, be they cut short or failing. */
const MAX_POLLS = 12;

/** Times that everything a state came with may be read before it. */
const MAX_READINGS = 4;

/** What is stamped further ahead, in seconds, is not among the newest records: where there is much of it, it is read beside them. */
const FAR_AHEAD = 86_400;

/** The states that lists have begun to show and that have not been emitted. */
export class DebtBook {
	all: Debt[] = [];

	/** The newest time that was shown by the end of the poll before. */
	private newestBefore = -Infinity;

	/** Showings up to here have been looked at. */
	private met = 0;

	/** When polls began in which nothing was in the way of the trigger. */
	private chances: number[] = [];

	constructor(private readonly model: ServiceModel) {}

	/**
	 * Takes up what lists have begun to show since the poll before, and drops what has been emitted or is gone.
	 *
	 * @param waiting states that are owed by now
	 */
	takeUp(poll: AnyPoll, cutShort: boolean, waiting: number, isEmitted: (state: RecordState) => boolean): void {
		const { showings, newestTime } = this.model;
		this.takeUpTo(showings.length, poll, waiting);
		// A reading that is cut short behind a stamp ahead of all others goes on from there.
		const shown = cutShort ? showings.filter(({ to }) => to === Infinity) : [];
		this.newestBefore = shown.reduce((newest, { state }) => Math.max(newest, state.updated), newestTime);
		this.drop(isEmitted);
	}

	/** After a poll that failed: takes up what lists showed when it began. */
	takeUpBefore(poll: AnyPoll, waiting: number, isEmitted: (state: RecordState) => boolean): void {
		const { showings } = this.model;
		let end = this.met;
		while ((showings[end]?.from ?? Infinity) <= poll.startedAt) end += 1;
		this.takeUpTo(end, poll, waiting);
		this.drop(isEmitted);
	}

	/** From here on only the number of polls counts in which a state could have come. */
	bePatient(): void {
		for (const debt of this.all) debt.isPatient = true;
	}

	/** Counts a poll that nothing was in the way of. */
	countChance(startedAt: number): void {
		this.chances.push(startedAt);
	}

	/** Polls count again from here on: what the trigger had learnt is forgotten. */
	startCountingAnew(): void {
		this.chances = [];
	}

	/** Polls since a state came within reach that nothing was in the way of. */
	chancesOf({ showing, since }: Debt): number {
		const start = Math.max(showing.from, since);
		// They are in order, and most states have come within the last of them.
		let first = this.chances.length;
		while (first > 0 && (this.chances[first - 1] ?? 0) >= start) first -= 1;
		return this.chances.length - first;
	}

	/** Polls in which a state has to come, when each of them can bring so many records. */
	mostChances({ onTop, company }: Debt, perPoll: number): number {
		return MAX_POLLS + MAX_READINGS * Math.ceil((onTop ? company : this.model.showings.length) / perPoll);
	}

	private takeUpTo(end: number, poll: AnyPoll, waiting: number): void {
		const { showings, newestTime } = this.model;
		const company = end - this.met + waiting;
		for (; this.met < end; this.met += 1) {
			const showing = showings[this.met];
			if (!showing) break;
			const { updated } = showing.state;
			const isFarAhead = updated > this.model.second + FAR_AHEAD;
			const onTop = !isFarAhead && updated > (showing.from <= poll.startedAt ? this.newestBefore : newestTime);
			this.all.push({ showing, onTop, company, polls: 0, since: -Infinity, isPatient: false, isLate: false });
		}
	}

	private drop(isEmitted: (state: RecordState) => boolean): void {
		this.all = this.all.filter(({ showing, isLate }) => !isEmitted(showing.state) && (showing.to === Infinity || isLate));
	}
}
