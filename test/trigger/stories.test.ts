import { ours, TOLERATED } from './anew';
import { simulate } from './simulate';
import { STORIES } from './stories';

it.each(Object.entries(STORIES))('the trigger keeps its promises when %s', async (_, history) => {
	const { findings, emitted } = await simulate(history, ours, { tolerated: TOLERATED });
	expect(findings).toEqual([]);
	expect(emitted).toBeGreaterThan(0);
});
