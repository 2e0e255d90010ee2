import { inFull } from '../../inFull';
import { CONFIGURATIONS, type Configuration } from './configurations';
import { EVENTS } from '../trigger/support';
import { live, type Event, type Life } from './life';
import { onStage } from './stage';

/**
 * The trigger under a pairwise covering set of what the specification leaves open: nothing lost, nothing twice, oldest
 * change first, and a failed poll says so (contract: Trigger 1, 2, 9). Each life has a service of its own; the four
 * events take turns.
 */

interface LifeRow {
	readonly event: Event;
	readonly configuration: Configuration;
}

const LIVES: readonly LifeRow[] = inFull(CONFIGURATIONS, CONFIGURATIONS.slice(0, EVENTS.length)).map((configuration, index) => ({
	event: EVENTS[index % EVENTS.length] ?? EVENTS[0],
	configuration,
}));

const lived = new Map<LifeRow, Life>();

beforeAll(async () => {
	// Side by side, a poll would take as long as all lives together, and run out of its time on a busy machine.
	for (const row of LIVES) {
		const size = { cards: 60, reports: 60 };
		lived.set(row, await onStage(row.configuration.switches, async (stage) => await live(stage, row.event), size));
	}
}, 300_000);

it.each(LIVES.map((row) => [row.event, row.configuration.name, row] as const))('%s, %s: everything is emitted once', (_, __, row) => {
	const { emitted, due, ...life } = lived.get(row) ?? { emitted: [], due: [] };
	const { differences } = row.configuration;
	expect({ differences, emitted, ...life }).toEqual({ differences, emitted: due, inOrder: true, failed: '403', shown: 10 });
	expect(due.length).toBeGreaterThan(310);
});
