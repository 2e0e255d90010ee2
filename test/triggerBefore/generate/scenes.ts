import fc from 'fast-check';
import type { TroubleClass } from '../classes';
import { DEFAULT_MAX_RECORDS, MANY_CALLS } from '../history';
import type { BadPageStep, Damage, Deed, History, Step } from '../history';
import { EMPTY_FORMS, ODD_FORMS } from '../timeForms';
import type { TimeForm } from '../timeForms';
import { UNSTEADINESS } from '../unsteady';
import {
	choice,
	DAY_MS,
	deed,
	edit,
	flood,
	happening,
	pick,
	plainPoll,
	poll,
	pollWith,
	population,
	recent,
	retirement,
	tide,
	traitsWith,
} from './base';
import type { Options } from './base';

/** What a class of trouble adds to a history. */
export interface ClassRecipe {
	/** Beside the base scenes, whose weights come to about fifty. */
	readonly scenes: Options<Step[]>;
	/** In place of the base beginnings. */
	readonly beginnings?: Options<Step[]>;
	/** After all other scenes. */
	readonly end?: fc.Arbitrary<Step[]>;
	/** What is so in the whole history. */
	readonly fields?: { [F in keyof History]?: fc.Arbitrary<History[F]> };
}

const none = fc.constant(undefined);
const HOUR = 3_600;
const DAY = 86_400;
const YEAR = 365 * DAY;

const wait = (min: number, max: number) => happening('wait', { ms: fc.integer({ min, max }) });

/** Steps one after another, over and over. */
function repeated(min: number, max: number, steps: fc.Arbitrary<Step[]>): fc.Arbitrary<Step> {
	return happening('repeat', { times: fc.integer({ min, max }), steps }) as fc.Arbitrary<Step>;
}

const distance = choice<number | '2099'>([
	[2, fc.integer({ min: 1, max: 300 })],
	[2, fc.integer({ min: 300, max: 2 * HOUR })],
	[2, fc.integer({ min: 2 * HOUR, max: 26 * HOUR })],
	[2, fc.integer({ min: 26 * HOUR, max: 5 * DAY })],
	[1, fc.constantFrom(30 * DAY, YEAR)],
	[2, fc.constant('2099' as const)],
]);
const stamp = happening('stamp', { pick, isNew: fc.boolean(), to: distance });
const farStamp = happening('stamp', { pick, isNew: fc.boolean(), to: fc.constantFrom(YEAR, 2 * YEAR, '2099' as const) });
const again = happening('again', { pick: fc.nat(3), moves: fc.boolean() });
const localClock = happening('local clock', {
	ahead: fc.oneof(fc.integer({ min: -600, max: 600 }), fc.constantFrom(-DAY, DAY, -30 * DAY, -10 * YEAR, 5 * YEAR, 0)),
});

const AHEAD: ClassRecipe = {
	scenes: [
		[12, fc.tuple(stamp, poll)],
		[6, fc.tuple(again, poll)],
		[2, fc.tuple(localClock)],
		// One record ahead of all others is edited time and again, while others are added.
		[3, fc.tuple(stamp, repeated(20, 65, fc.tuple(again, deed, wait(1_000, 60_000), plainPoll)))],
		// Wrong stamps add up, one a week.
		[1, fc.tuple(repeated(30, 60, fc.tuple(farStamp, plainPoll, wait(7 * DAY_MS, 7 * DAY_MS), deed, plainPoll)))],
		// One honest record is edited time and again.
		[
			1,
			happening('change', { pick: fc.nat(30), times: fc.constant(1), late: fc.constant(0) }).chain((change) =>
				fc.tuple(repeated(50, 65, fc.tuple(fc.constant<Step>(change), wait(1_000, 20_000), plainPoll)), deed, poll),
			),
		],
		// Many at once.
		[1, fc.tuple(repeated(30, 80, fc.tuple(stamp)), poll, deed, poll)],
	],
	fields: { localAhead: fc.oneof({ weight: 3, arbitrary: none }, { weight: 1, arbitrary: localClock.map(({ ahead }) => ahead) }) },
};

const oddForm = fc.constantFrom<TimeForm>(...ODD_FORMS);
/** The time of a record's update cannot be read, or that of its registration, hardly ever both. */
const oddTimes = choice<{ updated: TimeForm; registered: TimeForm }>([
	[6, fc.record({ updated: oddForm, registered: fc.constant<TimeForm>('stamp') })],
	[4, fc.record({ updated: fc.constant<TimeForm>('stamp'), registered: oddForm })],
	[1, fc.record({ updated: oddForm, registered: oddForm })],
]);
const showTimes = (isNew: fc.Arbitrary<boolean>) =>
	fc.tuple(oddTimes, pick, isNew).map(([times, number, adds]): Deed => ({ do: 'show times', pick: number, isNew: adds, ...times }));
const emptyTime = fc
	.tuple(fc.constantFrom(...EMPTY_FORMS), recent)
	.map(([updated, number]): Deed => ({ do: 'show times', pick: number, isNew: false, updated, registered: 'stamp' }));

const UNREADABLE: ClassRecipe = {
	scenes: [
		[12, fc.tuple(showTimes(fc.boolean()), poll)],
		[4, fc.tuple(emptyTime, repeated(3, 8, fc.tuple(happening('change', { pick: recent, times: fc.constant(1), late: fc.constant(0) }), wait(1_000, 60_000), plainPoll)))],
		// One record without a time is edited time and again, and records without one add up.
		[1, fc.tuple(emptyTime, repeated(50, 62, fc.tuple(happening('change', { pick: fc.constant(5_000), times: fc.constant(1), late: fc.constant(0) }), wait(1_000, 60_000), plainPoll)), deed, poll)],
		[1, fc.tuple(repeated(50, 60, fc.tuple(showTimes(fc.constant(true)), wait(1_000, 60_000), plainPoll)), deed, poll)],
	],
	fields: {
		times: choice([
			[2, none],
			[3, fc.record({ oneIn: fc.constantFrom(1, 2, 5, 20), as: oddTimes })],
		]),
	},
};

const crowdedSecond = happening('burst', {
	pages: fc.double({ min: 4, max: 40, noNaN: true }),
	adds: fc.boolean(),
	late: fc.constant(0),
});

const CROWD: ClassRecipe = {
	scenes: [
		[4, fc.tuple(crowdedSecond, plainPoll, deed, poll)],
		[3, fc.tuple(crowdedSecond, happening('change', { pick, times: fc.constant(1), late: fc.integer({ min: 100, max: 300 }) }), repeated(3, 8, fc.tuple(deed, plainPoll)))],
		[3, fc.tuple(repeated(3, 8, fc.tuple(deed, plainPoll)))],
	],
	fields: {
		traits: traitsWith([3, 5, 8, 8, 13]),
		pace: fc.record({
			latency: fc.constantFrom(300, 1_000, 3_000, 3_000, 6_000),
			ms: fc.constantFrom(30_000, 36_000),
			everyMs: fc.constantFrom(60_000, 600_000, 3_600_000, 3_600_000, 7 * 3_600_000, DAY_MS, DAY_MS),
		}),
	},
};

const UNSTABLE: ClassRecipe = {
	scenes: [
		[4, fc.tuple(happening('unsettle', { pick, isNew: fc.boolean(), how: fc.constantFrom(...UNSTEADINESS) }), poll)],
		[4, fc.tuple(repeated(3, 12, fc.tuple(wait(1_000, 60_000), plainPoll)))],
		[2, fc.tuple(deed, repeated(2, 4, fc.tuple(plainPoll)))],
	],
	fields: {
		unsteady: choice([
			[1, none],
			[2, fc.record({ oneIn: fc.constantFrom(1, 2, 5), as: fc.constantFrom(...UNSTEADINESS) })],
		]),
	},
};

/** Edits that bring more into view, and what only they show. */
const widening = fc
	.tuple(
		fc.constantFrom<Step>(
			{ do: 'edit', change: { entryStatus: ['completed', 'processing', 'unreadable'], type: [] } },
			{ do: 'edit', change: { includePastBizCards: true } },
			{ do: 'edit', change: { includeTags: true } },
			{ do: 'edit', change: { version: '2.0' } },
			{ do: 'edit', change: { version: '3.2' } },
		),
		fc.integer({ min: 10, max: 16 }),
		fc.array(deed, { maxLength: 2 }),
		pick,
	)
	.map(([change, times, deeds, number]): Step[] => [
		change,
		{ do: 'repeat', times, steps: [...deeds, { do: 'wait', ms: 20_000 }, PLAIN] },
		{ do: 'add', count: 3, status: 1, late: 0 },
		{ do: 'tag', pick: number },
		PLAIN,
		PLAIN,
	]);

const PLAIN: Step = {
	do: 'poll',
	latency: 100,
	calls: MANY_CALLS,
	maxRecords: DEFAULT_MAX_RECORDS,
	meanwhile: [],
	abandoned: false,
};

const SLOW: ClassRecipe = {
	scenes: [
		[5, widening],
		[3, fc.tuple(deed, edit, poll, deed, poll)],
		[1, fc.tuple(tide, plainPoll)],
		[2, fc.tuple(pollWith({ latency: fc.integer({ min: 10_000, max: 45_000 }), ms: fc.constantFrom(30_000, 36_000) }))],
	],
	fields: {
		traits: traitsWith([8, 25, 50, 100, 300]),
		pace: fc.record({
			latency: fc.oneof(fc.integer({ min: 2_000, max: 12_000 }), fc.constantFrom(12_000, 16_000)),
			ms: fc.constantFrom(30_000, 36_000),
			everyMs: fc.constantFrom(60_000, 60_000, 600_000),
		}),
	},
};

const RETIRED: ClassRecipe = { scenes: [[5, retirement(fc.constantFrom(400, 403, 404, 410, 500, 503))]] };

const badPage = (of: ReadonlyArray<BadPageStep['of']>): fc.Arbitrary<BadPageStep> =>
	fc
		.record({
			do: fc.constant('bad page' as const),
			of: fc.constantFrom(...of),
			pick,
			width: fc.constantFrom(0, 2, 60, 600),
			status: fc.constantFrom(500, 500, 502, 503, undefined, undefined),
			polls: fc.oneof(none, fc.integer({ min: 1, max: 20 })),
		})
		.map((step) => step as BadPageStep);

const BAD_PAGE: ClassRecipe = {
	scenes: [
		[3, fc.tuple(badPage(['a record', 'a new record', 'a range', 'the past']), poll, deed, poll)],
		[3, fc.tuple(flood, badPage(['a record', 'a range', 'the past']), repeated(3, 15, fc.tuple(deed, wait(1_000, 60_000), plainPoll)))],
		[2, fc.tuple(badPage(['a new record']), repeated(3, 15, fc.tuple(deed, wait(1_000, 60_000), plainPoll)))],
	],
	beginnings: [
		[1, fc.constant([])],
		[2, fc.tuple(badPage(['the past', 'waiting cards']), plainPoll, deed, plainPoll)],
	],
	fields: { traits: traitsWith([8, 13, 25, 50, 100, 300]) },
};

const emptyFirst = pollWith({ isEmptyFirst: fc.constant(true) });

const EMPTY: ClassRecipe = {
	scenes: [[2, fc.tuple(fc.constant<Step>({ do: 'rescope' }), emptyFirst, poll)]],
	beginnings: [
		[2, fc.tuple(emptyFirst)],
		[1, fc.tuple(emptyFirst, deed, poll)],
		[1, fc.constant([])],
	],
};

const ADDRESS: ClassRecipe = {
	scenes: [
		[3, fc.tuple(poll, happening('readdress', { population, sameIds: fc.boolean() }), poll, deed, poll)],
	],
};

const bulk = happening('burst', {
	pages: fc.double({ min: 9, max: 18, noNaN: true }),
	adds: fc.boolean(),
	late: fc.constant(0),
	most: fc.constantFrom(900, 1_300),
});
const aged = wait(700_000, 4_000_000);

const COST: ClassRecipe = {
	scenes: [[1, fc.tuple(fc.constant<Step>({ do: 'drop waiting' }), poll)]],
	end: choice<Step[]>([
		// A bulk change, and nothing newer.
		[2, fc.tuple(plainPoll, bulk, plainPoll, aged, plainPoll)],
		// A bulk change, and life goes on.
		[2, fc.tuple(plainPoll, bulk, plainPoll, aged, newerLife(), plainPoll, aged, plainPoll)],
		[1, fc.constant([])],
	]),
	fields: {
		traits: fc
			.tuple(traitsWith([50, 50, 100, 300]), fc.boolean())
			.map(([traits, refuses]) => ({ ...traits, ...(refuses ? { refusesLimitAbove: Math.min(traits.pageSize, 100) } : {}) })),
	},
};

/** Enough changes of further records that what was before them need not be read again. */
function newerLife(): fc.Arbitrary<Step> {
	return happening('tide', { count: fc.integer({ min: 61, max: 75 }), everyMs: fc.constantFrom(200, 7_000, 60_000), adds: fc.constant(true) });
}

const damage = happening('damage', {
	how: fc.constantFrom<Damage>(
		'missing',
		'missing',
		'missing',
		'null',
		'number',
		'text',
		'list',
		'milliseconds',
		'all in milliseconds',
		'bad element',
	),
	pick,
	polls: fc.integer({ min: 1, max: 3 }),
	deeds: fc.array(deed, { maxLength: 2 }),
});

const DAMAGE: ClassRecipe = { scenes: [[6, fc.tuple(damage, poll)]] };

/** What each class adds. */
export const RECIPES: Readonly<Record<TroubleClass, ClassRecipe>> = {
	ahead: AHEAD,
	unreadable: UNREADABLE,
	crowd: CROWD,
	unstable: UNSTABLE,
	slow: SLOW,
	retired: RETIRED,
	'bad page': BAD_PAGE,
	empty: EMPTY,
	address: ADDRESS,
	cost: COST,
	damage: DAMAGE,
};

