import type { EventName } from '../../nodes/BusinessCardDataTrigger/events';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import type { TroubleClass } from './classes';
import type { ServiceTraits } from './model';
import type { TimeForm } from './timeForms';
import type { Unsteadiness } from './unsteady';

/** Something that happens in the service. Records are picked by a number, taken modulo how many there are. */
export type Deed =
	| { do: 'add'; count: number; status: number; late: number }
	| { do: 'change'; pick: number; times: number; late: number }
	| { do: 'tag'; pick: number }
	| { do: 'finish'; pick: number; readable: boolean; late: number }
	| { do: 'remove'; pick: number }
	| { do: 'collate'; pick: number; into: number; how: 'hide' | 'merge' | 'rename' | 'part' }
	| { do: 'ahead'; pick: number; isNew: boolean; seconds: number }
	| { do: 'setClock'; seconds: number }
	| { do: 'wait'; ms: number }
	/** A stamp ahead, of which there may be any number: by seconds, or one of the year 2099. */
	| { do: 'stamp'; pick: number; isNew: boolean; to: number | '2099' }
	/** A change of a record that is stamped ahead, which keeps its stamp or moves it on. */
	| { do: 'again'; pick: number; moves: boolean }
	/** From here on lists show the times of a record in some form, odd or not. */
	| { do: 'show times'; pick: number; isNew: boolean; updated: TimeForm; registered: TimeForm }
	/** From here on a record shows something else at each reading. */
	| { do: 'unsettle'; pick: number; isNew: boolean; how: Unsteadiness }
	/** Cards that wait are deleted. */
	| { do: 'drop waiting' };

/** What a call runs into. */
export type Fault = 'error' | 'lost answer' | 'token refused' | 'no answer in time';

export interface PollStep {
	readonly do: 'poll';
	/** Milliseconds that each call takes. */
	readonly latency: number;
	/** Calls for which there is time. */
	readonly calls: number;
	/** Milliseconds that the poll may take, whatever `calls` says. */
	readonly ms?: number;
	readonly maxRecords: number;
	readonly fault?: { readonly call: number; readonly kind: Fault } | undefined;
	/** What happens while the poll runs, before it is given the answer to a call. */
	readonly meanwhile: ReadonlyArray<{ readonly call: number; readonly deeds: readonly Deed[] }>;
	/** The poll ran to its end, but its result never arrived: n8n gave it up or was killed. */
	readonly abandoned: boolean;
	/** If it is the first one of an activation, the answer to its first call is an empty list. */
	readonly isEmptyFirst?: boolean;
}

/** What is wrong with a page, in words that do not depend on the state of the service. */
export interface BadPageStep {
	readonly do: 'bad page';
	/** What the pages hold that are bad. */
	readonly of: 'a record' | 'a new record' | 'a range' | 'the past' | 'waiting cards';
	readonly pick: number;
	/** Seconds of the range. */
	readonly width: number;
	/** A status with which pages fail; without one they take too long unless they are small. */
	readonly status?: number;
	/** Polls until it is over; without a number it never is. */
	readonly polls?: number;
}

/** How a memory is damaged: a part of it is gone, of another type, or in milliseconds. */
export type Damage = 'missing' | 'null' | 'number' | 'text' | 'list' | 'milliseconds' | 'all in milliseconds' | 'bad element';

export type Step =
	| Deed
	| PollStep
	| BadPageStep
	/** Many records in one second, counted in pages. */
	| { do: 'burst'; pages: number; adds: boolean; late: number; most?: number }
	/** Many changes one after another, so that time goes on in the service. */
	| { do: 'tide'; count: number; everyMs: number; adds: boolean }
	/** The workflow is saved with other options. */
	| { do: 'edit'; change: Partial<Selection> }
	/** The service takes one version alone from now on, and answers the others with a status. */
	| { do: 'retire'; left: string; status?: number }
	/** The workflow is saved with another range, event or credential. */
	| { do: 'rescope' }
	/** The address in the credential is changed: another service answers, with other records or with the same ids. */
	| { do: 'readdress'; population: Population; sameIds: boolean }
	/** n8n ends without warning and starts again. */
	| { do: 'restart' }
	/** The clock of the machine that n8n runs on is set: seconds by which it is ahead. */
	| { do: 'local clock'; ahead: number }
	/** What the trigger remembers is damaged, polls run, and it is repaired. */
	| { do: 'damage'; how: Damage; pick: number; polls: number; deeds: readonly Deed[] }
	| { do: 'repeat'; times: number; steps: readonly Step[] };

/** Records that are there before the first poll, over how many seconds their changes are spread, how many wait. */
export interface Population {
	readonly count: number;
	readonly over: number;
	readonly waiting: number;
}

/** A service that is slow throughout, and how often it is polled. */
export interface Pace {
	/** Milliseconds that each call takes. */
	readonly latency: number;
	/** Milliseconds that a poll may take. */
	readonly ms: number;
	/** Milliseconds from the beginning of a poll to the next, at least. */
	readonly everyMs: number;
}

/** What records of a service have in common: one in so many has it. */
export interface Share<T> {
	readonly oneIn: number;
	readonly as: T;
}

export interface History {
	readonly event: EventName;
	/** What it has that not every history has. */
	readonly classes: readonly TroubleClass[];
	readonly traits: ServiceTraits;
	/** Milliseconds by which the service's clock is ahead. */
	readonly clockOffset: number;
	/** Seconds by which the clock of n8n's machine is ahead. */
	readonly localAhead?: number;
	readonly overlap: number;
	/** Statuses to emit (cards). */
	readonly statuses: readonly string[];
	readonly includeTags: boolean;
	readonly includePastBizCards: boolean;
	/** Seconds before the first poll. */
	readonly startFrom?: number;
	readonly population: Population;
	/** How the service shows the times of its records. */
	readonly times?: Share<{ readonly updated: TimeForm; readonly registered: TimeForm }>;
	/** How the content of its records differs from reading to reading. */
	readonly unsteady?: Share<Unsteadiness>;
	/** Given, all polls go by it. */
	readonly pace?: Pace;
	readonly steps: readonly Step[];
}

/**
 * The histories that `npm test` lives through unless told otherwise, and those of the deliberate bugs; the bench goes on from
 * the same seed.
 */
export const USUAL_SEED = 20_260_101;
export const USUAL_RUNS = 300;
export const MUTATION_RUNS = 600;

export const DEFAULT_MAX_RECORDS = 10_000;
export const MANY_CALLS = 10_000;

/** Numbers from here on pick among the records that were changed last. */
export const RECENT = 5_000;
