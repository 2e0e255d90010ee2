import { agentName, fromModel } from './aiTool/agent';
import { ScriptedModel, type Step } from './aiTool/scriptedModel';
import { manualTrigger, manualTriggerName, workflow, type NodeDraft } from '../support/realN8n/builder';
import { linksIn, nextMail, startMailbox, type Mailbox } from '../support/realN8n/mailbox';
import { packageName } from '../support/realN8n/names';
import { itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import { waitFor } from '../support/realN8n/wait';
import type { CredentialReference, Execution, WorkflowDefinition, WorkflowNode } from '../support/realN8n/types';
import type { World } from '../support/realN8n/world';

/** A whole errand of an agent: it finds a card by what a person remembers, reads on from it, and registers one once a person approves. */

const patienceMs = 60_000;
/** To n8n, whoever opens the link has to look like a person. */
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
const APPROVAL = 'Approve It';

const model = new ScriptedModel();
let world: World;
let mailbox: Mailbox;
let credentials: { model: CredentialReference; mail: CredentialReference };

beforeAll(async () => {
	await model.start();
	mailbox = await startMailbox();
	world = await startTestWorld('agent');
	const { client } = world;
	credentials = {
		model: await client.createCredential('Scripted model', 'openAiApi', { apiKey: 'none', url: model.baseUrl, header: false }),
		mail: await client.createCredential('Mail', 'smtp', mailbox.credentialFields),
	};
});

afterAll(async () => {
	await world?.stop();
	await mailbox?.stop();
	await model.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/** Our node as tools, by their names: each is one operation. */
const TOOLS: Readonly<Record<string, Record<string, unknown>>> = {
	find_cards: {
		resource: 'businessCard',
		operation: 'search',
		filters: { companyName: fromModel('Company_Name') },
		range: 'all',
		options: { fields: ['id', 'personId', 'companyName', 'lastName', 'firstName', 'exchangeDate'] },
	},
	get_picture: { resource: 'businessCard', operation: 'getImage', businessCardId: fromModel('Business_Card_ID'), side: 'front' },
	get_person: { resource: 'person', operation: 'get', personId: fromModel('Person_ID') },
	register_card: {
		resource: 'businessCard',
		operation: 'create',
		companyName: fromModel('Company_Name'),
		lastName: fromModel('Last_Name'),
		firstName: fromModel('First_Name'),
	},
};

function errand(text: string): WorkflowDefinition {
	const agent: NodeDraft = { name: agentName, type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3, parameters: { promptType: 'define', text, options: {} } };
	const main = workflow('Errand of an agent', [manualTrigger(), agent]);
	const below: WorkflowNode[] = [
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			position: [0, 200],
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
			credentials: { openAiApi: credentials.model },
		},
		{
			name: APPROVAL,
			type: 'n8n-nodes-base.emailSendHitlTool',
			typeVersion: 2.1,
			position: [200, 200],
			parameters: {
				fromEmail: 'n8n@example.com',
				toEmail: 'owner@example.com',
				subject: 'An agent wants to register a card',
				message: '={{ JSON.stringify($tool.parameters) }}',
				approvalOptions: { values: { approvalType: 'double' } },
				options: {},
			},
			credentials: { smtp: credentials.mail },
		},
		...Object.entries(TOOLS).map(([name, parameters], at): WorkflowNode => ({
			name,
			type: `${packageName}.businessCardDataTool`,
			typeVersion: 1,
			position: [400 + at * 200, 400],
			parameters: { descriptionType: 'auto', ...parameters },
			credentials: { businessCardDataApi: world.credential },
		})),
	];
	const toolFor = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool' as const, index: 0 }]] });
	const connections: WorkflowDefinition['connections'] = {
		...main.connections,
		Model: { ai_languageModel: [[{ node: agentName, type: 'ai_languageModel', index: 0 }]] },
		[APPROVAL]: toolFor(agentName),
		...Object.fromEntries(Object.keys(TOOLS).map((name) => [name, toolFor(name === 'register_card' ? APPROVAL : agentName)])),
	};
	return { ...main, nodes: [...main.nodes, ...below], connections };
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

const FIND_AND_READ: readonly Step[] = [
	() => ({ tool: 'find_cards', arguments: { Company_Name: 'Asahi' } }),
	([found]) => ({ tool: 'get_picture', arguments: { Business_Card_ID: metInMarch(found).id } }),
	([found]) => ({ tool: 'get_person', arguments: { Person_ID: metInMarch(found).personId } }),
];

test('finds the man from Asahi whom the person met in March, and reads his picture and his person', async () => {
	const { client, emulator } = world;
	const met = { companyName: 'Asahi Sample Co., Ltd.', isUserCreated: false };
	emulator.addCard({ ...met, lastName: '佐藤', exchangeDate: '2026-01-20' });
	const card = emulator.addCard({ ...met, lastName: '髙橋', exchangeDate: '2026-03-12' });
	emulator.setImage(card.id, 'front', 'drawn');
	model.script = [...FIND_AND_READ, () => ({ say: 'It is 髙橋.' })];
	const { id } = await client.createWorkflow(errand('Who is the man from Asahi I met in March?'));
	const execution = succeeded(await client.run(id, manualTriggerName));
	expect(itemsOf(execution, agentName)[0]?.json.output).toBe('It is 髙橋.');
	const [, picture = '', person = ''] = model.learned;
	expect(picture).toContain(card.id);
	expect(JSON.parse(person)).toMatchObject([{ id: card.personId, headBizCardId: card.id, lastName: '髙橋' }]);
	expect(emulator.calls.map(({ endpoint, id: of }) => [endpoint, of])).toEqual([
		['E2', ''],
		['E4', card.id],
		['E8', card.personId],
	]);
});

describe('a card that the agent wants to register', () => {
	const WANTED = { Company_Name: 'Asahi Sample Co., Ltd.', Last_Name: '鈴木', First_Name: '一郎' };

	async function untilAsked(): Promise<(label: string) => Promise<Execution>> {
		const { client, n8n } = world;
		const already = mailbox.mails.length;
		model.script = [
			() => ({ tool: 'register_card', arguments: { toolParameters: WANTED, hitlParameters: {} } }),
			([told]) => ({ say: `The tool gave ${told}` }),
		];
		const { id } = await client.createWorkflow(errand('Register 鈴木 一郎 of Asahi.'));
		const executionId = await client.begin(id, manualTriggerName);
		const mail = await nextMail(mailbox, already, patienceMs);
		const waits = async () => ((await client.execution(executionId)).status === 'waiting' ? true : undefined);
		await waitFor('n8n to wait for the answer', waits, { timeoutMs: patienceMs, explain: () => n8n.logTail() });
		expect(mail).toContain('鈴木');
		return async (label) => {
			const link = linksIn(mail)[label];
			if (link === undefined) throw new Error(`The mail has no link "${label}": ${mail}`);
			expect((await fetch(link, { headers: PERSON })).status).toBe(200);
			return await client.finished(executionId, patienceMs);
		};
	}

	function registered(): string[] {
		return [...world.emulator.company.cards.values()].filter(({ lastName }) => lastName === '鈴木').map(({ id }) => id);
	}

	test('is not registered when the person declines', async () => {
		const answer = await untilAsked();
		succeeded(await answer('Decline'));
		expect(registered()).toEqual([]);
		expect(world.emulator.calls).toEqual([]);
	});

	test('is registered once, and only when the person has approved', async () => {
		const answer = await untilAsked();
		expect(world.emulator.calls).toEqual([]);
		const [result] = itemsOf(succeeded(await answer('Approve')), agentName);
		expect(registered()).toHaveLength(1);
		expect(result?.json.output).toContain(registered()[0]);
		expect(world.emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E6']);
	});
});
