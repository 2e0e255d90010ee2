import type { TimeForm } from './timeForms';
import type { Unsteadiness } from './unsteady';

/** One state of a record: what lists show of it until the next one. */
export interface RecordState {
	readonly id: string;
	/** Position among all states of the service, in the order in which they were made. */
	readonly version: number;
	/** The version that gave it its content: another one where only its collation has changed since. */
	readonly content: number;
	/** Position of the record among all records. */
	readonly number: number;
	/** Seconds since 1970 on the service's clock: what it orders and filters by, whatever it shows of them. */
	readonly updated: number;
	readonly registered: number;
	/** How lists show the two times. */
	readonly updatedForm: TimeForm;
	readonly registeredForm: TimeForm;
	/** How its content differs from reading to reading, if it does. */
	readonly unsteady?: Unsteadiness;
	/** Cards only. */
	readonly status?: string;
	/** Reports only. */
	readonly type?: string;
	readonly text: number;
	readonly tags: number;
	/** Collated with a later card: shown only where past cards are asked for. */
	readonly past: boolean;
	/** Moment on the true clock at which the state, and at which the record was made. */
	readonly madeAt: number;
	readonly createdAt: number;
	/** The newest second that the service's clock had shown when the state was made: it may have been set back by then. */
	readonly reached: number;
	/** The record took over from another that it was collated with. */
	readonly renamed: boolean;
}

/** The time during which lists showed a state, on the true clock: from the first moment to before the last. */
export interface Showing {
	readonly state: RecordState;
	readonly from: number;
	to: number;
	/** Position among the states that the record has shown with the same update time, as lists show that; from 1 on. */
	readonly nth: number;
}

/** Whether neither time of a record can be read. */
export function isUnplaceable({ updatedForm, registeredForm }: RecordState): boolean {
	return updatedForm !== 'stamp' && registeredForm !== 'stamp';
}
