import { faultsOf } from '../../test/sync/judge';
import { smallWorlds } from '../../test/sync/smallWorlds';
import type { Share, ShareResult } from './worlds';

/** Findings that are told; one is enough to begin with. */
const MAX_FAULTS = 5;

process.on('message', ({ departments, users, processes, number }: Share) => {
	const faults: string[] = [];
	let place = 0;
	let worlds = 0;
	for (const world of smallWorlds(departments, users)) {
		place += 1;
		if (place % processes !== number) continue;
		worlds += 1;
		const [fault] = faultsOf(world.before, world.items, world.wishes);
		if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(`${fault}\n${JSON.stringify(world)}`);
	}
	const result: ShareResult = { worlds, faults };
	process.send?.(result, () => process.disconnect());
});
