import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { addCards, DAY, EVENTS, ids, timedWorld } from './support';

/** Promise 6: Fetch Test Event shows recent real records, never touches the watermark, and says plainly when there is none. */

const { clock, world } = timedWorld();

test.each(EVENTS)(
	'shows the ten newest records, the oldest change first, with one call, however long ago they changed (%s)',
	async (event) => {
		const all = addCards(world.emulator, 400, 'r', 1_000);
		for (const [index, id] of all.entries()) world.emulator.addReport({ id, updatedTime: clock.now() + index * 1_000 });
		clock.advance(365 * DAY);
		expect(ids(await world.trigger({ event }).poll('manual'))).toEqual(all.slice(-10));
		expect(world.emulator.calls).toHaveLength(1);
	},
);

test.each<[INodeParameters, number, RegExp, number]>([
	[{ event: 'businessCardUpdated' }, 0, /no business card/i, 1],
	[{ event: 'reportCreated' }, 0, /no report/i, 1],
	[{ event: 'businessCardCreated', filters: { companyName: 'Asahi' } }, 2_150, /no business card/i, 7],
])('says plainly that there is none for %j among %i, and looks no further', async (parameters, count, said, calls) => {
	addCards(world.emulator, count, 'other', 1_000);
	await expect(world.trigger(parameters).poll('manual')).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: expect.stringMatching(said),
		description: expect.stringMatching(/newest 2,100.*\.$/),
	});
	expect(world.emulator.calls).toHaveLength(calls);
});

test('shows the next one that passes the filters where none of the newest does', async () => {
	world.emulator.addCard({ id: 'wanted', companyName: 'Asahi', updatedTime: clock.now() - 1_000 });
	addCards(world.emulator, 650, 'other', 1_000);
	expect(ids(await world.trigger({ filters: { companyName: 'Asahi' } }).poll('manual'))).toEqual(['wanted']);
	expect(world.emulator.calls).toHaveLength(3);
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

test.each(EVENTS)('shows what n8n announces before the first event (%s)', async (event) => {
	const schema = join(__dirname, '../../../nodes/BusinessCardDataTrigger/__schema__/v1.0.0.json');
	const { properties } = JSON.parse(readFileSync(schema, 'utf8')) as { properties: object };
	addCards(world.emulator, 1, 'r', 1_000);
	world.emulator.addReport({ id: 'r', updatedTime: clock.now() });
	const [record = {}] = await world.trigger({ event }).poll('manual');
	expect(Object.keys(record)).toEqual(expect.arrayContaining(Object.keys(properties)));
});
