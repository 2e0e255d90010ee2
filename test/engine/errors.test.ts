import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import type { NodeError } from '../support/engine/n8n';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/** What the service refuses reaches the person in the service's words, with every detail and with what to do. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };

beforeEach(() => {
	world.emulator.addCard({ id: 'c1' });
});

/** The lines of an error's description. */
function lines(error: NodeError | undefined): string[] {
	return (error?.description ?? '').split('<br>\n');
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

	test('a message that names a system error stays the message of the service', async () => {
		const message = 'The upstream said ECONNRESET and ENOENT';
		const error = await refused({ status: 400, body: { statusCode: 400, message, error: [] } });
		expect(error?.message).toBe(message);
	});
});

describe('bodies that the documentation does not show', () => {
	test.each([
		['lower-case keys', { message: 'No', error: [{ code: 'conflict', field: 'id' }] }, ['conflict: id']],
		['a detail that is no list', { message: 'No', error: { Code: 'conflict' } }, ['conflict']],
		['a detail without a code', { message: 'No', error: [{ field: 'id' }] }, ['not accepted: id']],
		['a body within the body', { error: { message: 'No', error: [{ Code: 'required', field: 'f' }] } }, ['required: f']],
		['one detail within the body', { error: { message: 'No', error: { code: 'required' } } }, ['required']],
		['a detail beside others within it', { error: { message: 'No', code: 'conflict', error: [{ Code: 'required' }] } }, ['conflict', 'required']],
		['two messages', { message: 'No', error: { message: 'Inner', error: [{ Code: 'required' }] } }, ['required']],
		['no details', { message: 'No' }, []],
		['details that are no objects', { message: 'No', error: ['x', null, 7] }, []],
	])('%s are read as far as they go', async (_, body, details) => {
		const error = await refused({ status: 409, body });
		expectRefusal(error, 409);
		expect(error?.message).toBe('No');
		expect(lines(error).slice(0, details.length)).toEqual(details);
	});

	test('of many details the first 50 are shown, and the others counted', async () => {
		const details = Array.from({ length: 3_000 }, (_, index) => ({ Code: 'required', field: `f${index}` }));
		const error = await refused({ status: 400, body: { message: 'No', error: details } });
		const shown = lines(error);
		expect(shown.slice(48, 51)).toEqual(['required: f48', 'required: f49', 'and 2950 more']);
		expect(shown).toHaveLength(52);
		expect(JSON.stringify(error).length).toBeLessThan(10_000);
	});

	test('an endless message is cut', async () => {
		const error = await refused({ status: 400, body: { message: 'x'.repeat(1_000_000), error: [] } });
		expect(error?.message.length).toBeLessThan(2_000);
		expect(JSON.stringify(error).length).toBeLessThan(10_000);
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
