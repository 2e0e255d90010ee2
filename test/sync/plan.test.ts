import fc from 'fast-check';
import { faultsOf, orderFaults } from './judge';
import { stories, USUAL_SEED } from './stories';

/** 100 random worlds; more by `RUNS=`. */
const RUNS = Number(process.env['RUNS'] ?? 100);

/** The planner against the oracle, in stories that are drawn from a seed that stays the same. */

it('brings any organization to what the items say, or refuses what the contract refuses', () => {
	const property = fc.property(stories, ({ before, items, wishes }) => {
		expect(faultsOf(before, items, wishes)).toEqual([]);
	});
	fc.assert(property, { seed: USUAL_SEED, numRuns: RUNS, endOnFailure: true });
});

it('plans the same whatever the order of the items', () => {
	const property = fc.property(stories, (story) => {
		expect(orderFaults(story)).toEqual([]);
	});
	fc.assert(property, { seed: USUAL_SEED, numRuns: RUNS, endOnFailure: true });
});
