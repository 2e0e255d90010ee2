import { cardTrigger, workflow } from '../support/realN8n/builder';
import { itemsOf } from '../support/realN8n/output';
import { pollEverySeconds } from '../support/realN8n/poll';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { Execution, ExecutionStatus } from '../support/realN8n/types';
import { waitFor } from '../support/realN8n/wait';
import type { World } from '../support/realN8n/world';
import { Editor } from '../support/realN8n/editor';
import { handedOver } from '../support/realN8n/handedOver';

const pollSeconds = 2;
const patienceMs = 60_000;
const workSeconds = 5;
const batch = 7;

let world: World;

beforeAll(async () => {
	world = await startTestWorld('crash');
	for (let added = 0; added < 60; added += 1) world.emulator.addCard({ memo: 'from before' });
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/** What waits before it passes its items on: long enough to be killed meanwhile. */
const slowNode = {
	name: 'Work',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount: workSeconds, unit: 'seconds' },
};

async function start(name: string, ...after: Array<typeof slowNode>): Promise<string> {
	const { client, credential } = world;
	const trigger = cardTrigger('Watch', { pollTimes: pollEverySeconds(pollSeconds) }, credential);
	const { id } = await client.createWorkflow(workflow(name, [trigger, ...after]));
	await client.activate(id);
	return id;
}

function addCards(count: number, memo: string): string[] {
	return Array.from({ length: count }, () => world.emulator.addCard({ memo }).id).sort();
}

async function calls(count: number): Promise<void> {
	const { emulator, n8n } = world;
	const before = emulator.calls.length;
	await waitFor('calls', () => (emulator.calls.length >= before + count ? true : undefined), {
		timeoutMs: patienceMs,
		everyMs: 10,
		explain: () => n8n.logTail(),
	});
}

function idsOf(executions: readonly Execution[], node: string): string[] {
	return executions
		.flatMap((execution) => itemsOf(execution, node).map(({ json }) => String(json.id)))
		.sort();
}

async function withStatus(workflowId: string, wanted: ExecutionStatus): Promise<Execution> {
	return await waitFor(
		`an execution that is "${wanted}"`,
		async () => (await world.client.executions(workflowId)).find(({ status }) => status === wanted),
		{ timeoutMs: patienceMs, explain: () => world.n8n.logTail() },
	);
}

test('an execution that is cut by a kill is shown as crashed, its records do not come again, and a retry runs them', async () => {
	const { client, n8n } = world;
	const workflowId = await start('Slow', slowNode);
	const ids = addCards(batch, 'cut');
	const editor = await Editor.open(world);
	await waitFor(
		'n8n to run the slow node',
		async () => ((await editor.count(workflowId, 'running')) > 0 ? true : undefined),
		{ timeoutMs: patienceMs },
	);
	await n8n.kill();
	await n8n.start();

	const crashed = await withStatus(workflowId, 'crashed');
	expect(
		handedOver(crashed, 'Watch')
			.map(({ json }) => String(json.id))
			.sort(),
	).toEqual(ids);
	await calls(3);
	expect((await client.executions(workflowId)).filter(({ status }) => status !== 'crashed')).toEqual([]);

	await editor.retry(crashed.id);
	const done = await withStatus(workflowId, 'success');
	expect(done.mode).toBe('retry');
	expect(idsOf([done], 'Work')).toEqual(ids);
	await client.deactivate(workflowId);
});

const whilePolling: Record<string, (workflowId: string) => Promise<void>> = {
	'deactivated and activated': async (workflowId) => {
		await world.client.deactivate(workflowId);
		await world.client.activate(workflowId);
	},
	'published again': async (workflowId) => await world.client.activate(workflowId),
};

/*
 * n8n builds the workflow again from what is stored, while the poll that still runs has not stored its memory yet: the
 * trigger recognises in its own process that it was given an older memory than it had.
 */
test.each(Object.keys(whilePolling))(
	'a workflow that is %s while a poll runs puts out each record once',
	async (name) => {
		const { client, emulator } = world;
		const workflowId = await start(name);
		await calls(2);
		emulator.latencyMs = 3_000;
		const ids = addCards(batch, name);
		await calls(1);
		await whilePolling[name]!(workflowId);
		emulator.latencyMs = 0;
		const more = addCards(1, 'afterwards');
		await waitFor(
			'the later card to come out',
			async () => {
				const out = new Set(idsOf(await client.executions(workflowId), 'Watch'));
				return more.every((id) => out.has(id)) ? true : undefined;
			},
			{ timeoutMs: patienceMs, explain: () => world.n8n.logTail() },
		);
		await calls(4);
		expect(idsOf(await client.executions(workflowId), 'Watch')).toEqual([...ids, ...more].sort());
		await client.deactivate(workflowId);
	},
);
