import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SIMPLE_CARD } from '../description/contract';
import { withTool } from '../support/engine/agentTool';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { outputOf } from './writes/support';

/** What is different when an agent uses the node: a model reads, and pays for, all that it is given. */

const world = worldPerTest();

const LIST = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const MORE_THAN_A_LIST = 60;

beforeEach(() => {
	for (let each = 0; each < MORE_THAN_A_LIST; each += 1) world.emulator.addCard({ companyName: '北斗商事株式会社' });
});

async function asked(parameters: INodeParameters, modelArguments: IDataObject = {}): Promise<IDataObject[]> {
	let records: IDataObject[] = [];
	await withTool({ credential: world.credential(), parameters }, async (call) => {
		const { text, error } = await call(modelArguments);
		if (error) throw error;
		records = JSON.parse(text ?? '') as IDataObject[];
	});
	return records;
}

test('a tool gives simple records, at most 20, when nobody says otherwise; the node 50 whole ones', async () => {
	const records = await asked(LIST);
	expect(records).toHaveLength(20);
	expect(Object.keys(records[0] ?? {}).sort()).toEqual([...SIMPLE_CARD].sort());
	const whole = outputOf(await world.run(LIST));
	expect(whole).toHaveLength(50);
	expect(whole[0]).toHaveProperty('updatedTime');
});

test.each([
	['a limit', { limit: 30 }, {}, 30],
	['a limit of the model', { limit: "={{ $fromAI('Limit', ``, 'number') }}" }, { Limit: 25 }, 25],
	['Return All', { returnAll: true }, {}, MORE_THAN_A_LIST],
])('a tool gives as many as it was asked for, by %s', async (_way, parameters, modelArguments, count) => {
	expect(await asked({ ...LIST, ...parameters } as INodeParameters, modelArguments as IDataObject)).toHaveLength(count);
});

test('a tool gives whole records where Simplify is off, and a model that leaves it out gets simple ones', async () => {
	const options = { simplify: "={{ $fromAI('Simplify', ``, 'boolean') }}" };
	expect(Object.keys((await asked({ ...LIST, options }, { Simplify: null }))[0] ?? {}).sort()).toEqual(
		[...SIMPLE_CARD].sort(),
	);
	expect((await asked({ ...LIST, options }, { Simplify: false }))[0]).toHaveProperty('updatedTime');
});
