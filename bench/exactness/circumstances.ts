import { CLASSES } from '../../test/triggerBefore/classes';
import type { TroubleClass } from '../../test/triggerBefore/classes';
import { DEFAULT_MAX_RECORDS, MANY_CALLS } from '../../test/triggerBefore/history';
import type { Deed, History, PollStep, Step } from '../../test/triggerBefore/history';
import { MINUTE, PLAIN_SERVICE } from '../../test/triggerBefore/plain';

/** One kind of trouble that every history may have, as a column of the report names it. */
export const TROUBLES = [
	'none',
	'changes next to and during a poll',
	'clocks that differ, are set, or stamp ahead',
	'changes that show late',
	'failed calls, kills and restarts',
	'small pages that change while they are read',
	'edits of the workflow',
] as const;

export type Trouble = (typeof TROUBLES)[number];

const [, NEAR, CLOCKS, LATE, FAILURES, PAGES, EDITS] = TROUBLES;

/** The classes of trouble as columns of the report name them. What a damaged memory is differs from trigger to trigger. */
const CLASS_NAMES: Readonly<Record<Exclude<TroubleClass, 'damage'>, string>> = {
	ahead: 'stamps far ahead',
	unreadable: 'times that cannot be read',
	crowd: 'crowded seconds, tokens that expire',
	unstable: 'content that is not stable',
	slow: 'edits on a slow service',
	retired: 'versions that go',
	'bad page': 'pages that fail',
	empty: 'an empty first answer',
	address: 'another address',
	cost: 'bulk changes',
};

type ComparedClass = keyof typeof CLASS_NAMES;

/** Steps that are a trouble by themselves. */
const TROUBLE_OF: Partial<Record<Step['do'], Trouble>> = {
	setClock: CLOCKS,
	ahead: CLOCKS,
	restart: FAILURES,
	edit: EDITS,
	retire: EDITS,
	rescope: EDITS,
};

/** Of these steps, those that belong to a class. */
const STEPS_OF: Partial<Record<TroubleClass, ReadonlyArray<Step['do']>>> = {
	slow: ['edit'],
	retired: ['edit', 'retire'],
	empty: ['rescope'],
};

/** What triggers are compared in: which histories, and what is made of them. */
export interface Circumstance {
	/** Column of the report. */
	readonly name: string;
	/** Classes of the histories; all kinds of histories where it is not given. */
	readonly classes?: readonly TroubleClass[];
	readonly adapt: (history: History) => History;
}

const DAY_MS = 86_400_000;

/** Whole histories, without what the peers have no option for: a start in the past, and bounds of time and records for a poll. */
const WHOLE: Circumstance = {
	name: 'whole histories',
	adapt: (history) => ({ ...withTime(history), steps: history.steps.map(mapped(unbounded)) }),
};

/** The circumstances: whole histories, those with one trouble, and those with one class of trouble. */
export const CIRCUMSTANCES: readonly Circumstance[] = [
	WHOLE,
	...TROUBLES.map((trouble) => ({ name: trouble, classes: [], adapt: withOnly(trouble) })),
	...CLASSES.filter((name): name is ComparedClass => name !== 'damage').map((name) => ({
		name: CLASS_NAMES[name],
		classes: [name],
		adapt: withOnlyClass(name),
	})),
];

/** Polls that last as long as they need, and no start in the past. */
function withTime(history: History): History {
	return { ...history, startFrom: undefined, pace: history.pace && { ...history.pace, ms: DAY_MS } };
}

/**
 * A history that has one kind of trouble at most. Without any, the service has the clock of this machine, shows every change
 * at once, keeps the order of its lists, has large pages and a snapshot behind their tokens; no call fails, nothing is
 * edited, and before and after each poll there is a minute in which nothing happens.
 */
function withOnly(trouble: Trouble): (history: History) => History {
	return (history) => ({
		...withTime(history),
		clockOffset: trouble === CLOCKS ? history.clockOffset : 0,
		traits: trouble === PAGES ? history.traits : PLAIN_SERVICE,
		steps: spared(history.steps, ({ do: kind }) => (TROUBLE_OF[kind] ?? trouble) === trouble, trouble === LATE).flatMap((step) => {
			if (step.do !== 'poll') return [step];
			const poll = eased(step, trouble);
			return trouble === NEAR ? [poll] : [MINUTE, poll, MINUTE];
		}),
	});
}

/** A history that has one class of trouble and nothing beside it. */
function withOnlyClass(name: ComparedClass): (history: History) => History {
	const own = STEPS_OF[name] ?? [];
	return (history) => {
		const { pageSize, refusesLimitAbove } = history.traits;
		return {
			...withTime(history),
			clockOffset: 0,
			traits: { ...PLAIN_SERVICE, pageSize, refusesLimitAbove },
			steps: spared(history.steps, ({ do: kind }) => TROUBLE_OF[kind] === undefined || own.includes(kind), false)
				.flatMap((step) => (step.do === 'poll' ? [MINUTE, step, MINUTE] : [step]))
				.map(mapped((poll) => eased(poll, 'none'))),
		};
	};
}

/** Steps with another poll for each of theirs. */
function mapped(change: (poll: PollStep) => PollStep): (step: Step) => Step {
	return (step) => {
		if (step.do === 'repeat') return { ...step, steps: step.steps.map(mapped(change)) };
		return step.do === 'poll' ? change(step) : step;
	};
}

/** A poll with all the time and room it wants. */
function unbounded(poll: PollStep): PollStep {
	return { ...poll, calls: MANY_CALLS, ms: undefined, maxRecords: DEFAULT_MAX_RECORDS };
}

function spared<T extends Step>(steps: readonly T[], isKept: (step: Step) => boolean, mayBeLate: boolean): T[] {
	return steps
		.filter(isKept)
		.map((step) => ('steps' in step ? { ...step, steps: spared(step.steps, isKept, mayBeLate) } : step))
		.map((step) => ('late' in step && !mayBeLate ? { ...step, late: 0 } : step));
}

function eased(poll: PollStep, trouble: Trouble): PollStep {
	const changes = trouble === NEAR || trouble === PAGES ? poll.meanwhile : [];
	const isKept = ({ do: kind }: Step) => (TROUBLE_OF[kind] ?? trouble) === trouble;
	const meanwhile = changes.map(({ call, deeds }) => ({ call, deeds: spared<Deed>(deeds, isKept, false) }));
	const isFailing = trouble === FAILURES;
	return {
		...unbounded(poll),
		meanwhile,
		fault: isFailing ? poll.fault : undefined,
		abandoned: isFailing && poll.abandoned,
	};
}
