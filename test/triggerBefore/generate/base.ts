import fc from 'fast-check';
import type { EventName } from '../../../nodes/BusinessCardDataTrigger/events';
import type { Selection } from '../../../nodes/BusinessCardDataTrigger/state';
import { DEFAULT_MAX_RECORDS, MANY_CALLS, RECENT } from '../history';
import type { Deed, Fault, PollStep, Population, Step } from '../history';
import type { ServiceTraits } from '../model';

/** What every history may have: changes of every kind, clocks, failed calls, restarts, edits. */

export const DAY_MS = 86_400_000;

export type Options<T> = ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<T>]>;

/** One of several, each with its weight. */
export function choice<T>(options: Options<T>): fc.Arbitrary<T> {
	return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Steps or deeds of one kind. */
export function happening<K extends string, T>(
	kind: K,
	fields: { [F in keyof T]: fc.Arbitrary<T[F]> },
): fc.Arbitrary<T & { do: K }> {
	return fc.record({ do: fc.constant(kind), ...fields }) as fc.Arbitrary<T & { do: K }>;
}

export const pick = fc.nat(9_999);
export const recent = fc.integer({ min: RECENT, max: 9_999 });

/** Seconds a change stays hidden: mostly none; the model keeps it within the overlap. */
export const late = choice([
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
/** None as much as clocks may differ: a wrong time that is right by a wrong clock cannot be told from a right one. */
const ahead = fc.constantFrom(60, 3_600, 30 * 86_400, 4_015 * 86_400);
const collation = fc.constantFrom('hide' as const, 'merge' as const, 'rename' as const, 'part' as const);
export const deed: fc.Arbitrary<Deed> = choice<Deed>([
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

export const pollWith = (changes: { [F in keyof PollStep]?: fc.Arbitrary<PollStep[F]> }): fc.Arbitrary<PollStep> =>
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

/** A poll that nothing disturbs. */
export const plainPoll = pollWith({});

export const meanwhile = fc.array(
	fc.record({ call: fc.nat(9), deeds: fc.array(deedMeanwhile, { minLength: 1, maxLength: 4 }) }),
	{ minLength: 1, maxLength: 5 },
);
const fault = fc.record({
	call: fc.nat(12),
	kind: fc.constantFrom<Fault>('error', 'lost answer', 'token refused', 'no answer in time'),
});
const refusedToken = fc.record({ call: fc.integer({ min: 2, max: 9 }), kind: fc.constant<Fault>('token refused') });
export const fewCalls = fc.integer({ min: 1, max: 12 });
const fewRecords = fc.integer({ min: 1, max: 30 });

export const poll: fc.Arbitrary<PollStep> = choice([
	[6, plainPoll],
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

export const selectionChange: fc.Arbitrary<Partial<Selection>> = fc.oneof(
	fc.record({ includeTags: fc.boolean() }),
	fc.record({ includePastBizCards: fc.boolean() }),
	fc.record({ version: fc.constantFrom('2.0', '2.5', '3.2') }),
	fc.record({ entryStatus: fc.constantFrom(...STATUS_CHOICES).map((statuses) => [...statuses]) }),
	fc.record({ type: fc.constantFrom<string[]>([], ['Call'], ['Call', 'Email']) }),
);

const burst = happening('burst', { pages: fc.double({ min: 0.3, max: 4, noNaN: true }), adds: fc.boolean(), late });
export const tide = happening('tide', {
	count: fc.integer({ min: 5, max: 70 }),
	everyMs: fc.constantFrom(0, 200, 1_000, 7_000, 60_000),
	adds: fc.boolean(),
});
/** So many changes that the floor follows. */
export const flood = happening('tide', {
	count: fc.integer({ min: 50, max: 70 }),
	everyMs: fc.constantFrom(0, 200, 1_000, 7_000),
	adds: fc.boolean(),
});
export const edit = happening('edit', { change: selectionChange });
const hiddenFor = (least: number) => fc.integer({ min: least, max: 300 });

/** Steps that belong together, so that what is rare by itself happens often enough. */
export const BASE_SCENES: Options<Step[]> = [
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
	[1, retirement(fc.constantFrom(400, 404))],
];

/** A version goes, polls fail, the workflow is edited. */
export function retirement(status: fc.Arbitrary<number>): fc.Arbitrary<Step[]> {
	return fc
		.tuple(fc.constantFrom('2.0', '2.5', '3.2'), status, poll, fc.array(deed, { maxLength: 3 }), poll, deed, poll)
		.map(([left, refusal, first, deeds, failing, last, then]): Step[] => [
			first,
			{ do: 'retire', left, status: refusal },
			...deeds,
			failing,
			{ do: 'edit', change: { version: left } },
			last,
			then,
		]);
}

/** The first poll: disturbed, or cut short, more often than others. */
export const BASE_BEGINNINGS: Options<Step[]> = [
	[4, fc.constant([])],
	[1, fc.tuple(pollWith({ meanwhile }))],
	[1, fc.tuple(pollWith({ calls: fc.integer({ min: 1, max: 5 }) }))],
	[1, fc.tuple(pollWith({ calls: fc.integer({ min: 1, max: 5 }) }), deed, poll)],
];

export const PAGE_SIZES: readonly number[] = [3, 5, 8, 13, 25, 25, 50, 50, 100, 300];

/** What a service may be like. */
export function traitsWith(pageSizes: readonly number[]): fc.Arbitrary<ServiceTraits> {
	return fc.record({
		pageSize: fc.constantFrom(...pageSizes),
		includesFrom: fc.boolean(),
		includesTo: fc.boolean(),
		tokens: fc.constantFrom('offset' as const, 'keyset' as const, 'ids' as const, 'contents' as const),
		keepsOrder: fc.constantFrom(true, true, true, false),
		saysMoreWhenFull: fc.boolean(),
		ties: fc.constantFrom('id' as const, 'change' as const),
	});
}

export const population: fc.Arbitrary<Population> = fc.record({
	count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 40, max: 130 })),
	over: fc.constantFrom(1, 60, 3_600, 100_000),
	waiting: fc.nat(8),
});

export const event = fc.constantFrom<EventName>('businessCardUpdated', 'businessCardCreated', 'reportUpdated', 'reportCreated');
export const statuses = fc.constantFrom(...STATUS_CHOICES);
export const startFrom = fc.oneof(fc.nat(60), fc.nat(3_600), fc.nat(100_000));
export const clockOffset = fc.oneof(
	fc.constant(0),
	fc.integer({ min: -600_000, max: 600_000 }),
	fc.constantFrom(-3_650 * DAY_MS, -DAY_MS, DAY_MS, 3_650 * DAY_MS),
);
