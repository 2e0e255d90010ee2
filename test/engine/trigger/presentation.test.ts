import type { INodeParameters } from 'n8n-workflow';
import { SIMPLE_CARD } from '../../description/contract';
import { ids, MINUTE, timedWorld } from './support';

/** Additions of 0.2: which cards start the workflow, and what comes out of a record. */

const { clock, world, activated } = timedWorld();

test.each<[INodeParameters, string]>([
	[{ hasEmail: 'true' }, 'both mail'],
	[{ hasEmail: false, companyName: '  ', tagIds: [] }, 'both mail company none'],
	// In any width and case.
	[{ companyName: ' asahi ' }, 'both company'],
	[{ tagIds: ['fair'] }, 'both'],
	[{ tagIds: 'other,fair' }, 'both'],
	[{ companyName: 'asahi', hasEmail: true }, 'both'],
])('by the filters %j these cards are emitted: %s', async (filters, expected) => {
	const { emulator } = world;
	emulator.addTag({ id: 'fair' });
	const trigger = await activated({ filters });
	emulator.addCard({ id: 'both', companyName: 'Asahi Trading', email: 'a@example.com', tagIds: ['fair'] });
	emulator.addCard({ id: 'mail', companyName: 'Other', email: 'b@example.com' });
	emulator.addCard({ id: 'company', companyName: 'ＡＳＡＨＩ trading', email: '' });
	emulator.addCard({ id: 'none', companyName: 'Other', email: '' });
	expect(ids(await trigger.drain()).sort()).toEqual(expected.split(' ').sort());
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
	expect(await trigger.poll()).toMatchObject([{ id: 'a', memo: '2' }]);
	expect(await trigger.poll()).toEqual([]);
});

test('Created is judged once, when it would fire, and never comes later; edits lose no pending card', async () => {
	world.emulator.addTag({ id: 't1' });
	const trigger = await activated({ event: 'businessCardCreated', filters: { hasEmail: true } });
	world.emulator.addCard({ id: 'a', email: '', tagIds: ['t1'] });
	world.emulator.addCard({ id: 'waits', email: 'b@example.com', entryStatus: 'processing', tagIds: ['t1'] });
	world.emulator.addCard({ id: 'b', email: 'b@example.com' });
	expect(ids(await trigger.poll())).toEqual(['b']);
	clock.advance(MINUTE);
	trigger.edit({ filters: { hasEmail: true, tagIds: ['t1'] } });
	world.emulator.changeCard('a', { email: 'a@example.com' });
	expect(await trigger.poll()).toEqual([]);
	trigger.edit({ options: { entryStatus: ['processing', 'completed'] } });
	expect(await trigger.poll()).toEqual([]);
	world.emulator.changeCard('waits', { entryStatus: 'completed' });
	expect(ids(await trigger.poll())).toEqual(['waits']);
	expect(await trigger.poll()).toEqual([]);
});

test('Max Records per Poll counts what is emitted', async () => {
	const trigger = await activated({ filters: { hasEmail: true }, options: { maxRecords: 2 } });
	for (let index = 0; index < 12; index += 1) {
		const email = index % 3 === 2 ? `c${index}@example.com` : '';
		world.emulator.addCard({ id: `c${index}`, email, updatedTime: clock.now() + index * 1_000 });
	}
	clock.advance(MINUTE);
	expect(ids(await trigger.poll())).toEqual(['c2', 'c5']);
	expect(ids(await trigger.poll())).toEqual(['c8', 'c11']);
	expect(await trigger.poll()).toEqual([]);
});

const SIMPLE_REPORT = 'externalAttendees id location memo ownerName startDate startTime title type'.split(' ');

test.each<[string, INodeParameters | string, unknown]>([
	['businessCardUpdated', { fields: ['id', 'email'] }, ['email', 'id']],
	['businessCardUpdated', { fields: 'id, email', simplify: true }, ['email', 'id']],
	['businessCardUpdated', '={{ { fields: "id,email" } }}', ['email', 'id']],
	['businessCardUpdated', { fields: [], simplify: false }, expect.arrayContaining(['address', 'companyName', 'memo'])],
	['businessCardUpdated', { simplify: true }, [...SIMPLE_CARD].sort()],
	['reportUpdated', { simplify: true }, SIMPLE_REPORT],
])('%s: of the options %j a record comes out with these fields: %j', async (event, options, names) => {
	const trigger = await activated({ event, options });
	world.emulator.addCard({ id: 'a', email: 'a@example.com' });
	world.emulator.addReport({ id: 'a' });
	const [record = {}] = await trigger.poll();
	expect(Object.keys(record).sort()).toEqual(names);
});
