import { faultsOf } from '../../test/sync/judge';
import { smallWorlds } from '../../test/sync/smallWorlds';
import type { Share, ShareResult } from './worlds';

/** Findings that are told; one is enough to begin with. */
const MAX_FAULTS = 5;

/** How often it is told how far the search is. */
const TELL_EVERY = 10_000;

process.on('message', ({ departments, users, everyNaming, processes, number }: Share) => {
	const faults: string[] = [];
	let place = 0;
	let worlds = 0;
	for (const world of smallWorlds(departments, users, everyNaming)) {
		place += 1;
		if (place % processes !== number) continue;
		worlds += 1;
		const [fault] = faultsOf(world.before, world.items, world.wishes);
		if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(`${fault}\n${JSON.stringify(world)}`);
		if (worlds % TELL_EVERY === 0) process.send?.({ worlds, faults, ended: false } satisfies ShareResult);
	}
	process.send?.({ worlds, faults, ended: true } satisfies ShareResult, () => process.disconnect());
});
