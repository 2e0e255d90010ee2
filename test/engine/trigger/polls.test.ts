import type { CallRecord } from '../../emulator';
import { addCards, EVENTS, ids, MINUTE, timedWorld } from './support';

/** Promises 1, 2, 4 and 11: one poll of each kind in n8n's engine and over HTTP. test/trigger has all that can happen. */

const { clock, world, activated } = timedWorld();

test.each(EVENTS)('nothing old comes, and each new record once, with exactly one call a poll (%s)', async (event) => {
	const { emulator } = world;
	addCards(emulator, 700, 'old', 10_000);
	for (let index = 0; index < 700; index += 1) emulator.addReport({ updatedTime: clock.now() + index * 10_000 });
	emulator.addCard({ entryStatus: 'processing' });
	clock.advance(120 * MINUTE);
	const trigger = await activated({ event });
	expect(emulator.calls.length).toBeLessThanOrEqual(4);
	for (const id of ['a', 'b', 'c']) {
		emulator.clearLog();
		expect(await trigger.poll()).toEqual([]);
		emulator.addCard({ id });
		emulator.addReport({ id });
		expect(ids(await trigger.poll())).toEqual([id]);
		expect(emulator.calls).toHaveLength(2);
		trigger.restart();
		clock.advance(MINUTE);
	}
});

test.each(['businessCardCreated', 'businessCardUpdated'])(
	'a backlog and a crowded second come whole where every list begins with an empty page that promises more (%s)',
	async (event) => {
		const isFirst = ({ query }: CallRecord) => query.every(([name]) => name !== 'nextPageToken');
		addCards(world.emulator, 3, 'old', 1_000);
		world.emulator.faults.add({ kind: 'emptyPage', times: Infinity, match: isFirst });
		const trigger = await activated({ event });
		addCards(world.emulator, 650, 'n', 500);
		clock.advance(6 * MINUTE);
		addCards(world.emulator, 350, 'crowd');
		clock.advance(MINUTE);
		const emitted = ids(await trigger.drain());
		expect([emitted.length, new Set(emitted).size]).toEqual([1_000, 1_000]);
	},
);

test('what a poll leaves of a crowded second comes, also when the second empties before the next poll', async () => {
	world.emulator.switches.tokenKind = 'offset';
	const trigger = await activated({ event: 'businessCardCreated', options: { maxRecords: 320 } });
	const crowd = addCards(world.emulator, 340, 'crowd');
	clock.advance(MINUTE);
	const emitted = ids(await trigger.poll());
	for (const id of crowd.slice(0, 300)) world.emulator.changeCard(id, { memo: 'changed' });
	emitted.push(...ids(await trigger.drain()));
	expect(emitted.sort()).toEqual(crowd);
});

test('no header of an answer is relied on', async () => {
	const wrong = { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'retry-after': '3600', age: '999999' };
	world.emulator.faults.add({ kind: 'transform', times: Infinity, headers: wrong });
	const trigger = await activated();
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
});
