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

/**
 * Who polls, what a poll is given and what n8n stores:
 * - `one`: one main process, whose polls share static data
 * - `leaders`: of two main processes one is the leader. The next leader activates the workflow with what is stored
 * - `durable`: two main processes take turns (n8n's durable scheduler), each poll with what is stored
 * - `cursors`: the same, but n8n also stores what a poll came to that brought nothing (durable cursors)
 */
export type Mains = 'one' | 'leaders' | 'durable' | 'cursors';

/** What the specification leaves open, one choice each; then the event, the clocks and what was there before. */
export interface World {
	/** Records on a page at most, whatever is asked for. */
	readonly pageSize: number;
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	/**
	 * What a page token stands for: a number of records to pass over, the place after the last one, the ids that were there
	 * at the first page, or all that was there then.
	 */
	readonly tokens: 'offset' | 'place' | 'snapshot' | 'contents';
	/** Whether lists come in the order that is asked for, or always in descending order of registration. */
	readonly keepsOrder: boolean;
	/** Whether a last page that is full still claims that there is more. */
	readonly saysMoreWhenFull: boolean;
	/** The order of records with the same time. */
	readonly ties: 'id' | 'change';

	readonly mains: Mains;
	readonly event: EventName;
	readonly options: Options;
	/** Longest time of an answer. */
	readonly latencyMs: number;
	/** From the beginning of one poll to that of the next. */
	readonly interval: number;
	readonly maxRecords: number;
	readonly overlap: number;
	/** By which the service's clock and the one of n8n's machine are ahead of the true time. */
	readonly serviceAhead: number;
	readonly localAhead: number;
	/** How long before the first poll `startFrom` lies. */
	readonly startFrom?: number;
	/** Whether it is outside of the realistic world of the contract. */
	readonly isWide: boolean;
	/** Records before the first poll, over how long their changes are spread, how many in ten are waiting. */
	readonly population: { readonly count: number; readonly over: number; readonly waiting: number };
}

/** How the service shows a time; all but the first break the specification. */
export type TimeForm = 'stamp' | 'missing' | 'null' | 'milliseconds' | 'words';

/** How the content of an unchanged record differs from reading to reading. */
export type Unsteadiness = 'order' | 'null' | 'value';

/** Something that happens in the service. Records are picked by a number, taken modulo how many there are. */
export type Deed = Readonly<
	| { do: 'add'; count: number; status: number; late: number }
	| { do: 'change'; pick: number; late: number }
	| { do: 'finish'; pick: number; readable: boolean }
	| { do: 'remove'; pick: number }
	/** Counted as collated with a later card, or no longer. */
	| { do: 'collate'; pick: number }
	/** Many records in one second. */
	| { do: 'crowd'; count: number; adds: boolean; late: number }
	/** Many changes one after another. */
	| { do: 'tide'; count: number; everyMs: number; adds: boolean }
	/** A record that is stamped ahead, and changed again later without another time. */
	| { do: 'ahead'; pick: number; isNew: boolean; seconds: number }
	| { do: 'again' }
	| { do: 'odd times'; pick: number; isNew: boolean; updated: TimeForm; registered: TimeForm }
	| { do: 'unsettle'; pick: number; isNew: boolean; how: Unsteadiness }
	| { do: 'service clock'; by: number }
	| { do: 'wait'; ms: number }
>;

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

/** Which pages fail: those with one record, with records around it, or lists of cards that are not finished. */
type BadPages = 'a record' | 'a range' | 'waiting cards';

export type Step =
	| Deed
	| PollStep
	| Readonly<
			/** Pages fail with a status or, without one, take longer than a poll; for some polls or for ever. */
			| { do: 'bad page'; of: BadPages; pick: number; width: number; status?: number; polls?: number }
			| { do: 'local clock'; by: number }
			| { do: 'edit'; change: Partial<Options> }
			/** The service takes one version alone from now on, and answers the others with a status. */
			| { do: 'retire'; left: string; status: number }
			/** Another event, credential or range. */
			| { do: 'fresh' }
			| { do: 'restart' }
			/** The other main process of n8n polls from now on. */
			| { do: 'take over' }
			/** The stored state is damaged, one poll runs, and it is repaired. */
			| { do: 'damage'; pick: number; how: 'missing' | 'null' | 'text' | 'list' | 'newer' }
	  >;

export interface History {
	readonly world: World;
	/** Kinds of trouble that it was drawn with. */
	readonly classes: readonly string[];
	readonly steps: readonly Step[];
}

/** The time of a poll. */
export const POLL_MS = 30_000;

export const PLAIN_POLL: PollStep = { do: 'poll', faults: [], meanwhile: [], abandoned: false };

/** A service that does nothing unusual, and a person who chooses nothing. */
export const PLAIN_WORLD: World = {
	mains: 'one',
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
	interval: 60,
	maxRecords: 10_000,
	overlap: 300,
	serviceAhead: 0,
	localAhead: 0,
	isWide: false,
	population: { count: 40, over: 20_000, waiting: 0 },
};

export function isAboutCards(event: EventName): boolean {
	return event.startsWith('businessCard');
}

export function firesOnce(event: EventName): boolean {
	return event.endsWith('Created');
}
