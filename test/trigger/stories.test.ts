import { ours } from './ours';
import { simulate } from './simulate';
import { STORIES } from './stories';

it.each(Object.entries(STORIES))('the trigger keeps its promises when %s', async (_, history) => {
	const { findings, emitted } = await simulate(history, ours);
	expect(findings).toEqual([]);
	expect(emitted).toBeGreaterThan(0);
});
