import { PLAIN_POLL, PLAIN_WORLD } from './history';
import type { Step } from './history';
import { ours } from './ours';
import { simulate } from './simulate';
import { STORIES } from './stories';
import { WRONG_TRIGGERS } from './wrongTriggers';

it.each(Object.entries(STORIES))('the trigger keeps its promises when %s', async (_, history) => {
	const { findings, emitted } = await simulate(history, ours);
	expect(findings).toEqual([]);
	expect(emitted).toBeGreaterThan(0);
});

it.each(Object.entries(WRONG_TRIGGERS))('a trigger with this wrong decision is caught: %s', async (_, trigger) => {
	const stories = Object.values(STORIES);
	const outcomes = await Promise.all(stories.map((story) => simulate(story, trigger, { isShort: true })));
	const found = outcomes.flatMap(({ findings }) => findings.map(({ kind }) => kind));
	expect(found.filter((kind) => kind !== 'costly')).not.toEqual([]);
});

it('more records without a readable time than a page holds, in a list without order, cost calls and nothing else', async () => {
	const odd = Array.from({ length: 60 }, (_, index): Step => {
		return { do: 'odd times', pick: index, isNew: true, updated: 'missing', registered: 'missing' };
	});
	const steps: Step[] = [PLAIN_POLL, ...odd, PLAIN_POLL, { do: 'add', count: 1, status: 0, late: 0 }, PLAIN_POLL];
	const world = { ...PLAIN_WORLD, keepsOrder: false, pageSize: 50 };
	const { findings } = await simulate({ world, classes: [], steps }, ours);
	expect(findings.map(({ kind }) => kind)).toEqual(['costly']);
});

it('a past of more created cards than the trigger remembers for good is emitted to its end, also one that changes', async () => {
	const population = { count: 51_000, over: 29 * 86_400, waiting: 0 };
	const world = { ...PLAIN_WORLD, event: 'businessCardCreated', pageSize: 3_000, maxRecords: 26_000 } as const;
	// The present has been read by then, and the page of the past that had it not yet.
	const change = { call: 4, deed: { do: 'change', pick: 90_000, late: 0 } } as const;
	const steps = [PLAIN_POLL, { ...PLAIN_POLL, meanwhile: [change] }, PLAIN_POLL];
	const history = { world: { ...world, startFrom: 30 * 86_400, population }, classes: [], steps };
	const { findings, emitted } = await simulate(history, ours, { isShort: true });
	expect([findings, emitted]).toEqual([[], 51_001]);
});

it('one second that can never be read does not let the memory grow for ever', async () => {
	const options = { ...PLAIN_WORLD.options, entryStatus: ['completed', 'processing', 'unreadable'] };
	const world = { ...PLAIN_WORLD, event: 'businessCardCreated', options, pageSize: 3_000 } as const;
	const many: Step[] = [{ do: 'wait', ms: 2_000_000 }, { do: 'add', count: 5_000, status: 0, late: 0 }, PLAIN_POLL];
	const begin: Step[] = [
		PLAIN_POLL,
		{ do: 'add', count: 1, status: 0, late: 0 },
		{ do: 'bad page', of: 'a record', pick: 40, width: 1, status: 503, polls: Infinity },
	];
	const steps = [...begin, ...Array<Step>(5).fill(PLAIN_POLL), ...Array<Step[]>(7).fill(many).flat()];
	const { findings, largest } = await simulate({ world, classes: [], steps }, ours, { isShort: true });
	expect(findings).toEqual([]);
	expect(largest).toBeLessThan(160_000);
});
