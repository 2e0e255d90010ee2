import { PLAIN_POLL, PLAIN_WORLD } from './history';
import type { Step } from './history';
import { ours } from './ours';
import { simulate } from './simulate';
import { STORIES } from './stories';

it.each(Object.entries(STORIES))('the trigger keeps its promises when %s', async (_, history) => {
	const { findings, emitted } = await simulate(history, ours);
	expect(findings).toEqual([]);
	expect(emitted).toBeGreaterThan(0);
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
