import fc from 'fast-check';
import { inFull } from '../inFull';
import { seedOf, timesOf } from '../seed';
import { histories } from './history';
import { simulate } from './simulate';

/** Nights of a sync in n8n's engine; more of them by `TEST_TIMES=`. */

const RUNS = inFull(200, 6);

it('keeps its promises on every night, and is done after one without trouble', async () => {
	const property = fc.asyncProperty(histories, async (history) => {
		expect(await simulate(history)).toEqual([]);
	});
	await fc.assert(property, { seed: seedOf(), numRuns: timesOf(RUNS), endOnFailure: true });
}, 300_000);
