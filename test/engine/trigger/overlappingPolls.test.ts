import { systemClock } from '../../../nodes/shared';
import type { PolledTrigger } from '../../support/engine/trigger';
import { addCards, DURABLE_BUDGET_MS, failure, ids, MINUTE, timedWorld, UNFENCED_BUDGET_MS } from './support';

/** Promise 7: of two polls of one node that overlap, one brings the records; a poll ends in good time and the next one goes on. */

const { clock, world, activated } = timedWorld();

/** A second node or poller of the same, whether its polls begin while those of the first wait for the service, and who brings a card. */
test.each<[string, (trigger: PolledTrigger) => PolledTrigger, boolean, number]>([
	['a poller', (trigger) => trigger, true, 1],
	[
		'a poller with durable cursors',
		(trigger) => Object.assign(trigger, { budgetMs: DURABLE_BUDGET_MS, isDurable: true }),
		true,
		1,
	],
	['two pollers of one node', (trigger) => trigger.twin(), true, 1],
	['two pollers of one node that take turns', (trigger) => trigger.twin(), false, 1],
	['two nodes that share an id', (trigger) => Object.assign(trigger.twin(), { name: 'Trigger1' }), true, 2],
	['two nodes that share a name', () => world.trigger({}, 'another'), true, 2],
])('%s: each card comes at once, once for each node', async (_, another, doOverlap, times) => {
	const first = world.trigger();
	const second = another(first);
	// Registered at the same time.
	await Promise.all([first.poll(), second.poll()]);
	world.emulator.latencyMs = 100;
	for (const id of ['a', 'b', 'c']) {
		clock.advance(MINUTE);
		world.emulator.addCard({ id });
		world.emulator.clearLog();
		const poll = first.poll();
		if (!doOverlap) await poll;
		const brought = await Promise.all([poll, second.poll()]);
		expect(brought.flatMap(ids)).toEqual(Array(times).fill(id));
		if (doOverlap) expect(world.emulator.calls).toHaveLength(times);
	}
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
	expect(trigger.stored).toBe(before);
	// Should n8n have thrown it away, a later poll has to bring it.
	const now = systemClock.now.bind(systemClock);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() + MINUTE);
	expect(ids(await trigger.poll())).toEqual(['a']);
	jest.restoreAllMocks();
	trigger.stored = newest;
	world.emulator.addCard({ id: 'b' });
	expect(ids(await trigger.poll())).toEqual(['b']);
});

test('a poll goes by what n8n has stored where another process has led it further', async () => {
	const first = await activated();
	const other = world.trigger({}, 'another');
	other.stored = first.stored;
	for (const trigger of [first, other]) Object.assign(trigger, { budgetMs: DURABLE_BUDGET_MS, isDurable: true });
	world.emulator.addCard({ id: 'a' });
	expect(ids(await other.poll())).toEqual(['a']);
	first.stored = other.stored;
	expect(await first.poll()).toEqual([]);
});

test.each([
	['lead in turn', { budgetMs: UNFENCED_BUDGET_MS }],
	['share the durable scheduler', { budgetMs: DURABLE_BUDGET_MS, isDurable: true, hasCursors: false }],
	['share the durable scheduler with durable cursors', { budgetMs: DURABLE_BUDGET_MS, isDurable: true }],
])('two main processes that %s bring each card once, however many quiet polls each remembers', async (_, n8n) => {
	const main = await activated();
	const other = world.trigger({}, 'another');
	let { stored } = main;
	const brought: string[] = [];
	async function turn(process: PolledTrigger, card: string, quietPolls: number): Promise<void> {
		Object.assign(process, n8n, { stored });
		process.restart();
		for (let polls = 0; polls <= quietPolls; polls += 1) {
			if (polls === 1) world.emulator.addCard({ id: card });
			brought.push(...ids(await process.poll()));
			clock.advance(MINUTE);
		}
		({ stored } = process);
	}
	for (const round of [1, 2, 3]) {
		await turn(main, `main ${round}`, 8);
		await turn(other, `other ${round}`, 1);
	}
	expect(brought).toEqual([1, 2, 3].flatMap((round) => [`main ${round}`, `other ${round}`]));
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
		world.emulator.latencyMs = 0;
		trigger.budgetMs = undefined;
		expect([...first, ...ids(await trigger.drain())].sort()).toEqual(cards);
	});

	test('fails, without a trace, when it has nothing, also where the budget is shorter than what n8n needs of it', async () => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		const { memory } = trigger;
		world.emulator.faults.add({ kind: 'hang', times: Infinity });
		world.emulator.clearLog();
		// With half a minute instead this test would run out of its own time.
		trigger.budgetMs = 400;
		expect((await failure(trigger)).message).toMatch(/did not respond/);
		expect(world.emulator.calls).toHaveLength(1);
		expect(trigger.memory).toBe(memory);
		world.emulator.faults.clear();
		// What is no budget counts for none.
		for (const [index, budgetMs] of [0, -1, NaN, Infinity].entries()) {
			trigger.budgetMs = budgetMs;
			expect(ids(await trigger.poll())).toEqual(index === 0 ? ['a'] : []);
		}
	});
});
