import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution } from '../support/realN8n/client';
import { errorOf, errorText, itemsOf, succeeded } from '../support/realN8n/executions';
import { chosenVersion } from '../support/realN8n/versions';
import { waitFor } from '../support/realN8n/wait';
import { cardTrigger, codeNode, pollEverySeconds, workflow, type NodeDraft } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';

/** The packed trigger in a real n8n, whatever happens to n8n, the service and the workflow: each state of a card once. */

const HOUR = 3_600_000;

let world: World;
let workflowId: string;
/** What the workflow has to put out: `id memo`, one per state of a card. */
const told: string[] = [];
const cardIds: string[] = [];

async function create(
	name: string,
	options: object = {},
	settings: object = {},
	...after: NodeDraft[]
): Promise<string> {
	const trigger = cardTrigger('Watch', { pollTimes: pollEverySeconds(2), range: 'all', options }, world.credential);
	const definition = workflow(name, [trigger, ...after]);
	return (await world.client.createWorkflow({ ...definition, settings: { executionOrder: 'v1', ...settings } })).id;
}

beforeAll(async () => {
	world = await startTestWorld('trigger');
	const longAgo = world.emulator.clock.now() - HOUR;
	for (let added = 0; added < 40; added += 1) {
		cardIds.push(world.emulator.addCard({ memo: 'from before', registeredTime: longAgo + added * 1000 }).id);
	}
	workflowId = await create('Watch');
	await world.client.activate(workflowId);
});

afterAll(async () => await world?.stop());
afterEach(() => expectNoViolations(world));

function tell(id: string): string {
	const memo = `state ${told.length + 1}`;
	told.push(`${id} ${memo}`);
	return memo;
}

function addCards(count: number): void {
	for (let added = 0; added < count; added += 1) {
		const id = world.emulator.company.nextId('card');
		world.emulator.addCard({ id, memo: tell(id) });
		cardIds.push(id);
	}
}

/** Changes the cards at the given places of the list of all cards. */
function changeCards(...places: number[]): void {
	for (const place of places) {
		const id = cardIds.at(place) ?? '';
		world.emulator.changeCard(id, { memo: tell(id) });
	}
}

async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
	return await waitFor(what, look, { explain: () => world.n8n.logTail() });
}

/** Waits until so many more calls have come. */
async function calls(count: number): Promise<void> {
	const { emulator } = world;
	const before = emulator.calls.length;
	await until('calls', () => (emulator.calls.length >= before + count ? true : undefined));
}

function idsOf(items: readonly INodeExecutionData[]): string[] {
	return items.map(({ json }) => String(json.id));
}

async function received(id = workflowId): Promise<string[]> {
	const polled = (await world.client.executions(id)).filter(({ mode }) => mode === 'trigger');
	return polled.flatMap((execution) =>
		itemsOf(execution, 'Watch').map(({ json }) => `${String(json.id)} ${String(json.memo)}`),
	);
}

/** Waits until everything told has come out, and for some more polls, in which a repetition would show. */
async function expectEachOnce(): Promise<void> {
	await until('every card to come out', async () => {
		const out = new Set(await received());
		return told.every((state) => out.has(state)) ? true : undefined;
	});
	await calls(3);
	expect((await received()).sort()).toEqual([...told].sort());
}

/** Lets the service fail for some calls. */
async function badWeather(status: number): Promise<void> {
	world.emulator.faults.add({ kind: 'status', status, retryAfter: 1, times: Infinity });
	await calls(3);
	world.emulator.faults.clear();
	await world.client.endBackOff(workflowId);
}

/** What happens, in this order, to one active workflow. */
const SCENES: ReadonlyArray<readonly [string, () => Promise<void>]> = [
	[
		'cards are added and changed',
		async () => {
			addCards(25);
			changeCards(0, 1, 2);
			await calls(2);
			changeCards(0, -1);
		},
	],
	[
		'a test event is fetched, which shows recent cards and takes none',
		async () => {
			const { client } = world;
			const before = (await client.getWorkflow(workflowId)).staticData;
			const shown = idsOf(itemsOf(succeeded(await client.run(workflowId, 'Watch')), 'Watch'));
			expect(shown.length).toBeGreaterThan(0);
			expect(cardIds).toEqual(expect.arrayContaining(shown));
			expect((await client.getWorkflow(workflowId)).staticData).toEqual(before);
		},
	],
	[
		'n8n is killed, and cards come meanwhile',
		async () => {
			await world.n8n.kill();
			addCards(12);
			changeCards(3, -13);
			await world.n8n.start();
		},
	],
	[
		'a burst of cards comes, with a 429 storm',
		async () => {
			addCards(450);
			await badWeather(429);
		},
	],
	[
		'the workflow is deactivated and activated',
		async () => {
			await world.client.deactivate(workflowId);
			addCards(7);
			changeCards(6, -8);
			await world.client.activate(workflowId);
		},
	],
	[
		'it is published while a poll runs',
		async () => {
			world.emulator.latencyMs = 1_500;
			addCards(3);
			await calls(1);
			await world.client.activate(workflowId);
			world.emulator.latencyMs = 0;
		},
	],
	[
		'n8n is stopped in good order and started while the service is down',
		async () => {
			await world.n8n.stop();
			addCards(3);
			world.emulator.faults.add({ kind: 'status', status: 503, times: Infinity });
			const before = world.emulator.calls.length;
			await world.n8n.start();
			await until('n8n to ask in vain', () => (world.emulator.calls.length > before ? true : undefined));
			addCards(2);
			world.emulator.faults.clear();
		},
	],
];

test.each(SCENES)('each state comes out once when %s', async (_, happen) => {
	await happen();
	await expectEachOnce();
});

/** What n8n stores of an execution before its first node has run. */
interface StoredStack {
	executionData?: { nodeExecutionStack?: Array<{ data: { main: Array<INodeExecutionData[] | null> } }> };
}

/** The items that the trigger handed over: n8n stored with a crashed execution what its nodes were to get. */
function handedOver({ data }: Execution): INodeExecutionData[] {
	const { nodeExecutionStack = [] } = (data as StoredStack | undefined)?.executionData ?? {};
	return nodeExecutionStack.flatMap((waiting) => waiting.data.main[0] ?? []);
}

test('an execution that is cut by a kill is shown as crashed, its cards do not come again, and a retry runs them', async () => {
	const { client, n8n, emulator } = world;
	await client.deactivate(workflowId);
	const wait = {
		name: 'Work',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { amount: 5, unit: 'seconds' },
	};
	const id = await create('Slow', {}, {}, wait);
	await client.activate(id);
	const cut = [1, 2, 3].map(() => emulator.addCard({ memo: 'cut' }).id);
	await until('n8n to run the slow node', async () => (await client.isRunning(id)) || undefined);
	await n8n.kill();
	await n8n.start();
	const find = async (wanted: Execution['status']) =>
		(await client.executions(id)).find(({ status }) => status === wanted);
	const crashed = await until('the crashed execution', async () => await find('crashed'));
	expect(idsOf(handedOver(crashed)).sort()).toEqual(cut);
	await calls(3);
	await client.retry(crashed.id);
	const done = await until('the retry', async () => await find('success'));
	expect(idsOf(itemsOf(done, 'Work')).sort()).toEqual(cut);
	await client.deactivate(id);
});

test('the past of Start From comes in portions, and a new card without waiting for all of it', async () => {
	const { client, emulator } = world;
	const begin = emulator.clock.now() - 10 * HOUR;
	const past = Array.from(
		{ length: 60 },
		(_, index) => emulator.addCard({ memo: 'past', registeredTime: begin + index * 25_000 }).id,
	);
	const id = await create('From the past', { startFrom: new Date(begin).toISOString(), maxRecords: 20 });
	await client.activate(id);
	await until('the first portion', async () => ((await received(id)).length > 0 ? true : undefined));
	const fresh = emulator.addCard({ memo: 'new' }).id;
	const executions = await until('everything to come out', async () => {
		const found = await client.executions(id);
		const out = new Set(found.flatMap((execution) => idsOf(itemsOf(execution, 'Watch'))));
		return [...past, fresh].every((each) => out.has(each)) ? found : undefined;
	});
	await client.deactivate(id);
	const portions = executions.map((execution) => idsOf(itemsOf(execution, 'Watch')));
	expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(20);
	const all = portions.flat().filter((each) => past.includes(each) || each === fresh);
	expect([all.length, new Set(all).size]).toEqual([61, 61]);
});

test('a poll that fails shows in the list of executions and starts the error workflow, and what it missed comes later', async () => {
	const { client, emulator } = world;
	const errorTrigger = { name: 'Error', type: 'n8n-nodes-base.errorTrigger', parameters: {} };
	const catcher = await client.createWorkflow(
		workflow('Tell me', [errorTrigger, codeNode('Note', 'return $input.all();')]),
	);
	if (!chosenVersion.isFirst) await client.activate(catcher.id);
	const id = await create('Watched', {}, { errorWorkflow: catcher.id });
	await client.activate(id);
	emulator.faults.add({ kind: 'status', status: 401, code: 'invalid_api_key', times: Infinity });
	const missed = emulator.addCard({ memo: 'while it fails' }).id;
	const failed = await until('a failed execution', async () =>
		(await client.executions(id)).find(({ status }) => status === 'error'),
	);
	const [note] = await until('the error workflow', async () => {
		const found = await client.executions(catcher.id);
		return found.length > 0 ? found : undefined;
	});
	emulator.faults.clear();
	await client.endBackOff(id);
	await until('the card', async () =>
		(await received(id)).some((state) => state.startsWith(missed)) ? true : undefined,
	);
	await client.deactivate(id);
	expect([errorOf(failed).name, errorText(errorOf(failed))]).toEqual([
		'NodeApiError',
		expect.stringMatching(/API key/i),
	]);
	expect(JSON.stringify(note && itemsOf(note, 'Error'))).toMatch(/API key/i);
});
