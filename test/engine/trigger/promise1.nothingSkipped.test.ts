import type { CallRecord, Switches } from '../../emulator';
import { someOf } from '../../inFull';
import { addCards, addCompany, EVENTS, ids, MINUTE, states, timedWorld } from './support';

/** Promise 1: every state of a record that the service still shows when a poll reads it is emitted. */

const { clock, world, activated } = timedWorld();
const KINDS: ReadonlyArray<Switches['tokenKind']> = ['offset', 'keyset', 'snapshot', 'cursor'];

test('a new card, and each of its changes, comes with the next poll', async () => {
	addCards(world.emulator, 3, 'old');
	const trigger = await activated();
	world.emulator.addCard({ id: 'a', memo: '1' });
	expect(states(await trigger.poll())).toEqual(['a 1']);
	clock.advance(MINUTE);
	world.emulator.changeCard('a', { memo: '2' });
	world.emulator.addCard({ id: 'b', memo: '1' });
	expect(states(await trigger.poll()).sort()).toEqual(['a 2', 'b 1']);
});

test('a change in the very second of an earlier poll comes, as often as there is one', async () => {
	const trigger = await activated();
	world.emulator.addCard({ id: 'a', memo: '1' });
	expect(states(await trigger.poll())).toEqual(['a 1']);
	for (const memo of ['2', '3', '4']) {
		world.emulator.changeCard('a', { memo });
		expect(states(await trigger.poll())).toEqual([`a ${memo}`]);
	}
	world.emulator.addCard({ id: 'b', memo: '1' });
	expect(states(await trigger.poll())).toEqual(['b 1']);
});

describe.each(KINDS)('while several pages are read (%s tokens)', (tokenKind) => {
	beforeEach(() => {
		world.emulator.switches.tokenKind = tokenKind;
	});

	/** 350 cards over five minutes, and something that happens just before each of the first calls of the poll. */
	async function withTrouble(trouble: (call: number) => void): Promise<string[]> {
		const trigger = await activated();
		addCards(world.emulator, 350, 'c', 900);
		clock.advance(6 * MINUTE);
		const base = world.emulator.calls.length;
		world.emulator.onBeforeCall(({ n }) => {
			if (n - base <= 4) trouble(n - base);
		});
		const emitted = [...(await trigger.poll()), ...(await trigger.poll()), ...(await trigger.poll())];
		expect(new Set(states(emitted)).size).toBe(emitted.length);
		return states(emitted);
	}

	const all = Array.from({ length: 350 }, (_, index) => `c${String(index).padStart(4, '0')} `);

	test('a card that changes before it is read comes, and costs no other', async () => {
		const emitted = await withTrouble((call) => world.emulator.changeCard(`c03${call}0`, { memo: 'changed' }));
		const changed = [1, 2, 3, 4].map((call) => `c03${call}0`);
		for (const state of all) {
			if (!changed.includes(state.trim())) expect(emitted).toContain(state);
		}
		for (const id of changed) expect(emitted).toContain(`${id} changed`);
	});

	test('a card that goes after it was read costs no other', async () => {
		const emitted = await withTrouble((call) => world.emulator.deleteCard(`c000${call}`));
		for (const state of all.slice(5)) expect(emitted).toContain(state);
	});
});

describe('more records in one second than a page holds', () => {
	test.each(someOf(KINDS, 3))('all 1,000 come, also when cards change while they are read (%s tokens)', async (tokenKind) => {
		world.emulator.switches.tokenKind = tokenKind;
		addCompany(world, clock);
		const trigger = await activated();
		const crowd = addCards(world.emulator, 1_000, 'crowd');
		clock.advance(1_000);
		const base = world.emulator.calls.length;
		world.emulator.onBeforeCall(({ n }) => {
			if (n === base + 3) world.emulator.changeCard('crowd0001', { memo: 'changed' });
			if (n === base + 5) world.emulator.deleteCard('crowd0002');
		});
		const emitted = states([...(await trigger.poll()), ...(await trigger.poll())]);
		expect(new Set(emitted).size).toBe(emitted.length);
		for (const id of crowd.slice(3)) expect(emitted).toContain(`${id} `);
		expect(emitted).toContain('crowd0001 changed');
	});
});

describe('a backlog larger than a poll', () => {
	test('comes in portions, oldest change first', async () => {
		const trigger = await activated({ options: { maxRecords: 10 } });
		const backlog = addCards(world.emulator, 25, 'c', 1_000);
		clock.advance(MINUTE);
		expect(ids(await trigger.poll())).toEqual(backlog.slice(0, 10));
		expect(ids(await trigger.poll())).toEqual(backlog.slice(10, 20));
		expect(ids(await trigger.poll())).toEqual(backlog.slice(20));
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('a change that becomes visible late', () => {
	test('comes when it shows within the overlap', async () => {
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
});

describe('where every list begins with an empty page that promises more', () => {
	const isFirst = ({ query }: CallRecord) => query.every(([name]) => name !== 'nextPageToken');

	beforeEach(() => {
		addCards(world.emulator, 3, 'old', 1_000);
		world.emulator.addReport({ id: 'old' });
		world.emulator.faults.add({ kind: 'emptyPage', times: Infinity, match: isFirst });
	});

	test.each(EVENTS)('what is new comes with the next poll (%s)', async (event) => {
		const trigger = await activated({ event });
		for (let count = 0; count < 3; count += 1) {
			world.emulator.addCard({ id: `n${count}` });
			world.emulator.addReport({ id: `n${count}` });
			expect(ids(await trigger.poll())).toEqual([`n${count}`]);
			clock.advance(MINUTE);
		}
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
