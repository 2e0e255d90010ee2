import type { INodeParameters } from 'n8n-workflow';
import { loadOptions, runNode, runNodes } from '../support/engine/n8n';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { failureOf } from './writes/support';

/** Calls per Second of the credential is what leaves this process with its key. */

const world = worldPerTest();

const GET: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' };

function cards(count: number): Array<{ json: { id: string } }> {
	return Array.from({ length: count }, (_, index) => ({ json: { id: world.emulator.addCard({ id: `c${index}` }).id } }));
}

/** The shortest time between two calls that arrived one after the other. */
function shortestGap(): number {
	const times = world.emulator.calls.map(({ arrivedAt }) => arrivedAt);
	return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
}

test.each([
	[4, 250],
	[0.5, 2_000],
	['2.5', 400],
])('%j calls a second arrive at least %d ms apart', async (callsPerSecond, gapMs) => {
	const credential = world.credential({ callsPerSecond, apiKey: world.freshKey() });
	const { items } = await runNode({ credential, parameters: GET, items: cards(6) });
	expect(items).toHaveLength(6);
	expect(world.emulator.calls).toHaveLength(6);
	expect(shortestGap()).toBeGreaterThanOrEqual(gapMs);
});

test('nodes, lists of the panel and a second credential with the same key have the lower value together', async () => {
	const apiKey = world.freshKey();
	const items = cards(4);
	const credential = world.credential({ callsPerSecond: 2, apiKey });
	await runNode({ credential, parameters: GET, items: items.slice(0, 1) });
	await Promise.all([
		runNodes({ credential, parameters: GET, beside: [GET], items }),
		runNode({ credential: world.credential({ apiKey }), parameters: { resource: 'businessCard', operation: 'getAll', ...ALWAYS } }),
		loadOptions('getTags', world.credential({ callsPerSecond: 10, apiKey: ` ${apiKey}` })),
	]);
	expect(world.emulator.calls).toHaveLength(11);
	expect(shortestGap()).toBeGreaterThanOrEqual(500);
});

test.each([[''], [null], [undefined]])('a credential that has %j, as those have that were saved before, has all ten', async (callsPerSecond) => {
	const credential = world.credential({ callsPerSecond: callsPerSecond as unknown as string, apiKey: world.freshKey() });
	await runNode({ credential, parameters: GET, items: cards(10) });
	const [first, ...others] = world.emulator.calls.map(({ arrivedAt }) => arrivedAt);
	expect(others.filter((at) => at - (first ?? 0) < 1_000)).toHaveLength(9);
});

test('a value that is none is refused before any call, in words', async () => {
	const items = cards(1);
	for (const callsPerSecond of [0, -1, 11, 'many']) {
		const error = failureOf(await runNode({ credential: world.credential({ callsPerSecond }), parameters: GET, items }));
		expect(error.message).toContain('Calls per Second must be a number above 0 and at most 10');
	}
	expect(world.emulator.calls).toHaveLength(0);
});
