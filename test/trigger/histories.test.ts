import { seedOf } from '../seed';
import { failureStory } from './failureStory';
import { historyOf } from './generate';
import { ours } from './ours';
import { story, STORIES } from './stories';
import { WRONG_TRIGGERS } from './wrongTriggers';

const RUNS = Number(process.env['RUNS'] ?? 100);

it(`breaks no promise in ${RUNS} random histories`, async () => {
	const first = seedOf();
	for (let seed = first; seed < first + RUNS; seed += 1) {
		const outcome = await failureStory(`${seed} (npx tsx test/trigger/tell.ts ${seed})`, historyOf(seed), ours);
		if (outcome.story !== undefined) throw new Error(outcome.story);
	}
});

it('tells a history that goes wrong by the poll that did', async () => {
	const name = 'an option is edited after a change that no poll has seen';
	const history = STORIES[name] ?? story([]);
	const wrong = WRONG_TRIGGERS['edit without memory'] ?? ours;
	const { story: text = '' } = await failureStory(name, history, wrong, { isShort: true });

	const lines = text.split('\n');
	expect(lines).toContainEqual(expect.stringMatching(/^POLL at/));
	expect(lines).toContain(`· ${JSON.stringify({ do: 'edit', change: { includeTags: true } })}`);
	expect(lines.length).toBeLessThan(60);
	expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1_000);
});
