import type { IDataObject } from 'n8n-workflow';
import { saveState } from '../../../nodes/BusinessCardDataTrigger/watermark/savedState';
import type { CallRecord } from '../../emulator';
import type { PolledTrigger } from '../../support/engine/trigger';
import { addCards, failure, ids, timedWorld } from './support';

/** Business Card Tagged, whatever a card's update time. */

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

/** Does something before the service gets so many more calls that are like this. */
function before(isLike: (call: CallRecord) => boolean, count: number, happens: () => void): void {
	let left = count;
	const forget = world.emulator.onBeforeCall((call) => {
		if (isLike(call)) left -= 1;
		if (left > 0) return;
		forget();
		happens();
	});
}

const isNextPage = ({ query }: CallRecord) => query.some(([name]) => name === 'nextPageToken');
const isSearch = ({ endpoint }: CallRecord) => endpoint === 'E2';

test.each(['at activation', 'later'])(
	'cards that lose the tag while the list is read do not hide others from it, which would fire once more (%s)',
	async (when) => {
		const cards = addCards(world.emulator, 301, 'n', 0, { tagIds: ['t1'] });
		const trigger = world.trigger(EVENT);
		if (when === 'later') expect(await trigger.poll()).toEqual([]);
		before(isNextPage, 1, () => cards.slice(0, 2).forEach((id) => tag(id)));
		for (let polls = 0; polls < 3; polls += 1) expect(await trigger.poll()).toEqual([]);
	},
);

test.each([1, 2, 3, 4])(
	'what an edit shows that was there before is noted, and what is tagged before or while it is read, at search %d, fires',
	async (search) => {
		const { emulator } = world;
		for (const id of ['past', 'head']) emulator.addCard({ id, personId: 'p' });
		emulator.collateCards('past', 'head');
		tag('past', 't1');
		tag('b', 't2');
		const trigger = await activated({ ...EVENT, tagIds: ['t1'], apiVersion: '2.5' });
		tag('c', 't1');
		trigger.edit({ tagIds: ['t1', 't2'], options: { includePastBizCards: true }, apiVersion: '3.2' });
		emulator.clearLog();
		before(isSearch, search, () => tag('head', 't1'));
		expect(ids(await trigger.drain()).sort()).toEqual(['c', 'head']);
		expect(emulator.calls.filter((call) => isSearch(call) && call.version !== '3.2')).toEqual([]);
		trigger.edit({ tagIds: ['t1'] });
		tag('past');
		tag('c', 't1', 't2');
		expect(await trigger.poll()).toEqual([]);
		trigger.edit({ tagIds: ['t1', 't2'] });
		tag('past', 't1');
		expect(ids(await trigger.poll())).toEqual(['past']);
	},
);

test('what does not fit Max Records per Poll follows', async () => {
	const trigger = await activated({ ...EVENT, options: { maxRecords: 1 } });
	tag('b', 't1');
	tag('c', 't2');
	const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll()];
	expect(polls.map(ids)).toEqual([['b'], ['c'], []]);
});

test('more than 10,000 cards stop it with a sentence, and then it goes on', async () => {
	// On one page: so many real ones take long.
	const cards = Array.from({ length: 9_999 }, (_, index) => ({ id: `n${index}` }));
	const transform = (page: unknown) => ({ ...(page as object), data: cards });
	const match = (call: CallRecord) => isSearch(call) && call.query.some(([, value]) => value === 't2');
	world.emulator.faults.add({ kind: 'transform', times: Infinity, match, transform });
	const trigger = await activated(EVENT);
	tag('b', 't1');
	expect((await failure(trigger)).message).toContain('More than 10,000 business cards have these tags');
	tag('a');
	expect(ids(await trigger.poll())).toEqual(['b']);
});

describe('tags for which one poll has no time', () => {
	const many = Array.from({ length: 21 }, (_, index) => `many ${index}`);

	/** Polls so often that every tag has had its turn. */
	async function everyTurn(trigger: PolledTrigger): Promise<IDataObject[]> {
		const all: IDataObject[] = [];
		for (let polls = 0; polls < 5; polls += 1) all.push(...(await trigger.poll()));
		return all;
	}

	const firedOf = (records: readonly IDataObject[]) =>
		records.map(({ id, taggedWith }) => `${String(id)}: ${(taggedWith as { id: string }).id}`).sort();

	test('are followed in turn, from the activation on and across an edit: each fires once, with its name', async () => {
		const { emulator } = world;
		for (const id of many) emulator.addTag({ id, name: `Name of ${id}`, type: 'public' });
		for (const id of ['past', 'head']) emulator.addCard({ id, personId: 'p' });
		emulator.collateCards('past', 'head');
		tag('a', ...many);
		tag('past', ...many);

		const trigger = world.trigger({ event: 'businessCardTagged', tagIds: many });
		trigger.credential = world.credential({ callsPerSecond: 1 });
		expect(await everyTurn(trigger)).toEqual([]);

		tag('b', ...many);
		const fired = await everyTurn(trigger);
		expect(firedOf(fired)).toEqual(many.map((id) => `b: ${id}`).sort());
		expect(fired.every(({ taggedWith }) => String((taggedWith as IDataObject).name).startsWith('Name of many'))).toBe(
			true,
		);

		tag('c', ...many);
		trigger.edit({ options: { includePastBizCards: true } });
		expect(firedOf(await everyTurn(trigger))).toEqual(many.map((id) => `c: ${id}`).sort());
		tag('past');
		expect(await everyTurn(trigger)).toEqual([]);
		tag('past', ...many);
		expect(firedOf(await everyTurn(trigger))).toEqual(many.map((id) => `past: ${id}`).sort());
	});

	test('a tag that alone takes longer than a poll says so, and the others are followed', async () => {
		addCards(world.emulator, 700, 'n', 0, { tagIds: ['t2'] });
		const trigger = world.trigger(EVENT);
		trigger.credential = world.credential({ callsPerSecond: 0.1 });
		expect(await trigger.poll()).toEqual([]);
		const error = await failure(trigger);
		expect(error.message).toContain('One poll has no time to read all business cards with the tag t2');
		expect(error.description).toContain('Calls per Second');
		tag('b', 't1');
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('Fetch Test Event shows what there was time for', async () => {
		const { emulator } = world;
		for (const id of many) emulator.addTag({ id, type: 'public' });
		const trigger = world.trigger({ event: 'businessCardTagged', tagIds: many });
		trigger.credential = world.credential({ callsPerSecond: 0.5 });
		tag('b', many[3] ?? '');
		expect(ids(await trigger.poll('manual'))).toEqual(['b']);
	});

	test('a memory that the first release saved is read', async () => {
		const trigger = await activated(EVENT);
		const stored = JSON.parse(trigger.stored ?? '{}') as Record<string, Record<string, Record<string, unknown>>>;
		for (const states of Object.values(stored)) {
			const { watermark = {} } = states;
			const { polls, scope, shown, cards } = watermark;
			saveState(states, { polls, scope, shown, cards });
		}
		trigger.stored = JSON.stringify(stored);
		trigger.restart();
		tag('b', 't1');
		expect(ids(await trigger.poll())).toEqual(['b']);
	});
});
