import { SINGLE } from '../../description/nodes';
import { DEFAULT_SWITCHES } from '../../emulator';
import { inFull } from '../../inFull';
import { CONFIGURATIONS, type Configuration } from './configurations';
import { expectedOf, type Deed } from './deeds';
import { ORGANIZATION } from './organization';
import { READING } from './reading';
import { onStage, sideBySide } from './stage';
import { WRITING } from './writing';

/**
 * Every operation under a pairwise covering set of what the specification leaves open: the outcome is the same, but for
 * what is the service's to decide, which the deeds name with its point of docs/internals/decisions.md. Each configuration has a
 * service of its own.
 */

const DEEDS: Readonly<Record<string, Deed>> = { ...READING, ...ORGANIZATION, ...WRITING };

const DEFAULTS: Configuration = { name: 'the defaults', differences: 'none', switches: DEFAULT_SWITCHES };

const ALL: readonly Configuration[] = [DEFAULTS, ...inFull(CONFIGURATIONS, CONFIGURATIONS.slice(0, 1))];

const outcomes = new Map<Configuration, Record<string, unknown>>();

beforeAll(async () => {
	await sideBySide(
		ALL.map((configuration) => async () => {
			const found: Record<string, unknown> = {};
			await onStage(configuration.switches, async (stage) => {
				for (const [name, deed] of Object.entries(DEEDS)) found[name] = await deed.act(stage);
			});
			outcomes.set(configuration, found);
		}),
	);
}, 300_000);

it.each(ALL.map((configuration) => [configuration.name, configuration] as const))('%s', (_, configuration) => {
	const { differences, switches } = configuration;
	const expected = Object.fromEntries(Object.entries(DEEDS).map(([name, deed]) => [name, expectedOf(deed, switches)]));
	expect({ differences, ...outcomes.get(configuration) }).toEqual({ differences, ...expected });
});

it('does something with every operation', () => {
	const named = Object.keys(DEEDS).map((name) => name.split(':')[0]);
	expect(SINGLE.filter(({ operation }) => !named.includes(operation))).toEqual([]);
});

it('has for the defaults the outcome that stands beside each exception', () => {
	for (const { outcome, otherwise } of Object.values(DEEDS)) {
		if (otherwise) expect(otherwise.outcome(DEFAULT_SWITCHES)).toEqual(outcome);
	}
});
