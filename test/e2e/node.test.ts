import {
	cardNode,
	codeNode,
	manualTrigger,
	manualTriggerName,
	workflow,
	type NodeDraft,
} from '../support/realN8n/builder';
import { itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { World } from '../support/realN8n/world';

const cardCount = 1000;
const itemsPerNode = 30;
const term = { updatedFrom: '2020-01-01T00:00:00Z', updatedTo: '={{ $now.plus({ minutes: 5 }) }}' };

let world: World;
const cardIds: string[] = [];

beforeAll(async () => {
	world = await startTestWorld('node');
	for (let added = 0; added < cardCount; added += 1) cardIds.push(world.emulator.addCard().id);
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/** A node that reads one card for each item it gets. */
function getEach(name: string): NodeDraft {
	return cardNode(
		name,
		{ resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' },
		world.credential,
	);
}

/** A node that puts out the given ids, one item each. */
function idsNode(ids: string[]): NodeDraft {
	return codeNode('Ids', `return ${JSON.stringify(ids.map((id) => ({ json: { id } })))};`);
}

async function run(...branches: NodeDraft[][]) {
	const { id } = await world.client.createWorkflow(workflow('A run', ...branches));
	return succeeded(await world.client.run(id, manualTriggerName));
}

async function getAll(parameters: Record<string, unknown>): Promise<string[]> {
	const node = cardNode(
		'Cards',
		{ resource: 'businessCard', operation: 'getAll', ...term, ...parameters },
		world.credential,
	);
	return itemsOf(await run([manualTrigger(), node]), 'Cards').map(({ json }) => String(json.id));
}

describe('businessCard.getAll on 1,000 cards', () => {
	test('gives each card once with Return All', async () => {
		const ids = await getAll({ returnAll: true });
		expect(ids).toHaveLength(cardCount);
		expect(new Set(ids)).toEqual(new Set(cardIds));
	});

	test.each([1, 300, 301, 999])('gives %i cards when that is the limit', async (limit) => {
		const ids = await getAll({ returnAll: false, limit });
		expect(ids).toHaveLength(limit);
		expect(new Set(ids).size).toBe(limit);
	});
});

describe('60 cards read through two nodes', () => {
	const first = () => cardIds.slice(0, itemsPerNode);
	const second = () => cardIds.slice(itemsPerNode, 2 * itemsPerNode);

	function expectNoneRefused(): void {
		const { calls, refusedByRateLimit } = world.emulator;
		const arrivals = calls.map(({ arrivedAt }) => arrivedAt);
		const seconds = (Math.max(...arrivals) - Math.min(...arrivals)) / 1000;
		process.stderr.write(`e2e: ${calls.length} calls arrived within ${seconds.toFixed(2)} s\n`);
		expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 2 * itemsPerNode }, () => 200));
		expect(refusedByRateLimit).toBe(0);
	}

	test('of one workflow: the service refuses none of the calls', async () => {
		const ids = idsNode(first());
		const execution = await run(
			[manualTrigger(), ids, getEach('One')],
			[manualTrigger(), ids, getEach('Other')],
		);
		for (const name of ['One', 'Other']) {
			expect(itemsOf(execution, name).map(({ json }) => json.id)).toEqual(first());
		}
		expectNoneRefused();
	});

	test('of two workflows that run at once: the service refuses none of the calls', async () => {
		const [one, other] = await Promise.all([
			run([manualTrigger(), idsNode(first()), getEach('Get')]),
			run([manualTrigger(), idsNode(second()), getEach('Get')]),
		]);
		expect(itemsOf(one, 'Get').map(({ json }) => json.id)).toEqual(first());
		expect(itemsOf(other, 'Get').map(({ json }) => json.id)).toEqual(second());
		expectNoneRefused();
	});
});
