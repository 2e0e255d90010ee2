import { loadOptions } from '../support/engine/methods';
import { credentialReference } from '../support/engine/supplies';
import { CARD, CARDS, worldPerTest, type World } from '../support/engine/world';

/** All of a process stays within the allowance of a key, or within Calls per Second where the credential says less. */

const GET = { ...CARD, businessCardId: '={{ $json.id }}' };

/** So many cards of a service, as items that ask for them. */
function cards({ emulator }: World, count: number): Array<{ json: { id: string } }> {
	return Array.from({ length: count }, (_, index) => ({ json: { id: emulator.addCard({ id: `c${index}` }).id } }));
}

describe('the allowance of ten calls a second', () => {
	const world = worldPerTest({ rateLimit: true });
	const refused = () => world.emulator.calls.filter(({ status }) => status === 429).length;

	test('is kept by two executions with 30 items each', async () => {
		const items = cards(world, 30);
		for (const run of await Promise.all([world.run(GET, { items }), world.run(GET, { items })]))
			expect(run.items.map(({ json }) => json.id)).toEqual(items.map(({ json }) => json.id));
		expect([world.emulator.calls.length, refused()]).toEqual([60, 0]);
	});

	test('is shared by executions, triggers and lists of the panel, however the key and the address are written', async () => {
		const { apiKey, baseUrl } = world.emulator;
		const items = cards(world, 10);
		for (let index = 0; index < 650; index += 1) world.emulator.addTag({ type: 'public' });
		await Promise.all([
			...[{}, { apiKey: ` ${apiKey}\n` }, { baseUrl: `${baseUrl}/` }].map(async (changes) => {
				await world.run(GET, { credential: world.credential(changes), items });
			}),
			...[1, 2, 3].map(async (number) => await world.trigger({}, `trigger ${number}`).poll()),
			loadOptions('getTags', world.credential()),
		]);
		expect(world.emulator.calls.length).toBeGreaterThan(33);
		// One may be refused where the service's second and ours do not begin together.
		expect(refused()).toBeLessThanOrEqual(2);
	});
});

describe('Calls per Second', () => {
	const world = worldPerTest();

	/** The shortest time between two calls that arrived one after the other. */
	function shortestGap(): number {
		const times = world.emulator.calls.map(({ arrivedAt }) => arrivedAt);
		return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
	}

	test.each([
		[0.5, 2_000],
		['2.5', 400],
	])('of %j lets calls arrive at least %d ms apart', async (callsPerSecond, gapMs) => {
		const credential = world.credential({ callsPerSecond, apiKey: world.freshKey() });
		expect((await world.run(GET, { credential, items: cards(world, 6) })).items).toHaveLength(6);
		expect(shortestGap()).toBeGreaterThanOrEqual(gapMs);
	});

	/** test/unit/shared/limiter has those that are edited. */
	test('counts where two credentials with the same key differ: the lower value', async () => {
		const apiKey = world.freshKey();
		const items = cards(world, 4);
		const settings = { credentials: credentialReference('2') };
		await world.run(GET, { credential: world.credential({ callsPerSecond: 2, apiKey }), items, settings });
		await Promise.all([
			world.run(CARDS, { credential: world.credential({ apiKey }) }),
			loadOptions('getTags', world.credential({ callsPerSecond: 10, apiKey: ` ${apiKey}` })),
		]);
		expect(shortestGap()).toBeGreaterThanOrEqual(500);
	});
});
