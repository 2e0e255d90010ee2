import type { INodeParameters } from 'n8n-workflow';
import { failure, ids, QuickTrigger, timedWorld } from './support';

/** Business Card Tagged: once for each card and tag, however old the card is, and whatever its update time. */

const { world, activated } = timedWorld();

const START = Date.parse('2026-03-01T00:00:00Z');
const EVENT = { event: 'businessCardTagged', tagIds: ['t1'] };

/** Gives a card other tags, as people do it in the service: its update time stays. */
function tag(id: string, ...tagIds: string[]): void {
	world.emulator.changeCard(id, { tagIds, updatedTime: START });
}

beforeEach(() => {
	const { emulator } = world;
	for (const id of ['t1', 't2']) emulator.addTag({ id, name: `Tag ${id}`, type: 'public' });
	for (const id of ['a', 'b', 'c']) emulator.addCard({ id, email: `${id}@example.com`, updatedTime: START });
	tag('a', 't1');
});

test('a card that is tagged later fires once, with the tag', async () => {
	const trigger = await activated(EVENT);
	tag('b', 't1');
	expect(await trigger.poll()).toMatchObject([{ id: 'b', taggedWith: { id: 't1', name: 'Tag t1' } }]);
	expect(await trigger.poll()).toEqual([]);
});

test('a card that loses the tag and gets it again fires again', async () => {
	const trigger = await activated(EVENT);
	tag('a');
	expect(await trigger.poll()).toEqual([]);
	tag('a', 't1');
	expect(ids(await trigger.poll())).toEqual(['a']);
});

test('each tag fires for itself', async () => {
	const trigger = await activated({ ...EVENT, tagIds: ['t1', 't2'] });
	tag('a', 't1', 't2');
	tag('b', 't1');
	const fired = (await trigger.poll()).map(({ id, taggedWith }) => [id, (taggedWith as { id: string }).id]);
	expect(fired.sort()).toEqual([['a', 't2'], ['b', 't1']]);
});

test('a tag that an edit adds is noted like at activation', async () => {
	const trigger = await activated(EVENT);
	tag('b', 't2');
	trigger.edit({ ...EVENT, tagIds: ['t1', 't2'] });
	expect(await trigger.poll()).toEqual([]);
	tag('c', 't2');
	expect(ids(await trigger.poll())).toEqual(['c']);
});

test('what an edit of the options shows for the first time is noted, and what was tagged before it fires', async () => {
	const { emulator } = world;
	emulator.addCard({ id: 'p', entryStatus: 'processing', tagIds: ['t1'] });
	const trigger = await activated(EVENT);
	tag('b', 't1');
	trigger.edit({ ...EVENT, options: { entryStatus: ['completed', 'processing'] } });
	expect(ids(await trigger.poll())).toEqual(['b']);
	expect(await trigger.poll()).toEqual([]);
});

test('a poll that cannot read all changes nothing', async () => {
	const trigger = await activated({ ...EVENT, tagIds: ['t1', 't2'] });
	tag('b', 't1');
	tag('c', 't2');
	world.emulator.faults.add({ kind: 'status', endpoint: 'E2', status: 403, skip: 1, times: 1 });
	await failure(trigger);
	expect(ids(await trigger.poll()).sort()).toEqual(['b', 'c']);
});

test('more than Max Records follow with the next polls', async () => {
	const trigger = await activated({ ...EVENT, options: { maxRecords: 1 } });
	tag('b', 't1');
	tag('c', 't1');
	const first = ids(await trigger.poll());
	const second = ids(await trigger.poll());
	expect([first.length, second.length]).toEqual([1, 1]);
	expect([...first, ...second].sort()).toEqual(['b', 'c']);
});

test('filters and Simplify hold for it', async () => {
	const trigger = await activated({ ...EVENT, filters: { companyName: 'nowhere' }, options: { simplify: true } });
	tag('b', 't1');
	expect(await trigger.poll()).toEqual([]);
});

test('it goes on after a restart', async () => {
	const trigger = await activated(EVENT);
	tag('b', 't1');
	expect(ids(await trigger.poll())).toEqual(['b']);
	trigger.restart();
	tag('c', 't1');
	expect(ids(await trigger.poll())).toEqual(['c']);
});

test('version 2.0 is asked with the name that it has for tags', async () => {
	const trigger = await activated({ ...EVENT, apiVersion: '2.0' });
	tag('b', 't1');
	expect(ids(await trigger.poll())).toEqual(['b']);
	expect(world.emulator.calls.some(({ query }) => query.some(([name]) => name === 'tagId[]'))).toBe(true);
});

test('Fetch Test Event shows cards that have the tag now, and says when none has', async () => {
	expect(ids(await new QuickTrigger(world, EVENT).poll('manual'))).toEqual(['a']);
	const none = new QuickTrigger(world, { ...EVENT, tagIds: ['t2'] });
	await expect(none.poll('manual')).rejects.toMatchObject({ message: 'No business card has any of these tags' });
});

test.each<[string, INodeParameters]>([
	['blank', { tagIds: '={{ [] }}' }],
	['nothing', { tagIds: '={{ undefined }}' }],
])('%s tags are refused before any call', async (_, parameters) => {
	const { message } = await failure(new QuickTrigger(world, { ...EVENT, ...parameters }));
	expect(message).toContain("Tag Names or IDs is empty");
	expect(world.emulator.calls).toEqual([]);
});
