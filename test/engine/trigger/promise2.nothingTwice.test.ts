import { addCards, DURABLE_BUDGET_MS, ids, MINUTE, timedWorld } from './support';

/** Promise 2: the same content of the same record is emitted once. */

const { clock, world, activated } = timedWorld();

test('polls without news emit nothing, inside the overlap and long after it', async () => {
	addCards(world.emulator, 5, 'old');
	const trigger = await activated();
	addCards(world.emulator, 5, 'c');
	expect(await trigger.poll()).toHaveLength(5);
	for (const minutes of [0, 1, 3, 10, 60, 24 * 60]) {
		clock.advance(minutes * MINUTE);
		expect(await trigger.poll()).toEqual([]);
	}
});

test('with durable cursors, a poll that is given the memory from before the last one emits nothing: n8n is still storing it', async () => {
	const trigger = await activated();
	trigger.budgetMs = DURABLE_BUDGET_MS;
	trigger.isDurable = true;
	const memories = [trigger.stored];
	for (const id of ['a', 'b']) {
		world.emulator.addCard({ id });
		expect(ids(await trigger.poll())).toEqual([id]);
		memories.push(trigger.stored);
		clock.advance(MINUTE);
	}
	const newest = memories.pop();
	for (const outdated of memories) {
		trigger.stored = outdated;
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
		// Should n8n have thrown it away, a later poll has to bring it.
		expect(trigger.stored).toBe(outdated);
	}
	trigger.stored = newest;
	trigger.restart();
	world.emulator.addCard({ id: 'c' });
	expect(ids(await trigger.poll())).toEqual(['c']);
});
