import type { INodeParameters } from 'n8n-workflow';
import { addCards, DAY, ids, MINUTE, QuickTrigger, timedWorld } from './support';

/** Promise 4: "created" fires once a record, when it first shows one of the chosen statuses, however late. */

const { clock, world, activated } = timedWorld();

async function watching(options: INodeParameters = {}): Promise<QuickTrigger> {
	return await activated({ event: 'businessCardCreated', options });
}

/** Life goes on: enough other cards that nothing old is read any longer. */
async function afterMuch(trigger: QuickTrigger, prefix: string): Promise<void> {
	clock.advance(DAY);
	const others = addCards(world.emulator, 120, prefix, 1_000);
	clock.advance(10 * MINUTE);
	expect(ids(await trigger.poll()).sort()).toEqual(others);
}

test('a new card fires once, whatever becomes of it', async () => {
	const trigger = await watching();
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
	for (const memo of ['1', '2', '3']) {
		clock.advance(MINUTE);
		world.emulator.changeCard('a', { memo });
		expect(await trigger.poll()).toEqual([]);
	}
	await afterMuch(trigger, 'x');
	world.emulator.changeCard('a', { memo: 'much later' });
	expect(await trigger.poll()).toEqual([]);
});

test('a card that was there before does not fire when it changes', async () => {
	addCards(world.emulator, 5, 'old');
	const trigger = await watching();
	world.emulator.changeCard('old0001', { memo: 'changed' });
	expect(await trigger.poll()).toEqual([]);
	await afterMuch(trigger, 'x');
	world.emulator.changeCard('old0002', { memo: 'changed' });
	expect(await trigger.poll()).toEqual([]);
});

describe('a card that is registered while its data is being entered', () => {
	const MEANWHILE: ReadonlyArray<readonly [string, (trigger: QuickTrigger) => unknown]> = [
		['at once', () => undefined],
		['after an hour', () => clock.advance(60 * MINUTE)],
		['after a week', () => clock.advance(7 * DAY)],
		[
			'after much else has happened',
			async (trigger) => {
				await afterMuch(trigger, 'x');
				await afterMuch(trigger, 'y');
			},
		],
		[
			'after a change in between',
			async (trigger) => {
				clock.advance(DAY);
				world.emulator.changeCard('a', { memo: 'still processing' });
				expect(await trigger.poll()).toEqual([]);
				clock.advance(DAY);
			},
		],
		[
			'after the process ended before it could save that it had seen the card',
			(trigger) => {
				trigger.restart();
				clock.advance(DAY);
			},
		],
	];

	test.each(MEANWHILE)('fires when its data entry ends %s, once', async (_, happens) => {
		const trigger = await watching();
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		expect(await trigger.poll()).toEqual([]);
		await happens(trigger);
		world.emulator.completeDigitization('a');
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		world.emulator.changeCard('a', { memo: 'changed' });
		expect(await trigger.poll()).toEqual([]);
	});

	test('fires after restarts in between, as long as the process lived to say anything', async () => {
		const trigger = await watching();
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		world.emulator.addCard({ id: 'b' });
		expect(ids(await trigger.poll())).toEqual(['b']);
		trigger.restart();
		await afterMuch(trigger, 'x');
		trigger.restart();
		world.emulator.completeDigitization('a');
		expect(ids(await trigger.poll())).toEqual(['a']);
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
	});

	test('fires when it was added and completed between two polls', async () => {
		const trigger = await watching();
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		clock.advance(1_000);
		world.emulator.completeDigitization('a');
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	// Later than the overlap such a completion cannot be found: docs/internals/decisions.md says so.
	test('fires when a completion within the overlap does not move its time of update', async () => {
		world.emulator.switches.statusChangeTouchesUpdatedTime = false;
		const trigger = await watching();
		await afterMuch(trigger, 'x');
		world.emulator.addCard({ id: 'b', entryStatus: 'processing' });
		await trigger.poll();
		clock.advance(MINUTE);
		world.emulator.changeCard('b', { entryStatus: 'completed' });
		expect(ids(await trigger.poll())).toEqual(['b']);
	});
});

describe('a card that was already being processed at activation', () => {
	test.each([
		['soon', MINUTE],
		['after a week', 7 * DAY],
	])('fires when its data entry ends %s, once', async (_, duration) => {
		addCards(world.emulator, 5, 'old');
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		const trigger = await watching();
		expect(await trigger.poll()).toEqual([]);
		clock.advance(duration);
		world.emulator.completeDigitization('a');
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('fires although it is much older than anything that is read', async () => {
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		clock.advance(DAY);
		addCards(world.emulator, 120, 'old', 1_000);
		clock.advance(DAY);
		const trigger = await watching();
		world.emulator.completeDigitization('a');
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	test('fires when it is completed while the activation reads', async () => {
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		addCards(world.emulator, 5, 'old');
		clock.advance(DAY);
		const completeAt = world.emulator.calls.length + 2;
		world.emulator.onBeforeCall(({ n }) => {
			if (n === completeAt) world.emulator.completeDigitization('a');
		});
		const trigger = new QuickTrigger(world, { event: 'businessCardCreated' });
		const emitted = [...ids(await trigger.poll()), ...ids(await trigger.poll())];
		expect(emitted).toEqual(['a']);
	});

	test('is among hundreds that wait: each fires once', async () => {
		const now = clock.now();
		const waiting = Array.from({ length: 350 }, (_, index) => {
			const updatedTime = now + index * 1_000;
			return world.emulator.addCard({ id: `w${index}`, entryStatus: 'processing', updatedTime }).id;
		});
		world.emulator.changeCard('w0', { updatedTime: now + 350_000 });
		clock.advance(10 * MINUTE);
		const trigger = await watching();
		clock.advance(DAY);
		for (const id of waiting) {
			world.emulator.completeDigitization(id);
			clock.advance(1_000);
		}
		expect(ids(await trigger.poll()).sort()).toEqual([...waiting].sort());
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('the chosen statuses', () => {
	test('a card that turns out unreadable fires only where that was chosen', async () => {
		const trigger = await watching();
		const other = await watching({ entryStatus: ['completed', 'unreadable'] });
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		expect([await trigger.poll(), await other.poll()]).toEqual([[], []]);
		clock.advance(DAY);
		world.emulator.completeDigitization('a', { entryStatus: 'unreadable' });
		expect(await trigger.poll()).toEqual([]);
		expect(ids(await other.poll())).toEqual(['a']);
		clock.advance(DAY);
		world.emulator.completeDigitization('a');
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(await other.poll()).toEqual([]);
	});

	test('a card fires at once where "processing" was chosen, and not again when it is completed', async () => {
		const trigger = await watching({ entryStatus: ['processing', 'completed'] });
		world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		clock.advance(DAY);
		world.emulator.completeDigitization('a');
		expect(await trigger.poll()).toEqual([]);
	});

	test('only what was chosen is emitted for changes too', async () => {
		const trigger = await activated({ event: 'businessCardUpdated', options: { entryStatus: ['unreadable'] } });
		world.emulator.addCard({ id: 'a' });
		world.emulator.addCard({ id: 'b', entryStatus: 'unreadable' });
		expect(ids(await trigger.poll())).toEqual(['b']);
	});
});

test('a new report fires once, whatever becomes of it', async () => {
	world.emulator.addReport({ id: 'old' });
	const trigger = await activated({ event: 'reportCreated' });
	world.emulator.addReport({ id: 'r1' });
	expect(ids(await trigger.poll())).toEqual(['r1']);
	clock.advance(MINUTE);
	world.emulator.changeReport('r1', { memo: 'changed' });
	world.emulator.changeReport('old', { memo: 'changed' });
	expect(await trigger.poll()).toEqual([]);
	clock.advance(DAY);
	world.emulator.changeReport('r1', { memo: 'much later' });
	expect(await trigger.poll()).toEqual([]);
});
