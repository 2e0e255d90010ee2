import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { withWorld, worldPerTest } from '../../../tools/engine/world';
import { failure, ids, QuickTrigger } from './support';

/** Promise 9: a failed poll throws, so that n8n shows it. */

const world = worldPerTest();
const EVENTS = ['businessCardUpdated', 'businessCardCreated', 'reportUpdated', 'reportCreated'];

test.each([
	[400, 'invalid_value'],
	[401, 'invalid_api_key'],
	[401, 'invalid_app_id'],
	[403, 'has_no_permission'],
	[404, undefined],
	[409, 'conflict'],
	[415, 'unsupported_media_type'],
] as const)('%d %s: in the words of the service, with what to do', async (status, code) => {
	const trigger = new QuickTrigger(world);
	await trigger.poll();
	world.emulator.faults.add({ kind: 'status', status, code, times: Infinity });
	const error = await failure(trigger);
	expect([error.name, error.httpCode, error.message]).toEqual(['NodeApiError', String(status), `Scripted answer ${status}`]);
	expect(error.description).toMatch(/\.$/);
});

test.each(EVENTS)('a wrong key at activation says so (%s)', async (event) => {
	const trigger = world.trigger({ event });
	trigger.credential = world.credential({ apiKey: 'A'.repeat(32) });
	const error = await failure(trigger);
	expect([error.name, error.httpCode]).toEqual(['NodeApiError', '401']);
	expect(error.description).toMatch(/API Key/);
	expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('A'.repeat(32));
	expect(trigger.stored).toBeUndefined();
	expect(world.emulator.calls).toHaveLength(1);
});

test('a credential that cannot be used says so before any call', async () => {
	const trigger = world.trigger();
	trigger.credential = world.credential({ baseUrl: 'http://cards.example.com' });
	expect((await failure(trigger)).message).toMatch(/Base URL/);
	expect(world.emulator.calls).toEqual([]);
});

describe('parameters that cannot be', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['reports in version 2.0', { event: 'reportUpdated', apiVersion: '2.0' }, /2\.0.*2\.5, 3\.2/],
		['new reports in version 2.0', { event: 'reportCreated', apiVersion: '2.0' }, /2\.0.*2\.5, 3\.2/],
		[
			'online meetings in version 2.5',
			{ event: 'reportUpdated', apiVersion: '2.5', options: { type: '={{ ["OnlineMeeting"] }}' } },
			/OnlineMeeting.*2\.5/,
		],
		['a version that does not exist', { apiVersion: '4.0' }, /4\.0/],
		['an event that does not exist', { event: 'businessCardBurnt' }, /businessCardBurnt/],
		['an event that every object has', { event: 'constructor' }, /constructor/],
		['a negative overlap', { options: { overlap: -1 } }, /'Overlap \(Seconds\)'.*-1/],
		['an overlap that is no number', { options: { overlap: '={{ "long" }}' } }, /'Overlap \(Seconds\)'.*long/],
		['no record a poll', { options: { maxRecords: 0 } }, /'Max Records per Poll'.*0/],
		['half a record a poll', { options: { maxRecords: 1.5 } }, /'Max Records per Poll'.*1\.5/],
		['an unknown range', { options: { range: '={{ "everyone" }}' } }, /'Range'.*everyone/],
		['an unknown status', { options: { entryStatus: '={{ ["lost"] }}' } }, /'Entry Status'.*lost/],
	])('%s are refused before any call, naming the rule', async (_, parameters, message) => {
		const error = await failure(world.trigger(parameters));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(message);
		expect(world.emulator.calls).toEqual([]);
	});
});

describe('a poll whose calls break down', () => {
	const FAULTS = [
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 503 },
		{ kind: 'html' },
		{ kind: 'empty' },
		{ kind: 'truncated' },
		{ kind: 'reset' },
		{ kind: 'resetMidBody' },
	] as const;
	const told = new Map<object, { failed: unknown; recovered: readonly string[]; again: readonly string[] }>();

	beforeAll(async () => {
		await Promise.all(
			FAULTS.map(
				async (fault) =>
					await withWorld(async (there) => {
						const trigger = new QuickTrigger(there);
						await trigger.poll();
						there.emulator.addCard({ id: 'a' });
						there.emulator.faults.add({ ...fault, times: 4 });
						const failed: unknown = await trigger.poll().catch((error: unknown) => error);
						there.emulator.faults.clear();
						there.emulator.faults.add(fault);
						const recovered = ids(await trigger.poll());
						told.set(fault, { failed, recovered, again: ids(await trigger.poll()) });
					}),
			),
		);
	});

	test.each(FAULTS.map((fault) => [JSON.stringify(fault), fault] as const))(
		'%s: four times it throws, once it is read again',
		(_, fault) => {
			const story = told.get(fault);
			expect(story?.failed).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(/^[A-Z]/) });
			expect(story?.recovered).toEqual(['a']);
			expect(story?.again).toEqual([]);
		},
	);
});

test('an answer that is no list throws, and is never taken for an empty one', async () => {
	const trigger = new QuickTrigger(world);
	await trigger.poll();
	world.emulator.addCard({ id: 'a' });
	for (const body of [{}, [], { data: 'x' }, { hasMore: true, nextPageToken: null, data: [] }]) {
		world.emulator.faults.add({ kind: 'status', status: 200, body });
		await failure(trigger);
	}
	expect(ids(await trigger.poll())).toEqual(['a']);
});
