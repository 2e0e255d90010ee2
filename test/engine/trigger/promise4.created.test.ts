import type { INodeParameters } from 'n8n-workflow';
import { addCards, DAY, ids, MINUTE, QuickTrigger, timedWorld } from './support';

/** Promise 4: "created" fires once a record, when it first shows one of the chosen statuses, however late. */

const { clock, world, activated } = timedWorld();

async function watching(options: INodeParameters = {}): Promise<QuickTrigger> {
	return await activated({ event: 'businessCardCreated', options });
}

test('a new card fires once, whatever becomes of it', async () => {
	const trigger = await watching();
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
	clock.advance(MINUTE);
	world.emulator.changeCard('a', { memo: 'changed' });
	expect(await trigger.poll()).toEqual([]);
	// Life goes on: enough other cards that nothing old is read any longer.
	clock.advance(DAY);
	const others = addCards(world.emulator, 120, 'x', 1_000);
	clock.advance(10 * MINUTE);
	expect(ids(await trigger.poll()).sort()).toEqual(others);
	world.emulator.changeCard('a', { memo: 'much later' });
	expect(await trigger.poll()).toEqual([]);
});

test('a new report fires once, whatever becomes of it', async () => {
	world.emulator.addReport({ id: 'old' });
	const trigger = await activated({ event: 'reportCreated' });
	world.emulator.addReport({ id: 'r1' });
	expect(ids(await trigger.poll())).toEqual(['r1']);
	for (const wait of [MINUTE, DAY]) {
		clock.advance(wait);
		for (const id of ['r1', 'old']) world.emulator.changeReport(id, { memo: `after ${wait}` });
		expect(await trigger.poll()).toEqual([]);
	}
});

test.each([
	['soon', MINUTE],
	['after a week', 7 * DAY],
])('a card that is registered while its data is being entered fires when that ends %s, once', async (_, duration) => {
	const trigger = await watching();
	world.emulator.addCard({ id: 'a', entryStatus: 'processing' });
	expect(await trigger.poll()).toEqual([]);
	// The process ends before it could save that it has seen the card.
	trigger.restart();
	clock.advance(duration);
	world.emulator.completeDigitization('a');
	expect(ids(await trigger.poll())).toEqual(['a']);
	clock.advance(MINUTE);
	world.emulator.changeCard('a', { memo: 'changed' });
	expect(await trigger.poll()).toEqual([]);
});

test('hundreds of cards that were already being processed at activation fire when that ends, each once', async () => {
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

test('a card that turns out unreadable fires only where that status was chosen', async () => {
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
