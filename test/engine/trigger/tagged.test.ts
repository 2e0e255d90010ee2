import { ids, timedWorld } from './support';

/**
 * Business Card Tagged: once for each card and tag, however old the card is, and whatever its update time. test/trigger has edits,
 * failures and lists that change while they are read.
 */

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

test('a card that is tagged later fires once, with the tag, and again when it loses the tag and gets it again', async () => {
	const trigger = await activated(EVENT);
	tag('b', 't1');
	expect(await trigger.poll()).toMatchObject([{ id: 'b', taggedWith: { id: 't1', name: 'Tag t1' } }]);
	expect(await trigger.poll()).toEqual([]);
	tag('b');
	expect(await trigger.poll()).toEqual([]);
	tag('b', 't1');
	expect(ids(await trigger.poll())).toEqual(['b']);
});

test('each tag fires for itself', async () => {
	const trigger = await activated({ ...EVENT, tagIds: ['t1', 't2'] });
	tag('a', 't1', 't2');
	tag('b', 't1');
	const fired = (await trigger.poll()).map(({ id, taggedWith }) => [id, (taggedWith as { id: string }).id]);
	expect(fired.sort()).toEqual([
		['a', 't2'],
		['b', 't1'],
	]);
});

test('filters and Fields to Include hold for it', async () => {
	const trigger = await activated({ ...EVENT, filters: { hasEmail: true }, options: { fields: ['id'] } });
	world.emulator.changeCard('c', { email: '' });
	tag('b', 't1');
	tag('c', 't1');
	expect(await trigger.poll()).toEqual([{ id: 'b', taggedWith: { id: 't1', name: 'Tag t1' } }]);
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
	expect(ids(await world.trigger(EVENT).poll('manual'))).toEqual(['a']);
	const none = world.trigger({ ...EVENT, tagIds: ['t2'] });
	await expect(none.poll('manual')).rejects.toMatchObject({ message: 'No business card has any of these tags' });
});
