import type { INodeParameters } from 'n8n-workflow';
import { addCards, ids, MINUTE, states, timedWorld } from './support';

/** Additions of 0.2: which cards start the workflow, and what comes out of a record. */

const { clock, world, activated } = timedWorld();
const TAG = 'fair';

function addFour(): void {
	const { emulator } = world;
	const tag = emulator.addTag({ id: TAG, name: 'Fair' });
	emulator.addCard({ id: 'both', companyName: 'Asahi Trading', email: 'a@example.com', tagIds: [tag.id] });
	emulator.addCard({ id: 'mail', companyName: 'Other', email: 'b@example.com' });
	emulator.addCard({ id: 'company', companyName: 'ＡＳＡＨＩ trading', email: '' });
	emulator.addCard({ id: 'none', companyName: 'Other', email: '' });
}

test.each<[string, INodeParameters, string[]]>([
	['nothing', {}, ['both', 'mail', 'company', 'none']],
	['an email address', { hasEmail: true }, ['both', 'mail']],
	['an email address as a text', { hasEmail: 'true' }, ['both', 'mail']],
	['no filter', { hasEmail: false }, ['both', 'mail', 'company', 'none']],
	['a part of the company name, in any width and case', { companyName: ' asahi ' }, ['both', 'company']],
	['blank filters', { companyName: '  ', tagIds: [] }, ['both', 'mail', 'company', 'none']],
	['a tag', { tagIds: [TAG] }, ['both']],
	['tags as a text', { tagIds: `other,${TAG}` }, ['both']],
	['several', { companyName: 'asahi', hasEmail: true }, ['both']],
])('cards are emitted by %s', async (_, filters, expected) => {
	addFour();
	const before = world.trigger({
		event: 'businessCardUpdated',
		filters,
		options: { startFrom: '2026-03-31T00:00:00Z' },
	});
	expect(ids(await before.drain()).sort()).toEqual([...expected].sort());
});

test('a state that a filter leaves out is not kept for later, and a later one that passes is emitted', async () => {
	const trigger = await activated({ filters: { hasEmail: true } });
	world.emulator.addCard({ id: 'a', email: '', memo: '1' });
	world.emulator.addCard({ id: 'b', email: 'b@example.com' });
	expect(ids(await trigger.poll())).toEqual(['b']);
	trigger.edit({ filters: {} });
	expect(await trigger.poll()).toEqual([]);
	clock.advance(MINUTE);
	trigger.edit({ filters: { hasEmail: true } });
	world.emulator.changeCard('a', { email: 'a@example.com', memo: '2' });
	expect(states(await trigger.poll())).toEqual(['a 2']);
	expect(await trigger.poll()).toEqual([]);
});

test('Created is judged once, when it would fire, and never comes later', async () => {
	const trigger = await activated({ event: 'businessCardCreated', filters: { hasEmail: true } });
	world.emulator.addCard({ id: 'a', email: '' });
	world.emulator.addCard({ id: 'waits', email: 'b@example.com', entryStatus: 'processing' });
	expect(await trigger.poll()).toEqual([]);
	clock.advance(MINUTE);
	world.emulator.changeCard('a', { email: 'a@example.com' });
	world.emulator.completeDigitization('waits');
	expect(ids(await trigger.poll())).toEqual(['waits']);
	expect(await trigger.poll()).toEqual([]);
});

test('a filter by tags that is set replays nothing and loses nothing', async () => {
	const trigger = await activated({});
	const tag = world.emulator.addTag({ name: 'Fair' });
	addCards(world.emulator, 3, 'seen');
	expect(await trigger.poll()).toHaveLength(3);
	clock.advance(MINUTE);
	world.emulator.addCard({ id: 'tagged', tagIds: [tag.id] });
	trigger.edit({ filters: { tagIds: [String(tag.id)] } });
	expect(ids(await trigger.drain())).toEqual(['tagged']);
	world.emulator.addCard({ id: 'later', tagIds: [tag.id] });
	world.emulator.addCard({ id: 'not', tagIds: [] });
	expect(ids(await trigger.poll())).toEqual(['later']);
	expect(await trigger.poll()).toEqual([]);
});

test('Max Records per Poll counts what is emitted', async () => {
	const trigger = await activated({ filters: { hasEmail: true }, options: { maxRecords: 2 } });
	for (let index = 0; index < 12; index += 1) {
		world.emulator.addCard({
			id: `c${index}`,
			email: index % 3 === 2 ? `c${index}@example.com` : '',
			updatedTime: clock.now() + index * 1_000,
		});
	}
	clock.advance(MINUTE);
	expect(ids(await trigger.poll())).toEqual(['c2', 'c5']);
	expect(ids(await trigger.poll())).toEqual(['c8', 'c11']);
	expect(await trigger.poll()).toEqual([]);
});

describe('what comes out', () => {
	test.each([
		['the chosen fields', { fields: ['id', 'email'] }, ['email', 'id']],
		['the chosen fields as a text, before the simple form', { fields: 'id, email', simplify: true }, ['email', 'id']],
		['the chosen fields where all options are one expression', '={{ { fields: "id,email" } }}', ['email', 'id']],
		['the whole record when both are blank', { fields: [], simplify: false }, undefined],
	])('is %s', async (_, options, names) => {
		const trigger = await activated({ options });
		world.emulator.addCard({ id: 'a', email: 'a@example.com' });
		const [card = {}] = await trigger.poll();
		if (names) expect(Object.keys(card).sort()).toEqual(names);
		else expect(Object.keys(card).length).toBeGreaterThan(25);
	});

	test.each(['businessCardUpdated', 'reportUpdated'])(
		'is a simple form of at most ten flat fields (%s)',
		async (event) => {
			const trigger = await activated({ event, options: { simplify: true } });
			world.emulator.addCard({ id: 'a' });
			world.emulator.addReport({ id: 'a' });
			const [record = {}] = await trigger.poll();
			expect(record.id).toBe('a');
			expect(Object.keys(record).length).toBeLessThanOrEqual(10);
			expect(Object.values(record).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		},
	);
});
