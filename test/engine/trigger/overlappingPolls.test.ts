import type { PolledTrigger } from '../../support/engine/n8n';
import { addCards, DURABLE_BUDGET_MS, failure, ids, MINUTE, timedWorld } from './support';

/** Promise 7: two polls of one node never run at once; a poll ends in good time and the next one goes on. */

const { clock, world, activated } = timedWorld();

describe('a poll that starts while another one runs', () => {
	test('makes no call, emits nothing, and leaves the state to the first', async () => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		world.emulator.clearLog();
		world.emulator.latencyMs = 50;
		const [first, second, third] = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect([ids(first), second, third]).toEqual([['a'], [], []]);
		expect(world.emulator.calls).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
		world.emulator.addCard({ id: 'b' });
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('of another node runs all the same', async () => {
		const triggers = [await activated({}, 'one'), await activated({}, 'two')];
		world.emulator.addCard({ id: 'a' });
		world.emulator.latencyMs = 50;
		const polls = await Promise.all(triggers.map(async (trigger) => await trigger.poll()));
		expect(polls.map(ids)).toEqual([['a'], ['a']]);
	});
});

/**
 * What two pollers bring, round by round, where a new card comes before each round. The second poll begins while
 * the first one waits for the service, or when it has ended.
 */
async function brought(
	pollers: readonly [PolledTrigger, PolledTrigger],
	second: 'during the first' | 'after the first',
): Promise<string[][]> {
	const all: string[][] = [];
	world.emulator.latencyMs = 100;
	for (const card of ROUNDS) {
		clock.advance(MINUTE);
		world.emulator.addCard({ id: card });
		const first = pollers[0].poll();
		if (second === 'after the first') await first;
		const polls = await Promise.all([first, pollers[1].poll()]);
		all.push(polls.flatMap(ids));
	}
	return all;
}

const ROUNDS = ['r0', 'r1', 'r2'];

describe('two live pollers', () => {
	test('of one node whose polls overlap bring each card once, and at once', async () => {
		const trigger = await activated();
		expect(await brought([trigger, trigger.twin()], 'during the first')).toEqual(ROUNDS.map((card) => [card]));
	});

	test('of one node that were registered at the same time do so, too', async () => {
		const trigger = world.trigger();
		const twin = trigger.twin();
		await Promise.all([trigger.poll(), twin.poll()]);
		expect(await brought([trigger, twin], 'during the first')).toEqual(ROUNDS.map((card) => [card]));
	});

	test('of one node whose polls take turns do so, too', async () => {
		const trigger = await activated();
		const twin = trigger.twin();
		expect(await twin.poll()).toEqual([]);
		expect(await brought([trigger, twin], 'after the first')).toEqual(ROUNDS.map((card) => [card]));
	});

	test('of two nodes of one workflow that share an id both bring everything', async () => {
		const trigger = await activated();
		const other = trigger.twin();
		other.rename('Trigger1');
		expect(await other.poll()).toEqual([]);
		expect(await brought([trigger, other], 'during the first')).toEqual(ROUNDS.map((card) => [card, card]));
	});
});

test('with durable cursors, a poll that n8n gives the memory from before the last one emits nothing: n8n is still storing it', async () => {
	const trigger = await activated();
	Object.assign(trigger, { budgetMs: DURABLE_BUDGET_MS, isDurable: true });
	const before = trigger.stored;
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
	const newest = trigger.stored;
	trigger.stored = before;
	expect(await trigger.poll()).toEqual([]);
	// Should n8n have thrown it away, a later poll has to bring it.
	expect(trigger.stored).toBe(before);
	trigger.stored = newest;
	world.emulator.addCard({ id: 'b' });
	expect(ids(await trigger.poll())).toEqual(['b']);
});

describe('a poll that runs out of time', () => {
	test('emits what it has, and the next ones go on from there', async () => {
		const trigger = await activated();
		const cards = addCards(world.emulator, 1_500, 'c', 1_000);
		clock.advance(30 * MINUTE);
		// Time for a few of its pages on a busy machine, and not for all of them on an idle one.
		world.emulator.latencyMs = 500;
		trigger.budgetMs = 3_200;
		const first = ids(await trigger.poll());
		expect(first.length).toBeGreaterThan(0);
		expect(first.length).toBeLessThan(1_500);
		world.emulator.addCard({ id: 'new' });
		world.emulator.latencyMs = 0;
		trigger.budgetMs = undefined;
		const emitted = [...first, ...ids(await trigger.drain())];
		expect([...emitted].sort()).toEqual([...cards, 'new'].sort());
	});

	test('fails, without a trace, when it has nothing, also where the budget is shorter than what n8n needs of it', async () => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		const { memory } = trigger;
		world.emulator.faults.add({ kind: 'hang', times: Infinity });
		world.emulator.clearLog();
		// With half a minute instead this test would run out of its own time.
		trigger.budgetMs = 400;
		expect((await failure(trigger)).message).toMatch(/time of one poll/);
		expect(world.emulator.calls).toHaveLength(1);
		expect(trigger.memory).toBe(memory);
		world.emulator.faults.clear();
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	test.each([0, -1, NaN, Infinity])('takes its own time when n8n says that it has %d ms', async (budgetMs) => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		trigger.budgetMs = budgetMs;
		expect(ids(await trigger.poll())).toEqual(['a']);
	});
});
