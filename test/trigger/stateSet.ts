import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import type { RecordState, ServiceModel } from './model';

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

	constructor(private readonly model: ServiceModel) {}

	add(state: RecordState): void {
		const states = this.byId.get(state.id);
		if (states) states.push(state);
		else this.byId.set(state.id, [state]);
	}

	/** Takes a state out: where each record counts once, its record with all of its states. */
	delete({ id, content }: RecordState, fires: Sight['fires']): void {
		const left = fires === 'once' ? [] : (this.byId.get(id)?.filter((state) => state.content !== content) ?? []);
		if (left.length > 0) this.byId.set(id, left);
		else this.byId.delete(id);
	}

	/** Whether a state is in the set for any who look at it. */
	has(state: RecordState, sights: readonly Sight[]): boolean {
		const states = this.byId.get(state.id);
		if (!states) return false;
		return sights.some(({ fires, selection }) => {
			if (fires === 'once') return true;
			const text = this.model.textOf(state, selection);
			return states.some((one) => one.content === state.content || this.model.textOf(one, selection) === text);
		});
	}
}
