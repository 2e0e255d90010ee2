import { addCards, DAY, failure, ids, MINUTE, QuickTrigger, timedWorld } from './support';

/**
 * Promises 8 and 10: deactivating and activating again goes on where it stopped; records ahead of their time do no lasting harm;
 * no response header is relied on; a state that cannot be read is said to be so.
 */

const { clock, world, activated } = timedWorld();
const EVENTS = ['businessCardUpdated', 'businessCardCreated'];

describe('deactivated and activated again', () => {
	test.each(EVENTS)('it goes on where it stopped, however long that took (%s)', async (event) => {
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
		const trigger = await activated();
		const { stored } = trigger;
		world.emulator.addCard({ id: 'a' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		trigger.stored = stored;
		trigger.restart();
		expect(ids(await trigger.poll())).toEqual(['a']);
	});
});

test.each(EVENTS)(
	'40 records that lie years ahead come once and do not keep what follows from coming (%s)',
	async (event) => {
		addCards(world.emulator, 70, 'old', 1_000);
		clock.advance(10 * MINUTE);
		const trigger = await activated({ event });
		const ahead = Array.from({ length: 40 }, (_, index) => {
			const time = Date.parse('2090-01-01T00:00:00Z') + index * 1_000;
			return world.emulator.addCard({ id: `ahead${10 + index}`, updatedTime: time, registeredTime: time }).id;
		});
		expect(ids(await trigger.poll()).sort()).toEqual(ahead);
		for (const id of ['n1', 'n2']) {
			clock.advance(MINUTE);
			world.emulator.addCard({ id });
			expect(ids(await trigger.poll())).toEqual([id]);
		}
		clock.advance(DAY);
		expect(await trigger.poll()).toEqual([]);
	},
);

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

test.each<[string, RegExp, object]>([
	['that a newer release wrote', /newer version.*update the package, or rename this node/, { version: 99 }],
	['that is damaged', /damaged.*rename this node/, { low: undefined }],
])(
	'a state %s is not read wrongly: the poll says so, and the remedy that it names works',
	async (_, message, change) => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		clock.advance(MINUTE);
		const lastGood = new Date(clock.now()).toISOString();
		damage(trigger, (state) => Object.assign(state, change));
		const { stored } = trigger;
		world.emulator.addCard({ id: 'b' });
		expect((await failure(trigger)).message).toMatch(message);
		expect(trigger.stored).toBe(stored);
		trigger.edit({ options: { startFrom: lastGood } });
		trigger.rename('Trigger1');
		expect(ids(await trigger.poll())).toEqual(['b']);
		world.emulator.addCard({ id: 'c' });
		expect(ids(await trigger.poll())).toEqual(['c']);
	},
);
