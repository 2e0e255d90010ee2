import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { addCards, DURABLE_BUDGET_MS, EVENTS, failure, ids, MINUTE, QuickTrigger, timedWorld, UNFENCED_BUDGET_MS } from './support';

/** Promise 5: nothing old at activation unless asked for; an edit neither replays nor loses; a new subject starts afresh. */

const { clock, world, activated } = timedWorld();
const HOUR = 60 * MINUTE;

function iso(time: number): string {
	return new Date(time).toISOString();
}

describe('activation', () => {
	test.each(EVENTS)(
		'emits nothing old (%s)',
		async (event) => {
			addCards(world.emulator, 400, 'old', 1_000);
			for (let index = 0; index < 400; index += 1) world.emulator.addReport({ updatedTime: clock.now() + index * 1_000 });
			clock.advance(HOUR);
			const trigger = await activated({ event });
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('that n8n does not keep, as with durable cursors, counts all the same: what comes before the next poll is new', async () => {
		addCards(world.emulator, 5, 'old', 1_000);
		clock.advance(HOUR);
		const trigger = new QuickTrigger(world);
		trigger.budgetMs = DURABLE_BUDGET_MS;
		trigger.isDurable = true;
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		trigger.stored = undefined;
		trigger.restart();
		world.emulator.addCard({ id: 'new' });
		clock.advance(HOUR);
		expect(ids(await trigger.poll())).toEqual(['new']);
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
	});
});

describe.each([
	{ version: 'up to 2.27', discardsSuperseded: false, budgetMs: undefined },
	{ version: 'of 2.30', discardsSuperseded: true, budgetMs: undefined },
	{ version: 'of 2.39', discardsSuperseded: true, budgetMs: UNFENCED_BUDGET_MS },
])('while a poll runs, with an n8n $version', ({ discardsSuperseded, budgetMs }) => {
	/** A trigger whose next call is met by what happens then. */
	function meeting(trigger: QuickTrigger, happens: () => void): QuickTrigger {
		Object.assign(trigger, { discardsSuperseded, budgetMs });
		const forget = world.emulator.onBeforeCall(() => {
			forget();
			happens();
		});
		return trigger;
	}

	test('an activation loses and repeats nothing', async () => {
		const trigger = await activated();
		world.emulator.addCard({ id: 'a' });
		let second: Promise<IDataObject[]> | undefined;
		meeting(trigger, () => {
			trigger.restart();
			second = trigger.poll();
		});
		const emitted = [...(await trigger.poll()), ...((await second) ?? [])];
		world.emulator.addCard({ id: 'b' });
		emitted.push(...(await trigger.drain()));
		expect(ids(emitted)).toEqual(['a', 'b']);
	});

	test('two activations lose and repeat nothing', async () => {
		const startFrom = new Date(clock.now()).toISOString();
		clock.advance(MINUTE);
		world.emulator.addCard({ id: 'a' });
		let second: Promise<IDataObject[]> | undefined;
		const trigger = meeting(new QuickTrigger(world, { options: { startFrom } }), () => {
			trigger.restart();
			second = trigger.poll();
		});
		const emitted = [...(await trigger.poll()), ...((await second) ?? [])];
		world.emulator.addCard({ id: 'b' });
		emitted.push(...(await trigger.poll()), ...(await trigger.drain()));
		expect(ids(emitted)).toEqual(['a', 'b']);
	});
});

describe('startFrom', () => {
	test('emits what changed since then too, oldest change first, and then goes on', async () => {
		addCards(world.emulator, 3, 'before');
		clock.advance(HOUR);
		const startFrom = iso(clock.now());
		const since = addCards(world.emulator, 5, 'since', 1_000);
		clock.advance(HOUR);
		const trigger = new QuickTrigger(world, { options: { startFrom } });
		expect(ids(await trigger.poll())).toEqual(since);
		world.emulator.addCard({ id: 'new' });
		expect(ids(await trigger.poll())).toEqual(['new']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('is read in the time zone of the workflow', async () => {
		clock.set('2026-05-01T00:30:00Z');
		world.emulator.addCard({ id: 'inside' });
		clock.set('2026-04-30T23:30:00Z');
		world.emulator.addCard({ id: 'outside' });
		clock.set('2026-05-01T02:00:00Z');
		const trigger = new QuickTrigger(world, { options: { startFrom: '2026-05-01T09:00:00' } });
		trigger.timezone = 'Asia/Tokyo';
		expect(ids(await trigger.poll())).toEqual(['inside']);
	});

	test('brings a long past in portions, without starving what is new', async () => {
		const startFrom = iso(clock.now());
		const past = addCards(world.emulator, 900, 'past', 10_000);
		clock.advance(6 * HOUR);
		const trigger = new QuickTrigger(world, { options: { startFrom, maxRecords: 200 } });
		const emitted: string[] = [];
		const arrivals: number[] = [];
		for (let count = 0; count < 8; count += 1) {
			const portion = ids(await trigger.poll());
			expect(portion.length).toBeLessThanOrEqual(200);
			emitted.push(...portion);
			if (portion.includes(`new${count - 1}`)) arrivals.push(count - 1);
			clock.advance(MINUTE);
			world.emulator.addCard({ id: `new${count}` });
		}
		emitted.push(...ids(await trigger.drain()));
		const fresh = Array.from({ length: 8 }, (_, count) => `new${count}`);
		expect([...emitted].sort()).toEqual([...past, ...fresh].sort());
		// Each new card came with the very next poll, the past notwithstanding.
		expect(arrivals).toEqual([0, 1, 2, 3, 4, 5, 6]);
	});

	test('that is no date-time is refused before any call', async () => {
		const trigger = new QuickTrigger(world, { options: { startFrom: 'soon' } });
		const error = await failure(trigger);
		expect([error.name, error.message]).toEqual(['NodeOperationError', expect.stringMatching(/^Start From is "soon"/)]);
		expect(world.emulator.calls).toEqual([]);
	});
});

/** What a person may change, and what stays the same by it. */
const EDITS: ReadonlyArray<readonly [string, INodeParameters, INodeParameters]> = [
	['includeTags on', { options: {} }, { options: { includeTags: true } }],
	['version 3.2 to 2.0', { apiVersion: '3.2' }, { apiVersion: '2.0' }],
	['more statuses', { options: {} }, { options: { entryStatus: ['completed', 'processing', 'unreadable'] } }],
	['fewer statuses', { options: { entryStatus: ['completed', 'processing'] } }, { options: { entryStatus: ['completed'] } }],
	['past cards too', { options: {} }, { options: { includePastBizCards: true } }],
	[
		'several at once',
		{ apiVersion: '2.5', options: {} },
		{ apiVersion: '3.2', options: { includeTags: true, overlap: 30 } },
	],
];

/** The edits that change what a record looks like, or which records show. */
const DEEP_EDITS = EDITS.filter(([name]) => /^(?:includeTags on|version|more statuses|past|several)/.test(name));

describe('an edit', () => {
	/** Old cards of all kinds, and some that the trigger has emitted. */
	async function underWay(parameters: INodeParameters): Promise<QuickTrigger> {
		const { emulator } = world;
		emulator.addTag({ id: 't1' });
		addCards(emulator, 5, 'old');
		emulator.addCard({ id: 'tagged', tagIds: ['t1'] });
		emulator.addCard({ id: 'unread', entryStatus: 'unreadable' });
		emulator.addCard({ id: 'past', personId: 'p' });
		emulator.addCard({ id: 'head', personId: 'p' });
		emulator.collateCards('past', 'head');
		clock.advance(MINUTE);
		const trigger = new QuickTrigger(world, parameters);
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		const cards = addCards(emulator, 3, 'c', 1_000);
		emulator.addCard({ id: 'ct', tagIds: ['t1'] });
		clock.advance(MINUTE);
		expect(ids(await trigger.drain()).sort()).toEqual([...cards, 'ct'].sort());
		return trigger;
	}

	test.each(EDITS)('%s replays nothing', async (_, before, after) => {
		const trigger = await underWay(before);
		trigger.edit(after);
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	const BOTH = [
		...EDITS.map((row) => ['businessCardUpdated', ...row] as const),
		...DEEP_EDITS.map((row) => ['businessCardCreated', ...row] as const),
	];

	test.each(BOTH)(
		'%s, %s: loses nothing that comes before, with and after the next poll',
		async (event, _, before, after) => {
			const trigger = await underWay({ event, ...before });
			world.emulator.addCard({ id: 'n1' });
			trigger.edit(after);
			world.emulator.addCard({ id: 'n2' });
			const emitted = ids(await trigger.drain());
			world.emulator.addCard({ id: 'n3' });
			emitted.push(...ids(await trigger.drain()));
			clock.advance(MINUTE);
			world.emulator.addCard({ id: 'n4' });
			emitted.push(...ids(await trigger.drain()));
			// A card that never showed a chosen status may fire when the edit chooses the one it shows.
			const others = emitted.filter((id) => id !== 'unread');
			expect(others.sort()).toEqual(['n1', 'n2', 'n3', 'n4']);
			expect(new Set(emitted).size).toBe(emitted.length);
		},
	);
});

describe('edits of what is watched', () => {

	test('a status that is added lets no card fire that had it before, and every one that gets it', async () => {
		world.emulator.addCard({ id: 'u1', entryStatus: 'unreadable' });
		world.emulator.addCard({ id: 'p1', entryStatus: 'processing' });
		const trigger = await activated();
		trigger.edit({ options: { entryStatus: ['completed', 'unreadable'] } });
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		world.emulator.changeCard('p1', { entryStatus: 'unreadable' });
		expect(ids(await trigger.drain())).toEqual(['p1']);
	});

	test('types and categories of reports: nothing is replayed, nothing lost', async () => {
		const { emulator } = world;
		emulator.addReport({ id: 'call', type: 'Call' });
		const trigger = await activated({ event: 'reportUpdated', options: { type: ['Meeting'] } });
		emulator.addReport({ id: 'm1', type: 'Meeting' });
		expect(ids(await trigger.poll())).toEqual(['m1']);
		trigger.edit({ options: { type: ['Meeting', 'Call'] } });
		expect(await trigger.poll()).toEqual([]);
		emulator.addReport({ id: 'c1', type: 'Call' });
		emulator.addReport({ id: 'e1', type: 'Email' });
		expect(ids(await trigger.drain())).toEqual(['c1']);
		trigger.edit({ options: { type: [], category: 'Sales' } });
		emulator.addReport({ id: 's1', categories: [{ name: 'Kind', value: 'Sales' }] });
		expect(ids(await trigger.drain())).toEqual(['s1']);
	});
});

describe('a new subject starts afresh', () => {
	test.each<[string, INodeParameters]>([
		['another event', { event: 'businessCardCreated' }],
		['reports instead of cards', { event: 'reportUpdated' }],
		['another range', { range: 'all' }],
	])('%s: nothing old comes, and everything new', async (_, change) => {
		const { emulator } = world;
		const other = emulator.addUser({ apiKey: 'OtherUserOfTheSameCompany0000000' });
		emulator.addCard({ id: 'theirs', ownerId: other.id });
		addCards(emulator, 5, 'old');
		emulator.addReport({});
		const trigger = await activated();
		emulator.addCard({ id: 'a' });
		expect(ids(await trigger.poll())).toEqual(['a']);
		trigger.edit(change);
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		emulator.addCard({ id: 'n1' });
		emulator.addReport({ id: 'n2' });
		expect(ids(await trigger.poll())).toEqual([change.event === 'reportUpdated' ? 'n2' : 'n1']);
	});

	test('another credential: nothing old of the other user comes, and everything new', async () => {
		const { emulator } = world;
		const apiKey = 'OtherUserOfTheSameCompany0000000';
		const other = emulator.addUser({ apiKey });
		emulator.addCard({ id: 'theirs', ownerId: other.id });
		const first = world.trigger();
		await first.poll();
		emulator.addCard({ id: 'a' });
		expect(ids(await first.poll())).toEqual(['a']);
		const second = world.trigger();
		second.credential = world.credential({ apiKey });
		second.credentialId = '2';
		second.stored = first.stored;
		expect(await second.poll()).toEqual([]);
		clock.advance(MINUTE);
		emulator.addCard({ id: 'b', ownerId: other.id });
		emulator.addCard({ id: 'c' });
		expect(ids(await second.poll())).toEqual(['b']);
	});
});

it('a blank range is that of the user: to set it by name starts no fresh watermark', async () => {
	const trigger = await activated({ range: '' });
	const { id } = world.emulator.addCard({ id: 'between' });
	trigger.edit({ range: 'me' });
	expect(ids(await trigger.drain())).toEqual([id]);
});
