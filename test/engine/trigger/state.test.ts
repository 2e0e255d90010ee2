import { addCards, failure, ids, MINUTE, timedWorld } from './support';

/** Promises 3, 8 and 9: what n8n keeps, when it changes, and what becomes of it at a restart. */

const { clock, world, activated } = timedWorld();

test.each(['Created', 'Updated', 'Tagged'])(
	'a poll that fails at any of its calls leaves the state as it was, and loses nothing; an activation leaves none (%s)',
	async (event) => {
		const { emulator } = world;
		const fields = { tagIds: [emulator.addTag({ id: 't1' }).id] };
		const trigger = world.trigger({ event: `businessCard${event}`, tagIds: ['t1'] });
		const kept = () => [trigger.stored, /"(?:watermark|tagged)":.*/.exec(trigger.memory ?? '')?.[0]];
		/** Lets the first call fail, then the second, and so on, until a poll succeeds. */
		async function emittedAfterFailures(leastCalls: number): Promise<string[]> {
			const before = kept();
			for (let call = 0; ; call += 1) {
				emulator.faults.add({ kind: 'status', status: 403, skip: call });
				const emitted = await trigger.poll().catch(() => undefined);
				emulator.faults.clear();
				if (emitted) {
					expect(call).toBeGreaterThanOrEqual(leastCalls);
					return ids(emitted).sort();
				}
				expect(kept()).toEqual(before);
			}
		}
		addCards(emulator, 3, 'old', 0, fields);
		expect(await emittedAfterFailures(1)).toEqual([]);
		clock.advance(MINUTE);
		const due = addCards(emulator, 650, 'c', 500, fields);
		emulator.addCard({ ...fields, id: 'waiting', entryStatus: 'processing' });
		clock.advance(6 * MINUTE);
		expect(await emittedAfterFailures(3)).toEqual(due);
		expect(await trigger.poll()).toEqual([]);
	},
);

test('the state holds no record, no secret, and stays small', async () => {
	const trigger = world.trigger();
	addCards(world.emulator, 60, 'old', 1_000);
	clock.advance(10 * MINUTE);
	await trigger.poll();
	world.emulator.addCard({ id: 'a', memo: 'something personal' });
	expect(await trigger.poll()).toHaveLength(1);
	const { stored = '' } = trigger;
	expect(stored).toContain('watermark');
	for (const secret of ['personal', world.emulator.apiKey]) expect(stored).not.toContain(secret);
	expect(stored.length).toBeLessThan(10_000);
});

test("when n8n's database goes while the service answers, a poll with news says so, and the next one brings its records", async () => {
	const trigger = world.trigger();
	await trigger.poll();
	const { memory, stored } = trigger;
	const due = addCards(world.emulator, 3, 'new');
	const comesBack = world.emulator.onBeforeCall(() => {
		trigger.databaseError = new Error('connect ECONNREFUSED 127.0.0.1:5432');
	});
	const error = await failure(trigger);
	expect(error.message).toMatch(/database did not respond/);
	expect(error.description).toMatch(/ECONNREFUSED/);
	expect({ memory: trigger.memory, stored: trigger.stored }).toEqual({ memory, stored });
	comesBack();
	trigger.databaseError = undefined;
	expect(ids(await trigger.poll())).toEqual(due);
	expect(await trigger.poll()).toEqual([]);
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

test.each<[string, RegExp, object | null, string]>([
	['that a newer release wrote', /newer version.*update the package, or rename this node/, { version: 99 }, 'Updated'],
	['that is damaged', /damaged.*rename this node/, { polls: undefined }, 'Updated'],
	['that is damaged', /damaged.*rename this node/, { polls: undefined }, 'Tagged'],
	['that is gone', /damaged.*rename this node/, null, 'Updated'],
])('a state %s is not read wrongly: the poll says so, and its remedy works', async (_, message, change, event) => {
	const tag = world.emulator.addTag({ id: 't1' });
	const card = (id: string) => world.emulator.addCard({ id, tagIds: [tag.id] });
	const trigger = await activated({ event: `businessCard${event}`, tagIds: ['t1'] });
	card('a');
	expect(ids(await trigger.poll())).toEqual(['a']);
	clock.advance(MINUTE);
	const startFrom = new Date(clock.now()).toISOString();
	const stored = JSON.parse(trigger.stored ?? '{}') as Record<string, Record<string, object | null>>;
	for (const states of Object.values(stored))
		for (const [name, state] of Object.entries(states)) states[name] = change && { ...state, ...change };
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
