import { namesOf } from '../description/contract';
import { furnish, REQUEST_CASES } from '../description/requestCases';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';
import { loadOptions, testCredential } from '../support/engine/n8n';
import { strangerPerTest } from '../support/engine/stranger';
import { worldPerTest } from '../support/engine/world';
import { MAY_HAVE_ARRIVED } from './writes/support';

/** The keys never travel to a place that the person did not enter: a redirect is an answer like any other. */

const world = worldPerTest();

const stranger = strangerPerTest();

beforeEach(() => {
	furnish(world.emulator);
});

function redirect(status: number, location = `${stranger.address}/v3.2/bizCards`): void {
	world.emulator.faults.add({ kind: 'status', status, body: '', headers: { location }, times: Infinity });
}

test.each([301, 302, 303, 307, 308])(
	'a %d leads nowhere: it is an error, and the other server hears nothing',
	async (status) => {
		redirect(status);
		const { error, items } = await world.run({ ...namesOf('businessCard.get'), businessCardId: 'c1' });
		expect([items, error?.name, error?.httpCode]).toEqual([[], 'NodeApiError', String(status)]);
		expect(error?.description).toMatch(/Base URL/);
		expect(stranger.requests).toEqual([]);
		expect(world.emulator.calls).toHaveLength(1);
	},
);

test.each(Object.entries(REQUEST_CASES))('%s follows no redirect', async (operation, { full, items }) => {
	const input = items?.(world.emulator) ?? [{ json: {} }];
	redirect(307);
	const { error } = await world.run({ ...namesOf(operation), ...full }, { items: input });
	expect(error?.httpCode).toBe('307');
	expect(stranger.requests).toEqual([]);
	expect(world.emulator.calls).toHaveLength(1);
});

test.each([300, 301, 302, 303, 307, 308])('a write that is answered with a %d may have been done, and is not sent again', async (status) => {
	redirect(status);
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { error } = await world.run({ ...namesOf('businessCard.create'), lastName: '髙橋' }, { settings });
	expect([error?.httpCode, error?.description]).toEqual([String(status), expect.stringMatching(MAY_HAVE_ARRIVED)]);
	expect(world.emulator.calls).toHaveLength(1);
});

test('a redirect inside the service is not followed either', async () => {
	redirect(302, `${world.emulator.baseUrl}/v3.2/bizCards/c1`);
	const { error } = await world.run({ ...namesOf('businessCard.get'), businessCardId: 'c1' });
	expect(error?.httpCode).toBe('302');
	expect(world.emulator.calls).toHaveLength(1);
});

test.each<[string, () => Promise<unknown>]>([
	['a poll', async () => await world.trigger().poll()],
	['a list of the panel', async () => await loadOptions('getTags', world.credential())],
])('%s follows none, and fails', async (_, act) => {
	redirect(302);
	await expect(act()).rejects.toThrow();
	expect(stranger.requests).toEqual([]);
});

test('the test of the credential follows none, and fails', async () => {
	redirect(302);
	const result = await testCredential(new BusinessCardDataTrigger(), world.credential());
	expect(result.status).toBe('Error');
	expect(stranger.requests).toEqual([]);
});
