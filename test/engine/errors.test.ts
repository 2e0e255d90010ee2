import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript, Switches } from '../emulator';
import type { NodeError } from '../../tools/engine/n8n';
import { ALWAYS, worldPerTest } from '../../tools/engine/world';

/** What the service refuses reaches the person in the service's words, with every detail and with what to do. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };

beforeEach(() => {
	world.emulator.addCard({ id: 'c1' });
});

/** The lines of an error's description. */
function lines(error: NodeError | undefined): string[] {
	return (error?.description ?? '').split('\n');
}

function expectRefusal(error: NodeError | undefined, status: number): void {
	expect(error?.name).toBe('NodeApiError');
	expect(error?.httpCode).toBe(String(status));
	expect(error?.context?.itemIndex).toBe(0);
}

async function refused(fault: Partial<FaultScript>, parameters: INodeParameters = CARD): Promise<NodeError | undefined> {
	world.emulator.faults.add({ kind: 'status', times: Infinity, ...fault });
	const { error, items } = await world.run(parameters);
	expect(items).toEqual([]);
	return error;
}

describe('the documented body', () => {
	test.each([
		[400, 'required'],
		[400, 'invalid_value'],
		[400, 'over_storage_capacity'],
		[400, 'over_digitization_capacity'],
		[401, 'invalid_api_key'],
		[401, 'invalid_app_id'],
		[403, 'has_no_permission'],
		[404, undefined],
		[409, 'conflict'],
		[415, 'unsupported_media_type'],
	] as const)('%d %s: the message of the service, its details, and what to do, after one call', async (status, code) => {
		const field = status === 400 ? 'updatedTo' : undefined;
		const error = await refused({ status, code, field }, status === 400 ? CARDS : CARD);
		expectRefusal(error, status);
		expect(error?.message).toBe(`Scripted answer ${status}`);
		if (code) expect(lines(error)[0]).toBe(field ? `${code}: ${field}` : code);
		const advice = lines(error).at(-1) ?? '';
		expect(advice).toMatch(/^[A-Z].{10,}\.$/);
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('several details: one line for each', async () => {
		const error = await refused({
			status: 400,
			body: {
				statusCode: 400,
				message: 'The request is not valid',
				error: [
					{ Code: 'required', field: 'updatedFrom' },
					{ Code: 'invalid_value', field: 'limit' },
					{ Code: 'invalid_value', field: 'range' },
				],
			},
		});
		expect(error?.message).toBe('The request is not valid');
		expect(lines(error).slice(0, 3)).toEqual(['required: updatedFrom', 'invalid_value: limit', 'invalid_value: range']);
		expect(lines(error).length).toBeGreaterThan(3);
	});

	test('both kinds of 401 advise differently', async () => {
		const key = await refused({ status: 401, code: 'invalid_api_key' });
		world.emulator.faults.clear();
		const app = await refused({ status: 401, code: 'invalid_app_id' });
		expect(lines(key).at(-1)).toMatch(/API Key/);
		expect(lines(app).at(-1)).toMatch(/App ID/);
	});

	test('a message that names a system error stays the message of the service', async () => {
		const message = 'The upstream said ECONNRESET and ENOENT';
		const error = await refused({ status: 400, body: { statusCode: 400, message, error: [] } });
		expect(error?.message).toBe(message);
	});
});

describe('bodies that the documentation does not show', () => {
	const STATUSES = [401, 403, 404, 409, 415] as const;
	const STYLES = ['json', 'empty', 'html'] as const;

	test.each(STATUSES.flatMap((status) => STYLES.map((style) => [status, style] as const)))(
		'%d with %s body: a sentence, the status, and what to do',
		async (status, style) => {
			const { switches } = world.emulator;
			const errorBodies: Switches['errorBodies'] = { ...switches.errorBodies, [status]: style };
			Object.assign(switches, { errorBodies });
			const error = await refused({ status });
			expectRefusal(error, status);
			expect(error?.message).toMatch(/^[A-Z][^<>]{10,}$/);
			expect(error?.description).toMatch(/^[^<>]{10,}$/);
			expect(world.emulator.calls).toHaveLength(1);
		},
	);

	test.each([
		['lower-case keys', { message: 'No', error: [{ code: 'conflict', field: 'id' }] }, ['conflict: id']],
		['a detail that is no list', { message: 'No', error: { Code: 'conflict' } }, ['conflict']],
		['a detail without a code', { message: 'No', error: [{ field: 'id' }] }, ['not accepted: id']],
		['no details', { message: 'No' }, []],
		['details that are no objects', { message: 'No', error: ['x', null, 7] }, []],
	])('%s are read as far as they go', async (_, body, details) => {
		const error = await refused({ status: 409, body });
		expectRefusal(error, 409);
		expect(error?.message).toBe('No');
		expect(lines(error).slice(0, details.length)).toEqual(details);
	});

	test('an endless message is cut', async () => {
		const error = await refused({ status: 400, body: { message: 'x'.repeat(1_000_000), error: [] } });
		expect(error?.message.length).toBeLessThan(2_000);
		expect(JSON.stringify(error).length).toBeLessThan(10_000);
	});

	test.each([
		['a status that the service does not have', 418],
		['a status of a proxy', 407],
	])('%s is an error with that status', async (_, status) => {
		const error = await refused({ status, body: 'I am something else' });
		expectRefusal(error, status);
		expect(error?.message).toContain(String(status));
	});

	test.each<[string, INodeParameters]>([
		['a list', CARDS],
		['a card', CARD],
		['a person', { resource: 'person', operation: 'get', personId: 'p1' }],
	])('a success with an error inside, where %s was asked for, is an error and not an item', async (_, parameters) => {
		world.emulator.faults.add({ kind: 'errorBody200', status: 403, code: 'has_no_permission', field: 'id' });
		const { error, items } = await world.run(parameters);
		expect(items).toEqual([]);
		expectRefusal(error, 403);
		expect(error?.message).toBe('Scripted error inside a 200');
		expect(lines(error)[0]).toBe('has_no_permission: id');
		expect(world.emulator.calls).toHaveLength(1);
	});
});

describe('the service itself', () => {
	test('refuses a key that it does not know, after one call', async () => {
		const apiKey = 'A'.repeat(32);
		const { error } = await world.run(CARD, { credential: world.credential({ apiKey }) });
		expectRefusal(error, 401);
		expect(lines(error)[0]).toBe('invalid_api_key');
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('refuses an application id that it does not know, after one call', async () => {
		const { error } = await world.run(CARD, { credential: world.credential({ appId: 'UnknownApplication' }) });
		expectRefusal(error, 401);
		expect(lines(error)[0]).toBe('invalid_app_id');
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('refuses a user without permission', async () => {
		const apiKey = 'B'.repeat(32);
		world.emulator.addUser({ apiKey, forbidden: true });
		const { error } = await world.run(CARD, { credential: world.credential({ apiKey }) });
		expectRefusal(error, 403);
		expect(lines(error)[0]).toBe('has_no_permission');
	});
});

test('the error names the item whose request was refused', async () => {
	const { error } = await world.run(
		{ ...CARD, businessCardId: '={{ $json.id }}' },
		{ items: [{ json: { id: 'c1' } }, { json: { id: 'nobody' } }] },
	);
	expect(error?.context?.itemIndex).toBe(1);
});

test('a list that is refused on its second page gives the error, and no half of a list', async () => {
	for (let index = 0; index < 400; index += 1) world.emulator.addCard();
	world.emulator.faults.add({ kind: 'status', status: 403, skip: 1 });
	const { error, items } = await world.run({ ...CARDS, returnAll: true });
	expectRefusal(error, 403);
	expect(items).toEqual([]);
});
