import fc from 'fast-check';
import { inFull } from '../inFull';
import { CLASSES } from './classes';
import type { TroubleClass } from './classes';
import { historiesOf } from './generate/histories';
import { DEFAULT_MAX_RECORDS, MANY_CALLS, USUAL_SEED } from './history';
import type { History, Step } from './history';
import { omniscient } from './omniscient';
import { PLAIN_SERVICE } from './plain';
import { simulate } from './simulate';

const RUNS = inFull(15, 1);

const DAY_MS = 86_400_000;

/** What a trigger that reads everything at each poll cannot be asked to bear. */
const BEYOND: ReadonlySet<TroubleClass> = new Set<TroubleClass>(['damage']);

/** Thousands of records, read whole at each poll: they take as long as all others. */
const LARGE: ReadonlySet<TroubleClass> = new Set<TroubleClass>(['cost', 'crowd']);

const NAMES = CLASSES.filter((name) => !BEYOND.has(name));

/** A poll with all the time and room it wants, on a service that no list goes wrong with. */
function eased(step: Step): Step {
	if (step.do === 'repeat') return { ...step, steps: step.steps.map(eased) };
	if (step.do !== 'poll') return step;
	return { ...step, calls: MANY_CALLS, maxRecords: DEFAULT_MAX_RECORDS, ms: DAY_MS, fault: undefined };
}

function easy(history: History): History {
	return { ...history, traits: PLAIN_SERVICE, pace: undefined, steps: history.steps.map(eased) };
}

test.each([undefined, ...inFull(NAMES, NAMES.filter((name) => !LARGE.has(name)))])(
	'a trigger that reads and remembers everything is never found wrong, class %s',
	async (name) => {
		const drawn = fc.sample(historiesOf(name ? [name] : []), { seed: USUAL_SEED, numRuns: RUNS });
		for (const [place, history] of drawn.entries()) {
			const { findings } = await simulate(easy(history), omniscient);
			// It is not cheap, and has no need to be.
			expect({ place, findings: findings.filter(({ wrong }) => wrong !== 'costly') }).toEqual({ place, findings: [] });
		}
	},
	120_000,
);
