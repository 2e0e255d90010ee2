import type { CallRecord } from '../../emulator';
import { addCards, addCompany, ids, MINUTE, states, timedWorld } from './support';

/**
 * Promise 1: every state of a record that the service still shows when a poll reads it is emitted. test/trigger has all that
 * can happen; here is one case of each kind in n8n's engine and over HTTP.
 */

const { clock, world, activated } = timedWorld();

test('a new card, and each of its changes, comes with the next poll, also within one second', async () => {
	addCards(world.emulator, 3, 'old');
	const trigger = await activated();
	world.emulator.addCard({ id: 'a', memo: '1' });
	expect(states(await trigger.poll())).toEqual(['a 1']);
	world.emulator.changeCard('a', { memo: '2' });
	expect(states(await trigger.poll())).toEqual(['a 2']);
	clock.advance(MINUTE);
	// What a card was before is a new state all the same.
	world.emulator.changeCard('a', { memo: '1' });
	world.emulator.addCard({ id: 'b', memo: '1' });
	expect(states(await trigger.poll()).sort()).toEqual(['a 1', 'b 1']);
});

test.each([
	['over five minutes', 350, 900],
	['in one second', 1_000, 0],
])('many cards %s come, also when some change or go while pages are read', async (_, count, stepMs) => {
	world.emulator.switches.tokenKind = 'offset';
	addCompany(world, clock);
	const trigger = await activated();
	const cards = addCards(world.emulator, count, 'c', stepMs);
	clock.advance(6 * MINUTE);
	const base = world.emulator.calls.length;
	world.emulator.onBeforeCall(({ n }) => {
		if (n === base + 2) world.emulator.changeCard('c0340', { memo: 'changed' });
		if (n === base + 2) world.emulator.deleteCard('c0001');
	});
	const emitted = states([...(await trigger.poll()), ...(await trigger.poll()), ...(await trigger.poll())]);
	expect(new Set(emitted).size).toBe(emitted.length);
	const untouched = cards.filter((id) => !['c0001', 'c0340'].includes(id));
	expect(emitted).toEqual(expect.arrayContaining([...untouched.map((id) => `${id} `), 'c0340 changed']));
});

test('a backlog larger than a poll comes in portions, oldest change first', async () => {
	const trigger = await activated({ options: { maxRecords: 10 } });
	const backlog = addCards(world.emulator, 25, 'c', 1_000);
	clock.advance(MINUTE);
	expect(ids(await trigger.poll())).toEqual(backlog.slice(0, 10));
	expect(ids(await trigger.poll())).toEqual(backlog.slice(10, 20));
	expect(ids(await trigger.poll())).toEqual(backlog.slice(20));
	expect(await trigger.poll()).toEqual([]);
});

test('a change that becomes visible late, within the overlap, comes when it shows', async () => {
	addCards(world.emulator, 3, 'old');
	const trigger = await activated();
	world.emulator.addCard({ id: 'late' }, { visibleAt: clock.now() + 4 * MINUTE });
	for (let minute = 0; minute < 4; minute += 1) {
		world.emulator.addCard({ id: `b${minute}` });
		expect(ids(await trigger.poll())).toEqual([`b${minute}`]);
		clock.advance(MINUTE);
	}
	expect(ids(await trigger.poll())).toEqual(['late']);
	expect(await trigger.poll()).toEqual([]);
});

describe('where every list begins with an empty page that promises more', () => {
	const isFirst = ({ query }: CallRecord) => query.every(([name]) => name !== 'nextPageToken');

	beforeEach(() => {
		addCards(world.emulator, 3, 'old', 1_000);
		world.emulator.addReport({ id: 'old' });
		world.emulator.faults.add({ kind: 'emptyPage', times: Infinity, match: isFirst });
	});

	test.each(['businessCardCreated', 'reportUpdated'])('what is new comes with the next poll (%s)', async (event) => {
		const trigger = await activated({ event });
		world.emulator.addCard({ id: 'n' });
		world.emulator.addReport({ id: 'n' });
		expect(ids(await trigger.poll())).toEqual(['n']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a backlog of several pages and a crowded second come whole', async () => {
		const trigger = await activated();
		addCards(world.emulator, 650, 'n', 500);
		clock.advance(6 * MINUTE);
		addCards(world.emulator, 350, 'crowd');
		clock.advance(MINUTE);
		expect(new Set(ids(await trigger.drain())).size).toBe(1_000);
	});
});
