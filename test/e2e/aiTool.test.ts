import { agentName, agentWorkflow, type AgentParts } from './aiTool/agent';
import { CASES, seed, type Seeded, type ToolCase } from './aiTool/cases';
import { FakeModel } from './aiTool/fakeModel';
import { manualTriggerName } from '../support/realN8n/builder';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { CredentialReference, Execution } from '../support/realN8n/types';
import type { World } from '../support/realN8n/world';

/**
 * Our node as a tool of n8n's own AI Agent: the model's arguments reach the service, and what the service gave reaches
 * the model.
 */

/** Up to 2 the agent runs its tools itself, from 3 on n8n's engine does. */
const AGENT = 3;
const OLDER_AGENT = 2.2;

const model = new FakeModel();
let world: World;
let seeded: Seeded;
let modelCredential: CredentialReference;

beforeAll(async () => {
	world = await startTestWorld('aiTool');
	await model.start();
	const account = { apiKey: 'none', url: model.baseUrl, header: false };
	modelCredential = await world.client.createCredential('Fake model', 'openAiApi', account);
	seeded = await seed(world.emulator);
});

afterAll(async () => {
	await model.stop();
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

function caseOf(name: string): ToolCase {
	const found = CASES[name];
	if (!found) throw new Error(`There is no case ${name}`);
	return found;
}

/** Lets an agent use the tool once. */
async function ask(
	name: string,
	toolCase: ToolCase,
	{ agentVersion = AGENT, onError }: Partial<Pick<AgentParts, 'agentVersion' | 'onError'>> = {},
): Promise<Execution> {
	const [resource = '', operation = ''] = name.split('.');
	model.prepare(toolCase.arguments(seeded));
	const definition = agentWorkflow({
		agentVersion,
		onError,
		toolName: `${operation} ${resource}`,
		toolParameters: { resource, operation, ...toolCase.parameters },
		cardCredential: world.credential,
		modelCredential,
	});
	const { id } = await world.client.createWorkflow(definition);
	return await world.client.run(id, manualTriggerName, 120_000);
}

/** What every conversation has to show, whichever agent led it. */
function expectLookedUp(toolCase: ToolCase, execution: Execution): void {
	const [tool, second] = model.offered;
	expect(second).toBeUndefined();
	expect(Object.keys(tool?.parameters.properties ?? {}).sort()).toEqual(Object.keys(model.arguments).sort());
	expect(world.emulator.calls).toEqual([expect.objectContaining({ ...toolCase.call(seeded), status: 200 })]);
	const [result, another] = model.toolResults;
	expect(another).toBeUndefined();
	expect(JSON.parse(result ?? '')).toMatchObject(toolCase.gives(seeded));
	const [answer] = itemsOf(succeeded(execution), agentName);
	expect(answer?.json.output).toBe(`The tool gave ${result}`);
}

describe('the arguments of the model reach the service, and its answer the model', () => {
	test.each(Object.entries(CASES))('with %s', async (name, toolCase) => {
		expectLookedUp(toolCase, await ask(name, toolCase));
	});

	// An agent that runs its tools itself hands them its own input, so there is nothing of the model's to be checked.
	const byItself = Object.entries(CASES).filter(([name]) => name !== 'organizationImport.check');

	test.each(byItself)('with %s and an agent that runs its tools itself', async (name, toolCase) => {
		expectLookedUp(toolCase, await ask(name, toolCase, { agentVersion: OLDER_AGENT }));
	});
});

test('the agent is told of a tool what it does, in the words of the list of actions', async () => {
	const described: Record<string, string> = {};
	for (const name of ['businessCard.getAll', 'businessCard.search', 'person.get', 'report.getAll']) {
		await ask(name, caseOf(name));
		described[name] = model.offered[0]?.description ?? '';
	}
	expect(described).toEqual({
		'businessCard.getAll': 'Get many business cards by update time in Business Card Data',
		'businessCard.search': 'Search business cards in Business Card Data',
		'person.get': 'Get person with latest business card in Business Card Data',
		'report.getAll': 'Get many reports by update time in Business Card Data',
	});
});

describe('arguments that the node refuses', () => {
	const TERM = { Updated_From: '2026-01-01', Updated_To: '2026-01-02', Limit: 5, Range: 'me' };
	const REFUSED: ReadonlyArray<readonly [string, Record<string, unknown>, string]> = [
		['businessCard.getAll', { ...TERM, Updated_From: 'last week' }, 'which is not a date and time: enter a date and time such as'],
		['businessCard.getAll', { ...TERM, Range: 'mine' }, 'it must be one of all, me'],
		['businessCard.get', { Business_Card_ID: '' }, "'Business Card' is empty"],
		['businessCard.search', { Company_Name: '', Name: '', Tag_Names_or_IDs: '' }, 'the search would return every card'],
	];

	test.each(REFUSED)('%s: the model is told what is wrong where the tool continues on errors: %j', async (name, wrong, message) => {
		const toolCase = { ...caseOf(name), arguments: () => wrong };
		succeeded(await ask(name, toolCase, { onError: 'continueRegularOutput' }));
		expect(model.toolResults).toEqual([expect.stringContaining(message)]);
		expect(world.emulator.calls).toEqual([]);
	});

	// Some versions of n8n tell the model by themselves, the others end the execution.
	test('are told in the same words to the model, or else to the person', async () => {
		const toolCase = { ...caseOf('businessCard.get'), arguments: () => ({ Business_Card_ID: '' }) };
		const execution = await ask('businessCard.get', toolCase);
		const heard = execution.status === 'success' ? model.toolResults.join('\n') : errorOf(execution).message;
		expect(heard).toContain("'Business Card' is empty");
		expect(world.emulator.calls).toEqual([]);
	});
});
