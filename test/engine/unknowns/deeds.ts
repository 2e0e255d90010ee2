import type { Switches } from '../../emulator';
import type { Stage } from './stage';

/** Something that is done with the node, and what has to come of it. */
export interface Deed {
	act(stage: Stage): Promise<unknown>;
	/** The outcome under the defaults, and under every configuration unless `otherwise` is set. */
	readonly outcome: unknown;
	/** Set where the outcome is the service's to decide. */
	readonly otherwise?: {
		/** The switches that decide. */
		readonly by: ReadonlyArray<keyof Switches>;
		/** Number of the point in docs/internals/decisions.md that says so. */
		readonly row: number;
		outcome(switches: Switches): unknown;
	};
}

/** What has to come of a deed. */
export function expectedOf({ outcome, otherwise }: Deed, switches: Switches): unknown {
	return otherwise ? otherwise.outcome(switches) : outcome;
}
