import type { CredentialReference, WorkflowDefinition } from '../support/realN8n/client';
import { itemsOf, succeeded } from '../support/realN8n/executions';
import { packageName } from '../support/realN8n/install';
import { startMailbox, untilAsked, type Mailbox, type Question } from '../support/realN8n/mailbox';
import { chosenVersion } from '../support/realN8n/versions';
import { manualTrigger, manualTriggerName, workflow } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';
import { ScriptedModel } from './scriptedModel';

/** A whole errand of an agent: it finds a card by what a person remembers, reads on from it, and registers one once a person approves. */

const AGENT = 'Agent';
const APPROVAL = 'Approve It';

/** What n8n 1 does not have: the review of a call. */
const REVIEWED = ['register_card', APPROVAL];

const model = new ScriptedModel();
let world: World;
let mailbox: Mailbox;
let credentials: { model: CredentialReference; mail: CredentialReference };

beforeAll(async () => {
	await model.start();
	mailbox = await startMailbox();
	world = await startTestWorld('agent');
	const { client } = world;
	const fields = { apiKey: 'none', url: model.url, header: false };
	credentials = {
		model: await client.createCredential('Scripted model', 'openAiApi', fields),
		mail: await client.createCredential('Mail', 'smtp', mailbox.credentialFields),
	};
});

afterAll(async () => {
	await world?.stop();
	mailbox?.stop();
	model.stop();
});

afterEach(() => expectNoViolations(world));

/** The value that the editor puts into a field that is left to the model. */
function fromModel(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

/** Our node as tools, by their names: each is one operation. */
const TOOLS: Readonly<Record<string, object>> = {
	find_cards: {
		...{
			resource: 'businessCard',
			operation: 'search',
			filters: { companyName: fromModel('Company_Name') },
			range: 'all',
		},
		options: { fields: ['id', 'personId', 'companyName', 'lastName', 'firstName', 'exchangeDate'] },
	},
	get_picture: {
		resource: 'businessCard',
		operation: 'getImage',
		businessCardId: fromModel('Business_Card_ID'),
		side: 'front',
	},
	get_person: { resource: 'person', operation: 'get', personId: fromModel('Person_ID') },
	register_card: {
		...{ resource: 'businessCard', operation: 'create', companyName: fromModel('Company_Name') },
		...{ lastName: fromModel('Last_Name'), firstName: fromModel('First_Name') },
	},
};

/** An agent with the tools; a person has to approve what it wants to register. */
function errand(text: string): WorkflowDefinition {
	const agent = {
		name: AGENT,
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3,
		parameters: { promptType: 'define', text, options: {} },
	};
	const { name, nodes, connections } = workflow('Errand of an agent', [manualTrigger(), agent]);
	const serves = (type: 'ai_tool' | 'ai_languageModel', node: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	nodes.push(
		{
			...{ name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2, position: [0, 200] },
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
			credentials: { openAiApi: credentials.model },
		},
		{
			...{ name: APPROVAL, type: 'n8n-nodes-base.emailSendHitlTool', typeVersion: 2.1, position: [200, 200] },
			parameters: {
				...{ fromEmail: 'n8n@example.com', toEmail: 'owner@example.com', subject: 'An agent wants to register a card' },
				...{ message: '={{ JSON.stringify($tool.parameters) }}', approvalOptions: { values: { approvalType: 'double' } } },
			},
			credentials: { smtp: credentials.mail },
		},
	);
	Object.assign(connections, { Model: serves('ai_languageModel', AGENT), [APPROVAL]: serves('ai_tool', AGENT) });
	for (const [tool, parameters] of Object.entries(TOOLS)) {
		nodes.push({
			...{ name: tool, type: `${packageName}.businessCardDataTool`, typeVersion: 1, position: [400, 400] },
			parameters: { descriptionType: 'auto', ...parameters },
			credentials: { businessCardDataApi: world.credential },
		});
		connections[tool] = serves('ai_tool', tool === 'register_card' ? APPROVAL : AGENT);
	}
	if (!chosenVersion.isFirst) return { name, nodes, connections };
	for (const reviewed of REVIEWED) delete connections[reviewed];
	return { name, nodes: nodes.filter((node) => !REVIEWED.includes(node.name)), connections };
}

interface FoundCard {
	id: string;
	personId: string;
	exchangeDate: string;
}

/** The card that was exchanged in March, of those that a search gave. */
function metInMarch(found = ''): FoundCard {
	const card = (JSON.parse(found) as FoundCard[]).find(({ exchangeDate }) => exchangeDate.slice(5, 7) === '03');
	if (!card) throw new Error(`Nobody was met in March: ${found}`);
	return card;
}

test('finds the man from Asahi whom the person met in March, and reads his picture and his person', async () => {
	const { client, emulator } = world;
	const met = { companyName: 'Asahi Sample Co., Ltd.', isUserCreated: false };
	emulator.addCard({ ...met, lastName: '佐藤', exchangeDate: '2026-01-20' });
	const card = emulator.addCard({ ...met, lastName: '髙橋', exchangeDate: '2026-03-12' });
	model.script = [
		() => ({ tool: 'find_cards', arguments: { Company_Name: 'Asahi' } }),
		([found]) => ({ tool: 'get_picture', arguments: { Business_Card_ID: metInMarch(found).id } }),
		([found]) => ({ tool: 'get_person', arguments: { Person_ID: metInMarch(found).personId } }),
		() => ({ say: 'It is 髙橋.' }),
	];
	const { id } = await client.createWorkflow(errand('Who is the man from Asahi I met in March?'));
	const execution = succeeded(await client.run(id, manualTriggerName));
	expect(itemsOf(execution, AGENT)[0]?.json.output).toBe('It is 髙橋.');
	const [, picture = '', person = ''] = model.learned;
	expect(picture).toContain(card.id);
	expect(JSON.parse(person)).toMatchObject([{ id: card.personId, headBizCardId: card.id, lastName: '髙橋' }]);
	const asked = [
		['E2', ''],
		['E4', card.id],
		['E8', card.personId],
	];
	expect(emulator.calls.map(({ endpoint, id: of }) => [endpoint, of])).toEqual(asked);
});

(chosenVersion.isFirst ? describe.skip : describe)('a card that the agent wants to register', () => {
	const WANTED = { Company_Name: 'Asahi Sample Co., Ltd.', Last_Name: '鈴木', First_Name: '一郎' };

	async function asked(): Promise<Question> {
		model.script = [
			() => ({ tool: 'register_card', arguments: { toolParameters: WANTED, hitlParameters: {} } }),
			([told]) => ({ say: `The tool gave ${told}` }),
		];
		const { id } = await world.client.createWorkflow(errand('Register 鈴木 一郎 of Asahi.'));
		const question = await untilAsked(world, mailbox, id, manualTriggerName);
		expect(question.mail).toContain('鈴木');
		expect(world.emulator.calls).toEqual([]);
		return question;
	}

	function registered(): string[] {
		return [...world.emulator.company.cards.values()].filter(({ lastName }) => lastName === '鈴木').map(({ id }) => id);
	}

	test('is not registered when the person declines', async () => {
		const { answer } = await asked();
		succeeded(await answer('Decline'));
		expect([registered(), world.emulator.calls]).toEqual([[], []]);
	});

	test('is registered once, and only when the person has approved', async () => {
		const { answer } = await asked();
		const [result] = itemsOf(succeeded(await answer('Approve')), AGENT);
		expect(registered()).toHaveLength(1);
		expect(result?.json.output).toContain(registered()[0]);
		expect(world.emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E6']);
	});
});
