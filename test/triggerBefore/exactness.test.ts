import fc from 'fast-check';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import type { EventName } from '../../nodes/BusinessCardDataTrigger/events';
import { count, noFigures, summary } from './figures';
import { again, chosenHistories } from './generate/histories';
import { USUAL_RUNS, USUAL_SEED } from './history';
import { ours } from './ours';
import { callsOfQuietPoll } from './quiet';
import { inFull } from '../inFull';
import { simulate } from './simulate';

/**
 * `TEST_SEED` takes other histories, `RUNS` takes more. `TEST_CLASS` takes those with one class of trouble instead of those with
 * `none`, and without a name those of every kind.
 */
const { TEST_SEED = USUAL_SEED, RUNS = inFull(USUAL_RUNS, 30), TEST_CLASS = 'none' } = process.env;

test('nothing is lost and nothing is repeated, whatever happens', async () => {
	const seed = Number(TEST_SEED);
	const figures = noFigures();
	const failed: string[] = [];
	for (const [place, history] of fc.sample(chosenHistories(TEST_CLASS), { seed, numRuns: Number(RUNS) }).entries()) {
		const outcome = await simulate(history, ours);
		count(figures, outcome);
		if (outcome.findings.length > 0) failed.push(`${again(seed, place, TEST_CLASS)}\n${JSON.stringify(outcome.findings[0])}`);
	}
	console.log(`Seed ${seed}, ${summary(figures)}`);
	expect(failed).toEqual([]);
}, 900_000);

test.each(Object.keys(EVENTS) as EventName[])('%s: a poll with nothing new makes exactly one call', async (event) => {
	expect(await callsOfQuietPoll(ours, event)).toBe(1);
});
