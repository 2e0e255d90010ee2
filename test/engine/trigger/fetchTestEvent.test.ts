import { addCards, DAY, EVENTS, ids, timedWorld } from './support';

/** Promise 6: Fetch Test Event shows recent real records, never touches the watermark, and says plainly when there is none. */

const { clock, world } = timedWorld();

test.each(EVENTS)(
	'shows the ten newest records, the oldest change first, with one call, however long ago they changed (%s)',
	async (event) => {
		const newest = addCards(world.emulator, 400, 'r', 1_000).slice(-10);
		for (let index = 0; index < 400; index += 1) {
			world.emulator.addReport({ id: `r${String(index).padStart(4, '0')}`, updatedTime: clock.now() + index * 1_000 });
		}
		clock.advance(365 * DAY);
		expect(ids(await world.trigger({ event }).poll('manual'))).toEqual(newest);
		expect(world.emulator.calls).toHaveLength(1);
	},
);

test.each(EVENTS)('says plainly when there is none (%s)', async (event) => {
	const trigger = world.trigger({ event });
	await expect(trigger.poll('manual')).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: expect.stringMatching(event.startsWith('report') ? /no report/i : /no business card/i),
		description: expect.stringMatching(/\.$/),
	});
});

describe('where none of the newest records passes the filters', () => {
	const filters = { companyName: 'Asahi' };

	function addOthers(count: number): void {
		for (let index = 1; index <= count; index += 1)
			world.emulator.addCard({ companyName: 'Other', updatedTime: clock.now() + index * 1_000 });
	}

	test.each(['businessCardUpdated', 'businessCardCreated'])('shows the next one that does (%s)', async (event) => {
		world.emulator.addCard({ id: 'wanted', companyName: 'Asahi', updatedTime: clock.now() });
		addOthers(650);
		expect(ids(await world.trigger({ event, filters }).poll('manual'))).toEqual(['wanted']);
		expect(world.emulator.calls).toHaveLength(3);
	});

	test('looks so far and no further, and says so', async () => {
		addOthers(2_150);
		await expect(world.trigger({ filters }).poll('manual')).rejects.toMatchObject({
			message: 'There is no business card that matches this trigger',
			description: expect.stringMatching(/^The trigger looks at the newest 2,100, and none matches/),
		});
		expect(world.emulator.calls).toHaveLength(7);
	});
});

test('touches nothing of an active trigger, takes nothing from it, and may run beside a poll', async () => {
	addCards(world.emulator, 5, 'old');
	const trigger = world.trigger();
	await trigger.poll();
	world.emulator.addCard({ id: 'a' });
	const { memory, stored } = trigger;
	expect(ids(await trigger.poll('manual'))).toContain('a');
	expect([trigger.memory, trigger.stored]).toEqual([memory, stored]);
	world.emulator.latencyMs = 50;
	const [polled, shown] = await Promise.all([trigger.poll(), trigger.poll('manual')]);
	expect(ids(polled)).toEqual(['a']);
	expect(ids(shown)).toContain('a');
});
