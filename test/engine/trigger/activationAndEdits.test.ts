import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { systemClock } from '../../../nodes/shared';
import type { PolledTrigger } from '../../support/engine/n8n';
import { addCards, DURABLE_BUDGET_MS, ids, MINUTE, timedWorld, UNFENCED_BUDGET_MS } from './support';

/** Promise 5: nothing old at activation unless asked for; an edit neither replays nor loses; a new subject starts afresh. */

const { clock, world, activated } = timedWorld();
const HOUR = 60 * MINUTE;

function iso(time: number): string {
	return new Date(time).toISOString();
}

describe('activation', () => {
	/** With durable cursors n8n stores nothing of an activation that brings nothing. */
	async function activatedWithoutTrace(): Promise<PolledTrigger> {
		addCards(world.emulator, 5, 'old', 1_000);
		clock.advance(HOUR);
		const trigger = world.trigger();
		trigger.budgetMs = UNFENCED_BUDGET_MS;
		trigger.isDurable = true;
		expect(await trigger.poll()).toEqual([]);
		return trigger;
	}

	test.each([
		['poll', DURABLE_BUDGET_MS],
		['activation', UNFENCED_BUDGET_MS],
	])(
		'that n8n does not keep, as with durable cursors, counts: what comes before the next %s is new',
		async (_, budgetMs) => {
			const trigger = await activatedWithoutTrace();
			clock.advance(MINUTE);
			trigger.budgetMs = budgetMs;
			trigger.stored = undefined;
			trigger.restart();
			world.emulator.addCard({ id: 'new' });
			clock.advance(HOUR);
			expect(ids(await trigger.poll())).toEqual(['new']);
			trigger.restart();
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('begins anew where static data were emptied, in an n8n that keeps every activation', async () => {
		addCards(world.emulator, 5, 'old', 1_000);
		clock.advance(HOUR);
		const trigger = await activated({});
		world.emulator.addCard({ id: 'before' });
		clock.advance(MINUTE);
		trigger.stored = undefined;
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
	});

	test('that n8n does not keep counts also when n8n throws away what the next poll hands over', async () => {
		const trigger = await activatedWithoutTrace();
		trigger.budgetMs = DURABLE_BUDGET_MS;
		world.emulator.addCard({ id: 'new' });
		// n8n is given some seconds to store a handover, by a clock that the tests do not move.
		const now = systemClock.now.bind(systemClock);
		for (let attempt = 0; attempt < 3; attempt += 1) {
			jest.spyOn(systemClock, 'now').mockImplementation(() => now() + attempt * MINUTE);
			trigger.stored = undefined;
			expect(ids(await trigger.poll())).toEqual(['new']);
		}
		jest.restoreAllMocks();
		clock.advance(MINUTE);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe.each([
	{ version: 'up to 2.27', discardsSuperseded: false, budgetMs: undefined },
	{ version: 'of 2.30', discardsSuperseded: true, budgetMs: undefined },
	{ version: 'of 2.39', discardsSuperseded: true, budgetMs: UNFENCED_BUDGET_MS },
])('while a poll runs, with an n8n $version', ({ discardsSuperseded, budgetMs }) => {
	test.each([
		['an activation loses', true],
		['two activations lose', false],
	])('%s and repeats nothing', async (_, isActive) => {
		const trigger = world.trigger({ options: { startFrom: iso(clock.now()) } });
		if (isActive) expect(await trigger.poll()).toEqual([]);
		Object.assign(trigger, { discardsSuperseded, budgetMs });
		clock.advance(MINUTE);
		world.emulator.addCard({ id: 'a' });
		let second: Promise<IDataObject[]> | undefined;
		const forget = world.emulator.onBeforeCall(() => {
			forget();
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
	test('is read in the time zone of the workflow', async () => {
		clock.set('2026-05-01T00:30:00Z');
		world.emulator.addCard({ id: 'inside' });
		clock.set('2026-04-30T23:30:00Z');
		world.emulator.addCard({ id: 'outside' });
		clock.set('2026-05-01T02:00:00Z');
		const trigger = world.trigger({ options: { startFrom: '2026-05-01T09:00:00' } });
		trigger.timezone = 'Asia/Tokyo';
		expect(ids(await trigger.poll())).toEqual(['inside']);
	});
});

describe('an edit', () => {
	/** Old cards of all kinds, and one that the trigger has emitted. */
	async function underWay(parameters: INodeParameters): Promise<PolledTrigger> {
		const { emulator } = world;
		addCards(emulator, 5, 'old');
		emulator.addTag({ id: 't1' });
		emulator.addCard({ id: 'tagged', tagIds: ['t1'] });
		emulator.addCard({ id: 'unread', entryStatus: 'unreadable' });
		emulator.addCard({ id: 'past', personId: 'p' });
		emulator.addCard({ id: 'head', personId: 'p' });
		emulator.collateCards('past', 'head');
		clock.advance(MINUTE);
		const trigger = await activated(parameters);
		emulator.addCard({ id: 'c', tagIds: ['t1'] });
		expect(ids(await trigger.poll())).toEqual(['c']);
		clock.advance(MINUTE);
		return trigger;
	}

	test.each<[string, INodeParameters, INodeParameters]>([
		['includeTags on', {}, { options: { includeTags: true } }],
		['version 3.2 to 2.0', { apiVersion: '3.2' }, { apiVersion: '2.0' }],
		['more statuses', {}, { options: { entryStatus: ['completed', 'processing', 'unreadable'] } }],
		['past cards too', {}, { options: { includePastBizCards: true } }],
	])(
		'%s replays nothing, and loses nothing that comes before, with and after the next poll',
		async (_, before, after) => {
			const trigger = await underWay(before);
			world.emulator.addCard({ id: 'n1' });
			trigger.edit(after);
			world.emulator.addCard({ id: 'n2' });
			const emitted = ids(await trigger.drain());
			world.emulator.addCard({ id: 'n3' });
			emitted.push(...ids(await trigger.drain()));
			clock.advance(MINUTE);
			world.emulator.addCard({ id: 'n4' });
			emitted.push(...ids(await trigger.drain()));
			expect(emitted.sort()).toEqual(['n1', 'n2', 'n3', 'n4']);
		},
	);

	test('of types and categories of reports replays nothing and loses nothing', async () => {
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

	test('another credential, then another Base URL in it: nothing old comes, and everything new', async () => {
		const apiKey = 'OtherUserOfTheSameCompany0000000';
		const ownerId = world.emulator.addUser({ apiKey }).id;
		world.emulator.addCard({ id: 'theirs', ownerId });
		const there = await world.another();
		there.emulator.addCard({ id: 'elsewhere' });
		const trigger = await activated();
		Object.assign(trigger, { credential: world.credential({ apiKey }), credentialId: '2' });
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		for (const card of [{ id: 'b', ownerId }, { id: 'c' }]) world.emulator.addCard(card);
		expect(ids(await trigger.poll())).toEqual(['b']);
		trigger.credential = there.credential();
		expect(await trigger.poll()).toEqual([]);
		there.emulator.addCard({ id: 'd' });
		expect(ids(await trigger.poll())).toEqual(['d']);
	});
});

test('a blank range is that of the user: to set it by name starts no fresh watermark', async () => {
	const trigger = await activated({ range: '' });
	const { id } = world.emulator.addCard({ id: 'between' });
	trigger.edit({ range: 'me' });
	expect(ids(await trigger.drain())).toEqual([id]);
});
