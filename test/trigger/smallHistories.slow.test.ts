import { failureStory } from './failureStory';
import { ours } from './ours';
import { smallHistories } from './smallHistories';

const LENGTH = Number(process.env['EVENTS'] ?? 3);

it(`breaks no promise in any history of ${LENGTH} events`, async () => {
	let emitted = 0;
	for (const { name, history } of smallHistories(LENGTH)) {
		const outcome = await failureStory(name, history, ours, { isShort: true });
		if (outcome.story !== undefined) throw new Error(outcome.story);
		emitted += outcome.emitted;
	}
	expect(emitted).toBeGreaterThan(0);
});
