import fc from 'fast-check';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import type { EventName } from '../../nodes/BusinessCardDataTrigger/events';
import { count, noFigures, summary } from './figures';
import { chosenHistories } from './generate/histories';
import { USUAL_RUNS, USUAL_SEED } from './history';
import { ours } from './ours';
import { callsOfQuietPoll } from './quiet';
import { inFull } from '../inFull';
import { shrink } from './shrink';
import { simulate } from './simulate';

/**
 * `TEST_SEED` takes other histories, and `TEST_PATH` with it a single one of them; `RUNS` takes more. `TEST_CLASS` takes
 * those with one class of trouble instead of those with `none`.
 */
const { TEST_SEED = USUAL_SEED, TEST_PATH, RUNS = inFull(USUAL_RUNS, 30), TEST_CLASS = 'none' } = process.env;

test('nothing is lost and nothing is repeated, whatever happens', async () => {
	const seed = Number(TEST_SEED);
	const histories = chosenHistories(TEST_CLASS);
	const figures = noFigures();
	const failed: string[] = [];
	const drawn = fc.sample(histories, { seed, path: TEST_PATH, numRuns: TEST_PATH ? 1 : Number(RUNS) });
	for (const [index, history] of drawn.entries()) {
		const outcome = await simulate(history, ours);
		count(figures, outcome);
		if (outcome.findings.length > 0) failed.push(TEST_PATH ?? String(index));
	}
	console.log(`Seed ${seed}, ${summary(figures)}`);
	const [first] = failed;
	const again = `${TEST_CLASS ? `TEST_CLASS='${TEST_CLASS}' ` : ''}TEST_SEED=${seed}, TEST_PATH one of ${failed.join()}`;
	if (first) throw new Error(`${again}\n${await shrink(histories, seed, first)}`);
}, 900_000);

test.each(Object.keys(EVENTS) as EventName[])('%s: a poll with nothing new makes exactly one call', async (event) => {
	expect(await callsOfQuietPoll(ours, event)).toBe(1);
});
