import { DAY, failure, ids, MINUTE, timedWorld } from './support';

/** Promises 8 and 9: a restart, headers that are wrong, and a state that cannot be read. */

const { clock, world, activated } = timedWorld();

test('what n8n had not taken over when it ended comes again, at once', async () => {
	const trigger = await activated();
	const { stored } = trigger;
	world.emulator.addCard({ id: 'a' });
	expect(ids(await trigger.poll())).toEqual(['a']);
	trigger.stored = stored;
	trigger.restart();
	expect(ids(await trigger.poll())).toEqual(['a']);
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

test.each<[string, RegExp, object, string]>([
	['that a newer release wrote', /newer version.*update the package, or rename this node/, { version: 99 }, 'Updated'],
	['that is damaged', /damaged.*rename this node/, { polls: undefined }, 'Updated'],
	['that is damaged', /damaged.*rename this node/, { polls: undefined }, 'Tagged'],
])('a state %s is not read wrongly: the poll says so, and its remedy works', async (_, message, change, event) => {
	const tag = world.emulator.addTag({ id: 't1' });
	const card = (id: string) => world.emulator.addCard({ id, tagIds: [tag.id] });
	const trigger = await activated({ event: `businessCard${event}`, tagIds: ['t1'] });
	card('a');
	expect(ids(await trigger.poll())).toEqual(['a']);
	clock.advance(MINUTE);
	const startFrom = new Date(clock.now()).toISOString();
	const stored = JSON.parse(trigger.stored ?? '{}') as Record<string, Record<string, object>>;
	for (const states of Object.values(stored)) for (const state of Object.values(states)) Object.assign(state, change);
	trigger.stored = JSON.stringify(stored);
	trigger.restart();
	expect((await failure(trigger)).message).toMatch(message);
	expect(trigger.stored).toBe(JSON.stringify(stored));
	trigger.edit({ options: { startFrom } });
	trigger.rename('Trigger1');
	expect(await trigger.poll()).toEqual([]);
	card('b');
	expect(ids(await trigger.poll())).toEqual(['b']);
});
