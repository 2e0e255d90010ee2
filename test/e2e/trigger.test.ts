import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution } from '../../scripts/realN8n/client';
import { errorOf, errorText, itemsOf, succeeded } from '../../scripts/realN8n/executions';
import { chosenVersion } from '../../scripts/realN8n/versions';
import { cardTrigger, codeNode, pollEverySeconds, workflow, type NodeDraft } from '../../scripts/realN8n/workflows';
import { worldPerFile } from './world';

/** The packed trigger in a real n8n, whatever happens to n8n, the service and the workflow: each state of a card once. */

const world = worldPerFile();
let workflowId: string;
/** What the workflow has to put out: `id memo`, one per state of a card. */
const told: string[] = [];
const cardIds: string[] = [];

async function create(settings: object = {}, ...after: NodeDraft[]): Promise<string> {
	const trigger = cardTrigger('Watch', { pollTimes: pollEverySeconds(2), range: 'all' }, world.credential);
	const definition = { ...workflow('Watch', [trigger, ...after]), settings: { executionOrder: 'v1', ...settings } };
	return (await world.client.createWorkflow(definition)).id;
}

beforeAll(async () => {
	const anHourAgo = world.emulator.clock.now() - 3_600_000;
	for (let added = 0; added < 40; added += 1) {
		cardIds.push(world.emulator.addCard({ memo: 'from before', registeredTime: anHourAgo + added * 1000 }).id);
	}
	workflowId = await create();
	await world.client.activate(workflowId);
});

function tell(id: string): string {
	const memo = `state ${told.length + 1}`;
	told.push(`${id} ${memo}`);
	return memo;
}

function addCards(count: number): void {
	for (let added = 0; added < count; added += 1) {
		const id = world.emulator.company.nextId();
		world.emulator.addCard({ id, memo: tell(id) });
		cardIds.push(id);
	}
}

/** Changes the cards at the given places of the list of all cards. */
function changeCards(...places: number[]): void {
	for (const id of places.map((place) => cardIds.at(place) ?? '')) world.emulator.changeCard(id, { memo: tell(id) });
}

/** Waits until so many more calls have come. */
async function calls(count: number): Promise<void> {
	const wanted = world.emulator.calls.length + count;
	await world.until('calls', () => world.emulator.calls.length >= wanted || undefined);
}

/** What a node gave in the executions that the trigger began, as texts. */
async function received(id: string, textOf = ({ json }: INodeExecutionData) => String(json.id)): Promise<string[]> {
	const polled = (await world.client.executions(id)).filter(({ mode }) => mode === 'trigger');
	return polled.flatMap((execution) => itemsOf(execution, 'Watch').map(textOf));
}

/** Waits until everything told has come out, and for some more polls, in which a repetition would show. */
async function expectEachOnce(): Promise<void> {
	const states = async () => await received(workflowId, ({ json }) => `${String(json.id)} ${String(json.memo)}`);
	await world.until('every card to come out', async () => {
		const out = new Set(await states());
		return told.every((state) => out.has(state)) || undefined;
	});
	await calls(3);
	expect((await states()).sort()).toEqual([...told].sort());
}

/** What happens, in this order, to one active workflow. */
const SCENES: Readonly<Record<string, () => Promise<void>>> = {
	'cards are added and changed': async () => {
		addCards(25);
		changeCards(0, 1, 2);
		await calls(2);
		changeCards(0, -1);
	},
	'a test event is fetched, which shows recent cards and takes none': async () => {
		const { client } = world;
		const before = (await client.getWorkflow(workflowId)).staticData;
		const shown = itemsOf(succeeded(await client.run(workflowId, 'Watch')), 'Watch').map(({ json }) => json.id);
		expect(shown.length).toBeGreaterThan(0);
		expect(cardIds).toEqual(expect.arrayContaining(shown));
		expect((await client.getWorkflow(workflowId)).staticData).toEqual(before);
	},
	'n8n is killed, and cards come meanwhile': async () => {
		await world.n8n.kill();
		addCards(12);
		changeCards(3, -13);
		await world.n8n.start();
	},
	'the workflow is deactivated and activated': async () => {
		await world.client.deactivate(workflowId);
		addCards(7);
		changeCards(6, -8);
		await world.client.activate(workflowId);
	},
	'it is edited and published while a poll runs': async () => {
		world.emulator.latencyMs = 1_500;
		addCards(3);
		await calls(1);
		await world.client.saveNodes(workflowId, ([trigger]) =>
			Object.assign(trigger?.parameters ?? {}, { options: { overlap: 600 } }),
		);
		await world.client.activate(workflowId);
		world.emulator.latencyMs = 0;
	},
	'a copy of it is imported, which puts out what is new from then on': async () => {
		const { client } = world;
		const { name, nodes, connections } = await client.getWorkflow(workflowId);
		const { id } = await client.createWorkflow({ name, nodes, connections });
		await client.activate(id);
		addCards(3);
		await world.until('the cards to come out of the copy', async () => (await received(id)).length >= 3 || undefined);
		await client.deactivate(id);
		expect((await received(id)).sort()).toEqual(cardIds.slice(-3).sort());
	},
	'n8n is stopped in good order and started while the service is down': async () => {
		await world.n8n.stop();
		addCards(3);
		world.emulator.faults.add({ kind: 'status', status: 503, times: Infinity });
		await Promise.all([calls(1), world.n8n.start()]);
		addCards(2);
		world.emulator.faults.clear();
	},
};

test.each(Object.keys(SCENES))('each state comes out once when %s', async (scene) => {
	await SCENES[scene]?.();
	await expectEachOnce();
});

test('an execution cut by a kill is shown as crashed, its cards do not come again, and a retry runs them', async () => {
	const { client, n8n, emulator } = world;
	await client.deactivate(workflowId);
	const parameters = { amount: 5, unit: 'seconds' };
	const id = await create({}, { name: 'Work', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters });
	await client.activate(id);
	const cut = [1, 2, 3].map(() => emulator.addCard({ memo: 'cut' }).id);
	await world.until('n8n to run the slow node', async () => (await client.isRunning(id)) || undefined);
	await n8n.kill();
	await n8n.start();
	const find = async (wanted: string) => (await client.executions(id)).find(({ status }) => status === wanted);
	const crashed = await world.until('the crashed execution', async () => await find('crashed'));
	await calls(3);
	await client.retry(crashed.id);
	const done = await world.until('the retry', async () => await find('success'));
	expect(itemsOf(done, 'Work').map(({ json }) => json.id)).toEqual(cut);
	await client.deactivate(id);
});

test('a poll that fails is in the list of executions, starts the error workflow, and loses nothing', async () => {
	const { client, emulator } = world;
	const onError = { name: 'Error', type: 'n8n-nodes-base.errorTrigger', parameters: {} };
	const note = codeNode('Note', 'return $input.all();');
	const { id: catcher } = await client.createWorkflow(workflow('Tell me', [onError, note]));
	if (!chosenVersion.isFirst) await client.activate(catcher);
	const id = await create({ errorWorkflow: catcher });
	await client.activate(id);
	emulator.faults.add({ kind: 'status', status: 401, code: 'invalid_api_key', times: Infinity });
	const missed = emulator.addCard({ memo: 'while it fails' }).id;
	const isFailed = ({ status }: Execution) => status === 'error';
	const failed = await world.until('a failed execution', async () => (await client.executions(id)).find(isFailed));
	const told = await world.until('the error workflow', async () => (await client.executions(catcher))[0]);
	emulator.faults.clear();
	await client.endBackOff(id);
	await world.until('the card', async () => (await received(id)).includes(missed) || undefined);
	await client.deactivate(id);
	const { name } = errorOf(failed);
	expect([name, errorText(errorOf(failed))]).toEqual(['NodeApiError', expect.stringMatching(/API key/i)]);
	expect(JSON.stringify(itemsOf(told, 'Error'))).toMatch(/API key/i);
});
