import type { WorkflowDefinition } from '../../scripts/realN8n/client';
import { itemsOf, succeeded } from '../../scripts/realN8n/executions';
import { packageName } from '../../scripts/realN8n/install';
import { manualTrigger, manualTriggerName, workflow, type NodeDraft } from '../../scripts/realN8n/workflows';
import { ScriptedModel } from './standIns/model';
import { StandIns } from './standIns/services';
import { worldPerFile } from './world';

/** A whole errand of an agent: it finds a card by what a person remembers, gets its picture, and registers another one. */

const AGENT = 'Agent';
const model = new ScriptedModel();
const standIns = new StandIns([model]);
const world = worldPerFile();

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
		options: { fields: ['id', 'companyName', 'lastName', 'firstName', 'exchangeDate'] },
	},
	get_picture: { resource: 'businessCard', operation: 'getImage', businessCardId: fromModel('Business_Card_ID') },
	register_card: {
		resource: 'businessCard',
		operation: 'create',
		companyName: fromModel('Company_Name'),
		lastName: fromModel('Last_Name'),
		firstName: fromModel('First_Name'),
	},
};

/** An agent with the tools. */
async function errand(text: string): Promise<WorkflowDefinition> {
	const fields = { apiKey: 'none', url: `${standIns.url}/model/v1`, header: false };
	const modelCredential = await world.client.createCredential('Scripted model', 'openAiApi', fields);
	const agentParameters = { promptType: 'define', text, options: {} };
	const agent = { name: AGENT, type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3, parameters: agentParameters };
	const { name, nodes, connections } = workflow('Errand of an agent', [manualTrigger(), agent]);
	const serve = (how: 'ai_tool' | 'ai_languageModel', node: NodeDraft) => {
		nodes.push({ typeVersion: 1, ...node, position: [200 * nodes.length, 200] });
		connections[node.name] = { [how]: [[{ node: AGENT, type: how, index: 0 }]] };
	};
	serve('ai_languageModel', {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
		credentials: { openAiApi: modelCredential },
	});
	for (const [tool, parameters] of Object.entries(TOOLS)) {
		serve('ai_tool', {
			name: tool,
			type: `${packageName}.businessCardDataTool`,
			parameters: { descriptionType: 'auto', ...parameters },
			credentials: { businessCardDataApi: world.credential },
		});
	}
	return { name, nodes, connections };
}

/** The card that was exchanged in March, of those that a search gave. */
function metInMarch(found = '[]'): unknown {
	const cards = JSON.parse(found) as Array<Record<string, string>>;
	return cards.find(({ exchangeDate = '' }) => exchangeDate.slice(5, 7) === '03')?.id;
}

test('finds the man whom the person met in March, gets his picture, and registers a colleague once', async () => {
	const { client, emulator } = world;
	const met = { companyName: 'Asahi Sample Co., Ltd.', isUserCreated: false };
	emulator.addCard({ ...met, lastName: '佐藤', exchangeDate: '2026-01-20' });
	const card = emulator.addCard({ ...met, lastName: '髙橋', exchangeDate: '2026-03-12' });
	const wanted = { Company_Name: met.companyName, Last_Name: '鈴木', First_Name: '一郎' };
	model.script = [
		() => ({ tool: 'find_cards', arguments: { Company_Name: 'Asahi' } }),
		([found]) => ({ tool: 'get_picture', arguments: { Business_Card_ID: metInMarch(found) } }),
		() => ({ tool: 'register_card', arguments: wanted }),
		() => ({ say: 'It is 髙橋.' }),
	];
	const text = 'Who is the man from Asahi I met in March? Register his colleague 鈴木 一郎.';
	const { id } = await client.createWorkflow(await errand(text));
	const execution = succeeded(await client.run(id, manualTriggerName));
	expect(itemsOf(execution, AGENT)[0]?.json.output).toBe('It is 髙橋.');
	const [, picture, made] = model.learned;
	expect(picture).toContain(card.id);
	const [registered] = [...emulator.company.cards.values()].slice(2);
	expect(registered).toMatchObject({ companyName: met.companyName, lastName: '鈴木', firstName: '一郎' });
	expect(made).toContain(registered?.id);
	const asked = emulator.calls.map((call) => `${call.endpoint} ${call.id}`);
	expect(asked).toEqual(['E2 ', `E4 ${card.id}`, 'E6 ']);
});
