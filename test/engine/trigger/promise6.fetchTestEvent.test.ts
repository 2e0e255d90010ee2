import { addCards, EVENTS, ids, MINUTE, QuickTrigger, timedWorld } from './support';

/** Promise 6: Fetch Test Event shows recent real records, never touches the watermark, and says plainly when there is none. */

const { clock, world } = timedWorld();

function addBoth(count: number): void {
	for (let index = 0; index < count; index += 1) {
		const updatedTime = clock.now() + index * 1_000;
		world.emulator.addCard({ id: `r${String(index).padStart(4, '0')}`, updatedTime });
		world.emulator.addReport({ id: `r${String(index).padStart(4, '0')}`, updatedTime });
	}
}

test.each(EVENTS)('shows the most recent records, with one call (%s)', async (event) => {
	addBoth(400);
	const shown = ids(await new QuickTrigger(world, { event }).poll('manual'));
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.length).toBeLessThanOrEqual(50);
	expect(shown).toContain('r0399');
	const newest = Array.from(
		{ length: shown.length },
		(_, index) => `r${String(400 - shown.length + index).padStart(4, '0')}`,
	);
	expect([...shown].sort()).toEqual(newest);
	expect(world.emulator.calls).toHaveLength(1);
});

test.each(EVENTS)('shows them however long ago they changed, also where the service sorts otherwise (%s)', async (event) => {
	world.emulator.switches.listOrder = 'registeredDesc';
	addBoth(3);
	clock.advance(365 * 24 * 60 * MINUTE);
	expect(ids(await new QuickTrigger(world, { event }).poll('manual')).sort()).toEqual(['r0000', 'r0001', 'r0002']);
});

test.each(EVENTS)('says plainly when there is none (%s)', async (event) => {
	const trigger = new QuickTrigger(world, { event });
	await expect(trigger.poll('manual')).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: expect.stringMatching(event.startsWith('report') ? /no report/i : /no business card/i),
		description: expect.stringMatching(/\.$/),
	});
});

describe('where none of the newest records passes the filters', () => {
	const filters = { companyName: 'Asahi' };

	function addOthers(count: number): void {
		for (let index = 1; index <= count; index += 1) world.emulator.addCard({ companyName: 'Other', updatedTime: clock.now() + index * 1_000 });
	}

	test.each(['businessCardUpdated', 'businessCardCreated'])('shows the next one that does (%s)', async (event) => {
		world.emulator.addCard({ id: 'wanted', companyName: 'Asahi', updatedTime: clock.now() });
		addOthers(650);
		expect(ids(await new QuickTrigger(world, { event, filters }).poll('manual'))).toEqual(['wanted']);
		expect(world.emulator.calls).toHaveLength(3);
	});

	test('looks so far and no further, and says so', async () => {
		addOthers(2_150);
		await expect(new QuickTrigger(world, { filters }).poll('manual')).rejects.toMatchObject({
			message: 'There is no business card that matches this trigger',
			description: expect.stringMatching(/^None of the newest 2,100 matches this range, these filters and options\./),
		});
		expect(world.emulator.calls).toHaveLength(7);
	});
});

test('touches nothing of an active trigger, and takes nothing from it', async () => {
	addCards(world.emulator, 5, 'old');
	const trigger = new QuickTrigger(world);
	await trigger.poll();
	world.emulator.addCard({ id: 'a' });
	await trigger.poll();
	world.emulator.addCard({ id: 'b' });
	const { memory, stored } = trigger;
	expect(ids(await trigger.poll('manual'))).toContain('b');
	expect([trigger.memory, trigger.stored]).toEqual([memory, stored]);
	expect(ids(await trigger.poll())).toEqual(['b']);
});

test('may run beside a poll', async () => {
	addCards(world.emulator, 5, 'old');
	const trigger = new QuickTrigger(world);
	await trigger.poll();
	world.emulator.addCard({ id: 'a' });
	world.emulator.latencyMs = 50;
	const [polled, shown] = await Promise.all([trigger.poll(), trigger.poll('manual')]);
	expect(ids(polled)).toEqual(['a']);
	expect(ids(shown)).toContain('a');
});
