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
	readonly fault?: { readonly call: number; readonly kind: Fault } | undefined;
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
	/** The service takes one version alone from now on. */
	| { do: 'retire'; left: string }
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

/**
 * The histories that `npm test` lives through unless told otherwise, and those of `.ci/run` and of the deliberate bugs; the
 * bench goes on from the same seed.
 */
export const USUAL_SEED = 20_260_101;
export const USUAL_RUNS = 300;
export const FULL_RUNS = 2_000;

export const DEFAULT_MAX_RECORDS = 10_000;
export const MANY_CALLS = 10_000;

const DAY_MS = 86_400_000;

/** Numbers from here on pick among the records that were changed last. */
export const RECENT = 5_000;

type Options<T> = ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<T>]>;

function choice<T>(options: Options<T>): fc.Arbitrary<T> {
	return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Steps or deeds of one kind. */
function happening<K extends string, T>(kind: K, fields: { [F in keyof T]: fc.Arbitrary<T[F]> }): fc.Arbitrary<T & { do: K }> {
	return fc.record({ do: fc.constant(kind), ...fields }) as fc.Arbitrary<T & { do: K }>;
}

const pick = fc.nat(9_999);
const recent = fc.integer({ min: RECENT, max: 9_999 });
/** Seconds a change stays hidden: mostly none; the model keeps it within the overlap. */
const late = choice([
	[4, fc.constant(0)],
	[1, fc.integer({ min: 1, max: 300 })],
	[1, fc.constant(300)],
]);
const moment = fc.integer({ min: 0, max: 999 });
const pauseMs = choice([
	[3, moment],
	[4, fc.integer({ min: 1_000, max: 90_000 })],
	[2, fc.integer({ min: 90_000, max: 900_000 })],
	[1, fc.integer({ min: 3_600_000, max: 3 * DAY_MS })],
]);

const add = happening('add', { count: fc.integer({ min: 1, max: 3 }), status: pick, late });
const change = happening('change', { pick, times: fc.integer({ min: 1, max: 2 }), late });
const ahead = fc.constantFrom(60, 3_600, 30 * 86_400, 3_650 * 86_400);
const collation = fc.constantFrom('hide' as const, 'merge' as const, 'rename' as const, 'part' as const);
const deed: fc.Arbitrary<Deed> = choice<Deed>([
	[5, add],
	[8, change],
	[1, happening('tag', { pick })],
	[4, happening('finish', { pick, readable: fc.boolean(), late })],
	[2, happening('remove', { pick })],
	[1, happening('collate', { pick, into: pick, how: collation })],
	[1, happening('ahead', { pick, isNew: fc.boolean(), seconds: ahead })],
	[1, happening('setClock', { seconds: fc.integer({ min: -300, max: 120 }) })],
	[4, happening('wait', { ms: pauseMs })],
]);

/** What happens while a poll runs: to records it has just read above all. */
const deedMeanwhile: fc.Arbitrary<Deed> = choice<Deed>([
	[6, happening('change', { pick: recent, times: fc.constant(1), late: fc.constant(0) })],
	[3, happening('remove', { pick: recent })],
	[2, happening('wait', { ms: fc.integer({ min: 0, max: 3_000 }) })],
	[4, deed.map((given): Deed => (given.do === 'wait' ? { do: 'wait', ms: given.ms % 3_000 } : given))],
]);

const pollWith = (changes: { [F in keyof PollStep]?: fc.Arbitrary<PollStep[F]> }): fc.Arbitrary<PollStep> =>
	fc.record({
		do: fc.constant('poll' as const),
		latency: fc.integer({ min: 1, max: 1_500 }),
		calls: fc.constant(MANY_CALLS),
		maxRecords: fc.constant(DEFAULT_MAX_RECORDS),
		fault: fc.constant(undefined),
		meanwhile: fc.constant([]),
		abandoned: fc.constant(false),
		...changes,
	});

const meanwhile = fc.array(
	fc.record({ call: fc.nat(9), deeds: fc.array(deedMeanwhile, { minLength: 1, maxLength: 4 }) }),
	{ minLength: 1, maxLength: 5 },
);
const fault = fc.record({
	call: fc.nat(12),
	kind: fc.constantFrom<Fault>('error', 'lost answer', 'token refused', 'no answer in time'),
});
const refusedToken = fc.record({ call: fc.integer({ min: 2, max: 9 }), kind: fc.constant<Fault>('token refused') });
const fewCalls = fc.integer({ min: 1, max: 12 });
const fewRecords = fc.integer({ min: 1, max: 30 });

const poll: fc.Arbitrary<PollStep> = choice([
	[6, pollWith({})],
	[3, pollWith({ meanwhile })],
	[2, pollWith({ fault })],
	[2, pollWith({ calls: fewCalls, meanwhile })],
	[2, pollWith({ maxRecords: fewRecords, meanwhile })],
	[1, pollWith({ abandoned: fc.constant(true) })],
	[1, pollWith({ calls: choice([[1, fewCalls], [1, fc.constant(MANY_CALLS)]]), maxRecords: fewRecords, fault, meanwhile })],
]);

const STATUS_CHOICES: ReadonlyArray<readonly string[]> = [
	['completed'],
	['completed'],
	['completed'],
	['completed', 'unreadable'],
	['unreadable'],
	['completed', 'processing', 'unreadable'],
];

const selectionChange: fc.Arbitrary<Partial<Selection>> = fc.oneof(
	fc.record({ includeTags: fc.boolean() }),
	fc.record({ includePastBizCards: fc.boolean() }),
	fc.record({ version: fc.constantFrom('2.0', '2.5', '3.2') }),
	fc.record({ entryStatus: fc.constantFrom(...STATUS_CHOICES).map((statuses) => [...statuses]) }),
	fc.record({ type: fc.constantFrom<string[]>([], ['Call'], ['Call', 'Email']) }),
);

const burst = happening('burst', { pages: fc.double({ min: 0.3, max: 4, noNaN: true }), adds: fc.boolean(), late });
const tide = happening('tide', {
	count: fc.integer({ min: 5, max: 70 }),
	everyMs: fc.constantFrom(0, 200, 1_000, 7_000, 60_000),
	adds: fc.boolean(),
});
/** So many changes that the floor follows. */
const flood = happening('tide', { count: fc.integer({ min: 50, max: 70 }), everyMs: fc.constantFrom(0, 200, 1_000, 7_000), adds: fc.boolean() });
const edit = happening('edit', { change: selectionChange });
const hiddenFor = (least: number) => fc.integer({ min: least, max: 300 });

/** Steps that belong together, so that what is rare by itself happens often enough. */
const scene: fc.Arbitrary<Step[]> = choice<Step[]>([
	[20, fc.tuple(deed)],
	[16, fc.tuple(poll)],
	[2, fc.tuple(tide)],
	[1, fc.tuple(fc.constantFrom<Step>({ do: 'rescope' }, { do: 'restart' }, { do: 'restart' }, { do: 'restart' }))],
	// A second with more records than a page, read while it changes, or by more polls than one.
	[3, fc.tuple(burst, choice([[2, pollWith({ meanwhile })], [1, pollWith({ fault: refusedToken })], [1, poll]]), poll)],
	// A change that becomes visible after the floor has followed as far as it may.
	[
		3,
		fc.tuple(
			happening('change', { pick, times: fc.constant(1), late: hiddenFor(1) }),
			poll,
			flood,
			poll,
			happening('wait', { ms: fc.integer({ min: 0, max: 300_000 }) }),
			poll,
		),
	],
	// A backlog that several polls have to read, while more arrives.
	[2, fc.tuple(flood, pollWith({ calls: fewCalls, meanwhile }), deed, pollWith({ maxRecords: fewRecords }), deed, poll)],
	// An edit, and changes around it.
	[3, fc.tuple(deed, edit, pollWith({ meanwhile }), deed, poll)],
	[1, fc.tuple(edit)],
	// A version that is retired: polls fail until the workflow is edited.
	[
		1,
		fc
			.tuple(fc.constantFrom('2.0', '2.5', '3.2'), poll, fc.array(deed, { maxLength: 3 }), poll, deed, poll)
			.map(([left, first, deeds, failing, last, then]): Step[] => [
				first,
				{ do: 'retire', left },
				...deeds,
				failing,
				{ do: 'edit', change: { version: left } },
				last,
				then,
			]),
	],
]);

/** The first poll: disturbed, or cut short, more often than others. */
const beginning: fc.Arbitrary<Step[]> = choice<Step[]>([
	[4, fc.constant([])],
	[1, fc.tuple(pollWith({ meanwhile }))],
	[1, fc.tuple(pollWith({ calls: fc.integer({ min: 1, max: 5 }) }))],
	[1, fc.tuple(pollWith({ calls: fc.integer({ min: 1, max: 5 }) }), deed, poll)],
]);

const traits: fc.Arbitrary<ServiceTraits> = fc.record({
	pageSize: fc.constantFrom(3, 5, 8, 13, 25, 25, 50, 50, 100, 300),
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
		startFrom: fc.oneof(fc.nat(60), fc.nat(3_600), fc.nat(100_000)),
		population: fc.record({
			count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 40, max: 130 })),
			over: fc.constantFrom(1, 60, 3_600, 100_000),
			waiting: fc.nat(8),
		}),
		steps: fc
			.tuple(beginning, fc.array(scene, { minLength: 1, maxLength: 25, size: 'max' }))
			.map(([first, scenes]) => [...first, ...scenes.flat()]),
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
