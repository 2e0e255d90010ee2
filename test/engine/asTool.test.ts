import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SIMPLE_CARD } from '../description/contract';
import { askTool } from '../support/engine/agentTool';
import { CARDS, CREATE, worldPerTest } from '../support/engine/world';
import { textOf } from '../support/repository';
import { callsOf, itemsOf, jsonOf, outputOf } from './writes/support';

/** What is different when an agent uses the node: a model reads, and pays for, all that it is given. */

const world = worldPerTest();

const MORE_THAN_A_LIST = 60;

beforeEach(() => {
	for (let each = 0; each < MORE_THAN_A_LIST; each += 1) world.emulator.addCard({ companyName: '北斗商事株式会社' });
});

/** What the tool gives to each of these calls of a model. The agent itself was given three items. */
async function asked(parameters: INodeParameters, ...calls: IDataObject[]): Promise<IDataObject[][]> {
	const items = itemsOf({ chat: 1 }, { chat: 2 }, { chat: 3 });
	return await askTool({ credential: world.credential(), parameters, items }, calls);
}

const fieldsOf = ([record]: IDataObject[] = []) => Object.keys(record ?? {}).sort();

test('a tool gives simple records, at most 20, when nobody says otherwise; the node 50 whole ones', async () => {
	const [records] = await asked(CARDS, {});
	expect([records?.length, fieldsOf(records)]).toEqual([20, [...SIMPLE_CARD].sort()]);
	const whole = outputOf(await world.run(CARDS));
	expect([whole.length, fieldsOf(whole)]).toEqual([50, expect.arrayContaining(['updatedTime'])]);
});

test.each<[string, INodeParameters, IDataObject, number]>([
	['a limit', { limit: 30 }, {}, 30],
	['a limit of the model', { limit: "={{ $fromAI('Limit', ``, 'number') }}" }, { Limit: 25 }, 25],
	['Return All', { returnAll: true }, {}, MORE_THAN_A_LIST],
])('a tool gives as many as it was asked for, by %s', async (_way, parameters, modelArguments, count) => {
	const [records] = await asked({ ...CARDS, ...parameters }, modelArguments);
	expect(records).toHaveLength(count);
});

test('a tool gives whole records where Simplify is off, and a model that leaves it out gets simple ones', async () => {
	const options = { simplify: "={{ $fromAI('Simplify', ``, 'boolean') }}" };
	const [simple, whole] = await asked({ ...CARDS, options }, { Simplify: null }, { Simplify: false });
	expect([fieldsOf(simple), fieldsOf(whole)]).toEqual([
		[...SIMPLE_CARD].sort(),
		expect.arrayContaining(['updatedTime']),
	]);
});

test('a model chooses the range by the expression of the page for agents', async () => {
	const [expression = ''] = /\{\{ \$fromAI\('range'.+?\}\}/.exec(textOf('docs/ai-agent.md')) ?? [];
	await asked({ ...CARDS, range: `=${expression}` }, { range: 'all' }, { range: 'me' });
	const asks = callsOf(world.emulator, 'E1').map(({ query }) => Object.fromEntries(query).range);
	expect(asks).toEqual(['all', 'me']);
});

test('a tool registers a card for each call, whatever the input of the agent is', async () => {
	const lastName = '髙橋';
	expect(await asked(CREATE, {}, {})).toMatchObject([[{ lastName }], [{ lastName }]]);
	expect(callsOf(world.emulator, 'E6').map(jsonOf)).toEqual([{ lastName }, { lastName }]);
});
