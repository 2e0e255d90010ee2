import { ManualClock, type Switches } from '../../emulator';
import { inFull } from '../../inFull';
import { withWorld } from '../../../tools/engine/world';
import { live, type Life, type LifeOptions } from './life';

/**
 * What the specification leaves open is met either way: nothing lost, nothing twice (contract: Trigger 1, 2). The lives
 * are lived side by side, each with a service of its own.
 */

const SWITCHES: ReadonlyArray<Partial<Switches>> = [
	{},
	{ updatedFrom: 'exclusive' },
	{ updatedTo: 'exclusive' },
	{ updatedFrom: 'exclusive', updatedTo: 'exclusive', tokenKind: 'keyset' },
	{ tokenKind: 'keyset' },
	{ tokenKind: 'snapshot' },
	{ listOrder: 'registeredDesc' },
	{ listOrder: 'registeredDesc', tokenKind: 'keyset', updatedFrom: 'exclusive' },
	{ timePrecision: 'milliseconds', updatedFrom: 'exclusive', tokenKind: 'snapshot' },
	{ hasMore: 'whenFull', emptyLastPageToken: 'token' },
	{ timestampOffset: 'Z', dateHeader: false, emptyLastPageToken: 'absent' },
	{ extraUnknownFields: true, nullability: 'nullable', tagsWithoutIncludeTags: 'present' },
	{ badTokenCode: 'expired_token', limitAboveMax: 'clamp' },
];

/** Switches under which it matters how a list of several pages is read. */
const LONG: ReadonlyArray<Partial<Switches>> = [
	{},
	{ updatedFrom: 'exclusive', updatedTo: 'exclusive', tokenKind: 'keyset' },
	{ listOrder: 'registeredDesc' },
	{ timePrecision: 'milliseconds', updatedFrom: 'exclusive', tokenKind: 'snapshot' },
];

type LifeRow = [name: string, switches: Partial<Switches>, options: LifeOptions];

function lives(name: string, rows: ReadonlyArray<Partial<Switches>>, options: LifeOptions): LifeRow[] {
	return rows.map((switches) => [`${options.event}, ${name}, ${JSON.stringify(switches)}`, switches, { ...options }]);
}

const LIVES: readonly LifeRow[] = [
	...lives('few cards', SWITCHES, { event: 'businessCardUpdated', crowd: 5 }),
	...lives('few cards', SWITCHES.slice(3, 10), { event: 'businessCardCreated', crowd: 5 }),
	...lives('more than a page', LONG, { event: 'businessCardUpdated', crowd: 350, stepMs: 400 }),
	...lives('more than a page', LONG.slice(1, 3), { event: 'businessCardCreated', crowd: 350, stepMs: 400 }),
	...lives('1,000 in a second', [{}], { event: 'businessCardUpdated', crowd: 1_000 }),
	...lives('1,000 in a second', [{ tokenKind: 'keyset' }], { event: 'businessCardCreated', crowd: 1_000 }),
	...lives('400 in a second', [{ listOrder: 'registeredDesc', tokenKind: 'snapshot' }], {
		event: 'businessCardUpdated',
		crowd: 400,
	}),
];
const LIVED = inFull(
	LIVES,
	LIVES.filter((_, index) => index % 6 === 0),
);
const lived = new Map<LifeOptions, Life>();

beforeAll(async () => {
	// Side by side, a poll would take as long as all lives together, and run out of its time on a busy machine.
	for (const [, switches, options] of LIVED) {
		const clock = new ManualClock('2026-04-01T00:00:00Z');
		lived.set(options, await withWorld(async (world) => await live(world, clock, options), { clock, switches }));
	}
}, 600_000);

test.each(LIVED)('%s: everything is emitted once', (_, __, options) => {
	const life = lived.get(options);
	expect([...(life?.emitted ?? [])].sort()).toEqual([...(life?.due ?? ['nothing was lived'])].sort());
});
