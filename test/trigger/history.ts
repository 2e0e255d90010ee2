/** What a history is made of. Times are seconds unless their name says `Ms`. */

export type EventName = 'businessCardUpdated' | 'businessCardCreated' | 'reportUpdated' | 'reportCreated';

/** What a person chooses in the trigger's panel. Empty lists choose all; cards have no types, reports no statuses. */
export interface Options {
	readonly version: string;
	readonly entryStatus: string[];
	readonly includeTags: boolean;
	readonly includePastBizCards: boolean;
	readonly type: string[];
}

/** What the specification leaves open, one choice each; then the event, the clocks and what was there before. */
export interface World {
	/** Records on a page at most, whatever is asked for. */
	readonly pageSize: number;
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	/** What a page token stands for: a number of records to pass over, the place after the last one, or a list of ids. */
	readonly tokens: 'offset' | 'place' | 'snapshot';
	/** Whether lists come in the order that is asked for, or always in descending order of registration. */
	readonly keepsOrder: boolean;
	/** Whether a last page that is full still claims that there is more. */
	readonly saysMoreWhenFull: boolean;
	/** The order of records with the same time. */
	readonly ties: 'id' | 'change';

	readonly event: EventName;
	readonly options: Options;
	/** Longest time of an answer, and the time of a poll. */
	readonly latencyMs: number;
	readonly pollMs: number;
	/** From the beginning of one poll to that of the next. */
	readonly interval: number;
	readonly maxRecords: number;
	readonly overlap: number;
	/** By which the service's clock and the one of n8n's machine are ahead of the true time. */
	readonly serviceAhead: number;
	readonly localAhead: number;
	/** How long before the first poll `startFrom` lies. */
	readonly startFrom?: number;
	/** Records before the first poll, over how long their changes are spread, how many in ten are waiting. */
	readonly population: { readonly count: number; readonly over: number; readonly waiting: number };
}

/** How the service shows a time; all but the first break the specification. */
export type TimeForm = 'stamp' | 'missing' | 'null' | 'milliseconds' | 'words';

/** How the content of an unchanged record differs from reading to reading. */
export type Unsteadiness = 'order' | 'null' | 'value';

/** Something that happens in the service. Records are picked by a number, taken modulo how many there are. */
export type Deed =
	| { readonly do: 'add'; readonly count: number; readonly status: number; readonly late: number }
	| { readonly do: 'change'; readonly pick: number; readonly late: number }
	| { readonly do: 'finish'; readonly pick: number; readonly readable: boolean }
	| { readonly do: 'remove'; readonly pick: number }
	/** Counted as collated with a later card, or no longer. */
	| { readonly do: 'collate'; readonly pick: number }
	/** Many records in one second. */
	| { readonly do: 'crowd'; readonly count: number; readonly adds: boolean; readonly late: number }
	/** Many changes one after another. */
	| { readonly do: 'tide'; readonly count: number; readonly everyMs: number; readonly adds: boolean }
	/** A record that is stamped ahead, and changed again later without another time. */
	| { readonly do: 'ahead'; readonly pick: number; readonly isNew: boolean; readonly seconds: number }
	| { readonly do: 'again' }
	| {
			readonly do: 'odd times';
			readonly pick: number;
			readonly isNew: boolean;
			readonly updated: TimeForm;
			readonly registered: TimeForm;
	  }
	| { readonly do: 'unsettle'; readonly pick: number; readonly isNew: boolean; readonly how: Unsteadiness }
	| { readonly do: 'service clock'; readonly by: number }
	| { readonly do: 'wait'; readonly ms: number };

/** What a call runs into. */
export type Fault = 'error' | 'lost answer' | 'token refused' | 'no answer in time' | 'empty answer';

export interface PollStep {
	readonly do: 'poll';
	readonly faults: ReadonlyArray<{ readonly call: number; readonly kind: Fault }>;
	/** What happens while the poll runs, before it is given the answer to a call. */
	readonly meanwhile: ReadonlyArray<{ readonly call: number; readonly deed: Deed }>;
	/** The poll ran to its end, but its result never arrived: n8n gave it up or was killed. */
	readonly abandoned: boolean;
}

export type Step =
	| Deed
	| PollStep
	/** Pages with certain records fail with a status or, without one, take longer than a poll unless they are small. */
	| {
			readonly do: 'bad page';
			readonly of: 'a record' | 'a range' | 'waiting cards';
			readonly pick: number;
			readonly width: number;
			readonly status?: number;
			/** Polls until it is over; without a number it never is. */
			readonly polls?: number;
	  }
	| { readonly do: 'local clock'; readonly by: number }
	| { readonly do: 'edit'; readonly change: Partial<Options> }
	/** The service takes one version alone from now on, and answers the others with a status. */
	| { readonly do: 'retire'; readonly left: string; readonly status: number }
	/** Another event, credential or range. */
	| { readonly do: 'fresh' }
	| { readonly do: 'restart' }
	/** The stored state is damaged, one poll runs, and it is repaired. */
	| { readonly do: 'damage'; readonly pick: number; readonly how: 'missing' | 'null' | 'text' | 'list' | 'newer' };

export interface History {
	readonly world: World;
	/** Kinds of trouble that it was drawn with. */
	readonly classes: readonly string[];
	readonly steps: readonly Step[];
}

export const PLAIN_POLL: PollStep = { do: 'poll', faults: [], meanwhile: [], abandoned: false };

/** A service that does nothing unusual, and a person who chooses nothing. */
export const PLAIN_WORLD: World = {
	event: 'businessCardUpdated',
	options: { version: '3.2', entryStatus: ['completed'], includeTags: false, includePastBizCards: false, type: [] },
	pageSize: 100,
	includesFrom: true,
	includesTo: true,
	tokens: 'place',
	keepsOrder: true,
	saysMoreWhenFull: false,
	ties: 'id',
	latencyMs: 200,
	pollMs: 30_000,
	interval: 60,
	maxRecords: 10_000,
	overlap: 300,
	serviceAhead: 0,
	localAhead: 0,
	population: { count: 40, over: 20_000, waiting: 0 },
};

export function isAboutCards(event: EventName): boolean {
	return event.startsWith('businessCard');
}

export function firesOnce(event: EventName): boolean {
	return event.endsWith('Created');
}
