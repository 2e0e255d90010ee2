import type { CredentialReference, WorkflowDefinition } from '../support/realN8n/client';
import { itemsOf, succeeded } from '../support/realN8n/executions';
import { packageName } from '../support/realN8n/install';
import { manualTrigger, manualTriggerName, workflow, type NodeDraft } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';
import { ScriptedModel } from './standIns/model';
import { StandIns } from './standIns/services';

/** A whole errand of an agent: it finds a card by what a person remembers, reads on from it, and registers one. */

const AGENT = 'Agent';
const model = new ScriptedModel();
const standIns = new StandIns([model]);
let world: World;
let modelCredential: CredentialReference;

beforeAll(async () => {
	await standIns.start();
	world = await startTestWorld('agent');
	const fields = { apiKey: 'none', url: `${standIns.url}/model/v1`, header: false };
	modelCredential = await world.client.createCredential('Scripted model', 'openAiApi', fields);
});

afterAll(async () => {
	await world?.stop();
	standIns.stop();
});

afterEach(() => expectNoViolations(world));

/** The value that the editor puts into a field that is left to the model. */
function fromModel(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

/** Our node as tools, by their names: each is one operation. */
const TOOLS: Readonly<Record<string, object>> = {
	find_cards: {
		resource: 'businessCard',
		operation: 'search',
		range: 'all',
		filters: { companyName: fromModel('Company_Name') },
		options: { fields: ['id', 'personId', 'companyName', 'lastName', 'firstName', 'exchangeDate'] },
	},
	get_picture: { resource: 'businessCard', operation: 'getImage', businessCardId: fromModel('Business_Card_ID') },
	get_person: { resource: 'person', operation: 'get', personId: fromModel('Person_ID') },
	register_card: {
		resource: 'businessCard',
		operation: 'create',
		companyName: fromModel('Company_Name'),
		lastName: fromModel('Last_Name'),
		firstName: fromModel('First_Name'),
	},
};

/** An agent with the tools. */
function errand(text: string): WorkflowDefinition {
	const agentParameters = { promptType: 'define', text, options: {} };
	const agent = { name: AGENT, type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3, parameters: agentParameters };
	const { name, nodes, connections } = workflow('Errand of an agent', [manualTrigger(), agent]);
	const serve = (to: string, how: 'ai_tool' | 'ai_languageModel', node: NodeDraft) => {
		nodes.push({ typeVersion: 1, ...node, position: [200 * nodes.length, 200] });
		connections[node.name] = { [how]: [[{ node: to, type: how, index: 0 }]] };
	};
	serve(AGENT, 'ai_languageModel', {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
		credentials: { openAiApi: modelCredential },
	});
	for (const [tool, parameters] of Object.entries(TOOLS)) {
		serve(AGENT, 'ai_tool', {
			name: tool,
			type: `${packageName}.businessCardDataTool`,
			parameters: { descriptionType: 'auto', ...parameters },
			credentials: { businessCardDataApi: world.credential },
		});
	}
	return { name, nodes, connections };
}

/** A field of the card that was exchanged in March, of those that a search gave. */
function metInMarch(found: string | undefined, field: 'id' | 'personId'): string | undefined {
	const cards = JSON.parse(found ?? '[]') as Array<Record<string, string>>;
	return cards.find(({ exchangeDate = '' }) => exchangeDate.slice(5, 7) === '03')?.[field];
}

test('finds the man from Asahi whom the person met in March, and reads his picture and his person', async () => {
	const { client, emulator } = world;
	const met = { companyName: 'Asahi Sample Co., Ltd.', isUserCreated: false };
	emulator.addCard({ ...met, lastName: '佐藤', exchangeDate: '2026-01-20' });
	const card = emulator.addCard({ ...met, lastName: '髙橋', exchangeDate: '2026-03-12' });
	model.script = [
		() => ({ tool: 'find_cards', arguments: { Company_Name: 'Asahi' } }),
		([found]) => ({ tool: 'get_picture', arguments: { Business_Card_ID: metInMarch(found, 'id') } }),
		([found]) => ({ tool: 'get_person', arguments: { Person_ID: metInMarch(found, 'personId') } }),
		() => ({ say: 'It is 髙橋.' }),
	];
	const { id } = await client.createWorkflow(errand('Who is the man from Asahi I met in March?'));
	const execution = succeeded(await client.run(id, manualTriggerName));
	expect(itemsOf(execution, AGENT)[0]?.json.output).toBe('It is 髙橋.');
	const [, picture = '', person = ''] = model.learned;
	expect(picture).toContain(card.id);
	expect(JSON.parse(person)).toMatchObject([{ id: card.personId, headBizCardId: card.id, lastName: '髙橋' }]);
	const asked = emulator.calls.map((call) => `${call.endpoint} ${call.id}`);
	expect(asked).toEqual(['E2 ', `E4 ${card.id}`, `E8 ${card.personId}`]);
});

test('registers a card once, with what the model fills in', async () => {
	const { client, emulator } = world;
	const wanted = { Company_Name: 'Asahi Sample Co., Ltd.', Last_Name: '鈴木', First_Name: '一郎' };
	model.script = [() => ({ tool: 'register_card', arguments: wanted }), ([told]) => ({ say: `The tool gave ${told}` })];
	const { id } = await client.createWorkflow(errand('Register 鈴木 一郎 of Asahi.'));
	const [result] = itemsOf(succeeded(await client.run(id, manualTriggerName)), AGENT);
	const registered = [...emulator.company.cards.values()].filter(({ lastName }) => lastName === '鈴木');
	expect(registered).toHaveLength(1);
	expect(result?.json.output).toContain(registered[0]?.id);
	expect(emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E6']);
});
