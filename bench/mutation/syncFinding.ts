import fc from 'fast-check';
import { faultsOf, orderFaults } from '../../test/sync/judge';
import { smallWorlds } from '../../test/sync/smallWorlds';
import { stories, USUAL_RUNS, USUAL_SEED } from '../../test/sync/stories';

/** What `npm test` finds first in the planner's stories and small worlds, and where; nothing, when all is right. */
function firstFinding(): string | undefined {
	for (const [place, story] of fc.sample(stories, { seed: USUAL_SEED, numRuns: USUAL_RUNS }).entries()) {
		const [fault] = [...faultsOf(story.before, story.items, story.wishes), ...orderFaults(story)];
		if (fault !== undefined) return `story ${place + 1}: ${fault}`;
	}
	for (const { before, items, wishes } of smallWorlds(2, 1)) {
		const [fault] = faultsOf(before, items, wishes);
		if (fault !== undefined) return `a small world: ${fault}`;
	}
	return undefined;
}

process.stdout.write(firstFinding() ?? '');
