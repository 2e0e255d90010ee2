import { addCards, addCompany, DAY, failure, ids, MINUTE, QuickTrigger, timedWorld } from './support';

/**
 * Promise 8: deactivating and activating again goes on where it stopped; a record ahead of its time does not drag the
 * watermark; no response header is relied on.
 */

const { clock, world, activated } = timedWorld();
const EVENTS = ['businessCardUpdated', 'businessCardCreated'];

describe.each(EVENTS)('deactivated and activated again (%s)', (event) => {
	test('it goes on where it stopped, however long that took', async () => {
		addCards(world.emulator, 70, 'old', 1_000);
		clock.advance(10 * MINUTE);
		const trigger = await activated({ event });
		world.emulator.addCard({ id: 'a' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		trigger.restart();
		const meanwhile = addCards(world.emulator, 400, 'm', 10 * MINUTE);
		clock.advance(7 * DAY);
		expect(ids(await trigger.drain()).sort()).toEqual(meanwhile);
	});

	test('what n8n had not taken over when it ended comes again, at once', async () => {
		const trigger = await activated({ event });
		const { stored } = trigger;
		world.emulator.addCard({ id: 'a' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		trigger.stored = stored;
		trigger.restart();
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	test('it goes on in the middle of a crowd of one second', async () => {
		addCompany(world, clock);
		const trigger = await activated({ event, options: { maxRecords: 400 } });
		const crowd = addCards(world.emulator, 700, 'crowd');
		const emitted = ids(await trigger.poll());
		trigger.restart();
		emitted.push(...ids(await trigger.poll()));
		trigger.restart();
		emitted.push(...ids(await trigger.poll()));
		expect(emitted.sort()).toEqual(crowd);
	});
});

describe.each([1, 3, 40])('%d records that lie years ahead', (count) => {
	test.each(EVENTS)('come once and do not keep what follows from coming (%s)', async (event) => {
		addCards(world.emulator, 70, 'old', 1_000);
		clock.advance(10 * MINUTE);
		const trigger = await activated({ event });
		const ahead = Array.from({ length: count }, (_, index) => {
			const time = Date.parse('2090-01-01T00:00:00Z') + index * 1_000;
			return world.emulator.addCard({
				id: `ahead${String(index).padStart(2, '0')}`,
				updatedTime: time,
				registeredTime: time,
			}).id;
		});
		expect(ids(await trigger.poll()).sort()).toEqual(ahead);
		for (let minute = 0; minute < 4; minute += 1) {
			clock.advance(MINUTE);
			world.emulator.addCard({ id: `n${minute}` });
			expect(ids(await trigger.poll())).toEqual([`n${minute}`]);
		}
		clock.advance(DAY);
		expect(await trigger.poll()).toEqual([]);
	});
});

test('no header of an answer is relied on', async () => {
	const wrong = { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'retry-after': '3600', age: '999999' };
	world.emulator.faults.add({ kind: 'transform', times: Infinity, headers: wrong });
	const trigger = await activated();
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
	clock.advance(DAY);
	world.emulator.addCard({ id: 'b' });
	expect(ids(await trigger.poll())).toEqual(['b']);
	expect(await trigger.poll()).toEqual([]);
});

/** Changes what n8n has stored, and starts it again. */
function damage(trigger: QuickTrigger, change: (state: Record<string, unknown>) => void): void {
	const stored = JSON.parse(trigger.stored ?? '{}') as Record<string, Record<string, Record<string, unknown>>>;
	for (const parts of Object.values(stored)) Object.values(parts).forEach(change);
	trigger.stored = JSON.stringify(stored);
	trigger.restart();
}

describe.each<[string, RegExp, (state: Record<string, unknown>) => void]>([
	[
		'that a newer release wrote',
		/newer version.*update the package, or rename this node/,
		(state) => {
			state.version = Number(state.version) + 1;
		},
	],
	[
		'that is damaged',
		/damaged.*rename this node/,
		(state) => {
			delete state.low;
		},
	],
])('a state %s', (_, message, change) => {
	test('is not read wrongly: the poll says so, and the remedy that it names works', async () => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		clock.advance(MINUTE);
		const lastGood = new Date(clock.now()).toISOString();
		damage(trigger, change);
		const { stored } = trigger;
		world.emulator.addCard({ id: 'b' });
		expect((await failure(trigger)).message).toMatch(message);
		expect(trigger.stored).toBe(stored);
		trigger.edit({ options: { startFrom: lastGood } });
		trigger.rename('Trigger1');
		expect(ids(await trigger.poll())).toEqual(['b']);
		world.emulator.addCard({ id: 'c' });
		expect(ids(await trigger.poll())).toEqual(['c']);
	});
});
