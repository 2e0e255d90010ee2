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

describe('a card that is registered while its data is being entered', () => {
	const MEANWHILE: ReadonlyArray<readonly [string, (trigger: QuickTrigger) => unknown]> = [
		['after a week', () => clock.advance(7 * DAY)],
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
