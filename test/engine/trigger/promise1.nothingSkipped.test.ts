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

test('the first card of a company without any comes too', async () => {
	const trigger = await activated();
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
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

	test('a card that changes after it was read comes in both states', async () => {
		const emitted = await withTrouble((call) => {
			if (call === 2) world.emulator.changeCard('c0000', { memo: 'changed' });
		});
		expect(emitted.sort()).toEqual([...all, 'c0000 changed'].sort());
	});

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

	test('a card that comes meanwhile comes too', async () => {
		const emitted = await withTrouble((call) => world.emulator.addCard({ id: `new${call}` }));
		expect(emitted.sort()).toEqual([...all, 'new1 ', 'new2 ', 'new3 ', 'new4 '].sort());
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

	test('they come in portions too, and what comes in the meantime is not forgotten', async () => {
		addCompany(world, clock);
		const trigger = await activated({ options: { maxRecords: 400 } });
		const crowd = addCards(world.emulator, 700, 'crowd');
		clock.advance(1_000);
		const emitted = ids(await trigger.poll());
		expect(emitted.length).toBeLessThanOrEqual(400);
		world.emulator.addCard({ id: 'new' });
		clock.advance(MINUTE);
		emitted.push(...ids(await trigger.drain()));
		expect(emitted.sort()).toEqual([...crowd, 'new'].sort());
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

	test('loses nothing that changes between its portions', async () => {
		const trigger = await activated({ options: { maxRecords: 10 } });
		addCards(world.emulator, 25, 'c', 1_000);
		clock.advance(MINUTE);
		const emitted = await trigger.poll();
		world.emulator.changeCard('c0003', { memo: 'changed' });
		world.emulator.changeCard('c0020', { memo: 'changed' });
		clock.advance(MINUTE);
		emitted.push(...(await trigger.drain()));
		const due = Array.from({ length: 25 }, (_, index) => `c${String(index).padStart(4, '0')} `).filter(
			(state) => state !== 'c0020 ',
		);
		expect(states(emitted).sort()).toEqual([...due, 'c0003 changed', 'c0020 changed'].sort());
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

	test('comes when it shows within an overlap of an hour, with many cards between', async () => {
		const trigger = await activated({ options: { overlap: 3_600 } });
		world.emulator.addCard({ id: 'late' }, { visibleAt: clock.now() + 55 * MINUTE });
		const emitted: string[] = [];
		for (let count = 0; count < 5; count += 1) {
			addCards(world.emulator, 30, `b${count}-`, 1_000);
			clock.advance(11 * MINUTE);
			emitted.push(...ids(await trigger.poll()));
		}
		emitted.push(...ids(await trigger.poll()));
		expect(emitted).toHaveLength(151);
		expect(emitted).toContain('late');
	});

	test('comes in its latest state when a card changes late', async () => {
		world.emulator.addCard({ id: 'a', memo: '1' });
		const trigger = await activated();
		world.emulator.changeCard('a', { memo: '2' }, { visibleAt: clock.now() + 2 * MINUTE });
		world.emulator.addCard({ id: 'b', memo: '1' });
		expect(states(await trigger.poll())).toEqual(['b 1']);
		clock.advance(3 * MINUTE);
		expect(states(await trigger.poll())).toEqual(['a 2']);
	});
});

test('reports come by pages of 100 where the service takes no more', async () => {
	world.allowViolations();
	world.emulator.switches.reportsLimitMax = 100;
	const trigger = await activated({ event: 'reportUpdated' });
	for (let index = 0; index < 250; index += 1) world.emulator.addReport({ updatedTime: clock.now() + index * 1_000 });
	clock.advance(5 * MINUTE);
	expect(new Set(ids(await trigger.poll())).size).toBe(250);
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

	test('an edit of the options loses nothing, and repeats nothing', async () => {
		const trigger = await activated();
		addCards(world.emulator, 3, 'n', 1_000);
		clock.advance(30 * MINUTE);
		trigger.edit({ options: { includePastBizCards: true } });
		expect(ids(await trigger.poll())).toEqual(['n0000', 'n0001', 'n0002']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a quiet poll makes few calls', async () => {
		const trigger = await activated();
		await trigger.poll();
		world.emulator.clearLog();
		expect(await trigger.poll()).toEqual([]);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(4);
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
