import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { systemClock } from '../../../nodes/shared';
import type { CallRecord } from '../../emulator';
import { addCards, DURABLE_BUDGET_MS, ids, MINUTE, timedWorld, UNFENCED_BUDGET_MS } from './support';

/** Promise 5: nothing old at activation unless asked for; an edit neither replays nor loses; a new subject starts afresh. */

const { clock, world, activated } = timedWorld();
const HOUR = 60 * MINUTE;

describe('an activation', () => {
	beforeEach(() => {
		addCards(world.emulator, 5, 'old', 1_000);
		clock.advance(HOUR);
	});
	afterEach(() => void jest.restoreAllMocks());

	test.each([
		['poll', DURABLE_BUDGET_MS],
		['activation', UNFENCED_BUDGET_MS],
	])('that durable cursors do not store counts: what comes before the next %s is new', async (_, budgetMs) => {
		const trigger = world.trigger();
		Object.assign(trigger, { budgetMs: UNFENCED_BUDGET_MS, isDurable: true });
		expect(await trigger.poll()).toEqual([]);
		trigger.budgetMs = budgetMs;
		world.emulator.addCard({ id: 'new' });
		clock.advance(HOUR);
		// n8n may throw away what a poll hands over. It has some seconds to store it, by a clock that the tests do not move.
		const now = systemClock.now.bind(systemClock);
		for (let attempt = 0; attempt < 3; attempt += 1) {
			jest.spyOn(systemClock, 'now').mockImplementation(() => now() + attempt * MINUTE);
			trigger.stored = undefined;
			expect(ids(await trigger.poll())).toEqual(['new']);
		}
		expect(await trigger.poll()).toEqual([]);
	});

	test('of another event counts, also where durable cursors do not store it', async () => {
		const trigger = world.trigger();
		Object.assign(trigger, { budgetMs: DURABLE_BUDGET_MS, isDurable: true });
		expect(await trigger.poll()).toEqual([]);
		world.emulator.addCard({ id: 'a' });
		clock.advance(MINUTE);
		expect(ids(await trigger.poll())).toEqual(['a']);
		const { stored } = trigger;
		trigger.edit({ event: 'businessCardCreated' });
		expect(await trigger.poll()).toEqual([]);
		trigger.stored = stored;
		world.emulator.addCard({ id: 'new' });
		clock.advance(MINUTE);
		expect(ids(await trigger.poll())).toEqual(['new']);
	});

	test('begins anew where static data were emptied, in an n8n that stores every activation', async () => {
		const trigger = await activated({});
		world.emulator.addCard({ id: 'before' });
		clock.advance(MINUTE);
		trigger.stored = undefined;
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
	});
});

/** Up to 2.27, from 2.30 on, from 2.39 on. */
const SCHEDULERS = [{}, { discardsSuperseded: true }, { discardsSuperseded: true, budgetMs: UNFENCED_BUDGET_MS }];

describe.each(SCHEDULERS)('in an n8n with %j', (scheduler) => {
	test.each(['a poll of an active trigger', 'an activation'])(
		'beside %s, another activation loses and repeats nothing',
		async (first) => {
			const trigger = world.trigger({ options: { startFrom: new Date(clock.now()).toISOString() } });
			if (first !== 'an activation') expect(await trigger.poll()).toEqual([]);
			Object.assign(trigger, scheduler);
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
		},
	);
});

test.each(['businessCardUpdated', 'businessCardCreated'])(
	'%s with Start From begins over a page that always fails: all else comes, polls say so, and it comes when it can be read',
	async (event) => {
		const { emulator } = world;
		const startFrom = new Date(clock.now()).toISOString();
		const bad = clock.now() + 5 * HOUR;
		const cards = addCards(emulator, 40, 'c', HOUR / 4);
		clock.advance(12 * HOUR);
		const holdsBad = ({ query }: CallRecord) => {
			const { updatedFrom = '', updatedTo = '' } = Object.fromEntries(query) as Record<string, string>;
			return Date.parse(updatedFrom) <= bad && bad <= Date.parse(updatedTo);
		};
		emulator.faults.add({ kind: 'status', status: 503, times: Infinity, match: holdsBad });

		const trigger = world.trigger({ event, options: { startFrom } });
		const emitted = ids(await trigger.poll());
		cards.push(emulator.addCard({ id: 'new' }).id);
		const failures: unknown[] = [];
		for (let polls = 0; polls < 15; polls += 1) {
			clock.advance(MINUTE);
			const records = await trigger.poll().catch((error: unknown) => {
				failures.push(error);
				return [];
			});
			emitted.push(...ids(records));
		}
		expect(emitted.sort()).toEqual(cards.filter((id) => id !== 'c0020').sort());
		expect(failures.map((error) => (error as { httpCode?: string }).httpCode)).toEqual(['503', '503', '503']);

		emulator.faults.clear();
		for (let polls = 0; polls < 5; polls += 1) emitted.push(...ids(await trigger.poll()));
		expect(emitted.sort()).toEqual(cards.sort());
	},
	30_000,
);

test('Start From is read in the time zone of the workflow', async () => {
	for (const updatedTime of ['2026-03-31T00:30:00Z', '2026-03-30T23:30:00Z'])
		world.emulator.addCard({ id: updatedTime.slice(8, 10), updatedTime });
	const trigger = world.trigger({ options: { startFrom: '2026-03-31T09:00:00' } });
	trigger.timezone = 'Asia/Tokyo';
	expect(ids(await trigger.poll())).toEqual(['31']);
});

/** An event, edits of its options one after another, what all of them show, and what none of them shows. */
const EDITS: ReadonlyArray<readonly [INodeParameters, INodeParameters[], shown: object, hidden: object]> = [
	[
		{ event: 'businessCardUpdated' },
		[
			{ options: { includeTags: true } },
			{ apiVersion: '2.0' },
			{ options: { entryStatus: ['completed', 'unreadable'] } },
			{ options: { includePastBizCards: true } },
			{ apiVersion: '3.2', filters: { tagIds: ['t1'] } },
		],
		{ tagIds: ['t1'] },
		{ entryStatus: 'processing' },
	],
	[
		{ event: 'reportUpdated', options: { type: ['Meeting'], category: 'Sales' } },
		[
			{ options: { type: ['Meeting', 'Call'], category: 'Sales' } },
			{ options: { category: 'Sales, Support' } },
			{ options: { type: ['Meeting', 'BizCardExchange'] } },
		],
		{ type: 'Meeting', categories: [{ name: 'Kind', value: 'Sales' }] },
		{ type: 'Email' },
	],
];

test.each(EDITS)(
	'edits of %j replay nothing, and lose nothing that comes before, with and after the next poll',
	async (parameters, edits, shown, hidden) => {
		const { emulator } = world;
		const before = clock.now();
		const add = (id: string, fields = shown, updatedTime = clock.now()) =>
			parameters.event === 'reportUpdated'
				? emulator.addReport({ id, updatedTime, ...fields })
				: emulator.addCard({ id, updatedTime, ...fields });
		emulator.addTag({ id: 't1' });
		for (let index = 0; index < 12; index += 1) add(`read ${index}`);
		// What edits show that was there before.
		add('unread', { entryStatus: 'unreadable', type: 'Call' });
		add('support', { type: 'Meeting', categories: [{ name: 'Kind', value: 'Support' }] });
		add('exchange', { type: 'BizCardExchange' });
		for (const id of ['past', 'head']) emulator.addCard({ id, personId: 'p' });
		emulator.collateCards('past', 'head');
		clock.advance(MINUTE);
		const trigger = await activated(parameters);
		for (const [index, edit] of edits.entries()) {
			add(`1 ${index}`);
			trigger.edit(edit);
			// Shows late.
			add(`2 ${index}`, shown, before);
			const emitted = ids(await trigger.drain());
			add(`3 ${index}`);
			add(`hidden ${index}`, hidden);
			emitted.push(...ids(await trigger.drain()));
			expect([edit, emitted.sort()]).toEqual([edit, [`1 ${index}`, `2 ${index}`, `3 ${index}`]]);
			clock.advance(MINUTE);
		}
		emulator.changeCard('past', { tagIds: ['t1'] });
		expect(ids(await trigger.drain())).toEqual(parameters.event === 'reportUpdated' ? [] : ['past']);
	},
);

test('an event that is chosen again after another one starts a fresh watermark', async () => {
	const trigger = await activated();
	world.emulator.addTag({ id: 't' });
	trigger.edit({ event: 'businessCardTagged', tagIds: ['t'] });
	await trigger.poll();
	world.emulator.addCard({ id: 'between' });
	trigger.edit({ event: 'businessCardUpdated' });
	expect(await trigger.poll()).toEqual([]);
	clock.advance(MINUTE);
	world.emulator.addCard({ id: 'new' });
	expect(ids(await trigger.poll())).toEqual(['new']);
});

test('an edit replays nothing that lies between the newest ten, which can span days', async () => {
	const { emulator } = world;
	addCards(emulator, 12, 'old', HOUR);
	emulator.addCard({ id: 'between', entryStatus: 'unreadable', updatedTime: clock.now() + 9.5 * HOUR });
	clock.advance(12 * HOUR);
	const trigger = await activated();
	trigger.edit({ options: { entryStatus: ['completed', 'unreadable'] } });
	emulator.addCard({ id: 'new', entryStatus: 'unreadable' });
	expect(ids(await trigger.drain())).toEqual(['new']);
});

test.each([0, 4])('what came before an edit comes, also where few cards are known and %i calls fail', async (times) => {
	addCards(world.emulator, 3, 'old');
	clock.advance(HOUR);
	const today = jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
	const trigger = await activated();
	trigger.edit({ options: { entryStatus: ['completed', 'unreadable'] } });
	world.emulator.addCard({ id: 'new', entryStatus: 'unreadable' });
	world.emulator.faults.add({ kind: 'status', status: 500, times });
	expect(ids(await trigger.drain())).toEqual(['new']);
	today.mockRestore();
});

test('what edits have to remember is gone after a quiet day', async () => {
	addCards(world.emulator, 12, 'old', HOUR);
	clock.advance(12 * HOUR);
	const trigger = await activated();
	const size = trigger.memory?.length ?? 0;
	for (const entryStatus of [['unreadable'], ['completed', 'unreadable'], ['completed']]) {
		trigger.edit({ options: { entryStatus } });
		expect(await trigger.poll()).toEqual([]);
	}
	const tomorrow = Date.now() + 24 * HOUR;
	const today = jest.spyOn(Date, 'now').mockReturnValue(tomorrow);
	await trigger.poll();
	today.mockRestore();
	expect(trigger.memory?.length).toBeLessThan(size + 50);
});

/** What is entered otherwise, and whether that is another subject. */
test.each<[string, boolean, () => object]>([
	['another event', true, () => ({ event: 'businessCardCreated' })],
	['reports in place of cards', true, () => ({ event: 'reportUpdated' })],
	['another range', true, () => ({ range: 'all' })],
	['the range by name that is the default', false, () => ({ range: 'me' })],
	['another credential', true, () => ({ credentialId: '2', credential: { apiKey: world.freshKey() } })],
	[
		'another Base URL',
		true,
		() => ({ credential: { baseUrl: world.emulator.baseUrl.replace('127.0.0.1', 'localhost') } }),
	],
])('%s starts a fresh watermark: %p', async (_, isFresh, changes) => {
	const { emulator } = world;
	emulator.addCard({ id: 'theirs', ownerId: emulator.addUser({ apiKey: 'A'.repeat(32) }).id });
	addCards(emulator, 5, 'old');
	emulator.addReport({});
	const trigger = await activated();
	emulator.addCard({ id: 'between' });
	const { credential, credentialId = '1', ...parameters }: { credential?: object; credentialId?: string } = changes();
	trigger.edit(parameters);
	Object.assign(trigger, { credential: world.credential(credential), credentialId });
	expect(ids(await trigger.poll())).toEqual(isFresh ? [] : ['between']);
	clock.advance(MINUTE);
	emulator.addCard({ id: 'new' });
	emulator.addReport({ id: 'new' });
	expect(ids(await trigger.poll())).toEqual(['new']);
});
