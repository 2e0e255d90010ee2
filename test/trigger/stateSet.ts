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

	/** Whether a state is in the set for any who look at it. */
	has(state: RecordState, sights: readonly Sight[]): boolean {
		return this.isThere(state, sights, (one) => state.registeredForm === 'stamp' || this.isSoonAfter(state, one));
	}

	/** Whether a state, or for those who want each record once any state of its record, is in the set. */
	settles(state: RecordState, sights: readonly Sight[]): boolean {
		return this.isThere(state, sights, () => true);
	}

	/** @param isSameRecord whether a state of the same record is enough for those who want each record once */
	private isThere(state: RecordState, sights: readonly Sight[], isSameRecord: (one: RecordState) => boolean): boolean {
		const states = this.byId.get(state.id);
		if (!states) return false;
		return sights.some(({ fires, selection }) => {
			if (fires === 'once' && states.some(isSameRecord)) return true;
			const text = this.model.views.textOf(state, selection);
			return states.some((one) => one.content === state.content || this.model.views.textOf(one, selection) === text);
		});
	}

	/**
	 * Whether lists have shown a state so soon after another that a trigger still knows the record, if it can place it at all: it
	 * forgets the record once the overlap has gone by, whenever a change was made that becomes visible later.
	 */
	private isSoonAfter(state: RecordState, one: RecordState): boolean {
		const showing = this.model.showingOf(state.id);
		const late = showing?.state === state ? (showing.from - state.madeAt) / 1_000 : 0;
		return one.updatedForm === 'stamp' && state.updatedForm === 'stamp' && state.updated + late - one.updated <= this.overlap;
	}
}
