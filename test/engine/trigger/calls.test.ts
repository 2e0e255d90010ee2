import type { INodeParameters } from 'n8n-workflow';
import { addCards, addCompany, MINUTE, QuickTrigger, timedWorld } from './support';

/** What a poll costs: the service allows ten calls per second, and everything else wants some of them. */

const { clock, world } = timedWorld();

async function callsOf(trigger: QuickTrigger): Promise<number> {
	const before = world.emulator.calls.length;
	await trigger.poll();
	return world.emulator.calls.length - before;
}

test.each<[string, INodeParameters]>([
	['changes of cards', { event: 'businessCardUpdated' }],
	['new cards', { event: 'businessCardCreated' }],
	['changes of reports', { event: 'reportUpdated' }],
	['new reports', { event: 'reportCreated' }],
])('in the steady state, a poll for %s makes exactly one call, with and without news', async (_, parameters) => {
	const { emulator } = world;
	addCards(emulator, 280, 'old', 10_000);
	for (let index = 0; index < 280; index += 1) emulator.addReport({ updatedTime: clock.now() + index * 10_000 });
	emulator.addCard({ entryStatus: 'processing' });
	clock.advance(60 * MINUTE);
	const trigger = new QuickTrigger(world, parameters);
	await trigger.poll();
	for (let minute = 0; minute < 3; minute += 1) {
		clock.advance(MINUTE);
		expect(await callsOf(trigger)).toBe(1);
		emulator.addCard({});
		emulator.addReport({});
		expect(await callsOf(trigger)).toBe(1);
	}
	trigger.restart();
	expect(await callsOf(trigger)).toBe(1);
});

test('an activation in a company with many records makes few calls', async () => {
	addCards(world.emulator, 3_000, 'old', 60_000);
	clock.advance(100 * 60 * MINUTE);
	expect(await callsOf(new QuickTrigger(world))).toBeLessThanOrEqual(3);
});

test('after a bulk update of 1,000 cards in one second, polls make one call again as soon as life goes on', async () => {
	addCompany(world, clock);
	const trigger = new QuickTrigger(world);
	await trigger.poll();
	clock.advance(MINUTE);
	addCards(world.emulator, 1_000, 'bulk');
	await trigger.poll();
	clock.advance(10 * MINUTE);
	addCards(world.emulator, 60, 'later', 1_000);
	clock.advance(10 * MINUTE);
	await trigger.poll();
	expect(await callsOf(trigger)).toBe(1);
});
