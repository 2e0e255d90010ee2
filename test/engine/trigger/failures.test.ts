import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { EVENTS, failure, ids } from './support';

/** Promise 9: a failed poll throws, so that n8n shows it. */

const world = worldPerTest();

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

const REPORTS = { event: 'reportUpdated', apiVersion: '2.5' };

test.each<[string, INodeParameters, RegExp]>([
	['reports in version 2.0', { event: 'reportCreated', apiVersion: '2.0' }, /2\.0.*2\.5, 3\.2/],
	[
		'online meetings in version 2.5',
		{ ...REPORTS, options: { type: '={{ ["OnlineMeeting"] }}' } },
		/OnlineMeeting.*2\.5/,
	],
	['a version that does not exist', { apiVersion: '4.0' }, /4\.0/],
	['an event that does not exist', { event: 'businessCardBurnt' }, /businessCardBurnt/],
	['an event that every object has', { event: 'constructor' }, /constructor/],
	['a negative overlap', { options: { overlap: -1 } }, /Overlap \(Seconds\).*-1/],
	['an overlap that is no number', { options: { overlap: '={{ "long" }}' } }, /Overlap \(Seconds\).*long/],
	['no record a poll', { options: { maxRecords: 0 } }, /Max Records per Poll.*0/],
	['half a record a poll', { options: { maxRecords: 1.5 } }, /Max Records per Poll.*1\.5/],
	['an unknown range', { range: '={{ "everyone" }}' }, /Range.*everyone/],
	['an unknown status', { options: { entryStatus: '={{ "processing,complete" }}' } }, /Entry Status.*complete/],
	['a start that is no date-time', { options: { startFrom: 'soon' } }, /^Start From is "soon"/],
	['options that are no object', { options: '={{ "all" }}' }, /^Options is "all"/],
	['no tag', { event: 'businessCardTagged', tagIds: '={{ [] }}' }, /^Tag Names or IDs is empty/],
	['a tag that is nothing', { event: 'businessCardTagged', tagIds: '={{ undefined }}' }, /^Tag Names or IDs is empty/],
	[
		'a filter by tags in version 2.0',
		{ apiVersion: '2.0', filters: { tagIds: ['t'] } },
		/2\.0.*choose API version 2\.5 or 3\.2, or Auto, or remove/,
	],
	[
		'a card field that does not exist',
		{ options: { fields: ['id', 'ID'] } },
		/^Fields to Include is "ID".*any of .*\bid\b/,
	],
	[
		'a report field that only cards have',
		{ ...REPORTS, options: { fields: ['companyName'] } },
		/^Fields to Include is "companyName"/,
	],
])('%s: refused before any call, naming the rule', async (_, parameters, message) => {
	const error = await failure(world.trigger(parameters));
	expect(error).toMatchObject({ name: 'NodeOperationError', failure: { cause: 'configuration-invalid' } });
	expect(error.message).toMatch(message);
	expect(world.emulator.calls).toEqual([]);
});

test.each([{ kind: 'status', status: 500 }, { kind: 'html' }, { kind: 'reset' }] as const)(
	'a poll whose calls break down (%j) throws and loses nothing; what breaks down once is read again',
	async (fault) => {
		const trigger = world.trigger();
		await trigger.poll();
		world.emulator.addCard({ id: 'a' });
		world.emulator.faults.add({ ...fault, times: Infinity });
		expect(await failure(trigger)).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(/^[A-Z]/) });
		world.emulator.faults.clear();
		world.emulator.faults.add(fault);
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(await trigger.poll()).toEqual([]);
	},
);

test.each([
	['credential-invalid', { kind: 'status', status: 403 }],
	['temporarily-unavailable', { kind: 'status', status: 503 }],
	['configuration-invalid', { kind: 'status', status: 400 }],
] as const)('a failed poll says to n8n that its cause is %s', async (cause, fault) => {
	const trigger = world.trigger();
	await trigger.poll();
	world.emulator.faults.add({ ...fault, times: Infinity });
	expect(await failure(trigger)).toMatchObject({ failure: { cause } });
});
