import { DEFAULT_MAX_RECORDS, MANY_CALLS } from '../../test/trigger/history';
import type { Deed, History, PollStep, Step } from '../../test/trigger/history';
import { MINUTE, PLAIN_SERVICE } from '../../test/trigger/plain';

/** One kind of trouble, as a column of the report names it. */
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

/** Steps that are a trouble by themselves. */
const TROUBLE_OF: Partial<Record<Step['do'], Trouble>> = {
	setClock: CLOCKS,
	ahead: CLOCKS,
	restart: FAILURES,
	edit: EDITS,
	retire: EDITS,
	rescope: EDITS,
};

/** A history without what the peers have no option for: a start in the past, and bounds of time and records for a poll. */
export function asPeersMeetIt(history: History): History {
	const steps = history.steps.map((step) => (step.do === 'poll' ? unbounded(step) : step));
	return { ...history, startFrom: undefined, steps };
}

/**
 * A history that has one kind of trouble at most. Without any, the service has the clock of this machine, shows every change
 * at once, keeps the order of its lists, has large pages and a snapshot behind their tokens; no call fails, nothing is
 * edited, and before and after each poll there is a minute in which nothing happens.
 */
export function withOnly(trouble: Trouble): (history: History) => History {
	return (history) => ({
		...history,
		startFrom: undefined,
		clockOffset: trouble === CLOCKS ? history.clockOffset : 0,
		traits: trouble === PAGES ? history.traits : PLAIN_SERVICE,
		steps: spared(history.steps, trouble).flatMap((step) => {
			if (step.do !== 'poll') return [step];
			const poll = eased(step, trouble);
			return trouble === NEAR ? [poll] : [MINUTE, poll, MINUTE];
		}),
	});
}

/** A poll with all the time and room it wants. */
function unbounded(poll: PollStep): PollStep {
	return { ...poll, calls: MANY_CALLS, maxRecords: DEFAULT_MAX_RECORDS };
}

function spared<T extends Step>(steps: readonly T[], trouble: Trouble): T[] {
	return steps
		.filter((step) => (TROUBLE_OF[step.do] ?? trouble) === trouble)
		.map((step) => ('late' in step && trouble !== LATE ? { ...step, late: 0 } : step));
}

function eased(poll: PollStep, trouble: Trouble): PollStep {
	const changes = trouble === NEAR || trouble === PAGES ? poll.meanwhile : [];
	const meanwhile = changes.map(({ call, deeds }) => ({ call, deeds: spared<Deed>(deeds, trouble) }));
	const isFailing = trouble === FAILURES;
	return {
		...unbounded(poll),
		meanwhile,
		fault: isFailing ? poll.fault : undefined,
		abandoned: isFailing && poll.abandoned,
	};
}
