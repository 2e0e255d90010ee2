import { ManualClock } from '../../emulator';
import { withWorld } from '../../support/engine/world';
import type { PolledTrigger } from '../../support/engine/n8n';
import { addCards, failure, ids, MINUTE, timedWorld } from './support';

/** Promise 3: the watermark moves only after a poll has succeeded, and only by what the service said. */

const { clock, world } = timedWorld();

/** Lets the first call of a poll fail, then the second, and so on. @returns what the first that succeeds emits, and how many failed */
async function failingAtEachCall(trigger: PolledTrigger, failed: () => void): Promise<[string[], number]> {
	for (let call = 0; call < 20; call += 1) {
		world.emulator.faults.add({ kind: 'status', status: 403, skip: call });
		const emitted = await trigger.poll().then(ids, () => undefined);
		world.emulator.faults.clear();
		if (emitted) return [emitted, call];
		failed();
	}
	throw new Error('No poll succeeded');
}

test('a poll that fails at any of its calls leaves the state as it was, and loses nothing', async () => {
	const trigger = world.trigger({ event: 'businessCardCreated' });
	await trigger.poll();
	clock.advance(MINUTE);
	const due = addCards(world.emulator, 650, 'c', 500);
	world.emulator.addCard({ id: 'waiting', entryStatus: 'processing' });
	clock.advance(6 * MINUTE);
	const before = { memory: trigger.memory, stored: trigger.stored };
	const [emitted, failures] = await failingAtEachCall(trigger, () =>
		expect({ memory: trigger.memory, stored: trigger.stored }).toEqual(before),
	);
	expect(emitted.sort()).toEqual(due);
	expect(failures).toBeGreaterThanOrEqual(3);
	expect(await trigger.poll()).toEqual([]);
});

test.each(['businessCardCreated', 'reportUpdated'])(
	'an activation that fails at any of its calls leaves no state behind (%s)',
	async (event) => {
		addCards(world.emulator, 3, 'old');
		world.emulator.addReport({});
		const trigger = world.trigger({ event });
		const [, failures] = await failingAtEachCall(trigger, () => {
			expect(trigger.stored).toBeUndefined();
			expect(JSON.parse(trigger.memory ?? '{}')).not.toHaveProperty('node:Trigger.watermark');
		});
		expect(failures).toBeGreaterThanOrEqual(1);
	},
);

test.each(['1999-06-01T00:00:00Z', '2037-01-01T00:00:00Z'])(
	'with a service whose clock says %s all comes once, and no local time is sent to it',
	async (now) => {
		const foreign = new ManualClock(now);
		await withWorld(
			async (there) => {
				addCards(there.emulator, 5, 'old');
				const trigger = there.trigger();
				expect(await trigger.poll()).toEqual([]);
				foreign.advance(MINUTE);
				there.emulator.addCard({ id: 'a' });
				expect(ids(await trigger.poll())).toEqual(['a']);
				foreign.advance(60 * MINUTE);
				there.emulator.addCard({ id: 'b' });
				expect(ids(await trigger.poll())).toEqual(['b']);
				const sent = there.emulator.calls.flatMap(({ query }) => query.map(([, value]) => value));
				expect(sent.filter((value) => value.startsWith(String(new Date().getUTCFullYear())))).toEqual([]);
			},
			{ clock: foreign },
		);
	},
);

test('the state holds no record, no secret, and stays small', async () => {
	const trigger = world.trigger();
	addCards(world.emulator, 60, 'old', 1_000);
	clock.advance(10 * MINUTE);
	await trigger.poll();
	world.emulator.addCard({ id: 'a', memo: 'something personal', email: 'someone@example.com' });
	await trigger.poll();
	const stored = trigger.stored ?? '';
	expect(stored).toContain('watermark');
	for (const secret of ['something personal', 'someone@example.com', world.emulator.apiKey, trigger.credential.apiKey]) {
		expect(stored).not.toContain(secret);
	}
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
	expect(error.message).toBe("n8n's database did not respond, so this poll emitted nothing");
	expect(error.description).toMatch(/^The next poll reads the same records again\..*ECONNREFUSED/);
	expect({ memory: trigger.memory, stored: trigger.stored }).toEqual({ memory, stored });
	comesBack();
	trigger.databaseError = undefined;
	expect(ids(await trigger.poll())).toEqual(due);
	expect(await trigger.poll()).toEqual([]);
});
