import type { INodeParameters } from 'n8n-workflow';
import { DEFAULT_RATE_LIMIT } from '../emulator/rateLimit';
import { loadOptions, PolledTrigger, runNode, runNodes } from '../support/engine/n8n';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/** Everything in one process shares each key's allowance: the service, which counts, never has to refuse a call. */

const world = worldPerTest({ rateLimit: DEFAULT_RATE_LIMIT });

/**
 * Whoever does not share the allowance has at least ten calls refused. A few may be refused where the machine is so
 * busy that calls arrive late; that none is, is what the first test is about.
 */
const FEW = 5;

const GET: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' };

function addCards(count: number): Array<{ json: { id: string } }> {
	return Array.from({ length: count }, (_, index) => ({ json: { id: world.emulator.addCard({ id: `c${index}` }).id } }));
}

test('30 cards through one node and 30 through another at once: none of the 60 calls is refused', async () => {
	const items = addCards(30);
	const runs = await runNodes({ credential: world.credential(), parameters: GET, beside: [GET], items });
	for (const run of runs) {
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.id)).toEqual(items.map(({ json }) => json.id));
	}
	expect(world.emulator.calls).toHaveLength(60);
	expect(world.emulator.refusedByRateLimit).toBe(0);
});

test('two executions at once, which know nothing of each other, share the allowance', async () => {
	const items = addCards(15);
	const credential = world.credential();
	const runs = await Promise.all([1, 2].map(async () => await runNode({ credential, parameters: GET, items })));
	expect(runs.map((run) => run.items.length)).toEqual([15, 15]);
	expect(world.emulator.refusedByRateLimit).toBeLessThanOrEqual(FEW);
});

test('a node, a trigger and a list of the panel at once: their calls share the allowance', async () => {
	const items = addCards(12);
	for (let index = 0; index < 650; index += 1) world.emulator.addTag({ type: 'public' });
	const credential = world.credential();
	const triggers = [1, 2, 3].map((number) => new PolledTrigger(credential, {}, `trigger ${number}`));
	const [run, tags] = await Promise.all([
		runNode({ credential, parameters: GET, items }),
		loadOptions('getTags', credential),
		...triggers.map(async (trigger) => await trigger.poll()),
	]);
	expect(run.items).toHaveLength(12);
	expect(tags).toHaveLength(650);
	expect(world.emulator.calls.length).toBeGreaterThan(15);
	expect(world.emulator.refusedByRateLimit).toBeLessThanOrEqual(FEW);
});

test('a key with blanks around it, as copying brings them, shares the allowance of the same key', async () => {
	const items = addCards(10);
	const { apiKey, baseUrl } = world.emulator;
	const credentials = [{}, { apiKey: ` ${apiKey}\n` }, { baseUrl: `${baseUrl}/` }].map((changes) =>
		world.credential(changes),
	);
	await Promise.all(credentials.map(async (credential) => await runNode({ credential, parameters: GET, items })));
	expect(world.emulator.refusedByRateLimit).toBeLessThanOrEqual(FEW);
});

test('another program that uses up the allowance of the key slows a node down, and loses it no item', async () => {
	const items = addCards(15);
	const { apiKey, baseUrl } = world.emulator;
	const other = async () => {
		await fetch(`${baseUrl}/v3.2/bizCards/c0`, { headers: { 'X-Service-Api-Key': apiKey } });
	};
	const [run] = await Promise.all([
		runNode({ credential: world.credential(), parameters: GET, items }),
		...Array.from({ length: 20 }, other),
	]);
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.id)).toEqual(items.map(({ json }) => json.id));
});

test('an execution that is cancelled makes no further call', async () => {
	const items = addCards(40);
	let atCancel = Infinity;
	await runNode({
		credential: world.credential(),
		parameters: GET,
		items,
		onStart(cancel) {
			world.emulator.onBeforeCall((call) => {
				if (call.n !== 5) return;
				cancel();
				atCancel = world.emulator.calls.length;
			});
		},
	});
	// What was let through together with the fifth call is on its way; nothing that still waited follows.
	expect(world.emulator.calls.length).toBeLessThanOrEqual(Math.max(atCancel, 10));
});

test('a trigger that polls while a node waits with many items has its turn next', async () => {
	const items = addCards(36);
	const trigger = world.trigger();
	let poll: Promise<unknown> | undefined;
	world.emulator.onBeforeCall((call) => {
		if (call.n === 11) poll = trigger.poll();
	});
	await runNode({ credential: world.credential(), parameters: GET, items });
	await poll;
	const place = world.emulator.calls.findIndex(({ endpoint }) => endpoint === 'E1');
	// Of the ten calls of a second, some are under way already; in the order of asking it would be the last of all.
	expect(place).toBeGreaterThan(10);
	expect(place).toBeLessThan(30);
});

test('a list of several pages stays within the allowance too', async () => {
	for (let index = 0; index < 3_300; index += 1) world.emulator.addCard();
	const run = await world.run({ resource: 'businessCard', operation: 'getAll', ...ALWAYS, returnAll: true });
	expect(run.items).toHaveLength(3_300);
	expect(world.emulator.refusedByRateLimit).toBeLessThanOrEqual(FEW);
});
