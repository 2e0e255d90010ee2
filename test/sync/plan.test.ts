import fc from 'fast-check';
import type { Change, PlannedJob } from '../../nodes/shared/organization/plan';
import { faultsOf } from './judge';
import { planFor } from './planModel';
import { stories } from './stories';

/** The planner against the oracle, in stories that are drawn from a seed that stays the same. */

const RUNS = 1000;
const SEED = 20_261_001;

it('brings any organization to what the items say, or refuses what the contract refuses', () => {
	const property = fc.property(stories, ({ before, items, wishes }) => {
		expect(faultsOf(before, items, wishes)).toEqual([]);
	});
	fc.assert(property, { seed: SEED, numRuns: RUNS });
});

/** What does not depend on the numbers of the items. */
function withoutNumbers(jobs: readonly PlannedJob[], changes: readonly Change[]): unknown {
	const bare = ({ itemIndexes, ...rest }: Change) => ({ ...rest, items: itemIndexes.length });
	const rows = ({ department, user }: PlannedJob) => [...department, ...user].map(({ cells }) => cells);
	return [jobs.map(rows), changes.map(bare)];
}

it('plans the same whatever the order of the items', () => {
	const property = fc.property(stories, ({ before, items, wishes, shuffle }) => {
		const shuffled = items.map((item, index) => [shuffle[index] ?? 0, item] as const).sort(([a], [b]) => a - b);
		const one = planFor(before, items, wishes);
		const other = planFor(before, shuffled.map(([, item]) => item), wishes);
		expect(other.violations === undefined).toBe(one.violations === undefined);
		if (one.violations || other.violations) return;
		expect(withoutNumbers(other.jobs, other.changes)).toEqual(withoutNumbers(one.jobs, one.changes));
	});
	fc.assert(property, { seed: SEED, numRuns: RUNS });
});
