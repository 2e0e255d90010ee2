import { ids, timedWorld } from './support';

/** Business Card Tagged, whatever a card's update time. test/trigger has edits, failures and lists that change while they are read. */

const { world, activated } = timedWorld();

const START = Date.parse('2026-03-01T00:00:00Z');
const EVENT = { event: 'businessCardTagged', tagIds: ['t1', 't2'] };

/** Gives a card other tags, as people do it in the service: its update time stays. */
function tag(id: string, ...tagIds: string[]): void {
	world.emulator.changeCard(id, { tagIds, updatedTime: START });
}

beforeEach(() => {
	const { emulator } = world;
	for (const id of ['t1', 't2', 't3']) emulator.addTag({ id, name: `Tag ${id}`, type: 'public' });
	for (const id of ['a', 'b', 'c']) emulator.addCard({ id, email: `${id}@example.com`, updatedTime: START });
	tag('a', 't1');
});

test('a card that is tagged later fires once for each tag, and again when it loses the tag and gets it again', async () => {
	const trigger = await activated(EVENT);
	tag('a', 't1', 't2');
	tag('b', 't1');
	const fired = await trigger.poll();
	expect(fired).toHaveLength(2);
	expect(fired).toContainEqual(expect.objectContaining({ id: 'a', taggedWith: { id: 't2', name: 'Tag t2' } }));
	expect(fired).toContainEqual(expect.objectContaining({ id: 'b', taggedWith: { id: 't1', name: 'Tag t1' } }));
	trigger.restart();
	expect(await trigger.poll()).toEqual([]);
	tag('b');
	expect(await trigger.poll()).toEqual([]);
	tag('b', 't1');
	expect(ids(await trigger.poll())).toEqual(['b']);
});

test('filters and Fields to Include hold for it, and version 2.0 is asked with the name that it has for tags', async () => {
	const more = { filters: { hasEmail: true }, options: { fields: ['id'] } };
	const trigger = await activated({ ...EVENT, ...more, apiVersion: '2.0' });
	world.emulator.changeCard('c', { email: '' });
	tag('b', 't1');
	tag('c', 't1');
	expect(await trigger.poll()).toEqual([{ id: 'b', taggedWith: { id: 't1', name: 'Tag t1' } }]);
	expect(world.emulator.calls.some(({ query }) => query.some(([name]) => name === 'tagId[]'))).toBe(true);
});

test('Fetch Test Event shows cards that have the tag now, and says when none has', async () => {
	expect(ids(await world.trigger(EVENT).poll('manual'))).toEqual(['a']);
	const none = world.trigger({ ...EVENT, tagIds: ['t3'] });
	await expect(none.poll('manual')).rejects.toMatchObject({ message: expect.stringMatching(/no business card/i) });
});
