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

describe('an error is written for the place where n8n shows it', () => {
	const MARKUP = /<|\n/;

	/** Refuses every call with several details, in a service of its own words. */
	function refuseAll(): void {
		const error = ['updatedFrom', 'limit'].map((field) => ({ Code: 'invalid_value', field }));
		world.emulator.faults.add({ kind: 'status', status: 400, body: { message: 'Bad words', error }, times: Infinity });
	}

	test('the dialog of an activation shows message or description, by the version of n8n: each says everything, as text', async () => {
		refuseAll();
		const { message, description = '' } = await failure(world.trigger());
		expect(description).toMatch(/^Bad words\. invalid_value: updatedFrom\. invalid_value: limit\. [A-Z].*\.$/);
		expect(description).not.toMatch(MARKUP);
		expect(`${message}.`).toBe(description);
	});

	test('the dialog of an activation that the node refuses shows the message alone, as text', async () => {
		const { message } = await failure(world.trigger({ options: { overlap: -1, startFrom: 'soon' } }));
		expect(message).not.toMatch(MARKUP);
	});

	test('a later poll has its description as sentences behind the message', async () => {
		const trigger = Object.assign(world.trigger(), { keepsContext: true });
		await trigger.poll();
		refuseAll();
		const { message, description = '' } = await failure(trigger);
		expect(message).toBe('Bad words');
		expect(description).toMatch(/^invalid_value: updatedFrom\. invalid_value: limit\. [A-Z].*\.$/);
		expect(description).not.toMatch(MARKUP);
	});

	test('Fetch Test Event has a line for each cause, in the form of the output panel', async () => {
		refuseAll();
		await expect(world.trigger().poll('manual')).rejects.toMatchObject({
			message: 'Bad words',
			description: expect.stringMatching(/^invalid_value: updatedFrom<br>\ninvalid_value: limit<br>\n[A-Z]/),
		});
	});
});

/** One for each rule; how values are read is in refusals.test.ts. */
test.each<[INodeParameters, RegExp]>([
	[{ event: 'reportCreated', apiVersion: '2.0' }, /2\.0.*2\.5, 3\.2/],
	[{ event: 'reportUpdated', apiVersion: '2.5', options: { type: '={{ ["OnlineMeeting"] }}' } }, /OnlineMeeting.*2\.5/],
	[{ apiVersion: '4.0' }, /4\.0/],
	[{ event: 'constructor' }, /constructor/],
	[{ options: { overlap: -1 } }, /Overlap \(Seconds\).*-1/],
	[{ options: { maxRecords: 0 } }, /Max Records per Poll.*0/],
	[{ range: '={{ "everyone" }}' }, /Range.*everyone/],
	[{ options: { entryStatus: '={{ "processing,complete" }}' } }, /Entry Status.*complete/],
	[{ options: { startFrom: 'soon' } }, /^Start From is "soon"/],
	[{ options: '={{ "all" }}' }, /^Options is "all"/],
	[{ event: 'businessCardTagged', tagIds: '={{ undefined }}' }, /^Tag Names or IDs is empty/],
	[{ apiVersion: '2.0', filters: { tagIds: ['t'] } }, /2\.0.*choose API version 2\.5 or 3\.2, or Auto, or remove/],
	[{ options: { fields: ['id', 'ID'] } }, /^Fields to Include is "ID".*any of .*\bid\b/],
	[{ event: 'reportUpdated', options: { fields: ['companyName'] } }, /^Fields to Include is "companyName"/],
])('%j is refused before any call, naming the rule', async (parameters, message) => {
	const error = await failure(world.trigger(parameters));
	expect(error).toMatchObject({ name: 'NodeOperationError', failure: { cause: 'configuration-invalid' } });
	expect(error.message).toMatch(message);
	expect(world.emulator.calls).toEqual([]);
});

test.each([
	['credential-invalid', { kind: 'status', status: 403 }],
	['configuration-invalid', { kind: 'status', status: 400 }],
	['temporarily-unavailable', { kind: 'status', status: 503 }],
	['temporarily-unavailable', { kind: 'html' }],
	['temporarily-unavailable', { kind: 'reset' }],
] as const)('a poll throws, says to n8n that its cause is %s and loses nothing: %j', async (cause, fault) => {
	const trigger = world.trigger();
	await trigger.poll();
	world.emulator.addCard({ id: 'a' });
	world.emulator.faults.add({ ...fault, times: Infinity });
	const message: unknown = expect.stringMatching(/^[A-Z]/);
	expect(await failure(trigger)).toMatchObject({ name: 'NodeApiError', message, failure: { cause } });
	world.emulator.faults.clear();
	// What breaks down once is read again.
	world.emulator.faults.add({ kind: 'status', status: 500 });
	expect(ids(await trigger.poll())).toEqual(['a']);
	expect(await trigger.poll()).toEqual([]);
});
