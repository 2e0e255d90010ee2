import type { ServiceModel } from './model';
import { StateSet } from './stateSet';

/** What has been found out about states since the activation. */
export class Marks {
	readonly emitted: StateSet;

	/** What may never be emitted: it was there before the trigger was. */
	readonly old: StateSet;

	/** Nor this: it was there before an edit brought it into view. */
	newInView: StateSet;

	/** What may be emitted or not. */
	readonly excused: StateSet;

	/** What could not be read when the trigger had to note it: it may come, and come again. */
	readonly unknowable: StateSet;

	/** @param overlap seconds during which a trigger knows a record that it has met */
	constructor(model: ServiceModel, overlap: number) {
		this.emitted = new StateSet(model, overlap);
		this.old = new StateSet(model, overlap);
		this.newInView = new StateSet(model, overlap);
		this.excused = new StateSet(model, overlap);
		this.unknowable = new StateSet(model, overlap);
	}
}
