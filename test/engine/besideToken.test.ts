import { worldPerTest } from '../support/engine/world';
import { outputOf } from './writes/support';

/** Parameters beside a page token: the specification says that they are inherited, not whether they may be repeated. */

const world = worldPerTest();

const SEARCH = { resource: 'businessCard', operation: 'search', returnAll: true, filters: { companyName: 'Example' } };

beforeEach(() => {
	for (let number = 0; number < 310; number += 1) world.emulator.addCard();
});

it('asks with the token alone where they are refused: one call more a page, and every card', async () => {
	world.emulator.switches.besideToken = 'refused';
	const ids = outputOf(await world.run(SEARCH)).map(({ id }) => id);
	expect([ids.length, new Set(ids).size]).toEqual([310, 310]);
	expect(world.emulator.calls.map(({ status }) => status)).toEqual([200, 400, 200]);
});

it('makes no call more where they are inherited or required', async () => {
	for (const besideToken of ['inherited', 'required'] as const) {
		world.emulator.clearLog();
		world.emulator.switches.besideToken = besideToken;
		expect(outputOf(await world.run(SEARCH))).toHaveLength(310);
		expect(world.emulator.calls.map(({ status }) => status)).toEqual([200, 200]);
	}
});

it('shows a refusal that stands even without them, and asks no further', async () => {
	const error = [{ Code: 'invalid_value', field: 'companyName' }];
	world.emulator.faults.add({ kind: 'status', status: 400, body: { statusCode: 400, message: 'No', error }, skip: 1, times: 9 });
	const { error: refusal } = await world.run(SEARCH);
	expect(refusal?.message).toBe('No');
	expect(world.emulator.calls).toHaveLength(3);
});
