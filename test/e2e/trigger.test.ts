import { cardTrigger, workflow } from '../support/realN8n/builder';
import { itemsOf, succeeded } from '../support/realN8n/output';
import { pollEverySeconds } from '../support/realN8n/poll';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import { waitFor } from '../support/realN8n/wait';
import type { World } from '../support/realN8n/world';

const oldCards = 40;
const pollSeconds = 2;
const patienceMs = 60_000;
const quietPolls = 3;

let world: World;
let workflowId: string;
/** What the service was told and the workflow therefore has to put out: `id memo`, one per state of a card. */
const told: string[] = [];
const cardIds: string[] = [];
let states = 0;

beforeAll(async () => {
	world = await startTestWorld('trigger');
	const longAgo = world.emulator.clock.now() - 3_600_000;
	for (let added = 0; added < oldCards; added += 1) {
		const { id } = world.emulator.addCard({ memo: 'from before', registeredTime: longAgo + added * 1000 });
		cardIds.push(id);
	}
	const trigger = cardTrigger(
		'Watch',
		{ event: 'businessCardUpdated', pollTimes: pollEverySeconds(pollSeconds), range: 'all' },
		world.credential,
	);
	workflowId = (await world.client.createWorkflow(workflow('Watch', [trigger]))).id;
	await world.client.activate(workflowId);
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

function nextMemo(): string {
	states += 1;
	return `state ${states}`;
}

function addCards(count: number): void {
	for (let added = 0; added < count; added += 1) {
		const memo = nextMemo();
		const { id } = world.emulator.addCard({ memo });
		cardIds.push(id);
		told.push(`${id} ${memo}`);
	}
}

/** Changes the cards at the given places of the list of all cards. */
function changeCards(...places: number[]): void {
	for (const place of places) {
		const id = cardIds.at(place);
		if (id === undefined) throw new Error(`There is no card at ${place}.`);
		const memo = nextMemo();
		world.emulator.changeCard(id, { memo });
		told.push(`${id} ${memo}`);
	}
}

async function received(): Promise<string[]> {
	const executions = await world.client.executions(workflowId);
	const polled = executions.filter(({ mode }) => mode === 'trigger');
	return polled.flatMap((execution) =>
		itemsOf(execution, 'Watch').map(({ json }) => `${String(json.id)} ${String(json.memo)}`),
	);
}

/** Waits until everything told has come out. */
async function allCameOut(): Promise<void> {
	await waitFor(
		'every card to come out of the workflow',
		async () => {
			const out = new Set(await received());
			return told.every((state) => out.has(state)) ? true : undefined;
		},
		{ timeoutMs: patienceMs, explain: () => world.n8n.logTail() },
	);
}

/** Waits for some more polls, in which a repetition would show. */
async function quiet(): Promise<void> {
	const before = world.emulator.calls.length;
	await waitFor(
		'some quiet polls',
		() => (world.emulator.calls.length >= before + quietPolls ? true : undefined),
		{ timeoutMs: patienceMs, explain: () => world.n8n.logTail() },
	);
}

async function expectEachOnce(): Promise<void> {
	await allCameOut();
	await quiet();
	expect((await received()).sort()).toEqual([...told].sort());
}

test('puts out cards that are added and changed while the workflow is active, each once, and none from before', async () => {
	addCards(1);
	await allCameOut();
	addCards(25);
	changeCards(0, 1, 2);
	await allCameOut();
	/* The cards of a moment ago again, perhaps still within the same second. */
	changeCards(0, -1);
	await allCameOut();
	addCards(2);
	await expectEachOnce();
});

test('shows recent cards as a test event without taking any from the active workflow', async () => {
	const before = (await world.client.getWorkflow(workflowId)).staticData;
	const execution = succeeded(await world.client.run(workflowId, 'Watch'));
	const shown = itemsOf(execution, 'Watch').map(({ json }) => String(json.id));
	expect(shown.length).toBeGreaterThan(0);
	expect(cardIds).toEqual(expect.arrayContaining(shown));
	expect((await world.client.getWorkflow(workflowId)).staticData).toEqual(before);
	await expectEachOnce();
});

test('loses nothing and repeats nothing when n8n is killed and started again', async () => {
	await world.n8n.kill();
	addCards(12);
	changeCards(3, 4, -13);
	await world.n8n.start();
	await world.client.login(world.owner);
	await expectEachOnce();
	addCards(2);
	changeCards(5);
	await expectEachOnce();
});

test('goes on where it stopped after it was deactivated and activated again', async () => {
	await world.client.deactivate(workflowId);
	addCards(7);
	changeCards(6, -8);
	await world.client.activate(workflowId);
	await expectEachOnce();
});

test('goes on where it stopped after n8n was stopped in good order', async () => {
	await world.n8n.stop();
	addCards(3);
	changeCards(7);
	await world.n8n.start();
	await expectEachOnce();
});

test('goes on where it stopped after n8n was started while the service was out of order', async () => {
	const { emulator, n8n } = world;
	await n8n.kill();
	addCards(3);
	changeCards(8);
	emulator.faults.add({ kind: 'status', status: 503, times: Infinity });
	const before = emulator.calls.length;
	await n8n.start();
	await waitFor('n8n to ask in vain', () => (emulator.calls.length > before ? true : undefined), {
		timeoutMs: patienceMs,
		explain: () => n8n.logTail(),
	});
	addCards(2);
	emulator.faults.clear();
	await expectEachOnce();
});
