import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import type { ServiceModel } from './model';
import type { RecordState } from './records';

/** What a workflow asks for, as far as it decides which states are the same to it. */
export interface Sight {
	/** Every state of a record, or each record once. */
	readonly fires: 'each state' | 'once';
	readonly selection: Selection;
}

/**
 * States, by what they are to a workflow: where each record counts once, its record; else its content, whatever that
 * looks like and what else of the same record looks like it.
 */
export class StateSet {
	private readonly byId = new Map<string, RecordState[]>();

	/** @param overlap seconds during which a record is known although the time of its registration cannot be read */
	constructor(
		private readonly model: ServiceModel,
		private readonly overlap: number,
	) {}

	add(state: RecordState): void {
		const states = this.byId.get(state.id);
		if (!states) this.byId.set(state.id, [state]);
		else if (!states.includes(state)) states.push(state);
	}

	/** Takes a state out: where each record counts once, its record with all of its states. */
	delete({ id, content }: RecordState, fires: Sight['fires']): void {
		const left = fires === 'once' ? [] : (this.byId.get(id)?.filter((state) => state.content !== content) ?? []);
		if (left.length > 0) this.byId.set(id, left);
		else this.byId.delete(id);
	}

	/** Whether a state is in the set for any who look at it, and a trigger can still know it. */
	has(state: RecordState, sights: readonly Sight[]): boolean {
		return this.isThere(state, sights, (one, fires) => this.isKnown(state, one, fires));
	}

	/** The same, however long ago it was: where each record counts once, any state of its record. */
	settles(state: RecordState, sights: readonly Sight[]): boolean {
		return this.isThere(state, sights, () => true);
	}

	/** @param isKnown whether a trigger still knows a state of the same record that is in the set */
	private isThere(state: RecordState, sights: readonly Sight[], isKnown: (one: RecordState, fires: Sight['fires']) => boolean): boolean {
		const states = this.byId.get(state.id);
		if (!states) return false;
		return sights.some(({ fires, selection }) => {
			const known = states.filter((one) => isKnown(one, fires));
			if (fires === 'once' && known.length > 0) return true;
			if (states.some(({ content }) => content === state.content)) return true;
			const text = this.model.views.textOf(state, selection);
			return known.some((one) => this.model.views.textOf(one, selection) === text);
		});
	}

	/**
	 * Whether a trigger still knows a record as it was in a state before, if it can place it at all: where the time cannot be read that tells
	 * states apart, it forgets the record once the overlap has gone by, whenever a change was made that becomes visible later, and should the
	 * service's clock be set back afterwards.
	 */
	isKnown(state: RecordState, one: RecordState, fires: Sight['fires']): boolean {
		if (fires === 'once' ? this.isPlacedByRegistration(state, one) : state.updatedForm === 'stamp') return true;
		if (fires === 'once' && (one.updatedForm !== 'stamp' || state.updatedForm !== 'stamp')) return false;
		const showing = this.model.showingOf(state.id);
		const late = showing?.state === state ? (showing.from - state.madeAt) / 1_000 : 0;
		return Math.max(state.updated, state.reached) + late - this.earliestSince(one, state) <= this.overlap;
	}

	/**
	 * Whether its registration says that a record is an old one. One that could not be read before left it to the update time: a registration
	 * that lies behind that makes the record look new, and far ahead it would have to be known for ever.
	 */
	private isPlacedByRegistration(state: RecordState, one: RecordState): boolean {
		if (state.registeredForm !== 'stamp') return false;
		return one.registeredForm === 'stamp' || state.registered <= this.earliestSince(one, state);
	}

	/** The earliest update time of a record from one state on to before a later one: what was stamped ahead goes by the time that it has shown since. */
	private earliestSince(one: RecordState, later: RecordState): number {
		const since = this.model.showings.filter(({ state: { id, version } }) => id === one.id && version > one.version && version < later.version);
		return since.reduce((least, { state: { updated } }) => Math.min(least, updated), one.updated);
	}
}
