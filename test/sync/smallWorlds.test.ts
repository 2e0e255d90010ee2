import { inFull } from '../inFull';
import { faultsOf } from './judge';
import { smallWorlds } from './smallWorlds';

/** Whole worlds, though small ones. */

/** Of so many worlds `npm test` tries one. */
const EVERY = inFull(1, 15);

it.each([
	[2, 1],
	[1, 2],
	[2, 2],
	[3, 0],
])('plans right in every world of up to %i departments and %i users', (departments, users) => {
	let count = 0;
	for (const { before, items, wishes } of smallWorlds(departments, users)) {
		count += 1;
		if (count % EVERY !== 0) continue;
		const faults = faultsOf(before, items, wishes);
		if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${JSON.stringify({ before, items, wishes })}`);
	}
	expect(count).toBeGreaterThan(100);
});
