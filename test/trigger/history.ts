import fc from 'fast-check';
import type { EventName } from '../../nodes/BusinessCardDataTrigger/events';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import type { ServiceTraits } from './model';

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
	| { do: 'wait'; ms: number };

/** What a call runs into. */
export type Fault = 'error' | 'lost answer' | 'token refused' | 'no answer in time';

export interface PollStep {
	readonly do: 'poll';
	/** Milliseconds that each call takes. */
	readonly latency: number;
	/** Calls for which there is time. */
	readonly calls: number;
	readonly maxRecords: number;
	readonly fault?: { readonly call: number; readonly kind: Fault };
	/** What happens while the poll runs, before it is given the answer to a call. */
	readonly meanwhile: ReadonlyArray<{ readonly call: number; readonly deeds: readonly Deed[] }>;
	/** The poll ran to its end, but its result never arrived: n8n gave it up or was killed. */
	readonly abandoned: boolean;
}

export type Step =
	| Deed
	| PollStep
	/** Many records in one second, counted in pages. */
	| { do: 'burst'; pages: number; adds: boolean; late: number }
	/** Many changes one after another, so that time goes on in the service. */
	| { do: 'tide'; count: number; everyMs: number; adds: boolean }
	/** The workflow is saved with other options. */
	| { do: 'edit'; change: Partial<Selection> }
	/** The workflow is saved with another range, event or credential. */
	| { do: 'rescope' }
	/** n8n ends without warning and starts again. */
	| { do: 'restart' };

export interface History {
	readonly event: EventName;
	readonly traits: ServiceTraits;
	/** Milliseconds by which the service's clock is ahead. */
	readonly clockOffset: number;
	readonly overlap: number;
	/** Statuses to emit (cards). */
	readonly statuses: readonly string[];
	readonly includeTags: boolean;
	readonly includePastBizCards: boolean;
	/** Seconds before the first poll. */
	readonly startFrom?: number;
	/** Records that are there before the first poll, over how many seconds their changes are spread, how many wait. */
	readonly population: { readonly count: number; readonly over: number; readonly waiting: number };
	readonly steps: readonly Step[];
}

export const DEFAULT_MAX_RECORDS = 10_000;
export const MANY_CALLS = 10_000;

const DAY_MS = 86_400_000;

const number = fc.nat(9_999);
/** Seconds a change stays hidden: mostly none; the model keeps it within the overlap. */
const late = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) });
const pauseMs = fc.oneof(
	{ weight: 3, arbitrary: fc.integer({ min: 0, max: 999 }) },
	{ weight: 4, arbitrary: fc.integer({ min: 1_000, max: 90_000 }) },
	{ weight: 2, arbitrary: fc.integer({ min: 90_000, max: 900_000 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 3_600_000, max: 3 * DAY_MS }) },
);

const deed: fc.Arbitrary<Deed> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), count: fc.integer({ min: 1, max: 3 }), status: number, late }) },
	{ weight: 8, arbitrary: fc.record({ do: fc.constant('change' as const), pick: number, times: fc.integer({ min: 1, max: 2 }), late }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('tag' as const), pick: number }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('finish' as const), pick: number, readable: fc.boolean(), late }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), pick: number }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('collate' as const),
			pick: number,
			into: number,
			how: fc.constantFrom('hide' as const, 'merge' as const, 'rename' as const, 'part' as const),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('ahead' as const),
			pick: number,
			isNew: fc.boolean(),
			seconds: fc.constantFrom(60, 3_600, 30 * 86_400, 3_650 * 86_400),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('setClock' as const), seconds: fc.integer({ min: -300, max: 120 }) }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: pauseMs }) },
);

/** Waits inside a poll are short: it ends in its time. */
const deedMeanwhile = deed.map((given): Deed => (given.do === 'wait' ? { do: 'wait', ms: given.ms % 3_000 } : given));

const quietPoll = { calls: MANY_CALLS, maxRecords: DEFAULT_MAX_RECORDS, meanwhile: [], abandoned: false };

const poll: fc.Arbitrary<PollStep> = fc.oneof(
	{ weight: 3, arbitrary: fc.integer({ min: 1, max: 1_500 }).map((latency) => ({ do: 'poll' as const, latency, ...quietPoll })) },
	{
		weight: 2,
		arbitrary: fc.record(
			{
				do: fc.constant('poll' as const),
				latency: fc.integer({ min: 1, max: 1_500 }),
				calls: fc.oneof({ weight: 3, arbitrary: fc.constant(MANY_CALLS) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) }),
				maxRecords: fc.oneof(
					{ weight: 3, arbitrary: fc.constant(DEFAULT_MAX_RECORDS) },
					{ weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
				),
				fault: fc.record({
					call: fc.nat(12),
					kind: fc.constantFrom<Fault>('error', 'lost answer', 'token refused', 'no answer in time'),
				}),
				meanwhile: fc.array(
					fc.record({ call: fc.nat(20), deeds: fc.array(deedMeanwhile, { minLength: 1, maxLength: 4 }) }),
					{ maxLength: 4 },
				),
				abandoned: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
			},
			{ requiredKeys: ['do', 'latency', 'calls', 'maxRecords', 'meanwhile', 'abandoned'] },
		),
	},
);

const STATUS_CHOICES: ReadonlyArray<readonly string[]> = [
	['completed'],
	['completed'],
	['completed'],
	['completed', 'unreadable'],
	['unreadable'],
	['completed', 'processing', 'unreadable'],
];

const edit: fc.Arbitrary<Partial<Selection>> = fc.oneof(
	fc.record({ includeTags: fc.boolean() }),
	fc.record({ includePastBizCards: fc.boolean() }),
	fc.record({ version: fc.constantFrom('2.0', '2.5', '3.2') }),
	fc.record({ entryStatus: fc.constantFrom(...STATUS_CHOICES).map((statuses) => [...statuses]) }),
	fc.record({ type: fc.constantFrom<string[]>([], ['Call'], ['Call', 'Email']) }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 12, arbitrary: deed },
	{ weight: 10, arbitrary: poll },
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('burst' as const), pages: fc.double({ min: 0.3, max: 4, noNaN: true }), adds: fc.boolean(), late }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('tide' as const),
			count: fc.integer({ min: 5, max: 70 }),
			everyMs: fc.constantFrom(0, 200, 1_000, 7_000, 60_000),
			adds: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), change: edit }) },
	{ weight: 1, arbitrary: fc.constantFrom({ do: 'rescope' as const }, ...Array<{ do: 'restart' }>(4).fill({ do: 'restart' })) },
);

const traits: fc.Arbitrary<ServiceTraits> = fc.record({
	pageSize: fc.constantFrom(3, 5, 8, 13, 25, 50, 100, 300),
	includesFrom: fc.boolean(),
	includesTo: fc.boolean(),
	tokens: fc.constantFrom('offset' as const, 'keyset' as const, 'ids' as const, 'contents' as const),
	keepsOrder: fc.constantFrom(true, true, true, false),
	saysMoreWhenFull: fc.boolean(),
	ties: fc.constantFrom('id' as const, 'change' as const),
});

/** Histories of every kind; what is found is shrunk towards fewer steps. */
export const histories: fc.Arbitrary<History> = fc.record(
	{
		event: fc.constantFrom<EventName>('businessCardUpdated', 'businessCardCreated', 'reportUpdated', 'reportCreated'),
		traits,
		clockOffset: fc.oneof(
			fc.constant(0),
			fc.integer({ min: -600_000, max: 600_000 }),
			fc.constantFrom(-3_650 * DAY_MS, -DAY_MS, DAY_MS, 3_650 * DAY_MS),
		),
		overlap: fc.constantFrom(0, 1, 5, 30, 300, 300),
		statuses: fc.constantFrom(...STATUS_CHOICES),
		includeTags: fc.boolean(),
		includePastBizCards: fc.boolean(),
		startFrom: fc.integer({ min: 0, max: 100_000 }),
		population: fc.record({
			count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 40, max: 130 })),
			over: fc.constantFrom(1, 60, 3_600, 100_000),
			waiting: fc.nat(8),
		}),
		steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
	},
	{
		requiredKeys: [
			'event',
			'traits',
			'clockOffset',
			'overlap',
			'statuses',
			'includeTags',
			'includePastBizCards',
			'population',
			'steps',
		],
	},
);
