import { cardTrigger, codeNode, workflow } from '../support/realN8n/builder';
import { errorOf, errorText, itemsOf, succeeded } from '../support/realN8n/output';
import { pollEverySeconds } from '../support/realN8n/poll';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { Execution, StoredWorkflow } from '../support/realN8n/types';
import { waitFor } from '../support/realN8n/wait';
import type { World } from '../support/realN8n/world';

const pollSeconds = 2;
const patienceMs = 120_000;
const testEventRecords = 10;
const hour = 3_600_000;

let world: World;

beforeAll(async () => {
	world = await startTestWorld('person');
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

async function create(
	name: string,
	options: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): Promise<StoredWorkflow> {
	const parameters = { pollTimes: pollEverySeconds(pollSeconds), options };
	const definition = workflow(name, [cardTrigger('Watch', parameters, world.credential)]);
	return await world.client.createWorkflow({
		...definition,
		settings: { executionOrder: 'v1', ...settings },
	});
}

function idsOf(execution: Execution): string[] {
	return itemsOf(execution, 'Watch').map(({ json }) => String(json.id));
}

async function waitForExecutions(
	what: string,
	workflowId: string,
	enough: (executions: Execution[]) => boolean,
): Promise<Execution[]> {
	return await waitFor(
		what,
		async () => {
			const executions = await world.client.executions(workflowId);
			return enough(executions) ? executions : undefined;
		},
		{ timeoutMs: patienceMs, everyMs: 500, explain: () => world.n8n.logTail() },
	);
}

describe('Fetch Test Event', () => {
	test('says plainly that there is nothing to show yet', async () => {
		const { id } = await create('Nothing yet');
		const error = errorOf(await world.client.run(id, 'Watch'));
		expect(errorText(error)).toMatch(/there is no business card/i);
		expect(errorText(error)).toMatch(/register/i);
	});

	test('shows the most recent records, oldest first, and leaves no trace', async () => {
		const { client, emulator } = world;
		const now = emulator.clock.now();
		const ids = Array.from({ length: 3 * testEventRecords }, (_, index) =>
			emulator.addCard({ memo: 'recent', registeredTime: now - hour + index * 1_000 }),
		).map(({ id }) => id);
		const { id } = await create('Recent');
		const before = (await client.getWorkflow(id)).staticData;
		const execution = succeeded(await client.run(id, 'Watch'));
		expect(idsOf(execution)).toEqual(ids.slice(-testEventRecords));
		expect((await client.getWorkflow(id)).staticData).toEqual(before);
	});
});

describe('Start From in the past', () => {
	const oldCards = 240;
	const perPoll = 20;

	test('brings the past in portions, and new records without waiting for all of it', async () => {
		const { client, emulator } = world;
		const begin = emulator.clock.now() - 2 * hour;
		const old = Array.from({ length: oldCards }, (_, index) =>
			emulator.addCard({ memo: 'past', registeredTime: begin + index * 25_000 }),
		).map(({ id }) => id);
		const startFrom = new Date(begin).toISOString();
		const { id: workflowId } = await create('From the past', { startFrom, maxRecords: perPoll });
		await client.activate(workflowId);
		await waitForExecutions('the first portions', workflowId, (found) => found.length >= 2);
		const { id: fresh } = emulator.addCard({ memo: 'new' });
		const wanted = new Set([...old, fresh]);
		const executions = await waitForExecutions('everything to come out', workflowId, (found) => {
			const out = new Set(found.flatMap(idsOf));
			return [...wanted].every((id) => out.has(id));
		});
		await client.deactivate(workflowId);

		const portions = executions.map(idsOf);
		for (const portion of portions) expect(portion.length).toBeLessThanOrEqual(perPoll);
		const ours = portions.flat().filter((id) => wanted.has(id));
		expect(ours).toHaveLength(wanted.size);
		expect(new Set(ours)).toEqual(wanted);
		const withFresh = portions.findIndex((portion) => portion.includes(fresh));
		const lastOfPast = portions.map((portion) => portion.some((id) => old.includes(id))).lastIndexOf(true);
		process.stderr.write(`e2e: ${portions.length} portions, the new card in number ${withFresh + 1}\n`);
		expect(withFresh).toBeLessThan(lastOfPast);
	});
});

describe('a poll that fails', () => {
	test('shows in the list of executions and starts the error workflow, and what it could not read comes later', async () => {
		const { client, emulator } = world;
		const catcher = await client.createWorkflow(
			workflow('Tell me', [
				{ name: 'Error', type: 'n8n-nodes-base.errorTrigger', parameters: {} },
				codeNode('Note', 'return $input.all();'),
			]),
		);
		await client.activateErrorWorkflow(catcher.id);
		const { id: workflowId } = await create('Watched', {}, { errorWorkflow: catcher.id });
		await client.activate(workflowId);

		emulator.faults.add({ kind: 'status', status: 401, code: 'invalid_api_key', times: Infinity });
		const { id: cardId } = emulator.addCard({ memo: 'while it fails' });
		const failed = await waitForExecutions('a failed execution', workflowId, (found) =>
			found.some(({ status }) => status === 'error'),
		);
		const told = await waitForExecutions('the error workflow', catcher.id, (found) => found.length > 0);
		emulator.faults.clear();
		await client.endBackOff(workflowId);
		const executions = await waitForExecutions('the card', workflowId, (found) =>
			found.some((execution) => idsOf(execution).includes(cardId)),
		);
		await client.deactivate(workflowId);
		await client.deactivate(catcher.id);

		const error = errorOf(failed.find(({ status }) => status === 'error')!);
		expect(error.name).toBe('NodeApiError');
		expect(errorText(error)).toMatch(/API key/i);
		expect(JSON.stringify(failed)).not.toContain(world.credentialFields.apiKey);
		const [note] = itemsOf(told[0]!, 'Error');
		expect(note?.json).toMatchObject({ workflow: { id: workflowId, name: 'Watched' } });
		expect(JSON.stringify(note?.json.trigger)).toMatch(/API key/i);
		expect(executions.flatMap(idsOf)).toEqual([cardId]);
	});
});
